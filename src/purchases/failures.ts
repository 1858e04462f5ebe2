import type { Hint } from '../border/shell.ts';
import { type ErrorDetails, Failure, NotFound, Pending, type ToileError, Unavailable } from '../errors.ts';
import { type Cell, said } from './machine.ts';

interface Telling {
  readonly code: string;
  readonly hint: Hint;
  readonly details?: ErrorDetails;
  readonly cause?: unknown;
}

/** A cell of the table as the failure that it names: its words, its exit code. */
export const failing = (
  cell: Cell,
  facts: Readonly<Record<string, string>>,
  telling: Telling,
): ToileError => {
  const words = said(cell, facts);
  switch (cell.exit) {
    case 3:
      return new Unavailable(words, telling);
    case 5:
      return new NotFound(words, telling);
    case 8:
      return new Pending(words, telling);
    default:
      return new Failure(words, telling);
  }
};

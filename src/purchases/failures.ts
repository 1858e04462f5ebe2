import { type Hint, typeable } from '../border/shell.ts';
import { type ErrorDetails, Failure, NotFound, Pending, type ToileError, Unavailable } from '../errors.ts';
import { type Cell, said } from './machine.ts';
import { goingOn, type Spent } from './spent-notice.ts';

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

/** A request that the service took, and that no later command would find: its id is printed, since no record has it. */
export const unrecordedFailure = (error: ToileError, spent: Spent): Failure => {
  const { purchase_id, design_id, state } = spent;
  const next = goingOn(spent);
  return new Failure(
    `the Tech Pack was requested (purchase ${purchase_id ?? 'without an id'}), and this could not be written down: ${error.message}`,
    {
      code: 'unrecorded',
      hint: typeable`keep the purchase id; to go on with it: ${next}`,
      details: { purchase_id, ...(design_id !== null && { design_id }), purchase_state: state, next },
      cause: error,
    },
  );
};

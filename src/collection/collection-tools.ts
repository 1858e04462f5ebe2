import type { Clock } from '../platform/shared-types.ts';

/** JSON functions and clock for the pulled folder. */
export interface CollectionTools {
  /** Returns the canonical text of a JSON text. Throws a SyntaxError. */
  canonicalize(text: string): string;
  /** Parses JSON and keeps numbers as written. Throws a SyntaxError. */
  readJson(text: string): unknown;
  /** Parses JSON with at most `most` values. */
  readJsonUpTo(text: string, most: number): unknown;
  writeJson(value: unknown): string;
  readonly clock: Clock;
}

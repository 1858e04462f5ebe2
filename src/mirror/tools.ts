import type { Clock } from '../contract.ts';

/** What the mirror is handed from outside: how JSON is read and written here, what time it is. */
export interface Tools {
  /** The one text of a JSON value; throws a SyntaxError. */
  canonical(text: string): string;
  /** JSON with its number lexemes kept; throws a SyntaxError. `most` values, those of an answer by default. */
  readJson(text: string, most?: number): unknown;
  writeJson(value: unknown): string;
  readonly clock: Clock;
}

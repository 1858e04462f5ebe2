import type { Clock } from '../contract.ts';

/** What the mirror is handed from outside: how JSON is read and written here, what time it is. */
export interface Tools {
  /** The one text of a JSON value; throws a SyntaxError. */
  canonical(text: string): string;
  /** JSON with its number lexemes kept; throws a SyntaxError. */
  readJson(text: string): unknown;
  /** As `readJson`, for more values than an answer may hold. */
  readJsonWithin(text: string, most: number): unknown;
  writeJson(value: unknown): string;
  readonly clock: Clock;
}

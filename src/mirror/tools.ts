/** What the mirror is handed from outside: how JSON is read and written here, what time it is. */
export interface Tools {
  /** The one text of a JSON value; throws a SyntaxError. */
  canonical(text: string): string;
  /** JSON with its number lexemes kept; throws a SyntaxError. */
  readJson(text: string): unknown;
  writeJson(value: unknown): string;
  readonly clock: Clock;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

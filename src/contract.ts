/** What every room may take for granted of the others: types, and nothing that runs. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What a command may spend waiting, in all, where somebody said so: what is spent on one request is gone for the next. */
export interface Patience {
  /** Milliseconds. */
  readonly whole: number;
  left(): number;
  spend(ms: number): void;
}

/** How many requests may be sent within how many milliseconds. */
export interface Rate {
  readonly limit: number;
  readonly windowMs: number;
}

/** Told to whoever watches; never part of the answer. */
export type Telling =
  | { readonly kind: 'note'; readonly text: string }
  /** Repainted on a terminal. Elsewhere it is written only with `line`. */
  | { readonly kind: 'busy'; readonly text: string; readonly line?: true }
  /** Bytes of the file named in `text`: a bar on a terminal, one line at the end elsewhere. */
  | {
      readonly kind: 'progress';
      readonly text: string;
      readonly done: number;
      readonly total: number | undefined;
      readonly ended?: true;
    }
  /** Waiting for something that takes minutes; `elapsed` in milliseconds. A line every 30 s off a terminal. */
  | { readonly kind: 'waiting'; readonly text: string; readonly elapsed: number }
  /** A request is on its way, and then it is not; shown where nothing better is told. */
  | { readonly kind: 'asking'; readonly over?: true }
  | { readonly kind: 'done' };

/** Questions. Each rejects with a UsageError where nobody can answer, and with Interrupted on Ctrl-C. */
export interface Ask {
  /** True where a person is there to answer. */
  readonly possible: boolean;
  secret(message: string): Promise<string>;
  /** Rejects when `until` aborts: somebody else has answered. */
  text(message: string, until?: AbortSignal): Promise<string>;
  confirm(message: string, fallback: boolean): Promise<boolean>;
  choose<T>(message: string, search: (term: string) => Promise<readonly Choice<T>[]>): Promise<T>;
}

export interface Choice<T> {
  readonly label: string;
  readonly detail?: string;
  readonly value: T;
}

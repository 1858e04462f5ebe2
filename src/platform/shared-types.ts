/** Types that all folders may import. This file contains no code. */

/** The time, and a way to wait. Tests replace it. */
export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Waits. Rejects with the reason of the signal when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The total time that all requests of a command may wait. It exists only if the user set a limit. */
export interface WaitBudget {
  /** The whole budget in milliseconds. */
  readonly total: number;
  remaining(): number;
  spend(ms: number): void;
}

/** The global flags of a command line by name. A flag that was not typed is absent. */
export type GlobalFlags = Readonly<Record<string, string | true | undefined>>;

/** A rate limit: at most `limit` requests in `windowMs` milliseconds. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** A progress event for the terminal. It is never part of the output. */
export type ProgressEvent =
  | { readonly kind: 'note'; readonly text: string }
  /**
   * Work in progress: a line that a terminal repaints. Without a terminal it is printed only if `line` is
   * true.
   */
  | { readonly kind: 'busy'; readonly text: string; readonly line?: true }
  /** Bytes of the file named in `text`: a bar on a terminal, one line at the end elsewhere. */
  | {
      readonly kind: 'progress';
      readonly text: string;
      readonly done: number;
      readonly total: number | undefined;
      readonly ended?: true;
    }
  /**
   * A wait of minutes; `elapsed` is in milliseconds. Without a terminal, a line is printed every 30 seconds.
   */
  | { readonly kind: 'waiting'; readonly text: string; readonly elapsed: number }
  /** A request starts, or has ended if `over` is true. It is shown only if no other event is shown. */
  | { readonly kind: 'asking'; readonly over?: true }
  | { readonly kind: 'done' };

/** Prompts. Each rejects with a UsageError when there is no terminal, and with Interrupted on Ctrl-C. */
export interface UserPrompts {
  /** True when a user can answer. */
  readonly isAvailable: boolean;
  secret(message: string): Promise<string>;
  /** Asks for a text. Rejects if `until` aborts, for example because the browser answered first. */
  text(message: string, until?: AbortSignal): Promise<string>;
  confirm(message: string, fallback: boolean): Promise<boolean>;
  choose<T>(message: string, search: (term: string) => Promise<readonly PromptChoice<T>[]>): Promise<T>;
}

/** One option of a list from which the user chooses. */
export interface PromptChoice<T> {
  readonly label: string;
  readonly detail?: string;
  readonly value: T;
}

/** Facts about this process and machine that shared files need. */
export interface ProcessInfo {
  readonly pid: number;
  /** Returns false only if no process has this pid. */
  readonly alive: (pid: number) => boolean;
  /** Milliseconds since 1970, of the real clock: it is compared with file times. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Removes the credentials of this run from text that is saved. The service may have repeated them. */
  readonly redact: (text: string) => string;
}

/** Reports one line to the user on stderr. */
export type LineReporter = (text: string) => void;

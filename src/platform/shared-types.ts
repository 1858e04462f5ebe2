/** Types that all folders may import. This file contains no code. */

/** Functions that tell the time and wait. Tests replace them. */
export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds. Rejects with the reason of the signal if it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The time in milliseconds that all requests of a command together may spend waiting. Only a command with `--max-wait`
 * has such a budget.
 */
export interface WaitBudget {
  readonly total: number;
  remaining(): number;
  spend(ms: number): void;
}

/** The global flags of a command line by name. A flag that was not typed is absent. */
export type GlobalFlags = Readonly<Record<string, string | true | undefined>>;

/** Environment variables by name. */
export type EnvVariables = Readonly<Record<string, string | undefined>>;

/** A rate limit: at most `limit` requests in `windowMs` milliseconds. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** A progress event for the terminal. It is never part of the output of a command. */
export type ProgressEvent =
  | { readonly kind: 'note'; readonly text: string }
  /**
   * Reports that work is in progress. A terminal shows `text` on a line that is redrawn. Without a terminal, `text` is
   * printed only if `line` is true.
   */
  | { readonly kind: 'busy'; readonly text: string; readonly line?: true }
  /**
   * The progress of a transfer in bytes; `text` names the file. On a terminal, a progress bar is shown. Without a
   * terminal, one line is printed when the transfer ends.
   */
  | {
      readonly kind: 'progress';
      readonly text: string;
      readonly done: number;
      readonly total: number | undefined;
      readonly ended?: true;
    }
  /**
   * A wait that can last minutes. `elapsed` is the time since its start in milliseconds. Without a terminal, a line is
   * printed every 30 seconds.
   */
  | { readonly kind: 'waiting'; readonly text: string; readonly elapsed: number }
  /**
   * Reports the start of a request, or with `over: true` its end. A terminal shows it only if it shows no other
   * progress event.
   */
  | { readonly kind: 'asking'; readonly over?: true }
  /** The work reported by the earlier progress events has ended. A terminal then clears its progress line. */
  | { readonly kind: 'done' };

/**
 * Functions that prompt on the terminal. Each rejects with a UsageError if there is no terminal, and with Interrupted
 * if the user types Ctrl-C.
 */
export interface UserPrompts {
  readonly isAvailable: boolean;
  secret(message: string): Promise<string>;
  /** Asks for a text. Rejects if `cancelSignal` aborts, for example because a sign-in was completed in the browser. */
  text(message: string, cancelSignal?: AbortSignal): Promise<string>;
  /** Asks a yes-no question. Enter alone answers `fallback`. */
  confirm(message: string, fallback: boolean): Promise<boolean>;
  choose<T>(message: string, search: (term: string) => Promise<readonly PromptChoice<T>[]>): Promise<T>;
}

/** One option of a list from which the user chooses. `value` is the result of choosing it. */
export interface PromptChoice<T> {
  readonly label: string;
  readonly detail?: string;
  readonly value: T;
}

/** The pid, clock, sleep and redactor of this process, for the locks and files that processes share. */
export interface ProcessInfo {
  readonly pid: number;
  /** Returns false only if no process has this pid. */
  readonly alive: (pid: number) => boolean;
  /** Returns the time of the machine's clock in milliseconds since 1970. It is compared with the times of files. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Removes the credentials of this run from text that is saved, because a response of the service may repeat them. */
  readonly redact: (text: string) => string;
}

/** Reports one line to the user on stderr. */
export type LineReporter = (text: string) => void;

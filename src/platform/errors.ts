/** The exit codes of toile, and a class of errors for each. */

import type { Hint, ShellSafe } from './escape/shell.ts';

/** All exit codes of toile, with the texts that `help exit-codes` prints. */
export const EXIT_CODES = {
  0: 'success; an empty result is a success too',
  1: 'failed, or some of several failed',
  2: 'invalid usage, or the output cannot be written; nothing was sent',
  3: 'network or service unavailable; try again later',
  4: 'not signed in, or the key lacks the scope',
  5: 'not found, or owned by another user',
  6: 'payment required; the checkout address is printed',
  7: 'rate limited for longer than --max-wait',
  8: 'still pending; the service continues the work',
  9: 'refused by the service (400, 409)',
  129: 'hung up: the terminal was closed',
  130: 'interrupted (Ctrl-C)',
  143: 'terminated',
} as const;

/** One of the numbers in `EXIT_CODES`, for example 2 for invalid usage. */
export type ExitCode = keyof typeof EXIT_CODES;

/** Details of an error. They are printed as members of the JSON error object under these names. */
export interface ErrorDetails {
  /** The HTTP status, if the service responded. */
  readonly status?: number;
  /** The error code that the service sent, if toile reports another one in `code`. */
  readonly service_code?: string;
  readonly request_id?: string;
  /** Seconds after which another attempt can succeed. */
  readonly retry_after?: number;
  /** The cursor that continues an incomplete list. */
  readonly next_before?: string;
  readonly checkout_url?: string;
  readonly candidates?: readonly string[];
  /** The id of the purchase of a Tech Pack order; null if the id is not known. */
  readonly purchase_id?: string | null;
  readonly design_id?: string;
  readonly purchase_state?: string;
  /** The command to type next. It takes precedence over the command in the hint. */
  readonly next?: ShellSafe;
}

interface FailureOptions {
  /**
   * The code of the error for programs, in lower snake case, for example `cannot_read`. It is the same in all versions.
   */
  readonly code?: string;
  readonly hint?: Hint | undefined;
  readonly details?: ErrorDetails;
  readonly cause?: unknown;
}

/** An expected error, with the exit code `exit`. `message` says what happened and why, and `hint` what to do next. */
export abstract class ToileError extends Error {
  abstract readonly exit: ExitCode;
  readonly code: string;
  /** The hint: a text, or a NextStep, which also has the command in the text. */
  readonly advice: Hint | undefined;
  readonly details: ErrorDetails;

  constructor(message: string, fallbackCode: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = options.code ?? fallbackCode;
    this.advice = options.hint;
    this.details = options.details ?? {};
  }

  get hint(): ShellSafe | undefined {
    return typeof this.advice === 'object' ? this.advice.text : this.advice;
  }

  get next(): ShellSafe | undefined {
    return this.details.next ?? (typeof this.advice === 'object' ? this.advice.next : undefined);
  }

  withDetails(details: ErrorDetails, hint?: Hint): this {
    const copy: this = Object.create(this);
    return Object.assign(copy, { details: { ...this.details, ...details }, ...(hint && { advice: hint }) });
  }

  /**
   * Returns a copy with `map` applied to the message and to each text in the details, for example to remove secrets.
   * Lists in the details stay unchanged. So does the hint, because it contains only safe text.
   */
  withMappedText(map: (text: string) => string): this {
    const copy: this = Object.create(this);
    const details = Object.fromEntries(
      Object.entries(this.details).map(([name, value]) => [
        name,
        typeof value === 'string' ? map(value) : value,
      ]),
    );
    return Object.assign(copy, { message: map(this.message), details });
  }

  /** Returns a copy with another exit code. Returns the error itself if a signal caused it (exit code 128 or more). */
  withExitCode(code: ExitCode): this {
    if (this.exit >= 128) return this;
    const copy: this = Object.create(this);
    return Object.assign(copy, { exit: code });
  }
}

/**
 * Creates a class of errors. `exit` is the exit code of the class. `code` is the machine-readable code of an error,
 * unless the error is created with another one.
 */
const createErrorClass = <E extends ExitCode>(exit: E, code: string) =>
  class extends ToileError {
    readonly exit = exit;
    constructor(message: string, options?: FailureOptions) {
      super(message, code, options);
    }
  };

/** Exit code 1: the command failed in a way that no other class describes. */
export class Failure extends createErrorClass(1, 'failed') {}

/** Exit code 1: a list was not read to its end. The items that were printed are valid. */
export class IncompleteList extends Failure {
  constructor(message: string, options: Omit<FailureOptions, 'code'> = {}) {
    super(message, { ...options, code: 'list_incomplete' });
  }
}

/** Exit code 2: invalid usage, or a file that cannot be read or written. Nothing was sent. */
export class UsageError extends createErrorClass(2, 'usage') {}

/** Exit code 3: the service was not reached, or its response cannot be read. */
export class Unavailable extends createErrorClass(3, 'unavailable') {}

/** Exit code 3: a response is too large or too deeply nested, or a list has too many pages. A retry does not help. */
export class BeyondLimit extends Unavailable {}

/** Exit code 4: there is no usable credential, or its scope does not allow the request. */
export class NotSignedIn extends createErrorClass(4, 'not_signed_in') {}

/** Exit code 5: the requested item does not exist, or it belongs to another account. */
export class NotFound extends createErrorClass(5, 'not_found') {}

/** Exit code 7: the rate limit requires a longer wait than `--max-wait` allows. */
export class RateLimited extends createErrorClass(7, 'rate_limited') {}

/** Exit code 8: the service continues the work, for example an order. Nothing is lost. */
export class PendingWork extends createErrorClass(8, 'pending') {}

/** Exit code 9: the service refused the request (400 or 409). */
export class RefusedRequest extends createErrorClass(9, 'refused') {}

const createSignalErrorClass = <E extends ExitCode>(exit: E, code: string, text: string) =>
  class extends createErrorClass(exit, code) {
    constructor(message = text, options?: FailureOptions) {
      super(message, options);
    }
  };

/** Exit code 129: SIGHUP, the terminal was closed. */
export class HungUp extends createSignalErrorClass(129, 'hung_up', 'hung up') {}

/** Exit code 130: SIGINT (Ctrl-C). */
export class Interrupted extends createSignalErrorClass(130, 'interrupted', 'interrupted') {}

/** Exit code 143: SIGTERM. */
export class Terminated extends createSignalErrorClass(143, 'terminated', 'terminated') {}

/**
 * Thrown if a list is not read to its end. `nextCursor` is the cursor at which the list continues; null stands for the
 * start of the list. `nextCommand` is the command that continues the list, if there is one.
 */
export class ListWalkError extends Error {
  readonly nextCursor: string | null;
  readonly nextCommand: ShellSafe | undefined;
  constructor(cause: unknown, nextCursor: string | null, continueWith?: ShellSafe) {
    super('the list is incomplete', { cause });
    this.name = 'ListWalkError';
    this.nextCursor = nextCursor;
    this.nextCommand = continueWith;
  }
}

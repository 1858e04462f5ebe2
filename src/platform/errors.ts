/** Errors by exit code, with one class for each code, and the table that `help exit-codes` prints. */

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

/** An exit code of toile. */
export type ExitCode = keyof typeof EXIT_CODES;

/** Details of an error; the names are those of the JSON error object. */
export interface ErrorDetails {
  /** HTTP status, if the service responded. */
  readonly status?: number;
  /** The service's own machine code, if it differs from toile's. */
  readonly service_code?: string;
  readonly request_id?: string;
  /** Seconds until another try can succeed. */
  readonly retry_after?: number;
  /** The cursor that continues an incomplete list. */
  readonly next_before?: string;
  readonly checkout_url?: string;
  readonly candidates?: readonly string[];
  /** The purchase of a Tech Pack order that was sent before the error. */
  readonly purchase_id?: string | null;
  readonly design_id?: string;
  readonly purchase_state?: string;
  /** The command to type next, if it differs from the command in the hint. */
  readonly next?: ShellSafe;
}

/** Options of an error. */
interface FailureOptions {
  /** Machine code in lower snake case, stable across versions. */
  readonly code?: string;
  /** The next step for the user; printed last. */
  readonly hint?: Hint | undefined;
  readonly details?: ErrorDetails;
  readonly cause?: unknown;
}

/** An expected error. `message` says what happened and why, and the hint what to do next. */
export abstract class ToileError extends Error {
  abstract readonly exit: ExitCode;
  readonly code: string;
  readonly advice: Hint | undefined;
  readonly details: ErrorDetails;

  constructor(message: string, fallbackCode: string, telling: FailureOptions = {}) {
    super(message, telling.cause === undefined ? undefined : { cause: telling.cause });
    this.name = new.target.name;
    this.code = telling.code ?? fallbackCode;
    this.advice = telling.hint;
    this.details = telling.details ?? {};
  }

  get hint(): ShellSafe | undefined {
    return typeof this.advice === 'object' ? this.advice.text : this.advice;
  }

  /** The command to type next; undefined when there is none. */
  get next(): ShellSafe | undefined {
    return this.details.next ?? (typeof this.advice === 'object' ? this.advice.next : undefined);
  }

  /** Returns a copy with more details, and with another hint when one is given. */
  withDetails(details: ErrorDetails, hint?: Hint): this {
    const copy: this = Object.create(this);
    return Object.assign(copy, { details: { ...this.details, ...details }, ...(hint && { advice: hint }) });
  }

  /**
   * Returns a copy with message and details mapped by the given function, for example to remove
   * secrets. The hint is safe already.
   */
  withMappedText(door: (text: string) => string): this {
    const copy: this = Object.create(this);
    const details = Object.fromEntries(
      Object.entries(this.details).map(([name, value]) => [
        name,
        typeof value === 'string' ? door(value) : value,
      ]),
    );
    return Object.assign(copy, { message: door(this.message), details });
  }

  /** Returns a copy with another exit code. An error caused by a signal is returned unchanged. */
  withExitCode(code: ExitCode): this {
    if (this.exit >= 128) return this;
    const copy: this = Object.create(this);
    return Object.assign(copy, { exit: code });
  }
}

/** Creates a class of errors with one exit code; `code` is the default machine code. */
const createErrorClass = <E extends ExitCode>(exit: E, code: string) =>
  class extends ToileError {
    readonly exit = exit;
    constructor(message: string, telling?: FailureOptions) {
      super(message, code, telling);
    }
  };

/** Exit code 1: an error that no other class describes. */
export class Failure extends createErrorClass(1, 'failed') {}

/** Exit code 1: a list ended early. The items printed are valid. */
export class IncompleteList extends Failure {
  constructor(message: string, telling: Omit<FailureOptions, 'code'> = {}) {
    super(message, { ...telling, code: 'list_incomplete' });
  }
}

/** Exit code 2: invalid usage. Thrown before any I/O; nothing was changed or sent. */
export class UsageError extends createErrorClass(2, 'usage') {}

/** Exit code 3: the service was not reached, or its answer cannot be read. */
export class Unavailable extends createErrorClass(3, 'unavailable') {}

/** Exit code 3: an answer is larger, deeper or longer than toile reads. Retrying gives the same result. */
export class BeyondLimit extends Unavailable {}

/** Exit code 4: there is no usable credential, or it lacks the scope. */
export class NotSignedIn extends createErrorClass(4, 'not_signed_in') {}

/** Exit code 5: not found, or owned by another account. */
export class NotFound extends createErrorClass(5, 'not_found') {}

/** Exit code 7: the rate limit requires a longer wait than `--max-wait` allows. */
export class RateLimited extends createErrorClass(7, 'rate_limited') {}

/** Exit code 8: the work continues in the service. Nothing is lost. */
export class PendingWork extends createErrorClass(8, 'pending') {}

/** Exit code 9: the service refused the request. */
export class RefusedRequest extends createErrorClass(9, 'refused') {}

/** Exit code 129: SIGHUP, the terminal was closed. */
export class HungUp extends createErrorClass(129, 'hung_up') {
  constructor(message = 'hung up', telling?: FailureOptions) {
    super(message, telling);
  }
}

/** Exit code 130: Ctrl-C. */
export class Interrupted extends createErrorClass(130, 'interrupted') {
  constructor(message = 'interrupted', telling?: FailureOptions) {
    super(message, telling);
  }
}

/** Exit code 143: SIGTERM. */
export class Terminated extends createErrorClass(143, 'terminated') {
  constructor(message = 'terminated', telling?: FailureOptions) {
    super(message, telling);
  }
}

/**
 * Thrown if a page of a list could not be read. `cause` is the failure, `nextCursor` is the cursor that
 * continues the list.
 */
export class ListWalkError extends Error {
  readonly nextCursor: string | null;
  readonly nextCommand: ShellSafe | undefined;
  constructor(cause: unknown, next: string | null, continueWith?: ShellSafe) {
    super('the list is incomplete', { cause });
    this.name = 'BrokenOff';
    this.nextCursor = next;
    this.nextCommand = continueWith;
  }
}

/** What can go wrong, by exit code: one class a code, and the table that `help exit-codes` prints. */

import type { Hint, Typeable } from './border/shell.ts';

/** Every way in which toile ends, with the words that `help exit-codes` prints. */
export const EXITS = {
  0: 'done; an empty answer is an answer too',
  1: 'failed, or some of several failed',
  2: 'invalid usage, or the output cannot be written; nothing was sent',
  3: 'network or service unavailable; trying again later may help',
  4: 'not signed in, or the key lacks the scope',
  5: 'not found, or owned by somebody else',
  6: 'payment required; the checkout address is printed',
  7: 'rate limited for longer than --max-wait',
  8: 'still pending; the work goes on in the service',
  9: 'refused by the service (400, 409)',
  129: 'hung up: the terminal was closed',
  130: 'interrupted (Ctrl-C)',
  143: 'terminated',
} as const;

export type ExitCode = keyof typeof EXITS;

/** What a failure can carry beside its message; the names are those of the JSON error object. */
export interface ErrorDetails {
  /** HTTP status, where the service answered. */
  readonly status?: number;
  /** The service's own machine code, where it differs from toile's. */
  readonly service_code?: string;
  readonly request_id?: string;
  /** Seconds until another try makes sense. */
  readonly retry_after?: number;
  /** The cursor that continues a list which broke off. */
  readonly next_before?: string;
  readonly checkout_url?: string;
  readonly candidates?: readonly string[];
  /** A Tech Pack request that was sent before this failed, and the command that goes on with it. */
  readonly purchase_id?: string | null;
  readonly design_id?: string;
  readonly purchase_state?: string;
  /** The command to type, where it is another than the one in the hint. */
  readonly next?: Typeable;
}

interface Telling {
  /** Machine code in lower snake case, stable across versions. */
  readonly code?: string;
  /** What to type or do next; printed last, where the eye lands. */
  readonly hint?: Hint | undefined;
  readonly details?: ErrorDetails;
  readonly cause?: unknown;
}

/** A failure that toile understands. The message says what happened and why; `hint` what to type next. */
export abstract class ToileError extends Error {
  abstract readonly exit: ExitCode;
  readonly code: string;
  readonly advice: Hint | undefined;
  readonly details: ErrorDetails;

  constructor(message: string, fallbackCode: string, telling: Telling = {}) {
    super(message, telling.cause === undefined ? undefined : { cause: telling.cause });
    this.name = new.target.name;
    this.code = telling.code ?? fallbackCode;
    this.advice = telling.hint;
    this.details = telling.details ?? {};
  }

  get hint(): Typeable | undefined {
    return typeof this.advice === 'object' ? this.advice.text : this.advice;
  }

  /** The command to type next, where there is one. */
  get next(): Typeable | undefined {
    return this.details.next ?? (typeof this.advice === 'object' ? this.advice.next : undefined);
  }

  /** The same failure with more details, and another next step where one is given. */
  withMore(details: ErrorDetails, hint?: Hint): this {
    const copy: this = Object.create(this);
    return Object.assign(copy, { details: { ...this.details, ...details }, ...(hint && { advice: hint }) });
  }

  /** The same failure in words that have passed a door; the hint is made of such words already. */
  worded(door: (text: string) => string): this {
    const copy: this = Object.create(this);
    const details = Object.fromEntries(
      Object.entries(this.details).map(([name, value]) => [
        name,
        typeof value === 'string' ? door(value) : value,
      ]),
    );
    return Object.assign(copy, { message: door(this.message), details });
  }

  /** The same failure under another exit code; what ended it from outside keeps its own. */
  exiting(code: ExitCode): this {
    if (this.exit >= 128) return this;
    const copy: this = Object.create(this);
    return Object.assign(copy, { exit: code });
  }
}

/** A class of failures that end with one exit code; `code` is the machine code where none is told. */
const ending = <E extends ExitCode>(exit: E, code: string) =>
  class extends ToileError {
    readonly exit = exit;
    constructor(message: string, telling?: Telling) {
      super(message, code, telling);
    }
  };

/** Exit 1. Something went wrong that no other class names. */
export class Failure extends ending(1, 'failed') {}

/** Exit 1. A list that ended and is not whole; what was given of it stands. */
export class Incomplete extends Failure {
  constructor(message: string, telling: Omit<Telling, 'code'> = {}) {
    super(message, { ...telling, code: 'list_incomplete' });
  }
}

/** Exit 2. Thrown before any I/O: nothing was changed and nothing was sent. */
export class UsageError extends ending(2, 'usage') {}

/** Exit 3. The service was not reached, or answered with something that is not an answer. */
export class Unavailable extends ending(3, 'unavailable') {}

/** Exit 3. An answer is larger, deeper or longer than is read; it would come the same again. */
export class BeyondLimit extends Unavailable {}

/** Exit 4. No usable credential, or one without the scope. */
export class NotSignedIn extends ending(4, 'not_signed_in') {}

/** Exit 5. */
export class NotFound extends ending(5, 'not_found') {}

/** Exit 7. The wait that the service asks for is longer than what was allowed. */
export class RateLimited extends ending(7, 'rate_limited') {}

/** Exit 8. Nothing is lost: what was begun goes on elsewhere. */
export class Pending extends ending(8, 'pending') {}

/** Exit 9. The request was understood and refused. */
export class Refused extends ending(9, 'refused') {}

/** Exit 129. SIGHUP: the terminal was closed. */
export class HungUp extends ending(129, 'hung_up') {
  constructor(message = 'hung up', telling?: Telling) {
    super(message, telling);
  }
}

/** Exit 130. Ctrl-C, in a prompt or anywhere else. */
export class Interrupted extends ending(130, 'interrupted') {
  constructor(message = 'interrupted', telling?: Telling) {
    super(message, telling);
  }
}

/** Exit 143. SIGTERM. */
export class Terminated extends ending(143, 'terminated') {
  constructor(message = 'terminated', telling?: Telling) {
    super(message, telling);
  }
}

/** A walk through pages that broke off: the failure, and the cursor that goes on from there. */
export class BrokenOff extends Error {
  readonly next: string | null;
  readonly continueWith: Typeable | undefined;
  constructor(cause: unknown, next: string | null, continueWith?: Typeable) {
    super('the list broke off', { cause });
    this.name = 'BrokenOff';
    this.next = next;
    this.continueWith = continueWith;
  }
}

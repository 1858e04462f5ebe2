/** An error response: JSON `{error, code}` with its status (specification section 7). */
export class SandboxHttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Creates the error 404. The message is the same for an absent resource and for one of another owner. */
export const createNotFoundError = (what: string): SandboxHttpError =>
  new SandboxHttpError(404, 'NOT_FOUND', `There is no such ${what}, or it is not yours.`);

/** Creates the error 400 with the code `INVALID_REQUEST`. */
export const createInvalidRequestError = (message: string): SandboxHttpError =>
  new SandboxHttpError(400, 'INVALID_REQUEST', message);

/** The connection ends without a response. */
export class ConnectionDroppedError extends Error {
  /** The code of the system error, for callers that look at the cause of a failed fetch. */
  readonly code = 'ECONNRESET';

  constructor() {
    super('the connection was cut');
    this.name = 'Dropped';
  }
}

/** Every answer that is not a success: JSON `{error, code}` with its status (specification section 7). */
export class Refusal extends Error {
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

/** 404, with the same words whether it does not exist or belongs to somebody else. */
export const notFound = (what: string): Refusal =>
  new Refusal(404, 'NOT_FOUND', `There is no such ${what}, or it is not yours.`);

export const invalid = (message: string): Refusal => new Refusal(400, 'INVALID_REQUEST', message);

/** The connection ends without an answer. Not a refusal: nobody gets to read it. */
export class Dropped extends Error {
  /** As the system says it, for those who look at the cause of a failed fetch. */
  readonly code = 'ECONNRESET';

  constructor() {
    super('the connection was cut');
    this.name = 'Dropped';
  }
}

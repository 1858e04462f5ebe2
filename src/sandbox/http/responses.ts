const encoder = new TextEncoder();

/**
 * Returns a JSON response with exactly `text` as its body. It sets `Content-Length`, which HEAD and
 * `Sandbox.fetch` need.
 */
export const toJsonTextResponse = (
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  const bytes = encoder.encode(text);
  return new Response(bytes, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.length),
      ...headers,
    },
  });
};

/** Returns a JSON response with the serialized value. */
export const toJsonResponse = (
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response => toJsonTextResponse(JSON.stringify(value), status, headers);

/** Formats milliseconds since 1970, for example `2026-08-01T09:00:00.000Z`. */
export const formatIsoTime = (ms: number): string => new Date(ms).toISOString();

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
  new SandboxHttpError(404, 'NOT_FOUND', `This ${what} does not exist or is not yours.`);

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

/** The API version that the sandbox simulates (specification section 9). */
export const SANDBOX_API_VERSION = '2026-09-15';

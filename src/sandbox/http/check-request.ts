import { isRecord } from '../../platform/json/json-values.ts';
import type { SandboxCall } from './sandbox-service.ts';

export const MAX_BODY_BYTES = 64 * 1024;
/** The maximum number of nested objects and arrays in a request body. */
export const MAX_BODY_DEPTH = 64;

/** Reads the body of a POST as a JSON object; `{}` if it is empty. Throws SandboxHttpError 400, 413 or 415. */
export const readObjectBody = async ({ c }: SandboxCall): Promise<Record<string, unknown>> => {
  const text = await readLimitedText(c.req.raw);
  if (text.trim() === '') return {};
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) {
    throw new SandboxHttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as application/json.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw createInvalidRequestError('The body is not JSON.');
  }
  if (!isRecord(value)) throw createInvalidRequestError('The body must be a JSON object.');
  if (isNestedDeeper(value, MAX_BODY_DEPTH))
    throw createInvalidRequestError(`The body is nested deeper than ${MAX_BODY_DEPTH} levels.`);
  return value;
};

/** Returns true if a value is nested deeper than `levels`. Serializing such a value could overflow the stack. */
const isNestedDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isNestedDeeper(member, levels - 1));
};

/**
 * Reads the body of a request as text. Throws SandboxHttpError with status 413 for more than MAX_BODY_BYTES, and with
 * status 400 for text that is not UTF-8. The bytes are counted while they are read, because `Content-Length` may be
 * wrong.
 */
export const readLimitedText = async (request: Request): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_BODY_BYTES) {
      reader.cancel().catch(() => undefined);
      throw new SandboxHttpError(413, 'BODY_TOO_LARGE', `The body is larger than ${MAX_BODY_BYTES} bytes.`, {
        connection: 'close',
      });
    }
    chunks.push(value);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw createInvalidRequestError('The body is not UTF-8.');
  }
};

/** The host names of this machine. The sandbox refuses requests to any other host name. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Throws SandboxHttpError 403 unless the `Host` header names this machine. Browsers also send an `Origin` header for
 * web pages; if it is present, it must name this machine too. So a page of another site cannot use the sandbox, not
 * even through a host name that leads to this machine (DNS rebinding).
 */
export const assertLoopbackRequest = (request: Request): void => {
  // The request line may contain a complete URL with another host than the `Host` header, so both are checked.
  const host = request.headers.get('host');
  if (!isLoopbackAddress(request.url) || (host !== null && !isLoopbackAddress(`http://${host}`))) {
    const message = 'The sandbox accepts only 127.0.0.1, localhost and [::1].';
    throw new SandboxHttpError(403, 'HOST_REFUSED', message);
  }
  const origin = request.headers.get('origin');
  if (origin !== null && !isLoopbackAddress(origin)) {
    throw new SandboxHttpError(403, 'ORIGIN_REFUSED', 'The sandbox refuses pages of another origin.');
  }
};

const isLoopbackAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, username, hostname } = new URL(address);
  return protocol === 'http:' && username === '' && LOOPBACK_HOSTS.has(hostname);
};

const encoder = new TextEncoder();

/**
 * Returns a JSON response with exactly `text` as its body. It has a `Content-Length` header, because the response to a
 * HEAD request needs one.
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

/** Returns a JSON response with the serialized `value` as its body. */
export const toJsonResponse = (
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response => toJsonTextResponse(JSON.stringify(value), status, headers);

/** Formats milliseconds since 1970 as an ISO timestamp, for example `2026-08-01T09:00:00.000Z`. */
export const formatIsoTime = (ms: number): string => new Date(ms).toISOString();

/** Thrown to respond with an error: JSON `{error, code}` with this status (specification section 7). */
export class SandboxHttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'SandboxHttpError';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/**
 * Creates the error 404 for a `noun`, for example `design`. A missing resource and a resource of another owner get the
 * same message, so that the message does not reveal which resources exist.
 */
export const createNotFoundError = (noun: string): SandboxHttpError =>
  new SandboxHttpError(404, 'NOT_FOUND', `This ${noun} does not exist or is not yours.`);

/** Creates the error 400 `INVALID_REQUEST` with this message. */
export const createInvalidRequestError = (message: string): SandboxHttpError =>
  new SandboxHttpError(400, 'INVALID_REQUEST', message);

/** Thrown to end a connection without a response. */
export class ConnectionDroppedError extends Error {
  readonly code = 'ECONNRESET';

  constructor() {
    super('the connection was cut');
    this.name = 'ConnectionDroppedError';
  }
}

/** The API version that the sandbox simulates (specification section 9). */
export const SANDBOX_API_VERSION = '2026-09-15';

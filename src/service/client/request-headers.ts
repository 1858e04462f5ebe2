import { createRequestError } from './check-arguments.ts';
import type { HeadersLike, RequestOptions } from './options.ts';

/**
 * Builds the headers of a request. Throws RequestError for a value that no header can contain, without
 * repeating it.
 */
export function buildRequestHeaders(
  options: RequestOptions,
  withBody: boolean,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const headers: Record<string, string> = {};
  // Names are in lower case, so that no header is sent twice. Headers of the client itself take precedence.
  for (const [name, value] of Object.entries({ ...options.headers, ...more })) {
    if (/[^\w!#$%&'*+.^`|~-]/.test(name) || /[^\t\x20-\x7e]/.test(value)) {
      throw createRequestError(`the header ${name} holds a character that no header can carry`);
    }
    headers[name.toLowerCase()] = value;
  }
  headers.accept = 'application/json';
  if (withBody) headers['content-type'] = 'application/json';
  const { credential, userAgent } = options;
  if (credential !== undefined) {
    if (credential === '') throw createRequestError('the credential is empty');
    if (typeof credential !== 'string' || !/^[\x21-\x7e]+$/.test(credential)) {
      throw createRequestError(
        'the credential holds a space, line break or other character that no key has; was it copied whole?',
      );
    }
    headers.authorization = `Bearer ${credential}`;
  }
  if (userAgent !== undefined) {
    if (!/^[\x20-\x7e]+$/.test(userAgent)) {
      throw createRequestError('the user agent holds a character that no header can carry');
    }
    headers['user-agent'] = userAgent;
  }
  return headers;
}

/** Finds the request id in the usual headers. The specification names no such header. */
export function findRequestId(headers: HeadersLike): string | undefined {
  for (const name of ['x-request-id', 'request-id', 'x-correlation-id']) {
    const id = headers.get(name);
    if (id) return id;
  }
  return undefined;
}

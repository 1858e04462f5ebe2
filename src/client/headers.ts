import { RequestError } from './errors.ts';
import type { ClientOptions, HeadersLike } from './options.ts';

/** The headers of a request. Throws RequestError for a value that no header can carry, without repeating it. */
export function headersFor(options: ClientOptions, withBody: boolean): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (withBody) headers['content-type'] = 'application/json';
  if (options.credential !== undefined) {
    if (options.credential === '') throw new RequestError('the credential is empty', '');
    if (!/^[\x21-\x7e]+$/.test(options.credential)) {
      throw new RequestError(
        'the credential holds a space, line break or other character that no key has; was it copied whole?',
        '',
      );
    }
    headers.authorization = `Bearer ${options.credential}`;
  }
  if (options.userAgent !== undefined) {
    if (!/^[\x20-\x7e]+$/.test(options.userAgent)) {
      throw new RequestError('the user agent holds a character that no header can carry', '');
    }
    headers['user-agent'] = options.userAgent;
  }
  return headers;
}

/** The specification names no such header; these are the usual ones. */
export function requestIdOf(headers: HeadersLike): string | undefined {
  for (const name of ['x-request-id', 'request-id', 'x-correlation-id']) {
    const id = headers.get(name);
    if (id) return id;
  }
  return undefined;
}

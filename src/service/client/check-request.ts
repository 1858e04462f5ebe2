import { RequestError } from './errors.ts';
import type { HeadersLike, RequestOptions } from './options.ts';

/** Creates a RequestError with an empty `route`, for an invalid argument of the client. */
export const createRequestError = (why: string): RequestError => new RequestError(why, '');

/**
 * Throws RequestError `<name> must be <expected>, not <value>` if `isValid` is false. The message does not contain
 * `value` if that is a string, because a string may be secret.
 */
function assertArgument(isValid: boolean, name: string, expected: string, value: unknown): void {
  if (isValid) return;
  const actual = Object(value) === value ? 'an object' : typeof value === 'string' ? 'a text' : value;
  throw createRequestError(`${name} must be ${expected}, not ${value === '' ? 'empty' : String(actual)}`);
}

/** Returns the argument if it is an object and not an array. Throws RequestError otherwise. */
export function checkObjectArgument<T>(value: T, name: string): T {
  assertArgument(Object(value) === value && !Array.isArray(value), name, 'an object', value);
  return value;
}

/**
 * Returns the argument if it is undefined or a number of at least `least`; throws RequestError otherwise. If `least` is
 * above 0, the number must be an integer.
 */
export function checkNumberArgument(value: number | undefined, name: string, least = 0): number | undefined {
  const isValid = typeof value === 'number' && value >= least && (least === 0 || Number.isInteger(value));
  assertArgument(value === undefined || isValid, name, `a number of at least ${least}`, value);
  return value;
}

/** Returns the argument if it is undefined or a string that is not empty. Throws RequestError otherwise. */
export function checkTextArgument(value: string | undefined, name: string): string | undefined {
  assertArgument(
    value === undefined || (typeof value === 'string' && value !== ''),
    name,
    'a string or omitted',
    value,
  );
  return value;
}

/** A parsed base address: the origin `https://host:port`, and a path prefix without trailing slash. */
interface BaseAddress {
  readonly origin: string;
  readonly prefix: string;
}

/**
 * Parses a base address such as `https://host/api`. Throws RequestError if it is not http or https, or has a password,
 * query or fragment. The message does not quote the address, which may contain a secret.
 */
export function parseBaseUrl(baseUrl: string): BaseAddress {
  if (typeof baseUrl !== 'string') {
    throw createRequestError(
      "the base address is missing: new Client({ baseUrl: 'https://host/path', credential })",
    );
  }
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw createRequestError('the base address is not a URL; expected for example https://host/path');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw createRequestError(`the base address must begin with https: or http:, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw createRequestError('the base address contains a user name or password; pass a credential instead');
  }
  if (/[?#]/.test(baseUrl)) {
    throw createRequestError('the base address must not have a query or a fragment');
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/**
 * Builds the URL of a request from the base address, a path and the parameters in `query`. The path may have a query
 * too. Undefined parameters are left out. Throws RequestError for a path that could leave the base address, for example
 * `//host` or `../x`, because the credential would be sent there.
 */
export function buildRequestUrl(
  base: BaseAddress,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): URL {
  const refuse = (why: string) => {
    throw createRequestError(`the path of the request ${why}`);
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters, because URL parsers drop some of them
  if (/[\x00-\x1f\x7f\\]/.test(path)) refuse('contains a backslash or control character');
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) {
    refuse('must be relative to the base address, such as /v1/me');
  }
  if (path.includes('#')) refuse('must not have a fragment');
  const [route = '', ...queryParts] = path.split('?');
  if (route.split('/').some(hasDotSegment)) refuse('contains . or .. as a segment');
  if (/[^/]\/\//.test(route)) refuse('has an empty segment');

  const url = new URL(`${base.origin}${base.prefix}/${route.replace(/^\//, '')}`);
  const added = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeQueryPart(name)}=${encodeQueryPart(value)}`],
  );
  url.search = [...(queryParts.length > 0 ? [queryParts.join('?')] : []), ...added].join('&');
  // The parsed URL is checked again, in case the checks above missed something.
  if (url.origin !== base.origin || !url.pathname.startsWith(`${base.prefix}/`))
    refuse('leaves the base address');
  return url;
}

/** Encodes the name or value of a query parameter. Half a surrogate pair becomes U+FFFD, as in browser forms. */
const encodeQueryPart = (value: string | number): string =>
  encodeURIComponent(`${value}`.replace(/\p{Surrogate}/gu, '\ufffd'));

/**
 * Returns true if a path segment could lead to another path. Such a segment is `.` or `..`, or contains one of them on
 * a server that decodes `%2f` to a slash, for example `a%2f..`.
 */
function hasDotSegment(segment: string): boolean {
  return segment
    .replace(/%2e/gi, '.')
    .split(/%2f|%5c/i)
    .some((part) => part === '.' || part === '..');
}

/**
 * Percent-encodes an id for a path. Throws RequestError if the id is empty, not a string or contains half a surrogate
 * pair. `owner` is what the id belongs to, for example `design`; the message names it.
 */
export function encodePathSegment(id: string, owner: string): string {
  if ((id ?? '') === '') throw createRequestError(`the id of the ${owner} is empty`);
  if (typeof id !== 'string') throw createRequestError(`the id of the ${owner} must be a string`);
  try {
    return encodeURIComponent(id);
  } catch (cause) {
    throw new RequestError(`the id of the ${owner} contains half a surrogate pair`, '', cause);
  }
}

/**
 * Builds the headers of a request, with names in lower case. Headers in `more` override those in `options.headers`. The
 * headers that the client sets itself, such as `authorization`, override both. Throws RequestError for an invalid name
 * or value; the message does not contain the value.
 */
export function buildRequestHeaders(
  options: RequestOptions,
  hasBody: boolean,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const headers: Record<string, string> = {};
  // All header names are converted to lower case. Otherwise `X-Job` and `x-job` would be sent as two headers.
  for (const [name, value] of Object.entries({ ...options.headers, ...more })) {
    if (/[^\w!#$%&'*+.^`|~-]/.test(name) || /[^\t\x20-\x7e]/.test(value)) {
      throw createRequestError(`the header ${name} contains a character that a header cannot contain`);
    }
    headers[name.toLowerCase()] = value;
  }
  headers.accept = 'application/json';
  if (hasBody) headers['content-type'] = 'application/json';
  const { credential, userAgent } = options;
  if (credential !== undefined) {
    if (credential === '') throw createRequestError('the credential is empty');
    if (typeof credential !== 'string' || !/^[\x21-\x7e]+$/.test(credential)) {
      throw createRequestError(
        'the credential contains a space, line break or other character that no key has',
      );
    }
    headers.authorization = `Bearer ${credential}`;
  }
  if (userAgent !== undefined) {
    if (!/^[\x20-\x7e]+$/.test(userAgent)) {
      throw createRequestError('the user agent contains a character that a header cannot contain');
    }
    headers['user-agent'] = userAgent;
  }
  return headers;
}

/**
 * Returns the value of `x-request-id`, `request-id` or `x-correlation-id`; undefined if the response has none of them.
 */
export function findRequestId(headers: HeadersLike): string | undefined {
  for (const name of ['x-request-id', 'request-id', 'x-correlation-id']) {
    const id = headers.get(name);
    if (id) return id;
  }
  return undefined;
}

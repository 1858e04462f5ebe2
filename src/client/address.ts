import { refused } from './arguments.ts';
import { RequestError } from './errors.ts';

/** A base address taken apart: `https://host:port` and a prefix without trailing slash. */
export interface Base {
  readonly origin: string;
  readonly prefix: string;
}

/** Reads a base address. Throws RequestError; the message leaves out what may be secret in it. */
export function readBase(baseUrl: string): Base {
  if (typeof baseUrl !== 'string') {
    throw refused("the base address is missing: new Client({ baseUrl: 'https://host/path', credential })");
  }
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw refused('the base address is not an address: it should look like https://host/path');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused(`the base address begins with ${url.protocol} and not with https: or http:`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('the base address holds a user name or password; give a credential instead');
  }
  if (/[?#]/.test(baseUrl)) {
    throw refused('the base address has a query or a fragment, which no route can be added to');
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/**
 * The address of a path below the base. Throws RequestError for a path that could lead anywhere else:
 * the credential goes where this points.
 */
export function addressOf(
  base: Base,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): URL {
  const refuse = (why: string) => {
    throw refused(`the path of the request ${why}`);
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: URL parsers drop some of them without a word
  if (/[\x00-\x1f\x7f\\]/.test(path)) refuse('holds a backslash or control character');
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) {
    refuse('is a whole address; it has to be relative to the base address, such as /v1/me');
  }
  if (path.includes('#')) refuse('has a fragment, which is never sent');
  const [route = '', ...given] = path.split('?');
  if (route.split('/').some(hasDots)) refuse('holds . or .. as a segment');
  if (/[^/]\/\//.test(route)) refuse('has an empty segment');

  const url = new URL(`${base.origin}${base.prefix}/${route.replace(/^\//, '')}`);
  const added = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encoded(name)}=${encoded(value)}`],
  );
  url.search = [...(given.length > 0 ? [given.join('?')] : []), ...added].join('&');
  // What the checks above let through is measured once more by what the parser made of it.
  if (url.origin !== base.origin || !url.pathname.startsWith(`${base.prefix}/`))
    refuse('leaves the base address');
  return url;
}

/** Half a character has no form in an address; a cursor with one is sent as forms of browsers send it. */
const encoded = (value: string | number): string =>
  encodeURIComponent(`${value}`.replace(/\p{Surrogate}/gu, '\ufffd'));

/** Some servers decode a slash before they resolve dots, so an encoded one ends a segment here too. */
function hasDots(segment: string): boolean {
  return segment
    .replace(/%2e/gi, '.')
    .split(/%2f|%5c/i)
    .some((part) => part === '.' || part === '..');
}

/** An id as one segment of a path. Throws RequestError for one that cannot be. */
export function segment(id: string, of: string): string {
  if (typeof id !== 'string' || id === '') throw refused(`the id of the ${of} is empty`);
  try {
    return encodeURIComponent(id);
  } catch (cause) {
    throw new RequestError(`the id of the ${of} holds half a character`, '', cause);
  }
}

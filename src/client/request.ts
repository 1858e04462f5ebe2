import { addressOf, readBase } from './address.ts';
import { apiError, readBody } from './answer.ts';
import { numberIn, refused } from './arguments.ts';
import { within } from './deadline.ts';
import { AnswerError, NetworkError, RequestError } from './errors.ts';
import { headersFor } from './headers.ts';
import type { FetchInit, Requested, RequestOptions, ResponseLike, Whole } from './options.ts';

/**
 * Sends one request to any route below the base address, once, and reads its answer as JSON. The value is
 * undefined for HEAD and for a 204, which have no body.
 *
 * Rejects with RequestError (nothing was sent), NetworkError, TimeoutError, AnswerError, ApiError, or the reason
 * of the signal that was handed in.
 * @example
 * const { value, status } = await request({ baseUrl, credential }, { method: 'GET', path: '/v1/designs?limit=1' });
 * console.log(status, Object.keys(value));
 */
export async function request(options: RequestOptions, requested: Requested): Promise<Whole<unknown>> {
  const method = readMethod(requested.method);
  const url = addressOf(readBase(options.baseUrl), requested.path, requested.query);
  const route = `${method} ${requested.path.split('?')[0]}`;
  const body = bodyOf(options, requested, method);
  const headers = headersFor(options, body !== undefined, requested.headers);
  // Called on its own: as a method of the options a browser's fetch is an illegal invocation.
  const fetch = options.fetch ?? globalThis.fetch;

  const timeout = numberIn(requested.timeout ?? options.timeout, 'timeout') ?? 0;

  return within(route, timeout, requested.signal, async (signal) => {
    const init: FetchInit = {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'manual',
      credentials: 'omit',
      signal,
    };
    let response: ResponseLike;
    try {
      response = await fetch(url.href, init);
    } catch (cause) {
      throw new NetworkError(`${route}: no answer from ${url.origin}`, route, cause);
    }
    refuseRedirect(route, url, response);
    const text = await textOf(route, response);
    const { status } = response;
    const failed = () => apiError(route, response, text, options.credential);
    const fine = status >= 200 && status <= 299;
    if (!fine && !requested.accept?.includes(status)) throw failed();
    const bare = method === 'HEAD' || status === 204 || status === 205;
    const { parse = JSON.parse, parseLater } = options;
    const answered = { text, status, headers: response.headers };
    // Whatever stands there is no answer.
    if (bare) return { ...answered, value: undefined, text: '' };
    const later = parseLater?.(text);
    if (later) return readLater(answered, later);
    try {
      return { ...answered, value: readBody(route, response, text, parse) };
    } catch (unreadable) {
      throw fine ? unreadable : failed();
    }
  });
}

/** The value takes most of the time that an answer does, and who prints the text never asks for it. */
function readLater(rest: Omit<Whole<unknown>, 'value'>, later: () => unknown): Whole<unknown> {
  let read: { readonly value: unknown } | undefined;
  return {
    ...rest,
    get value() {
      read ??= { value: later() };
      return read.value;
    },
  };
}

function readMethod(written: string): string {
  const method = written.toUpperCase();
  if (!/^[A-Z]+$/.test(method)) throw refused('the method of the request is not a word');
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method)) {
    throw refused(`no fetch sends a ${method} request`);
  }
  return method;
}

function bodyOf(options: RequestOptions, requested: Requested, method: string): string | undefined {
  const { json, text } = requested;
  if (json === undefined && text === undefined) return undefined;
  if (method === 'GET' || method === 'HEAD') throw refused(`a ${method} request has no body`);
  if (json !== undefined && text !== undefined) {
    throw refused('the request has two bodies, json and text');
  }
  if (text !== undefined) return text;
  let written: string | undefined;
  try {
    written = (options.stringify ?? JSON.stringify)(json);
  } catch (cause) {
    throw new RequestError('the body of the request cannot be written as JSON', '', cause);
  }
  if (written === undefined) throw refused('the body of the request cannot be written as JSON');
  return written;
}

/** A browser cannot tell a redirect to another origin from one to the same, so none is followed anywhere. */
function refuseRedirect(route: string, url: URL, response: ResponseLike): void {
  const { status } = response;
  if (response.type !== 'opaqueredirect' && (status < 300 || status > 399)) return;
  const location = response.headers.get('location');
  const to = location !== null && URL.canParse(location, url.href) ? new URL(location, url.href).origin : '';
  const where = to === '' || to === 'null' ? '' : to === url.origin ? ' within the same host' : ` to ${to}`;
  throw new AnswerError(route, {
    reason: 'redirect',
    message: `the answer is a redirect${where}, which is not followed`,
    status,
  });
}

async function textOf(route: string, response: ResponseLike): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    const { status } = response;
    const message = 'the answer is cut short: the connection broke before its end';
    throw new AnswerError(route, { reason: 'cut_short', message, status, cause });
  }
}

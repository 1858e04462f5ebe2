import {
  buildRequestHeaders,
  buildRequestUrl,
  checkNumberArgument,
  createRequestError,
  parseBaseUrl,
} from './check-request.ts';
import { AnswerError, NetworkError, RequestError } from './errors.ts';
import type { ApiRequest, ApiResponse, FetchInit, RequestOptions, ResponseLike } from './options.ts';
import { createApiError, parseResponseBody } from './response-body.ts';
import { runWithDeadline } from './runtime.ts';

/**
 * Sends a request once, without retries, and parses the response as JSON. The value is undefined for HEAD and for
 * status 204 and 205, which have no body. Rejects with RequestError if nothing was sent, with ApiError for a status
 * outside 200-299 that is not in `accept`, and with the reason of the signal when it aborts. May also reject with
 * NetworkError, TimeoutError or AnswerError (for example for a redirect).
 * @example
 * const { value, status } = await request({ baseUrl, credential }, { method: 'GET', path: '/v1/designs?limit=1' });
 * console.log(status, Object.keys(value));
 */
export async function request(options: RequestOptions, requested: ApiRequest): Promise<ApiResponse<unknown>> {
  const method = parseMethod(requested.method);
  const url = buildRequestUrl(parseBaseUrl(options.baseUrl), requested.path, requested.query);
  const route = `${method} ${requested.path.split('?')[0]}`;
  const body = serializeBody(options, requested, method);
  const headers = buildRequestHeaders(options, body !== undefined, requested.headers);
  // `fetch` is copied to a variable, because the `fetch` of a browser throws "illegal invocation" when called as
  // `options.fetch()`.
  const fetch = options.fetch ?? globalThis.fetch;

  const timeout = checkNumberArgument(requested.timeout ?? options.timeout, 'timeout') ?? 0;

  return runWithDeadline(route, timeout, requested.signal, async (signal) => {
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
    const text = await readResponseText(route, response);
    const { status } = response;
    const createFailure = () => createApiError(route, response, text, options.credential);
    const isSuccess = status >= 200 && status <= 299;
    if (!isSuccess && !requested.accept?.includes(status)) throw createFailure();
    const isBodyless = method === 'HEAD' || status === 204 || status === 205;
    const { parse = JSON.parse, parseLazily } = options;
    const received = { text, status, headers: response.headers };
    // HEAD, 204 and 205 have no body, so any received bytes are ignored.
    if (isBodyless) return { ...received, value: undefined, text: '' };
    const parseLater = parseLazily?.(text);
    if (parseLater) return createLazyResponse(received, parseLater);
    try {
      return { ...received, value: parseResponseBody(route, response, text, parse) };
    } catch (error) {
      throw isSuccess ? error : createFailure();
    }
  });
}

/**
 * Returns a response in which `value` is parsed when it is first read. A caller that only prints the text avoids the
 * parsing.
 */
function createLazyResponse(
  received: Omit<ApiResponse<unknown>, 'value'>,
  parseLater: () => unknown,
): ApiResponse<unknown> {
  let read: { readonly value: unknown } | undefined;
  return {
    ...received,
    get value() {
      read ??= { value: parseLater() };
      return read.value;
    },
  };
}

/** Returns the method in upper case. Throws RequestError for a method that `fetch` cannot send. */
function parseMethod(text: string): string {
  const method = text.toUpperCase();
  if (!/^[A-Z]+$/.test(method)) throw createRequestError('the request method is invalid');
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method)) {
    throw createRequestError(`fetch cannot send a ${method} request`);
  }
  return method;
}

/**
 * Returns the body of the request as text; undefined if it has no body. Throws RequestError if both `json` and `text`
 * are given, or if `json` cannot be serialized. Also throws RequestError for a GET or HEAD request with a body.
 */
function serializeBody(options: RequestOptions, requested: ApiRequest, method: string): string | undefined {
  const { json, text } = requested;
  if (json === undefined && text === undefined) return undefined;
  if (method === 'GET' || method === 'HEAD') throw createRequestError(`a ${method} request has no body`);
  if (json !== undefined && text !== undefined) {
    throw createRequestError('the request has two bodies, json and text');
  }
  if (text !== undefined) return text;
  let serialized: string | undefined;
  try {
    serialized = (options.stringify ?? JSON.stringify)(json);
  } catch (cause) {
    throw new RequestError('the body of the request cannot be written as JSON', '', cause);
  }
  if (serialized === undefined) throw createRequestError('the body of the request cannot be written as JSON');
  return serialized;
}

/**
 * Throws AnswerError if the response is a redirect. Redirects are not followed, because the target could be on another
 * origin, and browsers do not reveal the target.
 */
function refuseRedirect(route: string, url: URL, response: ResponseLike): void {
  const { status } = response;
  if (response.type !== 'opaqueredirect' && (status < 300 || status > 399)) return;
  const location = response.headers.get('location');
  const to = location !== null && URL.canParse(location, url.href) ? new URL(location, url.href).origin : '';
  const where = to === '' || to === 'null' ? '' : to === url.origin ? ' within the same host' : ` to ${to}`;
  throw new AnswerError(route, {
    reason: 'redirect',
    message: `the answer is a redirect${where}; redirects are not followed`,
    status,
  });
}

/** Reads the text of a response. Throws AnswerError if the connection breaks. */
async function readResponseText(route: string, response: ResponseLike): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    const { status } = response;
    const message = 'the answer is incomplete: the connection was lost';
    throw new AnswerError(route, { reason: 'cut_short', message, status, cause });
  }
}

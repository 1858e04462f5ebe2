import { findRequestId } from './check-request.ts';
import { AnswerError, type ApiError, selectErrorClass } from './errors.ts';
import type { ApiResponse, ResponseLike } from './options.ts';
import { readRetryAfter } from './retry-rules.ts';
import type { DesignList, OpenObject, TechPackPaymentRequired } from './types.ts';

/** The maximum length of an error message, because the service may send a long one. */
const MAX_MESSAGE_LENGTH = 1000;

/** Parses a response body with `parse`. Throws AnswerError if the body is empty, incomplete or not JSON. */
export function parseResponseBody(
  route: string,
  response: ResponseLike,
  text: string,
  parse: (text: string) => unknown,
): unknown {
  const { status } = response;
  if (text.trim() === '') {
    throw new AnswerError(route, { reason: 'empty', message: 'the answer is empty', status, text });
  }
  try {
    return parse(text);
  } catch (cause) {
    const kind = describeContentType(response);
    const isCutShort = /^\s*\{/.test(text) && !/\}\s*$/.test(text);
    const message = isCutShort
      ? 'the answer is incomplete: its JSON ends in the middle'
      : `the answer is not JSON${kind && ` but ${kind}`}`;
    throw new AnswerError(route, {
      reason: isCutShort ? 'cut_short' : 'not_json',
      message,
      status,
      text,
      cause,
    });
  }
}

/**
 * Creates the error for an error response. The status determines the class of the error. Its message and code come from
 * the JSON body `text`, or else from the status, for example the code `HTTP_502`. The credential `secret` is removed
 * from the message.
 */
export function createApiError(
  route: string,
  response: ResponseLike,
  text: string,
  secret: string | undefined,
): ApiError {
  const { status, headers } = response;
  const body = parseErrorBody(text);
  const kind = describeContentType(response);
  const message =
    body.error ?? `${route}: the service answered ${status}${kind && ` with ${kind}`} and gave no reason`;
  const safeMessage = secret ? message.replaceAll(secret, '[credential]') : message;
  return new (selectErrorClass(status))(route, {
    message:
      safeMessage.length > MAX_MESSAGE_LENGTH ? `${safeMessage.slice(0, MAX_MESSAGE_LENGTH)}…` : safeMessage,
    status,
    code: body.code ?? `HTTP_${status}`,
    stated: body.error !== undefined && body.code !== undefined && isJsonResponse(response),
    retryAfter: readRetryAfter(headers),
    retryAfterHeader: headers.get('retry-after') ?? undefined,
    wwwAuthenticate: headers.get('www-authenticate') ?? undefined,
    requestId: findRequestId(headers),
    headers,
    text,
  });
}

/** Returns the members `error` and `code` of an error body. A member that is not a string or is empty is left out. */
function parseErrorBody(text: string): { error?: string; code?: string } {
  try {
    const { error, code } = JSON.parse(text) ?? {};
    return {
      ...(typeof error === 'string' && error.trim() !== '' && { error }),
      ...(typeof code === 'string' && code !== '' && { code }),
    };
  } catch {
    return {};
  }
}

const readContentType = ({ headers }: ResponseLike): string =>
  headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';

const isJsonResponse = (response: ResponseLike): boolean =>
  /^application\/(?:[\w.-]+\+)?json$/.test(readContentType(response));

/**
 * Returns the content type for an error message, for example `a web page (text/html)`; empty for JSON or an invalid
 * type.
 */
function describeContentType(response: ResponseLike): string {
  const type = readContentType(response);
  if (type === '' || type === 'application/json' || !/^[\w.+-]+\/[\w.+-]+$/.test(type)) return '';
  return type === 'text/html' ? 'a web page (text/html)' : type;
}

/**
 * Returns the response if its text begins with `{`, as the text of a JSON object does. Throws AnswerError otherwise.
 * The text is checked and not the parsed value, because the option `parse` can return any value for a text.
 */
export function expectObject<T extends OpenObject>(
  route: string,
  response: ApiResponse<unknown>,
): ApiResponse<T> {
  const { text, status } = response;
  if (/^\s*\{/.test(text)) return response as ApiResponse<T>;
  throw new AnswerError(route, {
    reason: text.trim() === '' ? 'empty' : 'not_object',
    message: text.trim() === '' ? 'the answer is empty' : 'the answer is JSON, but not an object',
    status,
    text,
  });
}

/**
 * Returns the response if `designs` is a list of objects, and `next_before` is a text, null or absent. Throws
 * AnswerError for any other response.
 */
export function expectDesignList(route: string, response: ApiResponse<unknown>): ApiResponse<DesignList> {
  const list = expectObject<DesignList>(route, response);
  const { designs, next_before } = list.value as OpenObject;
  const refuse = (message: string) => {
    const { status, text } = response;
    throw new AnswerError(route, { reason: 'wrong_shape', message, status, text });
  };
  if (!Array.isArray(designs)) refuse('the answer has no list of designs');
  else if (designs.some((design) => typeof design !== 'object' || design === null || Array.isArray(design))) {
    refuse('the list of designs contains an item that is not a design');
  }
  if (next_before !== undefined && next_before !== null && typeof next_before !== 'string') {
    refuse('next_before is not a string');
  }
  return list;
}

/**
 * Checks the response with HTTP status 402 to a request for a Tech Pack, and returns it. The body must have the status
 * `payment_required` and a checkout address. Otherwise, throws ApiError.
 */
export function expectPaymentRequired(
  route: string,
  response: ApiResponse<unknown>,
  secret: string | undefined,
): ApiResponse<TechPackPaymentRequired> {
  const body = response.value as Partial<TechPackPaymentRequired> | null;
  const isPayable = body?.status === 'payment_required' && typeof body.checkout_url === 'string';
  if (isPayable) return expectObject(route, response);
  throw createApiError(route, { ...response, text: async () => response.text }, response.text, secret);
}

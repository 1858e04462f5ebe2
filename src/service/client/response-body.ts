import { AnswerError, type ApiError } from './errors.ts';
import type { ResponseLike } from './options.ts';
import { findRequestId } from './request-headers.ts';
import { readRetryAfter } from './retry-after.ts';
import { selectErrorClass } from './status-errors.ts';

/** The longest message copied from an error body. `text` has the whole body. */
const MAX_MESSAGE_LENGTH = 1000;

/** Parses a response body as JSON. Throws AnswerError. */
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
    const cut = /^\s*\{/.test(text) && !/\}\s*$/.test(text);
    const message = cut
      ? 'the answer is cut short: its JSON ends in the middle'
      : `the answer is not JSON${kind && ` but ${kind}`}`;
    throw new AnswerError(route, { reason: cut ? 'cut_short' : 'not_json', message, status, text, cause });
  }
}

/**
 * Creates the error of a response, with message and code of its body if it has the form of section 2.1.
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
  const wording =
    body.error ?? `${route}: the service answered ${status}${kind && ` with ${kind}`} and gave no reason`;
  const safe = secret ? wording.replaceAll(secret, '[credential]') : wording;
  return new (selectErrorClass(status))(route, {
    message: safe.length > MAX_MESSAGE_LENGTH ? `${safe.slice(0, MAX_MESSAGE_LENGTH)}…` : safe,
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

/**
 * Returns message and code of an error body. It uses `JSON.parse`, because error bodies contain text only.
 */
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
 * Describes the content type of a response that is not JSON, for example `a web page (text/html)` for the
 * error page of a proxy.
 */
function describeContentType(response: ResponseLike): string {
  const type = readContentType(response);
  if (type === '' || type === 'application/json' || !/^[\w.+-]+\/[\w.+-]+$/.test(type)) return '';
  return type === 'text/html' ? 'a web page (text/html)' : type;
}

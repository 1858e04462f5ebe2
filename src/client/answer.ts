import { AnswerError, type ApiError } from './errors.ts';
import { requestIdOf } from './headers.ts';
import type { ResponseLike } from './options.ts';
import { retryAfter } from './retry-after.ts';
import { classOf } from './status-errors.ts';

/** The longest wording taken over from an error body; the whole of it stays in `text`. */
const LONGEST_MESSAGE = 1000;

/** Reads a body as JSON. Throws AnswerError for one that is none. */
export function readBody(
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
    const kind = kindOf(response);
    const cut = /^\s*\{/.test(text) && !/\}\s*$/.test(text);
    const message = cut
      ? 'the answer is cut short: its JSON ends in the middle'
      : `the answer is not JSON${kind && ` but ${kind}`}`;
    throw new AnswerError(route, { reason: cut ? 'cut_short' : 'not_json', message, status, text, cause });
  }
}

/** The error of an answer that is one, from its body where that has the shape of section 2.1. */
export function apiError(
  route: string,
  response: ResponseLike,
  text: string,
  secret: string | undefined,
): ApiError {
  const { status, headers } = response;
  const body = errorBody(text);
  const kind = kindOf(response);
  const wording =
    body.error ?? `${route}: the service answered ${status}${kind && ` with ${kind}`} and gave no reason`;
  const safe = secret ? wording.replaceAll(secret, '[credential]') : wording;
  return new (classOf(status))(route, {
    message: safe.length > LONGEST_MESSAGE ? `${safe.slice(0, LONGEST_MESSAGE)}…` : safe,
    status,
    code: body.code ?? `HTTP_${status}`,
    stated: body.error !== undefined && body.code !== undefined && isJson(response),
    retryAfter: retryAfter(headers),
    retryAfterHeader: headers.get('retry-after') ?? undefined,
    wwwAuthenticate: headers.get('www-authenticate') ?? undefined,
    requestId: requestIdOf(headers),
    headers,
    text,
  });
}

/** Error bodies hold text only, so the plain parser does: another one could fail where nothing needs it. */
function errorBody(text: string): { error?: string; code?: string } {
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

const typeOf = ({ headers }: ResponseLike): string =>
  headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';

const isJson = (response: ResponseLike): boolean =>
  /^application\/(?:[\w.-]+\+)?json$/.test(typeOf(response));

/** Says what came instead of JSON, where the type of the answer tells: a proxy's error page is usually HTML. */
function kindOf(response: ResponseLike): string {
  const type = typeOf(response);
  if (type === '' || type === 'application/json' || !/^[\w.+-]+\/[\w.+-]+$/.test(type)) return '';
  return type === 'text/html' ? 'a web page (text/html)' : type;
}

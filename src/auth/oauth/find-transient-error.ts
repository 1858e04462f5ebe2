import { RateLimited, type ToileError, Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import { readRetryAfter } from '../../service/client/retry-rules.ts';

/** Status, text and headers of a response. */
export interface ResponseSummary {
  readonly status: number;
  readonly text: string;
  header(name: string): string | null;
}

/** Parses JSON. Returns undefined for other text. */
export const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const MAX_SHOWN_LENGTH = 300;

/**
 * Shortens a text of a server. A word that is cut is left out whole, because half a secret would not be
 * recognized.
 */
export const shortenText = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH).replace(/\S*$/, '')}…` : text;

/**
 * Returns the error message in a response as `: <message>`, to append to toile's own text. Empty when there
 * is none.
 */
export const formatServerMessage = (text: string): string => {
  const value = tryParseJson(text);
  // A response may be text other than JSON.
  if (!isRecord(value)) return '';
  const { error, error_description: description } = value;
  const words = isRecord(error) ? error.message : (error ?? description);
  return typeof words === 'string' ? `: ${shortenText(words)}` : '';
};

/**
 * Returns the error for a failure that may pass: a rate limit or a server error. Returns undefined for
 * other responses.
 */
export const findTransientError = (
  who: string,
  { status, text, header }: ResponseSummary,
): ToileError | undefined => {
  const seconds = readRetryAfter({ get: header }) ?? 0;
  const details = { status, ...(seconds > 0 && { retry_after: seconds }) };
  const later = seconds > 0 ? shellText`try again in ${seconds} s` : undefined;
  if (status === 429) {
    return new RateLimited(`the rate limit of ${who} is used up${formatServerMessage(text)}`, {
      details,
      hint: later ?? shellText`try again in a few minutes`,
    });
  }
  if (status < 500 && status !== 408) return undefined;
  return new Unavailable(`${who} failed (${status})${formatServerMessage(text)}`, {
    details,
    hint: later ?? shellText`try again later`,
  });
};

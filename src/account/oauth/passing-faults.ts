import { typeable } from '../../border/shell.ts';
import { retryAfter } from '../../client/retry-after.ts';
import { RateLimited, type ToileError, Unavailable } from '../../errors.ts';
import { isRecord } from '../../json/values.ts';

/** The head of an answer, and its text. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  header(name: string): string | null;
}

export const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const MOST = 300;

/** Words of others, at most so many. What is cut is left out whole: half a secret would not be known for one. */
export const shortened = (text: string): string =>
  text.length > MOST ? `${text.slice(0, MOST).replace(/\S*$/, '')}…` : text;

/** What a server says about a refusal, in one of the forms that are in use; to stand behind toile's own words. */
export const said = (text: string): string => {
  const value = asJson(text);
  // Not everything that answers speaks JSON.
  if (!isRecord(value)) return '';
  const { error, error_description: description } = value;
  const words = isRecord(error) ? error.message : (error ?? description);
  return typeof words === 'string' ? `: ${shortened(words)}` : '';
};

/** Faults that pass, whatever was asked, in toile's own words; undefined for what is an answer. */
export const passingFault = (who: string, { status, text, header }: Answered): ToileError | undefined => {
  const seconds = retryAfter({ get: header }) ?? 0;
  const details = { status, ...(seconds > 0 && { retry_after: seconds }) };
  const later = seconds > 0 ? typeable`try again in ${seconds} s` : undefined;
  if (status === 429) {
    return new RateLimited(`the rate limit of ${who} is used up${said(text)}`, {
      details,
      hint: later ?? typeable`try again in a few minutes`,
    });
  }
  if (status < 500 && status !== 408) return undefined;
  return new Unavailable(`${who} failed (${status})${said(text)}`, {
    details,
    hint: later ?? typeable`try again later`,
  });
};

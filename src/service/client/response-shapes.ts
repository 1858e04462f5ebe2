import { AnswerError } from './errors.ts';
import type { ApiResponse } from './options.ts';
import { createApiError } from './response-body.ts';
import type { DesignList, OpenObject, TechPackPaymentRequired } from './types.ts';

/**
 * Returns the response if its body is an object; throws AnswerError otherwise. It checks the text: the
 * value may not be parsed yet, and a parser that preserves numbers returns objects for numbers too.
 */
export function expectObject<T extends OpenObject>(
  route: string,
  whole: ApiResponse<unknown>,
): ApiResponse<T> {
  const { text, status } = whole;
  if (/^\s*\{/.test(text)) return whole as ApiResponse<T>;
  throw new AnswerError(route, {
    reason: text.trim() === '' ? 'empty' : 'not_object',
    message: text.trim() === '' ? 'the answer is empty' : 'the answer is JSON, but not an object',
    status,
    text,
  });
}

/**
 * Returns the response if it is a page of designs; throws AnswerError for a list or cursor of a wrong type.
 */
export function expectDesignList(route: string, whole: ApiResponse<unknown>): ApiResponse<DesignList> {
  const list = expectObject<DesignList>(route, whole);
  const { designs, next_before } = list.value as OpenObject;
  const wrong = (message: string) => {
    const { status, text } = whole;
    throw new AnswerError(route, { reason: 'wrong_shape', message, status, text });
  };
  if (!Array.isArray(designs)) wrong('the answer has no list of designs');
  else if (designs.some((one) => typeof one !== 'object' || one === null || Array.isArray(one))) {
    wrong('the list of designs holds something that is not a design');
  }
  if (next_before !== undefined && next_before !== null && typeof next_before !== 'string') {
    wrong('the cursor of the next page, next_before, is not text');
  }
  return list;
}

/** Returns a 402 response that has a checkout address. Throws ApiError for any other 402. */
export function expectPaymentRequired(
  route: string,
  whole: ApiResponse<unknown>,
  secret: string | undefined,
): ApiResponse<TechPackPaymentRequired> {
  const body = whole.value as Partial<TechPackPaymentRequired> | null;
  const payable = body?.status === 'payment_required' && typeof body.checkout_url === 'string';
  if (payable) return expectObject(route, whole);
  throw createApiError(route, { ...whole, text: async () => whole.text }, whole.text, secret);
}

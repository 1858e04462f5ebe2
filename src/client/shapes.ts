import { apiError } from './answer.ts';
import { AnswerError } from './errors.ts';
import type { Whole } from './options.ts';
import type { DesignList, Open, TechPackPaymentRequired } from './types.ts';

/**
 * An answer whose body is an object, as all of the service's are. The text decides: a parser that keeps
 * number lexemes makes objects of numbers too, and the value may not be parsed yet.
 */
export function asObject<T extends Open>(route: string, whole: Whole<unknown>): Whole<T> {
  const { text, status } = whole;
  if (/^\s*\{/.test(text)) return whole as Whole<T>;
  throw new AnswerError(route, {
    reason: text.trim() === '' ? 'empty' : 'not_object',
    message: text.trim() === '' ? 'the answer is empty' : 'the answer is JSON, but not an object',
    status,
    text,
  });
}

/** A page of designs. Throws AnswerError where walking it would go wrong; more than that is not asked. */
export function asDesignList(route: string, whole: Whole<unknown>): Whole<DesignList> {
  const list = asObject<DesignList>(route, whole);
  const { designs, next_before } = list.value as Open;
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

/** A 402 is an answer only where it says how to pay; any other is an error like the rest. */
export function asPaymentRequired(
  route: string,
  whole: Whole<unknown>,
  secret: string | undefined,
): Whole<TechPackPaymentRequired> {
  const body = whole.value as Partial<TechPackPaymentRequired> | null;
  const payable = body?.status === 'payment_required' && typeof body.checkout_url === 'string';
  if (payable) return asObject(route, whole);
  throw apiError(route, { ...whole, text: async () => whole.text }, whole.text, secret);
}

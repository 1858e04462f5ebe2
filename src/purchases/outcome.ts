import { asUuid } from '../border/identity.ts';
import { ApiError } from '../client/errors.ts';
import { isRecord, scalarText } from '../json/values.ts';
import type { Event } from './states.ts';
import type { Learnt } from './store.ts';

/** What became of a request: the event for the machine, and what is to be written down with it. */
export interface Fate {
  readonly event: Extract<Event, 'taken' | 'payment' | 'refusal' | 'not_found' | 'failed' | 'silence'>;
  readonly learnt: Learnt;
}

/** Failures of a connection that comes about only after them: not a byte of the request can have left. */
const NEVER_SENT =
  /^(unknown_host|no_name_service|connection_refused|certificate_\w+|proxy_\w+|bad_proxy|bad_ca_file)$/;

const isObject = (value: unknown, text: string): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && /^\s*\{/.test(text);

const silence = (reason: string): Fate => ({ event: 'silence', learnt: { reason } });

const words = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The purchase that a success names, or null where it says that there is none yet. Undefined: this is no such answer. */
const purchaseIn = (body: Readonly<Record<string, unknown>>): string | null | undefined => {
  const { purchase_id, status } = body;
  if (purchase_id === undefined) return status === 'composing' ? null : undefined;
  return purchase_id === null || typeof purchase_id === 'string' ? purchase_id : undefined;
};

/**
 * What an answer says of the request for a design (specification 2.12, 2.13). Only what is understood, and names no
 * other design, says that it was taken.
 */
export const fateOfAnswer = (status: number, body: unknown, text: string, design: string): Fate => {
  const it = isObject(body, text) ? body : undefined;
  const other = words(it?.design_id);
  if (other !== null && other.toLowerCase() !== design.toLowerCase()) {
    const named = [asUuid(other), asUuid(it?.purchase_id)].map((id) => id ?? 'not a uuid');
    return silence(`the service answered about another design (design ${named[0]}, purchase ${named[1]})`);
  }
  if (status === 402) {
    const [purchase_id, checkout_url] = [words(it?.purchase_id), words(it?.checkout_url)];
    if (checkout_url === null && asUuid(purchase_id) === undefined) {
      return silence('the service asks for payment (402) without saying for what, or where');
    }
    const money = { amount: scalarText(it?.amount) ?? null, currency: words(it?.currency) ?? '' };
    return { event: 'payment', learnt: { purchase_id, checkout_url: checkout_url ?? '', ...money } };
  }
  const purchase_id = it && purchaseIn(it);
  if (purchase_id === undefined) {
    return silence(`what the service answered (${status}) is no answer to a Tech Pack request`);
  }
  return { event: 'taken', learnt: { purchase_id } };
};

const member = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

const refusal = (status: number, code: string): Fate => ({
  event: status === 404 || status === 410 ? 'not_found' : 'refusal',
  learnt: { http_status: status, code },
});

const fateOfStatus = ({ status, code, stated }: ApiError): Fate => {
  // A 402 without an address to pay at leaves open what was done before it, as faults of the service do.
  if (status === 402) return silence('the service asks for payment in an unknown form (402)');
  if (status >= 400 && status < 500 && status !== 408) {
    // A gateway or a firewall may answer with its own page after it passed the request on.
    return stated
      ? refusal(status, code)
      : silence(`the answer (${status}) has no error body of the service`);
  }
  return { event: 'failed', learnt: { reason: `the service failed (${status})` } };
};

/**
 * What a failure says of a request that costs money; `left` says whether its first byte may have left. Refused only
 * where that is certain: the service answered that it did not take it, or it cannot have left. Errors are told apart
 * by their names, as rooms require.
 */
export const fateOfFailure = (error: unknown, left: boolean): Fate => {
  const code = String(member(error, 'code') ?? 'failed');
  if (!left) return refusal(0, 'not_sent');
  const status = member(error, 'status');
  // Each status has a class, and a name, of its own.
  if (error instanceof ApiError) return fateOfStatus(error);
  switch (member(error, 'name')) {
    case 'AnswerError':
      return silence(`what the service answered (${String(status)}) cannot be understood`);
    case 'NetworkError':
      return fateOfFailure(member(error, 'cause'), left);
    case 'Unavailable':
      return NEVER_SENT.test(code) ? refusal(0, code) : silence('no answer came');
    default:
      return silence('no answer came');
  }
};

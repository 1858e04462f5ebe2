import { isRecord, scalarText } from '../provenance/index.ts';
import type { Fate } from '../state/purchase.ts';

/** Failures that come before the first byte of a request leaves. */
const NEVER_SENT =
  /^(unknown_host|no_name_service|connection_refused|certificate_\w+|proxy_\w+|bad_proxy|bad_ca_file|rate_limited|no_address|not_signed_in)$/;

/** What an answer says of a request: 402 that payment is due, any other success that it was taken. */
export const fateOfAnswer = (status: number, body: unknown): Fate => {
  const { purchase_id, checkout_url, amount, currency } = isRecord(body) ? body : {};
  const id = typeof purchase_id === 'string' ? purchase_id : null;
  if (status !== 402) return { state: 'accepted', purchase_id: id };
  return {
    state: 'payment_required',
    purchase_id: id,
    checkout_url: typeof checkout_url === 'string' ? checkout_url : '',
    amount: scalarText(amount) ?? null,
    currency: typeof currency === 'string' ? currency : '',
  };
};

const member = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/**
 * What a failure says of a request that costs money. Refused only where that is certain: the service answered that
 * it did not take it, or the request cannot have left. Errors are told apart by their names, as rooms require.
 */
export const fateOfFailure = (error: unknown): Fate => {
  const status = member(error, 'status');
  const code = String(member(error, 'code') ?? 'failed');
  const name = member(error, 'name');
  if (name === 'ApiError' && typeof status === 'number') {
    // A 402 without an address to pay at, and faults of the service, leave open what was done before them.
    const isCertain = status >= 400 && status < 500 && status !== 402 && status !== 408;
    return isCertain ? { state: 'refused', http_status: status, code } : { state: 'unknown' };
  }
  if (name === 'RequestError' || name === 'UsageError' || name === 'NotSignedIn') {
    return { state: 'refused', http_status: 0, code: 'not_sent' };
  }
  if (name === 'RateLimited') return { state: 'refused', http_status: 429, code };
  if (name === 'NetworkError') return fateOfFailure(member(error, 'cause'));
  if (name === 'Unavailable' && NEVER_SENT.test(code)) return { state: 'refused', http_status: 0, code };
  return { state: 'unknown' };
};

import type { HeadersLike } from '../client/index.ts';

/** An event of a request: an attempt, or the start or end of a wait. Contains no secret. */
export type TransportEvent =
  | {
      readonly kind: 'attempt';
      readonly method: string;
      /** Without the values of query members that could be a signature. */
      readonly url: string;
      /** Counted from 1. */
      readonly attempt: number;
      /** Undefined without a response; `error` has the reason. */
      readonly status: number | undefined;
      readonly error: string | undefined;
      readonly ms: number;
      /** Response headers that are known to contain no secret. */
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'waiting';
      readonly ms: number;
      /** `paced`: the limit would be reached, as counted on this machine. */
      readonly reason: 'rate_limited' | 'unavailable' | 'no_connection' | 'paced';
      /** The attempt that comes after the wait. */
      readonly attempt: number;
    }
  /** The wait is over or was aborted. */
  | { readonly kind: 'waited' };

/** The headers that may be logged. Unknown headers may hold a secret. */
const SAFE_HEADERS = [
  'content-type',
  'content-length',
  'date',
  'retry-after',
  'www-authenticate',
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'server',
  'via',
];

/** Query members of the service's own routes (specification section 4.2). */
const SAFE_QUERY_NAMES = new Set(['limit', 'before', 'profile']);

/** Returns the response headers that contain no secret. */
export const pickSafeHeaders = (headers: HeadersLike | undefined): Readonly<Record<string, string>> => {
  const shown: Record<string, string> = {};
  for (const name of SAFE_HEADERS) {
    const value = headers?.get(name);
    if (value !== null && value !== undefined) shown[name] = value;
  }
  return shown;
};

/** Returns an address for a log: without user and password, and with only the documented query values. */
export const redactUrl = (written: string): string => {
  const url = new URL(written);
  const query = [...url.searchParams].map(([name, value]) =>
    SAFE_QUERY_NAMES.has(name) ? `${name}=${value}` : `${name}=[hidden]`,
  );
  return `${url.origin}${url.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`;
};

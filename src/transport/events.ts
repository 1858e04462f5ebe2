import type { HeadersLike } from '../client/index.ts';

/** What happens to a request on its way. Nothing in it is secret. */
export type TransportEvent =
  | {
      readonly kind: 'attempt';
      readonly method: string;
      /** Without the values of query members that could be a signature. */
      readonly url: string;
      /** Counted from 1. */
      readonly attempt: number;
      /** Undefined where no answer came; `error` says why. */
      readonly status: number | undefined;
      readonly error: string | undefined;
      readonly ms: number;
      /** Those of the answer that are known to be harmless. */
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
  /** The wait is over, or was ended. */
  | { readonly kind: 'waited' };

/** An allow-list: a header that is not thought of here may hold a secret. */
const SHOWN_HEADERS = [
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
const SHOWN_QUERY = new Set(['limit', 'before', 'profile']);

export const shownHeaders = (headers: HeadersLike | undefined): Readonly<Record<string, string>> => {
  const shown: Record<string, string> = {};
  for (const name of SHOWN_HEADERS) {
    const value = headers?.get(name);
    if (value !== null && value !== undefined) shown[name] = value;
  }
  return shown;
};

/** An address fit for a log: no user, no password, and of the query only what the service documents. */
export const shownUrl = (written: string): string => {
  const url = new URL(written);
  const query = [...url.searchParams].map(([name, value]) =>
    SHOWN_QUERY.has(name) ? `${name}=${value}` : `${name}=[hidden]`,
  );
  return `${url.origin}${url.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`;
};

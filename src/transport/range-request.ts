import { typeable } from '../border/shell.ts';
import type { FetchInit, HeadersLike } from '../client/index.ts';
import type { Clock } from '../contract.ts';
import { Unavailable } from '../errors.ts';
import { unlessAborted } from '../wait.ts';
import { before, SlowAnswer } from './attempt.ts';
import { linkAddress } from './link.ts';
import type { RawFetch, Timeouts } from './options.ts';

/** Redirects that are followed in a row. */
const HOPS = 10;

/** What a server sent for a document, or for the rest of one. */
export type Part =
  | { readonly kind: 'refused'; readonly status: number; readonly headers: HeadersLike }
  | {
      readonly kind: 'begun';
      /** Bytes of the document that come before this part. */
      readonly from: number;
      /** Size of the whole document, where the server says. */
      readonly total: number | undefined;
      /** A strong validator: with it a later request may ask for the rest. */
      readonly validator: string | undefined;
      /** The next piece; undefined at the end. Rejects where the connection breaks or stalls. */
      read(): Promise<Uint8Array | undefined>;
    };

export interface Asking {
  readonly fetch: RawFetch;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  /** Aborting it gives up the connection. */
  readonly signal: AbortSignal;
  readonly userAgent: string;
}

/** Where to go on from: so many bytes are there already, of the document with this validator. */
export interface Rest {
  readonly at: number;
  readonly validator: string;
  readonly total: number | undefined;
}

/**
 * Asks once for a document, or for the rest of it. No credential is sent; redirects are followed here and not by
 * `fetch`, so that none leads from https to http. Rejects with what `fetch` rejects with.
 */
export async function askFor(asking: Asking, link: URL, rest: Rest | undefined): Promise<Part> {
  const { fetch, timeouts, signal, userAgent } = asking;
  const init: FetchInit = {
    method: 'GET',
    // A compressed answer has other bytes than the ones that are counted, checked and resumed.
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': userAgent,
      ...(rest && { range: `bytes=${rest.at}-`, 'if-range': rest.validator }),
    },
    redirect: 'manual',
    credentials: 'omit',
    signal,
  };
  let url = link;
  for (let hop = 0; ; hop += 1) {
    const response = await before(asking, timeouts.headers, 'TOILE_HEADERS_TIMEOUT', fetch(url.href, init));
    const { status, headers } = response;
    if (status >= 300 && status <= 399 && status !== 304) {
      const location = headers.get('location');
      void response.body?.cancel?.().catch(() => undefined);
      if (location === null || hop === HOPS) return { kind: 'refused', status, headers };
      url = linkAddress(location, url);
      continue;
    }
    if (status !== 200 && !(status === 206 && rest)) {
      void response.body?.cancel?.().catch(() => undefined);
      return { kind: 'refused', status, headers };
    }
    return {
      kind: 'begun',
      ...(status === 206 && rest ? restOf(headers, rest) : wholeOf(headers)),
      read: reading(asking, response.body?.getReader()),
    };
  }
}

type Reader = ReturnType<NonNullable<Awaited<ReturnType<RawFetch>>['body']>['getReader']>;

/**
 * Reads piece by piece, and gives up on a body that stops coming. One watch serves all pieces: a timer for each would
 * take longer than the piece.
 */
function reading(
  { clock, timeouts, signal }: Asking,
  reader: Reader | undefined,
): () => Promise<Uint8Array | undefined> {
  let since: number | undefined;
  let stalled: SlowAnswer | undefined;
  const watch = async (): Promise<void> => {
    while (!stalled) {
      const began = since;
      const left = began === undefined ? timeouts.idle : began + timeouts.idle - clock.now();
      if (left > 0) await clock.sleep(left, signal);
      else {
        stalled = new SlowAnswer('TOILE_BODY_TIMEOUT', timeouts.idle);
        await reader?.cancel?.(stalled);
      }
    }
  };
  if (timeouts.idle > 0) watch().catch(() => undefined);
  return async () => {
    if (!reader) return undefined;
    since = clock.now();
    try {
      const { done, value } = await unlessAborted(reader.read(), signal);
      since = undefined;
      if (stalled) throw stalled;
      return done ? undefined : value;
    } catch (error) {
      throw stalled ?? error;
    }
  };
}

const encoded = (headers: HeadersLike): boolean =>
  !['', 'identity'].includes(headers.get('content-encoding')?.trim().toLowerCase() ?? '');

function wholeOf(headers: HeadersLike) {
  // What was taken out of a compressed answer has another length than the answer, and no ranges.
  if (encoded(headers)) return { from: 0, total: undefined, validator: undefined };
  const etag = headers.get('etag')?.trim() ?? '';
  return {
    from: 0,
    total: count(headers.get('content-length')),
    // A weak validator holds for documents that mean the same, not for the same bytes (RFC 9110, 8.8.1).
    validator: /^"[^"]*"$/.test(etag) ? etag : undefined,
  };
}

/** A part that does not begin where the last one ended would make a wrong file out of right pieces. */
function restOf(headers: HeadersLike, { at, validator, total }: Rest) {
  const [, first, , size] =
    /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range')?.trim() ?? '') ?? [];
  const etag = headers.get('etag')?.trim() ?? validator;
  const known = size === '*' ? total : count(size);
  const other = total !== undefined && known !== total;
  // Where nobody says how long the whole is, the end of a part may be the end of anything.
  const isOpen = known === undefined;
  if (Number(first ?? Number.NaN) !== at || etag !== validator || other || isOpen || encoded(headers)) {
    throw new WrongPart();
  }
  return { from: at, total: known, validator };
}

/** The server was asked for the rest and sent something else; from the first byte on it may do better. */
export class WrongPart extends Error {}

const count = (written: string | null | undefined): number | undefined =>
  /^\d{1,15}$/.test(written?.trim() ?? '') ? Number(written) : undefined;

/** The failure behind a status that is neither a document nor worth another try. */
export const refusedLink = (status: number): Unavailable =>
  new Unavailable(
    [401, 403, 404, 410].includes(status)
      ? `the link to the document is no longer valid (${status})`
      : `the document could not be fetched: the server answered ${status}`,
    { code: 'download_failed', hint: typeable`type it again: that makes a new link`, details: { status } },
  );

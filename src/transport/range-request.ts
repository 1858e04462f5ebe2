import { typeable } from '../border/shell.ts';
import { EXPIRED, HOPS } from '../client/document-link.ts';
import type { FetchInit, HeadersLike } from '../client/index.ts';
import { askingFor, type Rest, type Stretch, stretchOf } from '../client/range.ts';
import type { Clock } from '../contract.ts';
import { Unavailable } from '../errors.ts';
import { unlessAborted } from '../wait.ts';
import { before, SlowAnswer } from './attempt.ts';
import { linkAddress } from './link.ts';
import type { RawFetch, Timeouts } from './options.ts';

/** What a server sent for a document, or for the rest of one. */
export type Part =
  | { readonly kind: 'refused'; readonly status: number; readonly headers: HeadersLike }
  | ({
      readonly kind: 'begun';
      /** The next piece; undefined at the end. Rejects where the connection breaks or stalls. */
      read(): Promise<Uint8Array | undefined>;
    } & Stretch);

export interface Asking {
  readonly fetch: RawFetch;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  /** Aborting it gives up the connection. */
  readonly signal: AbortSignal;
  readonly userAgent: string;
}

/**
 * Asks once for a document, or for the rest of it. No credential is sent; redirects are followed here and not by
 * `fetch`, so that none leads from https to http. Rejects with what `fetch` rejects with.
 */
export const askFor = async (asking: Asking, link: URL, rest: Rest | undefined): Promise<Part> => {
  const { fetch, timeouts, signal, userAgent } = asking;
  const init: FetchInit = {
    method: 'GET',
    headers: { ...askingFor(rest), 'user-agent': userAgent },
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
    const stretch = stretchOf(status, headers, rest);
    if (stretch === undefined) {
      void response.body?.cancel?.().catch(() => undefined);
      return { kind: 'refused', status, headers };
    }
    return { kind: 'begun', ...stretch, read: reading(asking, response.body?.getReader()) };
  }
};

type Reader = ReturnType<NonNullable<Awaited<ReturnType<RawFetch>>['body']>['getReader']>;

/**
 * Reads piece by piece, and gives up on a body that stops coming. One watch serves all pieces: a timer for each would
 * take longer than the piece.
 */
const reading = (
  { clock, timeouts, signal }: Asking,
  reader: Reader | undefined,
): (() => Promise<Uint8Array | undefined>) => {
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
};

/** The failure behind a status that is neither a document nor worth another try. */
export const refusedLink = (status: number): Unavailable =>
  new Unavailable(
    EXPIRED.includes(status) && status !== 400
      ? `the link to the document is no longer valid (${status})`
      : `the document could not be fetched: the server answered ${status}`,
    { code: 'download_failed', hint: typeable`type it again: that makes a new link`, details: { status } },
  );

import { Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { rejectOnAbort } from '../../platform/poll-until-done.ts';
import type { Clock } from '../../platform/shared-types.ts';
import {
  buildRangeHeaders,
  type ReceivedRange,
  type ResumePoint,
  readReceivedRange,
} from '../client/content-range.ts';
import { EXPIRED_LINK_STATUSES, MAX_REDIRECTS } from '../client/document-link.ts';
import type { FetchInit, HeadersLike } from '../client/index.ts';
import { resolveLinkUrl } from './document-link.ts';
import { ResponseTimeoutError, waitWithTimeout } from './send-attempt.ts';
import type { RawFetch, RequestTimeouts } from './transport-options.ts';

/** The response to a request for a document, or for the rest of one. */
export type DocumentPart =
  | { readonly kind: 'refused'; readonly status: number; readonly headers: HeadersLike }
  | ({
      readonly kind: 'begun';
      /** Returns the next chunk; undefined at the end. Rejects when the connection breaks or stalls. */
      read(): Promise<Uint8Array | undefined>;
    } & ReceivedRange);

/** Options of `requestPart`. */
export interface PartRequestOptions {
  readonly fetch: RawFetch;
  readonly clock: Clock;
  readonly timeouts: RequestTimeouts;
  /** Closes the connection when it aborts. */
  readonly signal: AbortSignal;
  readonly userAgent: string;
}

/**
 * Requests a document, or the rest of it, once. Sends no credential. Follows redirects itself, so that none
 * leads from https to http. Rejects with the errors of `fetch`.
 */
export const requestPart = async (
  asking: PartRequestOptions,
  link: URL,
  rest: ResumePoint | undefined,
): Promise<DocumentPart> => {
  const { fetch, timeouts, signal, userAgent } = asking;
  const init: FetchInit = {
    method: 'GET',
    headers: { ...buildRangeHeaders(rest), 'user-agent': userAgent },
    redirect: 'manual',
    credentials: 'omit',
    signal,
  };
  let url = link;
  for (let hop = 0; ; hop += 1) {
    const response = await waitWithTimeout(
      asking,
      timeouts.headers,
      'HEADERS_TIMEOUT',
      fetch(url.href, init),
    );
    const { status, headers } = response;
    if (status >= 300 && status <= 399 && status !== 304) {
      const location = headers.get('location');
      void response.body?.cancel?.().catch(() => undefined);
      if (location === null || hop === MAX_REDIRECTS) return { kind: 'refused', status, headers };
      url = resolveLinkUrl(location, url);
      continue;
    }
    const stretch = readReceivedRange(status, headers, rest);
    if (stretch === undefined) {
      void response.body?.cancel?.().catch(() => undefined);
      return { kind: 'refused', status, headers };
    }
    return { kind: 'begun', ...stretch, read: createPartReader(asking, response.body?.getReader()) };
  }
};

type BodyReader = ReturnType<NonNullable<Awaited<ReturnType<RawFetch>>['body']>['getReader']>;

/**
 * Creates the function that reads the next chunk, and fails when the body stalls. One timer serves all
 * chunks.
 */
const createPartReader = (
  { clock, timeouts, signal }: PartRequestOptions,
  reader: BodyReader | undefined,
): (() => Promise<Uint8Array | undefined>) => {
  let since: number | undefined;
  let stalled: ResponseTimeoutError | undefined;
  const watch = async (): Promise<void> => {
    while (!stalled) {
      const began = since;
      const left = began === undefined ? timeouts.idle : began + timeouts.idle - clock.now();
      if (left > 0) await clock.sleep(left, signal);
      else {
        stalled = new ResponseTimeoutError('BODY_TIMEOUT', timeouts.idle);
        await reader?.cancel?.(stalled);
      }
    }
  };
  if (timeouts.idle > 0) watch().catch(() => undefined);
  return async () => {
    if (!reader) return undefined;
    since = clock.now();
    try {
      const { done, value } = await rejectOnAbort(reader.read(), signal);
      since = undefined;
      if (stalled) throw stalled;
      return done ? undefined : value;
    } catch (error) {
      throw stalled ?? error;
    }
  };
};

/** Creates the error for a status that another attempt cannot fix. */
export const createRefusedLinkError = (status: number): Unavailable =>
  new Unavailable(
    EXPIRED_LINK_STATUSES.includes(status) && status !== 400
      ? `the link to the document is no longer valid (${status})`
      : `the document could not be fetched: the server answered ${status}`,
    { code: 'download_failed', hint: shellText`type it again: that makes a new link`, details: { status } },
  );

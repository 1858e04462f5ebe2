import { BeyondLimit, Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { rejectOnAbort } from '../../platform/promises.ts';
import { DOCUMENT_LIMITS } from '../../platform/size-limits.ts';
import { allowHeapGrowth } from '../../platform/system/memory-limit.ts';
import {
  buildRangeHeaders,
  type DownloadHeaders,
  EXPIRED_LINK_STATUSES,
  MAX_REDIRECTS,
  parseDocumentLink,
  type ResumePoint,
  readDownloadHeaders,
} from '../client/download-rules.ts';
import type { FetchInit, HeadersLike, StreamLike } from '../client/index.ts';
import type { DocumentKind } from './document-inspector.ts';
import type { LinkDownloadOptions, SpeedGuard } from './download-from-link.ts';
import { createSizeMismatchError, type DownloadReceiver } from './download-receiver.ts';
import { findErrorCode } from './explain-network-error.ts';
import { ResponseTimeoutError, waitWithTimeout } from './send-attempt.ts';
import { DEFAULT_REQUEST_TIMEOUTS, type RequestTimeouts } from './transport-options.ts';

/**
 * A link to a document, with the expected kind, size and digest. The address is a secret, because it gives access to
 * the document.
 */
export interface DocumentLink {
  readonly url: string;
  readonly kind: DocumentKind;
  readonly bytes?: number | undefined;
  readonly sha256?: string | undefined;
}

/**
 * Returns the address of a document as a URL, resolved against `from`. Throws Unavailable for an unsafe address, for
 * example http after https. The message does not quote the address.
 */
export const resolveLinkUrl = (link: string, from: URL): URL => {
  const url = parseDocumentLink(link, from);
  if (typeof url !== 'string') return url;
  throw new Unavailable(`the link to the document cannot be used: it ${url}`, {
    code: 'bad_link',
    hint: shellText`try again for a new link; if it still fails, contact support`,
  });
};

/** The result of a download request: a refusal by the server, or a response that has begun, with the received range. */
type DocumentPart =
  | { readonly kind: 'refused'; readonly status: number; readonly headers: HeadersLike }
  | ({
      readonly kind: 'begun';
      /** Returns the next chunk; undefined at the end. Rejects if the connection breaks or no chunk comes in time. */
      read(): Promise<Uint8Array | undefined>;
    } & DownloadHeaders);

type PartRequestOptions = Pick<LinkDownloadOptions, 'fetch' | 'clock' | 'signal' | 'userAgent'> & {
  readonly timeouts: RequestTimeouts;
};

/**
 * Requests a document, or the bytes after `resumePoint`, once and without the credential. Redirects are followed here
 * and not by `fetch`, so that a redirect from https to http can be refused. Rejects with the errors of `fetch`.
 */
const requestPart = async (
  options: PartRequestOptions,
  link: URL,
  resumePoint: ResumePoint | undefined,
): Promise<DocumentPart> => {
  const { fetch, timeouts, signal, userAgent } = options;
  const init: FetchInit = {
    method: 'GET',
    headers: { ...buildRangeHeaders(resumePoint), 'user-agent': userAgent },
    redirect: 'manual',
    credentials: 'omit',
    signal,
  };
  let url = link;
  for (let hop = 0; ; hop += 1) {
    const response = await waitWithTimeout(
      options,
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
    const found = readDownloadHeaders(status, headers, resumePoint);
    if (found === undefined) {
      void response.body?.cancel?.().catch(() => undefined);
      return { kind: 'refused', status, headers };
    }
    return { kind: 'begun', ...found, read: createPartReader(options, response.body?.getReader()) };
  }
};

type BodyReader = ReturnType<StreamLike['getReader']>;

/**
 * Creates the function that reads the next chunk of the body and rejects if no chunk arrives in time. All chunks share
 * one timer.
 */
const createPartReader = (
  { clock, timeouts, signal }: PartRequestOptions,
  reader: BodyReader | undefined,
): (() => Promise<Uint8Array | undefined>) => {
  let since: number | undefined;
  let stalled: ResponseTimeoutError | undefined;
  const watch = async (): Promise<void> => {
    while (!stalled) {
      const startedAt = since;
      const left = startedAt === undefined ? timeouts.idle : startedAt + timeouts.idle - clock.now();
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

/** Creates the error for a link that the server refused with this status, for example 403 for an expired link. */
export const createRefusedLinkError = (status: number): Unavailable =>
  new Unavailable(
    EXPIRED_LINK_STATUSES.includes(status) && status !== 400
      ? `the link to the document is no longer valid (${status})`
      : `the document could not be fetched: the server answered ${status}`,
    { code: 'download_failed', hint: shellText`run the command again for a new link`, details: { status } },
  );

/**
 * The size in bytes from which a document counts as large. Before toile reads a large document, it allows the heap to
 * grow more, because the garbage collector then runs less often.
 */
const LARGE_DOCUMENT_BYTES = 32 * 2 ** 20;

interface DownloadTarget {
  readonly receiver: DownloadReceiver;
  readonly speedGuard: SpeedGuard;
}

/**
 * The result of one attempt to download a document. If the server refused the request, `part` describes the refusal. If
 * an error interrupted the attempt, `failure` is this error, and `part` is present only if a response had begun.
 */
interface DownloadAttempt {
  readonly isDone?: true;
  readonly part?: DocumentPart;
  readonly failure?: unknown;
}

/**
 * Requests the document once, or only the bytes after `resumePoint`, and passes them to the receiver. If the server
 * refuses the request or the connection breaks, the promise still resolves (see DownloadAttempt). It rejects with an
 * error that another attempt cannot fix. `attempt` is the number of the attempt, from 1, and is only reported.
 */
export const runDownloadAttempt = async (
  options: LinkDownloadOptions,
  target: DownloadTarget,
  link: DocumentLink,
  url: URL,
  resumePoint: ResumePoint | undefined,
  attempt: number,
): Promise<DownloadAttempt> => {
  const { clock, signal } = options;
  const startedAt = clock.now();
  // `stop` is aborted when the attempt ends, also after an error. This closes the connection.
  const stop = new AbortController();
  const requestOptions = {
    ...options,
    timeouts: { ...DEFAULT_REQUEST_TIMEOUTS, ...options.timeouts },
    signal: AbortSignal.any([signal, stop.signal]),
  };
  const reportAttempt = (part: DocumentPart | undefined, failure: unknown) =>
    options.onEvent?.({
      kind: 'attempt',
      method: 'GET',
      // Any part of a signed link may be secret, so logs contain only the origin.
      url: `${url.origin}/[link hidden]`,
      attempt,
      status: part?.kind === 'refused' ? part.status : part && (part.from > 0 ? 206 : 200),
      error: failure === undefined ? undefined : (findErrorCode(failure) ?? 'unknown'),
      ms: clock.now() - startedAt,
      headers: {},
    });
  try {
    let part: DocumentPart;
    try {
      part = await requestPart(requestOptions, url, resumePoint);
    } catch (failure) {
      signal.throwIfAborted();
      if (failure instanceof Unavailable) throw failure;
      reportAttempt(undefined, failure);
      return { failure };
    }
    reportAttempt(part, undefined);
    if (part.kind === 'refused') return { part };
    if (resumePoint && part.from === 0) await target.receiver.startOver();
    if (part.from === 0) target.speedGuard.restart();
    const failure = await receivePart(options, target, link, part);
    return failure === undefined ? { isDone: true, part } : { part, failure };
  } finally {
    stop.abort();
  }
};

/**
 * Reads a response to its end and passes it to the receiver. Returns the error that interrupted the response; undefined
 * if the response is complete. Throws if the document is too large or does not have the expected format.
 */
const receivePart = async (
  { signal, onProgress }: LinkDownloadOptions,
  { receiver, speedGuard }: DownloadTarget,
  link: DocumentLink,
  part: Extract<DocumentPart, { kind: 'begun' }>,
): Promise<unknown> => {
  const total = part.total ?? link.bytes;
  const maxBytes = total === undefined ? DOCUMENT_LIMITS.unstated : Math.max(total, link.bytes ?? 0);
  if (maxBytes >= LARGE_DOCUMENT_BYTES) allowHeapGrowth();
  let arrived = part.from;
  for (;;) {
    let chunk: Uint8Array | undefined;
    try {
      chunk = await part.read();
    } catch (error) {
      return error;
    }
    signal.throwIfAborted();
    if (chunk === undefined) break;
    arrived += chunk.length;
    if (arrived > maxBytes)
      throw total === undefined ? createDocumentTooLargeError() : createSizeMismatchError(maxBytes, arrived);
    speedGuard.recordPosition(arrived);
    await receiver.receive(chunk);
    onProgress?.(receiver.position, total);
  }
  if (total === undefined || arrived >= total) return undefined;
  receiver.checkEarlyEnd();
  return new TruncatedBodyError();
};

const createDocumentTooLargeError = (): BeyondLimit =>
  new BeyondLimit(
    `the document has more than ${DOCUMENT_LIMITS.unstated / 2 ** 20} MiB, and no size is stated; it was not saved`,
    { code: 'document_too_large', hint: shellText`if a document of this size is expected, contact support` },
  );

/**
 * The error for a body that ended before its stated size. It has the `code` of a closed connection, so that
 * `explainNetworkError` has a message for it.
 */
class TruncatedBodyError extends Error {
  readonly code = 'ECONNRESET';
}

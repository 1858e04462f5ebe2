import { BeyondLimit, Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { DOCUMENT_SAMPLE } from '../../platform/size-limits.ts';
import { allowHeapGrowth } from '../../platform/system/memory-limit.ts';
import type { ResumePoint } from '../client/content-range.ts';
import type { DocumentLink } from './document-link.ts';
import type { LinkDownloadOptions } from './download-from-link.ts';
import { createSizeMismatchError, type DownloadReceiver } from './download-receiver.ts';
import { findErrorCode } from './explain-network-error.ts';
import { type DocumentPart, requestPart } from './request-part.ts';
import type { SpeedGuard } from './speed-guard.ts';
import { DEFAULT_REQUEST_TIMEOUTS } from './transport-options.ts';

/** Documents from this size on are worth a change of the garbage collection. */
const LARGE_DOCUMENT_BYTES = 32 * 2 ** 20;

/** The state that all attempts of a download share. */
interface DownloadTarget {
  readonly receiver: DownloadReceiver;
  readonly speedGuard: SpeedGuard;
}

/** The result of one attempt. */
export interface DownloadAttempt {
  readonly isDone?: true;
  readonly part?: DocumentPart;
  /** The error that interrupted the attempt. */
  readonly failure?: unknown;
}

/**
 * Requests the document, or the rest of it, once and reads it to its end or to an interruption. Throws
 * errors that another attempt cannot fix.
 */
export const runDownloadAttempt = async (
  options: LinkDownloadOptions,
  into: DownloadTarget,
  link: DocumentLink,
  url: URL,
  rest: ResumePoint | undefined,
  number: number,
): Promise<DownloadAttempt> => {
  const { clock, fetch, signal, userAgent } = options;
  const began = clock.now();
  // Closes the connection at the end of the attempt, even after an error.
  const stop = new AbortController();
  const asking = {
    fetch,
    clock,
    userAgent,
    timeouts: { ...DEFAULT_REQUEST_TIMEOUTS, ...options.timeouts },
    signal: AbortSignal.any([signal, stop.signal]),
  };
  const tell = (part: DocumentPart | undefined, broken: unknown) =>
    options.onEvent?.({
      kind: 'attempt',
      method: 'GET',
      // Any part of a signed link may be its signature, so logs contain the origin only.
      url: `${url.origin}/[link hidden]`,
      attempt: number,
      status: part?.kind === 'refused' ? part.status : part && (part.from > 0 ? 206 : 200),
      error: broken === undefined ? undefined : (findErrorCode(broken) ?? 'unknown'),
      ms: clock.now() - began,
      headers: {},
    });
  try {
    let part: DocumentPart;
    try {
      part = await requestPart(asking, url, rest);
    } catch (broken) {
      signal.throwIfAborted();
      if (broken instanceof Unavailable) throw broken;
      tell(undefined, broken);
      return { failure: broken };
    }
    tell(part, undefined);
    if (part.kind === 'refused') return { part };
    if (rest && part.from === 0) await into.receiver.startOver();
    if (part.from === 0) into.speedGuard.restart();
    const broken = await receivePart(options, into, link, part);
    return broken === undefined ? { isDone: true, part } : { part, failure: broken };
  } finally {
    stop.abort();
  }
};

/**
 * Receives a part to its end. Returns the error that interrupted it, if any; throws when the document is
 * wrong.
 */
const receivePart = async (
  { signal, onProgress }: LinkDownloadOptions,
  { receiver, speedGuard }: DownloadTarget,
  link: DocumentLink,
  part: Extract<DocumentPart, { kind: 'begun' }>,
): Promise<unknown> => {
  const total = part.total ?? link.bytes;
  const most = total === undefined ? DOCUMENT_SAMPLE.unstated : Math.max(total, link.bytes ?? 0);
  if (most >= LARGE_DOCUMENT_BYTES) allowHeapGrowth();
  let arrived = part.from;
  for (;;) {
    let piece: Uint8Array | undefined;
    try {
      piece = await part.read();
    } catch (error) {
      return error;
    }
    signal.throwIfAborted();
    if (piece === undefined) break;
    arrived += piece.length;
    if (arrived > most)
      throw total === undefined ? createDocumentTooLargeError() : createSizeMismatchError(most, arrived);
    speedGuard.recordPosition(arrived);
    await receiver.receive(piece);
    onProgress?.(receiver.position, total);
  }
  if (total === undefined || arrived >= total) return undefined;
  receiver.checkEarlyEnd();
  return new TruncatedBodyError();
};

const createDocumentTooLargeError = (): BeyondLimit =>
  new BeyondLimit(
    `the document has more than ${DOCUMENT_SAMPLE.unstated / 2 ** 20} MiB, and nothing says how many; it was not kept`,
    { code: 'document_too_large', hint: shellText`if a document of this size is expected, contact support` },
  );

/** The body ended normally before it was complete. `explainNetworkError` words it by its code. */
class TruncatedBodyError extends Error {
  readonly code = 'ECONNRESET';
}

import { Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { isRecord, toScalarText } from '../../platform/json/json-values.ts';
import { removeDocumentUrls } from '../../platform/redactor.ts';
import type { Clock } from '../../platform/shared-types.ts';
import { MAX_RETRY_AFTER_MS, MIN_DOWNLOAD_PROGRESS } from '../../platform/size-limits.ts';
import type { FileDigest } from '../../platform/system/sha256.ts';
import {
  EXPIRED_LINK_STATUSES,
  isSha256Digest,
  RangeMismatchError,
  type ResumePoint,
} from '../client/download-rules.ts';
import { computeRetryWait, isTransientStatus, readRetryAfterMs } from '../client/retry-rules.ts';
import { createTruncatedDocumentError, type DocumentKind, RETRY_HINT } from './document-inspector.ts';
import { createDownloadReceiver, type DocumentSink } from './download-receiver.ts';
import { explainNetworkError, isPermanentError } from './explain-network-error.ts';
import {
  createRefusedLinkError,
  type DocumentLink,
  resolveLinkUrl,
  runDownloadAttempt,
} from './request-part.ts';
import type { RawFetch, RequestTimeouts, TransportEvent } from './transport-options.ts';

/** Creates a guard that ends a download that makes less progress than MIN_DOWNLOAD_PROGRESS requires. */
const createSpeedGuard = ({ now }: Pick<Clock, 'now'>) => {
  let mark = { at: 0, since: now() };
  let tries = 0;
  return {
    /** Records the number of received bytes. Throws Unavailable if they arrive too slowly. */
    recordPosition(position: number) {
      if (position - mark.at >= MIN_DOWNLOAD_PROGRESS.bytes) {
        mark = { at: position, since: now() };
        tries = 0;
      } else if (now() - mark.since > MIN_DOWNLOAD_PROGRESS.within) {
        throw createTooSlowError(`${MIN_DOWNLOAD_PROGRESS.within / 60_000} minutes`);
      }
    },
    restart() {
      mark = { at: 0, since: now() };
    },
    /** Subtracts a wait of `ms` milliseconds, which the server requested, from the measured time of the download. */
    addWait(ms: number) {
      mark = { ...mark, since: mark.since + ms };
    },
    /** Counts an interrupted connection. Throws Unavailable after too many of them without enough progress. */
    recordConnection() {
      tries += 1;
      if (tries >= MIN_DOWNLOAD_PROGRESS.tries)
        throw createTooSlowError(`${MIN_DOWNLOAD_PROGRESS.tries} connections`);
    },
  };
};

/** A guard that measures the progress of a download and throws Unavailable if the download is too slow. */
export type SpeedGuard = ReturnType<typeof createSpeedGuard>;

const createTooSlowError = (during: string): Unavailable =>
  new Unavailable(
    `the download is too slow: less than ${MIN_DOWNLOAD_PROGRESS.bytes / 1024} KiB came in ${during}`,
    {
      code: 'too_slow',
      hint: shellText`try again later, or from another network`,
    },
  );

/** The options of `downloadFromLink`, for example the link, the sink that receives the bytes, and the time limits. */
export interface LinkDownloadOptions {
  readonly fetch: RawFetch;
  readonly clock: Clock;
  random(): number;
  readonly signal: AbortSignal;
  readonly userAgent: string;
  readonly timeouts?: Partial<RequestTimeouts> | undefined;
  /** The maximum milliseconds of `Retry-After`. The download fails if the server requests a longer wait. */
  readonly maxWait: number;
  /** The address of the service, against which a relative link is resolved. */
  readonly service: string;
  readonly link: DocumentLink;
  /**
   * Requests a new link after a link has expired. It is called a second time only if bytes have arrived since the first
   * call, so that a download without progress does not request links forever.
   */
  renewLink?(): Promise<DocumentLink>;
  readonly sink: DocumentSink;
  /** Called with the number of received bytes and the size of the document; `total` is undefined if it is unknown. */
  onProgress?(done: number, total: number | undefined): void;
  onEvent?(event: TransportEvent): void;
}

const MAX_FRUITLESS_ATTEMPTS = 5;
/** The maximum number of times that a download starts from the first byte. */
const MAX_STARTS = 4;

/**
 * Downloads a document into `sink`, and resumes the download after an interruption. Returns the size and the digest of
 * the document. Rejects with Unavailable if the network or the server fails, and with Failure if the size or the digest
 * is not the expected one. If the signal aborts, rejects with its reason.
 */
export const downloadFromLink = async (options: LinkDownloadOptions): Promise<FileDigest> => {
  const { clock, signal } = options;
  let { link } = options;
  const receiver = createDownloadReceiver(options.sink, link.kind);
  const speedGuard = createSpeedGuard(clock);
  /**
   * The number of bytes that had arrived when toile last requested a new link; -1 before the first such request.
   * Another link is requested only after more bytes have arrived.
   */
  let renewedAt = -1;
  let resumePoint: ResumePoint | undefined;
  let furthest = 0;
  let fruitlessAttempts = 0;
  let starts = 1;

  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const url = resolveLinkUrl(link.url, new URL(options.service));
    if (resumePoint === undefined) await receiver.startOver();
    const attempt = await runDownloadAttempt(
      options,
      { receiver, speedGuard },
      link,
      url,
      resumePoint,
      tries,
    );
    const { part } = attempt;
    const statedDigests = part?.kind === 'begun' ? part.digests : [];
    const digest = attempt.isDone ? await receiver.finish(link, statedDigests) : undefined;
    if (digest) return digest;
    signal.throwIfAborted();
    const failure = attempt.isDone ? createTruncatedDocumentError(link.kind) : attempt.failure;
    if (part?.kind === 'begun') {
      // The server sent the whole document instead of the requested range. Either the document changed, or the server
      // does not support ranges.
      if (resumePoint && part.from === 0) starts += 1;
      const isResumable =
        part.validator !== undefined && !attempt.isDone && !receiver.isRepeating && receiver.position > 0;
      resumePoint = isResumable
        ? {
            at: receiver.position,
            validator: part.validator ?? '',
            total: part.total ?? link.bytes,
            digests: part.digests,
          }
        : undefined;
    }
    fruitlessAttempts = receiver.position > furthest ? 0 : fruitlessAttempts + 1;
    furthest = Math.max(furthest, receiver.position);
    speedGuard.recordConnection();

    const status = part?.kind === 'refused' ? part.status : undefined;
    if (
      status !== undefined &&
      EXPIRED_LINK_STATUSES.includes(status) &&
      options.renewLink &&
      furthest > renewedAt
    ) {
      renewedAt = furthest;
      const newLink = await options.renewLink();
      // The link that replaces an expired link may lead to another document. So the download resumes only if the old
      // and the new link have the same document digest.
      if (resumePoint && (newLink.sha256 === undefined || newLink.sha256 !== link.sha256)) {
        resumePoint = undefined;
        starts += 1;
      }
      link = newLink;
      if (starts <= MAX_STARTS) continue;
    }
    if (status === 416 || failure instanceof RangeMismatchError) resumePoint = undefined;
    else if (status !== undefined && !isTransientStatus(status)) throw createRefusedLinkError(status);
    if (failure !== undefined && !attempt.isDone && isPermanentError(failure))
      throw toDownloadError(failure, url);

    if (resumePoint === undefined && receiver.position > 0) starts += 1;
    const retryAfterMs = part?.kind === 'refused' ? readRetryAfterMs(part.headers, clock.now()) : undefined;
    const maxWaitMs = Math.min(options.maxWait, MAX_RETRY_AFTER_MS);
    if (
      fruitlessAttempts >= MAX_FRUITLESS_ATTEMPTS ||
      starts > MAX_STARTS ||
      (retryAfterMs ?? 0) > maxWaitMs
    ) {
      throw status === undefined ? toDownloadError(failure, url) : createRefusedLinkError(status);
    }
    const { least, spread } = computeRetryWait({ tries: fruitlessAttempts + 1 }, options.random);
    await waitForRetry(options, retryAfterMs ?? Math.ceil(least + spread), status, tries + 1);
    speedGuard.addWait(retryAfterMs ?? 0);
  }
};

const waitForRetry = async (
  { clock, signal, onEvent }: LinkDownloadOptions,
  ms: number,
  status: number | undefined,
  attempt: number,
): Promise<void> => {
  const reason = status === undefined ? 'no_connection' : status === 429 ? 'rate_limited' : 'unavailable';
  onEvent?.({ kind: 'waiting', ms, reason, attempt });
  try {
    await clock.sleep(ms, signal);
  } finally {
    onEvent?.({ kind: 'waited' });
  }
};

const toDownloadError = (error: unknown, url: URL): Unavailable => {
  if (error instanceof Unavailable) return error;
  const { message, hint, code } = explainNetworkError(error, url);
  return new Unavailable(`the download failed: ${message}`, { code, hint, cause: error });
};

interface LinkResponse {
  /** The object in the response that contains the link to the document, as its member `download_url`. */
  readonly holder: unknown;
  /**
   * The object in the response that describes the document. It may have the size (`bytes`) and the digest (`sha256`).
   */
  readonly record: unknown;
}

/** The kind of a document, and the function that requests its link. */
export interface LinkedDocument {
  readonly kind: DocumentKind;
  /** Requests the link from the service. Called again if the link expires. */
  requestLink(): Promise<LinkResponse>;
}

/** The size and digest of a downloaded document. `record` is the service's description of it, without links. */
export interface ReceivedDocument extends FileDigest {
  readonly record: unknown;
}

const readDocumentLink = (kind: DocumentKind, { holder, record }: LinkResponse): DocumentLink => {
  const url = isRecord(holder) ? holder.download_url : undefined;
  if (typeof url !== 'string' || url === '') {
    throw new Unavailable('the service accepted the request but returned no link to the document', {
      code: 'bad_answer',
      hint: RETRY_HINT,
    });
  }
  const { bytes, sha256 } = isRecord(record) ? record : {};
  // `Number` would convert an empty text to 0, but an empty text means that the size is unknown.
  const size = Number(toScalarText(bytes)?.trim() || Number.NaN);
  return {
    url,
    kind,
    ...(Number.isSafeInteger(size) && size >= 0 && { bytes: size }),
    ...(isSha256Digest(sha256) && { sha256 }),
  };
};

/**
 * Requests the link of a document and downloads it; requests a new link if the first one expires. `beforeDownload` is
 * called with the link before the download, and may throw to prevent it.
 */
export const downloadLinkedDocument = async (
  options: Omit<LinkDownloadOptions, 'link' | 'renewLink'>,
  { kind, requestLink }: LinkedDocument,
  beforeDownload?: (link: DocumentLink) => Promise<void>,
): Promise<ReceivedDocument> => {
  let record: unknown;
  const renew = async (): Promise<DocumentLink> => {
    const linked = await requestLink();
    record = linked.record;
    return readDocumentLink(kind, linked);
  };
  const link = await renew();
  await beforeDownload?.(link);
  const received = await downloadFromLink({ ...options, link, renewLink: renew });
  return { ...received, record: removeDocumentUrls(record) };
};

import type { HeadersLike } from './options.ts';

/** The HTTP statuses that storage services send for an expired link. */
export const EXPIRED_LINK_STATUSES: readonly number[] = [400, 401, 403, 404, 410];

/** The maximum number of redirects of a download. */
export const MAX_REDIRECTS = 10;

/** Returns true for a string of 64 hexadecimal digits. */
export const isSha256Digest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);

/**
 * Returns a link to a document as a URL. A relative link is resolved against `from`, the address that sent it. If the
 * link is unsafe, returns the reason as a text instead, for example `is not an address`. The reason does not contain
 * the link, because the link is a secret.
 */
export function parseDocumentLink(link: string, from: URL): URL | string {
  if (!URL.canParse(link, from.href)) return 'is not an address';
  const url = new URL(link, from.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `begins with ${url.protocol}`;
  if (url.protocol === 'http:' && from.protocol !== 'http:')
    return 'is plain http: others could read the document';
  // An address with a user name or password is refused here, because `fetch` would refuse it without a reason.
  if (url.username !== '' || url.password !== '') return 'contains a user name or password';
  return url;
}

/**
 * The data that is needed to resume an interrupted download: the number of received bytes, and the ETag, size and
 * digests of the document.
 */
export interface ResumePoint {
  /** The number of bytes received so far. */
  readonly at: number;
  /**
   * The strong ETag of the document. When the download is resumed, the server uses it to tell whether the document is
   * still the same.
   */
  readonly validator: string;
  /** The size of the whole document in bytes; undefined if unknown. */
  readonly total: number | undefined;
  /** The SHA-256 digests of the whole document in hexadecimal, from the headers of earlier responses. */
  readonly digests?: readonly string[] | undefined;
}

/**
 * The data in the headers of a download response: at which byte of the document it begins, and the size, ETag and
 * digests of the whole document.
 */
export interface DownloadHeaders {
  /** The offset in the document at which the response begins: 0, or more for a resumed download. */
  readonly from: number;
  /** The size of the whole document in bytes; undefined if the server does not state it. */
  readonly total: number | undefined;
  /** The strong ETag, which is needed to resume the download; undefined if there is none. */
  readonly validator: string | undefined;
  /** The SHA-256 digests of the whole document in hexadecimal, from headers of this and earlier responses. */
  readonly digests: readonly string[];
}

/**
 * Thrown if the response to a resumed download begins at a wrong byte or belongs to another document. A download from
 * the first byte may succeed.
 */
export class RangeMismatchError extends Error {}

/**
 * Builds the request headers of a download. With `resumePoint`, the headers request only the bytes that are still
 * missing. They do not allow compression, because a download of compressed bytes cannot be resumed.
 */
export const buildRangeHeaders = (resumePoint: ResumePoint | undefined): Record<string, string> => ({
  accept: '*/*',
  'accept-encoding': 'identity',
  ...(resumePoint && { range: `bytes=${resumePoint.at}-`, 'if-range': resumePoint.validator }),
});

/**
 * Reads the headers of a download response: the offset of its first byte in the document, and the size, ETag and
 * digests of the document. Accepts a 200 response and, for a resumed download, a 206 response. Returns undefined for
 * all others. Throws RangeMismatchError if a 206 response does not continue the same document at `resumePoint` or is
 * compressed. Also throws it if neither the response nor `resumePoint` has the size of the document.
 */
export function readDownloadHeaders(
  status: number,
  headers: HeadersLike,
  resumePoint: ResumePoint | undefined,
): DownloadHeaders | undefined {
  if (status === 200) return readWholeDocumentHeaders(headers);
  return status === 206 && resumePoint ? readResumedHeaders(headers, resumePoint) : undefined;
}

const isEncoded = (headers: HeadersLike): boolean =>
  !['', 'identity'].includes(headers.get('content-encoding')?.trim().toLowerCase() ?? '');

function readWholeDocumentHeaders(headers: HeadersLike): DownloadHeaders {
  // In a compressed response, the headers for size, ETag and digests describe the compressed bytes, not the document.
  // So these headers are ignored.
  if (isEncoded(headers)) return { from: 0, total: undefined, validator: undefined, digests: [] };
  const etag = headers.get('etag')?.trim() ?? '';
  return {
    from: 0,
    total: parseByteCount(headers.get('content-length')),
    // A weak ETag means equal content, not equal bytes (RFC 9110, 8.8.1), so the download cannot be resumed with it.
    validator: /^"[^"]*"$/.test(etag) ? etag : undefined,
    digests: readDigestFields(headers, ['repr-digest', 'content-digest', 'digest']),
  };
}

/**
 * Returns the SHA-256 digests in the headers `names`, in hexadecimal (RFC 9530, RFC 3230). Digests of other algorithms
 * are left out.
 */
function readDigestFields(headers: HeadersLike, names: readonly string[]): readonly string[] {
  const digests = names.flatMap((name) => headers.get(name)?.split(',') ?? []);
  return digests.flatMap((digest) => {
    const [, found] = /^sha-256=:?([A-Za-z0-9+/]{43}=)/i.exec(digest.trim()) ?? [];
    if (found === undefined) return [];
    return [Array.from(atob(found), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')];
  });
}

/**
 * Reads the headers of a partial response (206), which continues a download at the byte `at`. Throws RangeMismatchError
 * if the response begins at another byte, has another ETag or total size, or is compressed. Also throws it if the total
 * size is unknown, because neither this response nor an earlier one states it.
 */
function readResumedHeaders(
  headers: HeadersLike,
  { at, validator, total, digests = [] }: ResumePoint,
): DownloadHeaders {
  const [, first, , size] =
    /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range')?.trim() ?? '') ?? [];
  const etag = headers.get('etag')?.trim() ?? validator;
  const knownTotal = size === '*' ? total : parseByteCount(size);
  const hasOtherTotal = total !== undefined && knownTotal !== total;
  // A response is rejected if neither it nor an earlier response states the total size. Without this size, toile cannot
  // know whether the document is complete.
  const isUnsized = knownTotal === undefined;
  if (
    Number(first ?? Number.NaN) !== at ||
    etag !== validator ||
    hasOtherTotal ||
    isUnsized ||
    isEncoded(headers)
  ) {
    throw new RangeMismatchError();
  }
  // `content-digest` covers only the bytes of this response, not the whole document, so it is not read.
  const stated = readDigestFields(headers, ['repr-digest', 'digest']);
  return { from: at, total: knownTotal, validator, digests: [...digests, ...stated] };
}

/** Parses a whole number of bytes. Returns undefined for any other text. */
const parseByteCount = (text: string | null | undefined): number | undefined =>
  /^\d{1,15}$/.test(text?.trim() ?? '') ? Number(text) : undefined;

import type { HeadersLike } from './options.ts';

/** Statuses for an expired link. They depend on the storage behind the link. */
export const EXPIRED_LINK_STATUSES: readonly number[] = [400, 401, 403, 404, 410];

/** The maximum number of redirects that one request follows. */
export const MAX_REDIRECTS = 10;

/** Returns true for a SHA-256 digest in hexadecimal. */
export const isSha256Digest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);

/**
 * Parses the address of a document: https, or http if the link came over http from `from`. For any other
 * address it returns the reason why it is rejected; the reason does not contain the address, which is a
 * secret.
 */
export function parseDocumentLink(written: string, from: URL): URL | string {
  if (!URL.canParse(written, from.href)) return 'is not an address';
  const url = new URL(written, from.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `begins with ${url.protocol}`;
  if (url.protocol === 'http:' && from.protocol !== 'http:')
    return 'is plain http: others could read the document';
  return url;
}

/** The point at which a download resumes: the bytes so far, and the ETag of their document. */
export interface ResumePoint {
  readonly at: number;
  readonly validator: string;
  readonly total: number | undefined;
  /** Stated digests of the document, as in `ReceivedRange`. */
  readonly digests?: readonly string[] | undefined;
}

/** The range of bytes that a response contains. */
export interface ReceivedRange {
  /** The offset of the first byte. */
  readonly from: number;
  /** The size of the whole document, if the server names it. */
  readonly total: number | undefined;
  /** A strong ETag, with which the rest can be requested later. */
  readonly validator: string | undefined;
  /** SHA-256 of the whole document in hexadecimal, as header fields state it. */
  readonly digests: readonly string[];
}

/**
 * Thrown if a response to a range request has other bytes than the requested ones. A download from the first
 * byte may still work.
 */
export class RangeMismatchError extends Error {}

/**
 * Builds the headers of a download from the first byte, or from a resume point. The headers refuse
 * compression, because compressed bytes cannot be counted, checked and resumed.
 */
export const buildRangeHeaders = (rest: ResumePoint | undefined): Record<string, string> => ({
  accept: '*/*',
  'accept-encoding': 'identity',
  ...(rest && { range: `bytes=${rest.at}-`, 'if-range': rest.validator }),
});

/**
 * Returns the byte range that a response contains; undefined for a status other than 200, and other than 206
 * for a resumed download.
 */
export function readReceivedRange(
  status: number,
  headers: HeadersLike,
  rest: ResumePoint | undefined,
): ReceivedRange | undefined {
  if (status === 200) return readWholeDocumentRange(headers);
  return status === 206 && rest ? readResumedRange(headers, rest) : undefined;
}

/** Returns true for a compressed response. */
const isEncoded = (headers: HeadersLike): boolean =>
  !['', 'identity'].includes(headers.get('content-encoding')?.trim().toLowerCase() ?? '');

/** Returns the byte range of a response with the whole document. */
function readWholeDocumentRange(headers: HeadersLike): ReceivedRange {
  // The decoded bytes of a compressed response have another length, and no ranges.
  if (isEncoded(headers)) return { from: 0, total: undefined, validator: undefined, digests: [] };
  const etag = headers.get('etag')?.trim() ?? '';
  return {
    from: 0,
    total: parseByteCount(headers.get('content-length')),
    // A weak ETag means equal content, not the same bytes (RFC 9110, 8.8.1), so it cannot be used to resume.
    validator: /^"[^"]*"$/.test(etag) ? etag : undefined,
    digests: digestsIn(headers, ['repr-digest', 'content-digest', 'digest']),
  };
}

/**
 * Returns the SHA-256 digests in these header fields (RFC 9530, and the older RFC 3230). Other algorithms are
 * ignored.
 */
function digestsIn(headers: HeadersLike, names: readonly string[]): readonly string[] {
  const digests = names.flatMap((name) => headers.get(name)?.split(',') ?? []);
  return digests.flatMap((digest) => {
    const [, found] = /^sha-256=:?([A-Za-z0-9+/]{43}=)/i.exec(digest.trim()) ?? [];
    if (found === undefined) return [];
    return [Array.from(atob(found), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')];
  });
}

/**
 * Returns the byte range of a partial response (206). Throws RangeMismatchError if it does not begin after
 * the received bytes.
 */
function readResumedRange(
  headers: HeadersLike,
  { at, validator, total, digests = [] }: ResumePoint,
): ReceivedRange {
  const [, first, , size] =
    /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range')?.trim() ?? '') ?? [];
  const etag = headers.get('etag')?.trim() ?? validator;
  const known = size === '*' ? total : parseByteCount(size);
  const other = total !== undefined && known !== total;
  // Without a total size it is unknown whether the document ends where this part ends.
  const isOpen = known === undefined;
  if (Number(first ?? Number.NaN) !== at || etag !== validator || other || isOpen || isEncoded(headers)) {
    throw new RangeMismatchError();
  }
  // `content-digest` is not read: in a partial response it covers only the part, not the document.
  const stated = digestsIn(headers, ['repr-digest', 'digest']);
  return { from: at, total: known, validator, digests: [...digests, ...stated] };
}

/** Parses a number of bytes; undefined for any other text. */
const parseByteCount = (written: string | null | undefined): number | undefined =>
  /^\d{1,15}$/.test(written?.trim() ?? '') ? Number(written) : undefined;

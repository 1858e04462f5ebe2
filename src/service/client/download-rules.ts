import type { HeadersLike } from './options.ts';

/** The statuses that mean that a link has expired. Which of them a server sends depends on the storage service. */
export const EXPIRED_LINK_STATUSES: readonly number[] = [400, 401, 403, 404, 410];

/** The maximum number of redirects that a request for a document follows. */
export const MAX_REDIRECTS = 10;

/** Returns true for a SHA-256 digest in hexadecimal. */
export const isSha256Digest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);

/**
 * Parses the address of a document. The address must be https; http is accepted only if `from`, where the address came
 * from, is http. For any other address it returns the reason as a text, for example `is not an address`. The reason
 * does not contain the address, which is a secret.
 */
export function parseDocumentLink(written: string, from: URL): URL | string {
  if (!URL.canParse(written, from.href)) return 'is not an address';
  const url = new URL(written, from.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `begins with ${url.protocol}`;
  if (url.protocol === 'http:' && from.protocol !== 'http:')
    return 'is plain http: others could read the document';
  return url;
}

/** The position at which a download resumes, and what is known of the document. */
export interface ResumePoint {
  /** The number of bytes received so far. */
  readonly at: number;
  /** The strong ETag of the document, with which the server recognizes it. */
  readonly validator: string;
  /** The size of the whole document in bytes; undefined if unknown. */
  readonly total: number | undefined;
  /** The digests that earlier responses stated, as in `ReceivedRange`. */
  readonly digests?: readonly string[] | undefined;
}

/** The range of bytes that a response contains, and what the response states about the whole document. */
export interface ReceivedRange {
  /** The offset of the first byte. */
  readonly from: number;
  /** The size of the whole document in bytes; undefined if the server does not state it. */
  readonly total: number | undefined;
  /** A strong ETag, with which the remaining bytes can be requested later; undefined if there is none. */
  readonly validator: string | undefined;
  /**
   * The SHA-256 digests of the whole document in hexadecimal, from the fields `Repr-Digest` and `Digest` of this and
   * earlier responses.
   */
  readonly digests: readonly string[];
}

/**
 * Thrown if the response to a range request contains other bytes than the requested ones. A download from the first
 * byte may still work.
 */
export class RangeMismatchError extends Error {}

/**
 * Builds the headers of a download from the first byte, or from a resume point. The headers refuse compression, because
 * compressed bytes cannot be counted, checked and resumed.
 */
export const buildRangeHeaders = (rest: ResumePoint | undefined): Record<string, string> => ({
  accept: '*/*',
  'accept-encoding': 'identity',
  ...(rest && { range: `bytes=${rest.at}-`, 'if-range': rest.validator }),
});

/**
 * Returns the byte range of a response: of the whole document for status 200, or after a resume point for 206.
 * Undefined for any other status. Throws RangeMismatchError if a 206 does not continue the document.
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
  // The decoded bytes of a compressed response have another length, so nothing that it states can be used.
  if (isEncoded(headers)) return { from: 0, total: undefined, validator: undefined, digests: [] };
  const etag = headers.get('etag')?.trim() ?? '';
  return {
    from: 0,
    total: parseByteCount(headers.get('content-length')),
    // A weak ETag means equal content, not the same bytes (RFC 9110, 8.8.1), so it cannot be used to resume.
    validator: /^"[^"]*"$/.test(etag) ? etag : undefined,
    digests: readDigestFields(headers, ['repr-digest', 'content-digest', 'digest']),
  };
}

/** Returns the SHA-256 digests in these header fields (RFC 9530, older: RFC 3230). Other algorithms are ignored. */
function readDigestFields(headers: HeadersLike, names: readonly string[]): readonly string[] {
  const digests = names.flatMap((name) => headers.get(name)?.split(',') ?? []);
  return digests.flatMap((digest) => {
    const [, found] = /^sha-256=:?([A-Za-z0-9+/]{43}=)/i.exec(digest.trim()) ?? [];
    if (found === undefined) return [];
    return [Array.from(atob(found), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')];
  });
}

/**
 * Returns the byte range of a partial response (206). Throws RangeMismatchError if it does not continue the received
 * bytes of the same document.
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
  // Without a total size it is unknown whether the document ends where this part ends, so the part is not used.
  const isOpen = known === undefined;
  if (Number(first ?? Number.NaN) !== at || etag !== validator || other || isOpen || isEncoded(headers)) {
    throw new RangeMismatchError();
  }
  // `content-digest` is not read, because in a partial response it covers only the part, not the document.
  const stated = readDigestFields(headers, ['repr-digest', 'digest']);
  return { from: at, total: known, validator, digests: [...digests, ...stated] };
}

/** Parses a number of bytes; undefined for any other text. */
const parseByteCount = (written: string | null | undefined): number | undefined =>
  /^\d{1,15}$/.test(written?.trim() ?? '') ? Number(written) : undefined;

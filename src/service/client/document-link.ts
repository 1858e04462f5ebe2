/** Rules for download links, shared by all code that downloads documents. */

/** Statuses for an expired link. They depend on the storage behind the link. */
export const EXPIRED_LINK_STATUSES: readonly number[] = [400, 401, 403, 404, 410];

/** Redirects that are followed in a row. */
export const MAX_REDIRECTS = 10;

/** Returns true for a SHA-256 digest in hexadecimal. */
export const isSha256Digest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);

/**
 * Parses the address of a document: https, or http if the link came over http from `from`. Otherwise
 * returns the reason, without the address, because the address is a secret.
 */
export function parseDocumentLink(written: string, from: URL): URL | string {
  if (!URL.canParse(written, from.href)) return 'is not an address';
  const url = new URL(written, from.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `begins with ${url.protocol}`;
  if (url.protocol === 'http:' && from.protocol !== 'http:')
    return 'is plain http: others could read the document';
  return url;
}

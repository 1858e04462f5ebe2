/** The link to a document, and what stands beside it: what every program that fetches one has to know. */

/** A signed link that has expired is answered with any of these, as the storage behind it likes. */
export const EXPIRED: readonly number[] = [400, 401, 403, 404, 410];

/** Redirects that are followed in a row. */
export const HOPS = 10;

/** Whether it is a digest of the usual form: SHA-256, in hexadecimal. */
export const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);

/**
 * The address of a document as it may be fetched: https, or http where whoever gave it was reached by http (`from`).
 * Otherwise in words why it may not, without the address, which would be a secret given away.
 */
export function readLink(written: string, from: URL): URL | string {
  if (!URL.canParse(written, from.href)) return 'is not an address';
  const url = new URL(written, from.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `begins with ${url.protocol}`;
  if (url.protocol === 'http:' && from.protocol !== 'http:')
    return 'is plain http: others could read the document';
  return url;
}

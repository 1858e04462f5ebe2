import { typeable } from '../border/shell.ts';
import { Unavailable } from '../errors.ts';
import type { DocumentKind } from './document-check.ts';

/** A document to be fetched, with what is known of it. The address is a secret: whoever has it has the document. */
export interface Link {
  readonly url: string;
  /** What it has to be to be kept. */
  readonly kind: DocumentKind;
  /** Size in bytes. */
  readonly bytes?: number | undefined;
  /** In hexadecimal. */
  readonly sha256?: string | undefined;
}

/**
 * The address of a document as it may be fetched: https, or http where whoever gave it was reached by http
 * (`from`). Throws Unavailable, without the address, which would be a secret given away.
 */
export function linkAddress(written: string, from: URL): URL {
  const refuse = (why: string) =>
    new Unavailable(`the link to the document cannot be used: it ${why}`, {
      code: 'bad_link',
      hint: typeable`the service made it, and typing it again may make a better one; if not, tell whoever runs it`,
    });
  if (!URL.canParse(written, from.href)) throw refuse('is not an address');
  const url = new URL(written, from.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(`begins with ${url.protocol}`);
  if (url.protocol === 'http:' && from.protocol !== 'http:')
    throw refuse('is plain http: others could read the document');
  return url;
}

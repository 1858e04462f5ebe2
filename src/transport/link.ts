import { typeable } from '../border/shell.ts';
import { readLink } from '../client/document-link.ts';
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

/** The address of a document as it may be fetched. Throws Unavailable, without the address, where it may not. */
export const linkAddress = (written: string, from: URL): URL => {
  const read = readLink(written, from);
  if (typeof read !== 'string') return read;
  throw new Unavailable(`the link to the document cannot be used: it ${read}`, {
    code: 'bad_link',
    hint: typeable`the service made it, and typing it again may make a better one; if not, tell whoever runs it`,
  });
};

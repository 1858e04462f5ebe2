import { Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { parseDocumentLink } from '../client/document-link.ts';
import type { DocumentKind } from './document-inspector.ts';

/**
 * A link to a document, and what is known of the document. The address is a secret: it gives access to the
 * document.
 */
export interface DocumentLink {
  readonly url: string;
  /** The kind that the document must have. */
  readonly kind: DocumentKind;
  /** Size in bytes. */
  readonly bytes?: number | undefined;
  /** In hexadecimal. */
  readonly sha256?: string | undefined;
}

/**
 * Resolves and checks the address of a document. Throws Unavailable, without the address, when it may not
 * be requested.
 */
export const resolveLinkUrl = (written: string, from: URL): URL => {
  const read = parseDocumentLink(written, from);
  if (typeof read !== 'string') return read;
  throw new Unavailable(`the link to the document cannot be used: it ${read}`, {
    code: 'bad_link',
    hint: shellText`try again for a new link; if it still fails, contact support`,
  });
};

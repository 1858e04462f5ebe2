/** Downloads documents that the service gives a link to: exports (2.10) and Tech Packs (2.14). */

import { Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { isRecord, toScalarText } from '../../platform/json/json-values.ts';
import { removeDocumentUrls } from '../../platform/redactor.ts';
import type { FileDigest } from '../../platform/system/sha256.ts';
import { isSha256Digest } from '../client/document-link.ts';
import type { DocumentKind } from './document-inspector.ts';
import type { DocumentLink } from './document-link.ts';
import { downloadFromLink, type LinkDownloadOptions } from './download-from-link.ts';

/** The response of the service that contains the link. */
export interface LinkResponse {
  /** The object with the link. */
  readonly holder: unknown;
  /** The description of the document by the service. */
  readonly record: unknown;
}

/** A document that is downloaded by a link. */
export interface LinkedDocument {
  readonly kind: DocumentKind;
  /** Requests the link. Called again when the link has expired. */
  ask(): Promise<LinkResponse>;
}

/** A downloaded document. */
export interface ReceivedDocument extends FileDigest {
  /** The record that contained the link, without the link. */
  readonly record: unknown;
}

/**
 * Reads the link, and the size and digest when the record has them in the usual form. The specification
 * shows neither.
 */
const readDocumentLink = (kind: DocumentKind, { holder, record }: LinkResponse): DocumentLink => {
  const url = isRecord(holder) ? holder.download_url : undefined;
  if (typeof url !== 'string' || url === '') {
    throw new Unavailable('the service took the request and gave no link to the document', {
      code: 'bad_answer',
      hint: shellText`try again; if it still fails, contact support`,
    });
  }
  const { bytes, sha256 } = isRecord(record) ? record : {};
  const size = Number(toScalarText(bytes) ?? Number.NaN);
  return {
    url,
    kind,
    ...(Number.isSafeInteger(size) && size >= 0 && { bytes: size }),
    ...(isSha256Digest(sha256) && { sha256 }),
  };
};

/** Requests the link and downloads the document. `before` may reject the document before the download. */
export const downloadLinkedDocument = async (
  options: Omit<LinkDownloadOptions, 'link' | 'renewLink'>,
  { kind, ask }: LinkedDocument,
  before?: (link: DocumentLink) => Promise<void>,
): Promise<ReceivedDocument> => {
  let record: unknown;
  const renew = async (): Promise<DocumentLink> => {
    const linked = await ask();
    record = linked.record;
    return readDocumentLink(kind, linked);
  };
  const link = await renew();
  await before?.(link);
  const received = await downloadFromLink({ ...options, link, renewLink: renew });
  return { ...received, record: removeDocumentUrls(record) };
};

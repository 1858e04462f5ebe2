/** Documents that the service gives a link to: exports (2.10) and Tech Packs (2.14). */

import { withoutLink } from '../border/secrets.ts';
import { typeable } from '../border/shell.ts';
import { isDigest } from '../client/document-link.ts';
import { Unavailable } from '../errors.ts';
import { isRecord, scalarText } from '../json/values.ts';
import type { Received } from './checksum.ts';
import type { DocumentKind } from './document-check.ts';
import { type Downloading, download } from './download.ts';
import type { Link } from './link.ts';

export interface Linked {
  /** What has the link in it. */
  readonly holder: unknown;
  /** What the service says of the document. */
  readonly record: unknown;
}

export interface LinkedDocument {
  readonly kind: DocumentKind;
  /** Asks the service; again when the link that it gave has expired. */
  ask(): Promise<Linked>;
}

export interface ReceivedDocument extends Received {
  /** The record of the link that led to it, without that link. */
  readonly record: unknown;
}

/** Size and digest where a record has them in the usual form; the specification shows neither. */
const linkIn = (kind: DocumentKind, { holder, record }: Linked): Link => {
  const url = isRecord(holder) ? holder.download_url : undefined;
  if (typeof url !== 'string' || url === '') {
    throw new Unavailable('the service took the request and gave no link to the document', {
      code: 'bad_answer',
      hint: typeable`type it again; if it stays so, tell whoever runs the service`,
    });
  }
  const { bytes, sha256 } = isRecord(record) ? record : {};
  const size = Number(scalarText(bytes) ?? Number.NaN);
  return {
    url,
    kind,
    ...(Number.isSafeInteger(size) && size >= 0 && { bytes: size }),
    ...(isDigest(sha256) && { sha256 }),
  };
};

/** As `download`, from asking for the link on. `before` may refuse what is about to come. */
export const downloadLinked = async (
  options: Omit<Downloading, 'link' | 'renew'>,
  { kind, ask }: LinkedDocument,
  before?: (link: Link) => Promise<void>,
): Promise<ReceivedDocument> => {
  let record: unknown;
  const renew = async (): Promise<Link> => {
    const linked = await ask();
    record = linked.record;
    return linkIn(kind, linked);
  };
  const link = await renew();
  await before?.(link);
  const received = await download({ ...options, link, renew });
  return { ...received, record: withoutLink(record) };
};

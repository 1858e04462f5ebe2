import { typeable } from '../../border/shell.ts';
import { Unavailable } from '../../errors.ts';
import { isRecord, scalarText } from '../../json/values.ts';
import type { DocumentKind, Link } from '../../transport/index.ts';

/** What a driver of exports makes (specification 2.9). */
export const madeBy = (driver: string): DocumentKind => (driver === 'json' ? 'json' : 'svg');

/**
 * The link of an answer to a document of that kind, with size and digest where a record beside it has them in the usual form; the
 * specification shows neither. Throws Unavailable where there is no link.
 */
export const linkIn = (kind: DocumentKind, holder: unknown, record: unknown): Link => {
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
    ...(typeof sha256 === 'string' && /^[0-9a-f]{64}$/i.test(sha256) && { sha256 }),
  };
};

/** A record without the link, should it hold one: answers that are kept must not open anything. */
export const withoutLink = (record: unknown): unknown =>
  isRecord(record)
    ? Object.fromEntries(Object.entries(record).filter(([name]) => !/^(download_)?url$/i.test(name)))
    : (record ?? null);

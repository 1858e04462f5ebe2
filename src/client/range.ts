/** A document, or the rest of one, as its headers tell: what is asked for and what came (RFC 9110, 14). */

import type { HeadersLike } from './options.ts';

/** Where to go on from: so many bytes are there already, of the document with this validator. */
export interface Rest {
  readonly at: number;
  readonly validator: string;
  readonly total: number | undefined;
}

/** Which bytes of which document an answer brings. */
export interface Stretch {
  /** Bytes of the document that come before these. */
  readonly from: number;
  /** Size of the whole document, where the server says. */
  readonly total: number | undefined;
  /** A strong validator: with it a later request may ask for the rest. */
  readonly validator: string | undefined;
}

/** The server was asked for the rest and sent something else; from the first byte on it may do better. */
export class WrongPart extends Error {}

/** A compressed answer has other bytes than the ones that are counted, checked and resumed. */
export const askingFor = (rest: Rest | undefined): Record<string, string> => ({
  accept: '*/*',
  'accept-encoding': 'identity',
  ...(rest && { range: `bytes=${rest.at}-`, 'if-range': rest.validator }),
});

/** What an answer brings; undefined where it is neither a document nor the rest that was asked for. */
export function stretchOf(status: number, headers: HeadersLike, rest: Rest | undefined): Stretch | undefined {
  if (status === 200) return wholeOf(headers);
  return status === 206 && rest ? restOf(headers, rest) : undefined;
}

const isEncoded = (headers: HeadersLike): boolean =>
  !['', 'identity'].includes(headers.get('content-encoding')?.trim().toLowerCase() ?? '');

function wholeOf(headers: HeadersLike): Stretch {
  // What was taken out of a compressed answer has another length than the answer, and no ranges.
  if (isEncoded(headers)) return { from: 0, total: undefined, validator: undefined };
  const etag = headers.get('etag')?.trim() ?? '';
  return {
    from: 0,
    total: count(headers.get('content-length')),
    // A weak validator holds for documents that mean the same, not for the same bytes (RFC 9110, 8.8.1).
    validator: /^"[^"]*"$/.test(etag) ? etag : undefined,
  };
}

/** A part that does not begin where the last one ended would make a wrong file out of right pieces. */
function restOf(headers: HeadersLike, { at, validator, total }: Rest): Stretch {
  const [, first, , size] =
    /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range')?.trim() ?? '') ?? [];
  const etag = headers.get('etag')?.trim() ?? validator;
  const known = size === '*' ? total : count(size);
  const other = total !== undefined && known !== total;
  // Where nobody says how long the whole is, the end of a part may be the end of anything.
  const isOpen = known === undefined;
  if (Number(first ?? Number.NaN) !== at || etag !== validator || other || isOpen || isEncoded(headers)) {
    throw new WrongPart();
  }
  return { from: at, total: known, validator };
}

const count = (written: string | null | undefined): number | undefined =>
  /^\d{1,15}$/.test(written?.trim() ?? '') ? Number(written) : undefined;

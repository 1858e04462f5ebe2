/** A document, or the rest of one, as its headers tell: what is asked for and what came (RFC 9110, 14). */

import type { HeadersLike } from './options.ts';

/** Where to go on from: so many bytes are there already, of the document with this validator. */
export interface Rest {
  readonly at: number;
  readonly validator: string;
  readonly total: number | undefined;
  /** As in `Stretch`. */
  readonly digests?: readonly string[] | undefined;
}

/** Which bytes of which document an answer brings. */
export interface Stretch {
  /** Bytes of the document that come before these. */
  readonly from: number;
  /** Size of the whole document, where the server says. */
  readonly total: number | undefined;
  /** A strong validator: with it a later request may ask for the rest. */
  readonly validator: string | undefined;
  /** SHA-256 of the whole document in hexadecimal, as header fields state it. */
  readonly digests: readonly string[];
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
  if (isEncoded(headers)) return { from: 0, total: undefined, validator: undefined, digests: [] };
  const etag = headers.get('etag')?.trim() ?? '';
  return {
    from: 0,
    total: count(headers.get('content-length')),
    // A weak validator holds for documents that mean the same, not for the same bytes (RFC 9110, 8.8.1).
    validator: /^"[^"]*"$/.test(etag) ? etag : undefined,
    digests: digestsIn(headers, ['repr-digest', 'content-digest', 'digest']),
  };
}

/** RFC 9530, and RFC 3230 which it replaces. Any other algorithm is passed over. */
function digestsIn(headers: HeadersLike, names: readonly string[]): readonly string[] {
  const digests = names.flatMap((name) => headers.get(name)?.split(',') ?? []);
  return digests.flatMap((digest) => {
    const [, found] = /^sha-256=:?([A-Za-z0-9+/]{43}=)/i.exec(digest.trim()) ?? [];
    if (found === undefined) return [];
    return [Array.from(atob(found), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')];
  });
}

/** A part that does not begin where the last one ended would make a wrong file out of right pieces. */
function restOf(headers: HeadersLike, { at, validator, total, digests = [] }: Rest): Stretch {
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
  // The content of a part is not the document, so its own digest says nothing of it.
  const stated = digestsIn(headers, ['repr-digest', 'digest']);
  return { from: at, total: known, validator, digests: [...digests, ...stated] };
}

const count = (written: string | null | undefined): number | undefined =>
  /^\d{1,15}$/.test(written?.trim() ?? '') ? Number(written) : undefined;

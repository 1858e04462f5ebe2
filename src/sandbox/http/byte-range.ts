/** A range of bytes. Both ends are included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a Range header for a document of `length` bytes (RFC 9110, 14.2). Returns one range,
 * `unsatisfiable`, or undefined for the whole document. Several ranges and unreadable headers give the
 * whole document too.
 */
export const parseRangeHeader = (
  header: string | undefined,
  length: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(' ', '') ?? '');
  if (match === null) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const wanted = Math.min(Number(to), length);
    return wanted === 0 ? 'unsatisfiable' : { first: length - wanted, last: length - 1 };
  }
  const first = Number(from);
  const last = to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= length ? 'unsatisfiable' : { first, last };
};

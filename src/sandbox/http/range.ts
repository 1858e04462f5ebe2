/** A stretch of a document: first and last byte, both included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/**
 * What a Range header asks of `length` bytes (RFC 9110, 14.2): one stretch, `unsatisfiable`, or undefined for the
 * whole, which is also what several ranges and unreadable headers get.
 */
export const stretchOf = (
  header: string | undefined,
  length: number,
): Stretch | 'unsatisfiable' | undefined => {
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

import type { Garment } from '../corpus/index.ts';

/** A design and its place in the list, as nanoseconds since 1970. */
export interface Placed {
  readonly garment: Garment;
  readonly at: bigint;
}

const NANO = 1_000_000n;

/**
 * Newest first. Designs that share a `created_at` are told apart by nanoseconds that only cursors show, so that a page
 * may end between them. None is without: whoever walks sees that these cursors are more than the time of a design, and
 * pass over nothing.
 */
export const place = (garments: readonly Garment[]): readonly Placed[] => {
  const byAge = garments
    .map((garment) => ({ garment, ms: Date.parse(garment.created_at) }))
    .sort((a, b) => a.ms - b.ms || (a.garment.id < b.garment.id ? -1 : 1));
  let tie = 1n;
  return byAge
    .map(({ garment, ms }, index) => {
      tie = index > 0 && byAge[index - 1]?.ms === ms ? tie + 1n : 1n;
      return { garment, at: BigInt(ms) * NANO + tie };
    })
    .reverse();
};

/** The cursor that continues after `placed`: an ISO timestamp with nine fraction digits. */
export const cursorOf = ({ at }: Placed): string => {
  const nanos = String(at % NANO).padStart(6, '0');
  return new Date(Number(at / NANO)).toISOString().replace('Z', `${nanos}Z`);
};

/** Nanoseconds of an ISO timestamp with up to nine fraction digits; undefined when it is none. */
export const parseCursor = (text: string): bigint | undefined => {
  const match = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [, day = '', time = '', fraction = '', zone = ''] = match;
  const seconds = Date.parse(`${day}${time}${zone}`);
  // Date.parse lets 30 February pass as 2 March.
  const exists = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (Number.isNaN(seconds) || !exists) return undefined;
  return BigInt(seconds) * NANO + BigInt(fraction.padEnd(9, '0'));
};

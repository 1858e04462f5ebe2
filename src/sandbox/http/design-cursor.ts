import type { SandboxGarment } from '../corpus/sample-garments.ts';

/** A design with its position in the list, in nanoseconds since 1970. */
export interface ListedDesign {
  readonly garment: SandboxGarment;
  readonly at: bigint;
}

/** Nanoseconds in a millisecond. */
const NANOS_PER_MS = 1_000_000n;

/**
 * Sorts designs, newest first. Designs with the same `created_at` get different nanoseconds, so that a page
 * can end between them. Every cursor has them: a client then sees that a cursor is more than a creation
 * time.
 */
export const sortDesignsByAge = (garments: readonly SandboxGarment[]): readonly ListedDesign[] => {
  const byAge = garments
    .map((garment) => ({ garment, ms: Date.parse(garment.created_at) }))
    .sort((a, b) => a.ms - b.ms || (a.garment.id < b.garment.id ? -1 : 1));
  let tie = 1n;
  return byAge
    .map(({ garment, ms }, index) => {
      tie = index > 0 && byAge[index - 1]?.ms === ms ? tie + 1n : 1n;
      return { garment, at: BigInt(ms) * NANOS_PER_MS + tie };
    })
    .reverse();
};

/**
 * Formats the cursor that continues after a design: an ISO timestamp with nine fraction digits, for example
 * `2026-08-01T09:00:00.000000001Z`.
 */
export const formatDesignCursor = ({ at }: ListedDesign): string => {
  const nanos = String(at % NANOS_PER_MS).padStart(6, '0');
  return new Date(Number(at / NANOS_PER_MS)).toISOString().replace('Z', `${nanos}Z`);
};

/**
 * Returns the nanoseconds of an ISO timestamp with up to nine fraction digits; undefined for any other
 * text.
 */
export const parseDesignCursor = (text: string): bigint | undefined => {
  const match = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [, day = '', time = '', fraction = '', zone = ''] = match;
  const seconds = Date.parse(`${day}${time}${zone}`);
  // Date.parse accepts 30 February as 2 March.
  const exists = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (Number.isNaN(seconds) || !exists) return undefined;
  return BigInt(seconds) * NANOS_PER_MS + BigInt(fraction.padEnd(9, '0'));
};

import type { Passed } from './passed.ts';

/** A uuid in lower case: designs, purchases, users (specification 2.3, 2.4, 4.2). */
export type Uuid = Passed<'uuid'>;
/** `GARM-<n>`, digits as written (specification 2.6). */
export type GarmentId = Passed<'garment'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Sixty digits are more than anybody counts to, and fewer than a file name holds. */
const GARMENT = /^GARM-[0-9]{1,60}$/;

/** The uuid that a text is, in any case; undefined where it is none. */
export const asUuid = (text: unknown): Uuid | undefined => {
  const lower = typeof text === 'string' ? text.toLowerCase() : '';
  return UUID.test(lower) ? (lower as Uuid) : undefined;
};

/** The garment identity that a text is, in any case; undefined where it is none. */
export const asGarmentId = (text: unknown): GarmentId | undefined => {
  const upper = typeof text === 'string' ? text.toUpperCase() : '';
  return GARMENT.test(upper) ? (upper as GarmentId) : undefined;
};

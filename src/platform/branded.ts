/**
 * Types that separate trusted from untrusted text. All text is untrusted until a sanitizer has checked or rewritten it
 * for one use. The result has a branded type. Code that builds paths, commands, pages or records accepts only this type
 * and no plain string. Only sanitizers may cast to such a type (checked by test/rooms).
 */

declare const brand: unique symbol;

/** Text that was sanitized for one use, for example `Branded<'shell'>`. At run time it is a plain string. */
export type Branded<Use extends string> = string & { readonly [brand]: Use };

/** A UUID in lower case: the id of a design, purchase or user (specification 2.3, 2.4, 4.2). */
export type Uuid = Branded<'uuid'>;
/** A garment id, `GARM-` followed by digits, for example `GARM-101` (specification 2.6). */
export type GarmentId = Branded<'garment'>;

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Matches a garment id. It has at most sixty digits, so that it fits into a file name. */
const GARMENT_ID_PATTERN = /^GARM-[0-9]{1,60}$/;

/** Returns the value in lower case if it is a UUID; undefined for any other value. */
export const parseUuid = (text: unknown): Uuid | undefined => {
  const lower = typeof text === 'string' ? text.toLowerCase() : '';
  return UUID_PATTERN.test(lower) ? (lower as Uuid) : undefined;
};

/** Returns a garment id in upper case: `garm-101` gives `GARM-101`. Returns undefined if the value is no garment id. */
export const parseGarmentId = (text: unknown): GarmentId | undefined => {
  const upper = typeof text === 'string' ? text.toUpperCase() : '';
  return GARMENT_ID_PATTERN.test(upper) ? (upper as GarmentId) : undefined;
};

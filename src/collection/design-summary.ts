/** Designs from the list (specification 2.4), separated by whether their id is valid. */
import { parseUuid, type Uuid } from '../platform/identifiers.ts';
import { isPlainRecord } from './manifest.ts';

/** A listed design with a valid id. */
export type IdentifiedDesign = Readonly<Record<string, unknown>> & { readonly id: Uuid };

/** A listed design with an id that is not a UUID. It is reported and otherwise ignored. */
export interface InvalidIdDesign {
  /** The first characters of the id; null if there is none. */
  readonly id: string | null;
  readonly name: string | null;
  /** Milliseconds since 1970; null if the list does not say. */
  readonly created: number | null;
}

const MAX_SHOWN_LENGTH = 100;
const truncateValue = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, MAX_SHOWN_LENGTH);
};

/** Checks one item of the list. */
export const classifyListItem = (item: unknown): IdentifiedDesign | InvalidIdDesign => {
  const it = isPlainRecord(item) ? item : {};
  const id = parseUuid(it.id);
  if (id !== undefined) return { ...it, id };
  const created = Date.parse(String(it.created_at));
  return {
    id: truncateValue(it.id),
    name: truncateValue(it.name),
    created: Number.isNaN(created) ? null : created,
  };
};

/** Returns true if the id is not a UUID. */
export const isInvalidIdDesign = (one: IdentifiedDesign | InvalidIdDesign): one is InvalidIdDesign =>
  !isIdentifiedDesign(one);

/** Returns true if the id is a UUID. */
export const isIdentifiedDesign = (one: IdentifiedDesign | InvalidIdDesign): one is IdentifiedDesign =>
  parseUuid(one.id) !== undefined;

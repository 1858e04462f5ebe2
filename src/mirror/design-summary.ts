/** Designs as the list gives them (specification 2.4), once it is known which of them can be asked about. */
import { asUuid, type Uuid } from '../border/identity.ts';
import { isObject } from './manifest.ts';

/** A design that can be asked about. */
export type Summary = Readonly<Record<string, unknown>> & { readonly id: Uuid };

/** One whose id is no uuid: it is named to people, and nothing else is done with it. */
export interface Strange {
  /** As much of it as helps to find it; null where it has none. */
  readonly id: string | null;
  readonly name: string | null;
  /** Milliseconds since 1970; null where the list does not say. */
  readonly created: number | null;
}

const LONGEST = 100;
const shown = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, LONGEST);
};

/** One item of the list, whatever it holds. */
export const listed = (item: unknown): Summary | Strange => {
  const it = isObject(item) ? item : {};
  const id = asUuid(it.id);
  if (id !== undefined) return { ...it, id };
  const created = Date.parse(String(it.created_at));
  return { id: shown(it.id), name: shown(it.name), created: Number.isNaN(created) ? null : created };
};

export const isStrange = (one: Summary | Strange): one is Strange => !isSummary(one);

export const isSummary = (one: Summary | Strange): one is Summary => asUuid(one.id) !== undefined;

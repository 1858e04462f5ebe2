import type { Garment } from '../corpus/index.ts';
import { cursorOf, type Placed, parseCursor, place } from './cursor.ts';
import { json } from './json.ts';
import { invalid } from './refusal.ts';
import type { SignedCall } from './service.ts';

const DEFAULT_LIMIT = 20;
export const MAXIMUM_LIMIT = 100;

/** `GET /v1/designs`: the caller's own, newest first (specification 2.5, 4.2). */
export const listDesigns = ({ c, service, caller }: SignedCall): Response => {
  const limit = limitOf(c.req.query('limit'));
  const before = beforeOf(c.req.query('before'));
  const own = placed(service.garments, caller.user_id);
  const rest = before === undefined ? own : own.filter(({ at }) => at < before);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const next = last !== undefined && rest.length > page.length ? cursorOf(last) : null;
  return json({ designs: page.map(({ garment }) => summary(garment)), next_before: next });
};

/** Sorted once for each owner: the garments of a sandbox stay as they are. */
const sorted = new WeakMap<readonly Garment[], Map<string, readonly Placed[]>>();

const placed = (garments: readonly Garment[], owner: string): readonly Placed[] => {
  const byOwner = sorted.get(garments) ?? new Map<string, readonly Placed[]>();
  sorted.set(garments, byOwner);
  const known = byOwner.get(owner) ?? place(garments.filter((garment) => garment.owner === owner));
  byOwner.set(owner, known);
  return known;
};

const summary = ({ id, name, garment_category, sgg_garment_id, created_at }: Garment) => ({
  id,
  name,
  garment_category,
  sgg_garment_id,
  created_at,
});

const limitOf = (given: string | undefined): number => {
  if (given === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > MAXIMUM_LIMIT) {
    throw invalid(`limit must be a whole number from 1 to ${MAXIMUM_LIMIT}.`);
  }
  return limit;
};

const beforeOf = (given: string | undefined): bigint | undefined => {
  if (given === undefined) return undefined;
  const before = parseCursor(given);
  if (before === undefined)
    throw invalid('before must be the next_before of an earlier page, or an ISO timestamp.');
  return before;
};

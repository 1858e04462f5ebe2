import type { SandboxGarment } from '../corpus/sample-garments.ts';
import {
  formatDesignCursor,
  type ListedDesign,
  parseDesignCursor,
  sortDesignsByAge,
} from './design-cursor.ts';
import { createInvalidRequestError } from './http-error.ts';
import { toJsonResponse } from './json-response.ts';
import type { AuthenticatedCall } from './sandbox-service.ts';

const DEFAULT_PAGE_SIZE = 20;
/** The largest page. The specification names no maximum. */
export const SANDBOX_MAX_PAGE_SIZE = 100;

/** Handles `GET /v1/designs`: the caller's designs, newest first (specification 2.5, 4.2). */
export const handleDesignList = ({ c, service, caller }: AuthenticatedCall): Response => {
  const limit = parsePageSize(c.req.query('limit'));
  const before = parseBeforeCursor(c.req.query('before'));
  const own = listOwnDesigns(service.garments, caller.user_id);
  const rest = before === undefined ? own : own.filter(({ at }) => at < before);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const next = last !== undefined && rest.length > page.length ? formatDesignCursor(last) : null;
  return toJsonResponse({ designs: page.map(({ garment }) => toDesignSummary(garment)), next_before: next });
};

/** The sorted designs of each owner. They never change, so they are sorted once. */
const sortedDesigns = new WeakMap<readonly SandboxGarment[], Map<string, readonly ListedDesign[]>>();

/** Returns the owner's designs, newest first. */
const listOwnDesigns = (garments: readonly SandboxGarment[], owner: string): readonly ListedDesign[] => {
  const byOwner = sortedDesigns.get(garments) ?? new Map<string, readonly ListedDesign[]>();
  sortedDesigns.set(garments, byOwner);
  const known = byOwner.get(owner) ?? sortDesignsByAge(garments.filter((garment) => garment.owner === owner));
  byOwner.set(owner, known);
  return known;
};

/** Returns the members of a DesignSummary (specification 2.4). */
const toDesignSummary = ({ id, name, garment_category, sgg_garment_id, created_at }: SandboxGarment) => ({
  id,
  name,
  garment_category,
  sgg_garment_id,
  created_at,
});

/** Parses the query parameter `limit`. Throws SandboxHttpError 400. */
const parsePageSize = (given: string | undefined): number => {
  if (given === undefined) return DEFAULT_PAGE_SIZE;
  const limit = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > SANDBOX_MAX_PAGE_SIZE) {
    throw createInvalidRequestError(`limit must be a whole number from 1 to ${SANDBOX_MAX_PAGE_SIZE}.`);
  }
  return limit;
};

/** Parses the query parameter `before`. Throws SandboxHttpError 400. */
const parseBeforeCursor = (given: string | undefined): bigint | undefined => {
  if (given === undefined) return undefined;
  const before = parseDesignCursor(given);
  if (before === undefined)
    throw createInvalidRequestError(
      'before must be the next_before of an earlier page, or an ISO timestamp.',
    );
  return before;
};

import type { SandboxGarment } from '../corpus/sample-garments.ts';
import type { SandboxScope } from '../state/purchase-state.ts';
import { createInvalidRequestError, SANDBOX_API_VERSION, toJsonResponse } from './check-request.ts';
import {
  createDesignReadHandler,
  handleExport,
  handleGarmentRead,
  READ_DESCRIPTIONS,
  READ_RESOURCES,
} from './resource-reads.ts';
import type { AuthenticatedCall, CallHandler } from './sandbox-service.ts';
import { handleTechPackRequest, handleTechPackStatus } from './tech-pack-routes.ts';

/** A design with its `cursor`, a time in nanoseconds since 1970 that is unique in the list. */
interface ListedDesign {
  readonly garment: SandboxGarment;
  readonly cursor: bigint;
}

const NANOS_PER_MS = 1_000_000n;

/**
 * Sorts designs, the newest first, and gives each a unique cursor, so that a page can end after any of them. The cursor
 * is the creation time in nanoseconds plus a small number. Among designs with the same creation time, this number is 1,
 * 2, 3 and so on; for any other design it is 1.
 */
export const sortDesignsByAge = (garments: readonly SandboxGarment[]): readonly ListedDesign[] => {
  const byAge = garments
    .map((garment) => ({ garment, ms: Date.parse(garment.created_at) }))
    .sort((a, b) => a.ms - b.ms || (a.garment.id < b.garment.id ? -1 : 1));
  let tie = 1n;
  return byAge
    .map(({ garment, ms }, index) => {
      tie = index > 0 && byAge[index - 1]?.ms === ms ? tie + 1n : 1n;
      return { garment, cursor: BigInt(ms) * NANOS_PER_MS + tie };
    })
    .reverse();
};

/**
 * Formats the cursor of a design, for example `2026-08-01T09:00:00.000000001Z`. The next page starts after that design.
 */
export const formatDesignCursor = ({ cursor }: ListedDesign): string => {
  const nanos = String(cursor % NANOS_PER_MS).padStart(6, '0');
  return new Date(Number(cursor / NANOS_PER_MS)).toISOString().replace('Z', `${nanos}Z`);
};

/** Parses an ISO timestamp with up to nine fraction digits to nanoseconds since 1970; undefined for any other text. */
export const parseDesignCursor = (text: string): bigint | undefined => {
  const match = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [, day = '', time = '', fraction = '', zone = ''] = match;
  const seconds = Date.parse(`${day}${time}${zone}`);
  // For a day that does not exist, such as 30 February, Date.parse returns a day in March. The parsed day is therefore
  // compared with the text.
  const exists = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (Number.isNaN(seconds) || !exists) return undefined;
  return BigInt(seconds) * NANOS_PER_MS + BigInt(fraction.padEnd(9, '0'));
};

const DEFAULT_PAGE_SIZE = 20;
/** The maximum number of designs on a page. The specification names no maximum. */
export const SANDBOX_MAX_PAGE_SIZE = 100;

/** Handles `GET /v1/designs`: the designs of the caller, the newest first (specification 2.5, 4.2). */
const handleDesignList = ({ c, service, caller }: AuthenticatedCall): Response => {
  const limit = parsePageSize(c.req.query('limit'));
  const before = parseBeforeCursor(c.req.query('before'));
  const designs = listOwnDesigns(service.garments, caller.user_id);
  const remaining = before === undefined ? designs : designs.filter(({ cursor }) => cursor < before);
  const page = remaining.slice(0, limit);
  const last = page.at(-1);
  const next = last !== undefined && remaining.length > page.length ? formatDesignCursor(last) : null;
  return toJsonResponse({ designs: page.map(({ garment }) => toDesignSummary(garment)), next_before: next });
};

/** Caches the sorted designs of each owner. The designs never change. */
const sortedDesigns = new WeakMap<readonly SandboxGarment[], Map<string, readonly ListedDesign[]>>();

const listOwnDesigns = (garments: readonly SandboxGarment[], owner: string): readonly ListedDesign[] => {
  const byOwner = sortedDesigns.get(garments) ?? new Map<string, readonly ListedDesign[]>();
  sortedDesigns.set(garments, byOwner);
  const sorted =
    byOwner.get(owner) ?? sortDesignsByAge(garments.filter((garment) => garment.owner === owner));
  byOwner.set(owner, sorted);
  return sorted;
};

const toDesignSummary = ({ id, name, garment_category, sgg_garment_id, created_at }: SandboxGarment) => ({
  id,
  name,
  garment_category,
  sgg_garment_id,
  created_at,
});

const parsePageSize = (text: string | undefined): number => {
  if (text === undefined) return DEFAULT_PAGE_SIZE;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > SANDBOX_MAX_PAGE_SIZE) {
    throw createInvalidRequestError(`limit must be a whole number from 1 to ${SANDBOX_MAX_PAGE_SIZE}.`);
  }
  return limit;
};

const parseBeforeCursor = (text: string | undefined): bigint | undefined => {
  if (text === undefined) return undefined;
  const before = parseDesignCursor(text);
  if (before === undefined)
    throw createInvalidRequestError(
      'before must be the next_before of an earlier page, or an ISO timestamp.',
    );
  return before;
};

/** Handles `GET /v1`: the API version and the routes (specification 2.2). */
const handleIndex: CallHandler = ({ origin }) =>
  toJsonResponse({
    name: 'Fashion-Development Data Service (sandbox)',
    version: SANDBOX_API_VERSION,
    documentation: `${origin}/`,
    authentication: 'Authorization: Bearer <API_KEY or ACCESS_TOKEN>',
    endpoints: SERVICE_ROUTES.map(({ method, path, scope, description }) => ({
      method,
      path,
      scope,
      description,
    })),
  });

/**
 * One route of the service (specification 4.1). `scope` is the scope that a credential needs for this route. `any`
 * means that every valid credential is enough. `none` means that no credential is needed.
 */
export type SandboxRoute = {
  readonly method: 'GET' | 'POST';
  /** The path as in the specification, for example `/v1/designs/{designId}/graph`. */
  readonly path: string;
  readonly description: string;
} & (
  | { readonly scope: 'none'; readonly handle: CallHandler }
  | {
      readonly scope: SandboxScope | 'any';
      readonly handle: (call: AuthenticatedCall) => Response | Promise<Response>;
    }
);

/** The eleven routes of the service (specification 4.1), with their handlers. */
export const SERVICE_ROUTES: readonly SandboxRoute[] = [
  {
    method: 'GET',
    path: '/v1',
    scope: 'none',
    description: 'This index.',
    handle: handleIndex,
  },
  {
    method: 'GET',
    path: '/v1/me',
    scope: 'any',
    description: 'The caller: user, scopes and plan.',
    handle: ({ caller: { user_id, via, scopes, plan } }) => toJsonResponse({ user_id, via, scopes, plan }),
  },
  {
    method: 'GET',
    path: '/v1/designs',
    scope: 'read',
    description: "The caller's designs, newest first.",
    handle: handleDesignList,
  },
  ...READ_RESOURCES.map(
    (resource): SandboxRoute => ({
      method: 'GET',
      path: `/v1/designs/{designId}/${resource}`,
      scope: 'read',
      description: READ_DESCRIPTIONS[resource],
      handle: createDesignReadHandler(resource),
    }),
  ),
  {
    method: 'GET',
    path: '/v1/garments/{garmentId}/{resource}',
    scope: 'read',
    description: 'The same four reads of a minted or a house garment.',
    handle: handleGarmentRead,
  },
  {
    method: 'POST',
    path: '/v1/designs/{designId}/exports',
    scope: 'export',
    description: 'Exports a construction document of a design.',
    handle: handleExport,
  },
  {
    method: 'POST',
    path: '/v1/designs/{designId}/tech-packs',
    scope: 'generate',
    description: 'Requests a Tech Pack of a design.',
    handle: handleTechPackRequest,
  },
  {
    method: 'GET',
    path: '/v1/tech-packs/{purchaseId}',
    scope: 'read',
    description: 'A Tech Pack purchase, its pack and its PDF.',
    handle: handleTechPackStatus,
  },
];

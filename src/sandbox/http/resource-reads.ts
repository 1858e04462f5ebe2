import type { SandboxGarment } from '../corpus/sample-garments.ts';
import { createUuid, isUuid, SANDBOX_DRIVER_NAMES, SANDBOX_PROFILES } from '../state/profiles-and-drivers.ts';
import type { ExportEvent } from '../state/sandbox-state.ts';
import {
  createInvalidRequestError,
  createNotFoundError,
  formatIsoTime,
  readObjectBody,
  SANDBOX_API_VERSION,
  toJsonResponse,
  toJsonTextResponse,
} from './check-request.ts';
import { createSignedLink } from './downloads.ts';
import { type AuthenticatedCall, shouldExpireLink } from './sandbox-service.ts';

/** The four resources of a design or garment that can be read (specification 4.2), each with its description. */
export const READ_DESCRIPTIONS = {
  graph: 'The garment graph of a design.',
  'tailor-brief': 'What a tailor reads before starting.',
  'design-trust': 'Counts over callouts and bill of materials.',
  confirmations: 'The questions that are still open.',
} as const;
/** The name of one of the four resources: `graph`, `tailor-brief`, `design-trust` or `confirmations`. */
export type ReadResource = keyof typeof READ_DESCRIPTIONS;
export const READ_RESOURCES = Object.keys(READ_DESCRIPTIONS) as readonly ReadResource[];

/**
 * Returns a parameter that must be one of `words`; the first one if it is undefined. Throws SandboxHttpError 400 for
 * any other value.
 */
const readWordParameter = <T extends string>(name: string, value: unknown, words: readonly T[]): T => {
  const word = value === undefined ? words[0] : words.find((known) => known === value);
  if (word !== undefined) return word;
  const alternatives = words.map((known) => `"${known}"`).join(' or ');
  throw createInvalidRequestError(`${name} must be ${alternatives}.`);
};

/**
 * Returns a resource of a garment, for example its graph, as JSON text. `profile` applies only to the graph. Throws
 * SandboxHttpError 400 for an unknown profile.
 */
export const getResourceText = (garment: SandboxGarment, resource: ReadResource, profile: unknown): string =>
  resource === 'graph'
    ? garment.graph(readWordParameter('profile', profile, SANDBOX_PROFILES))
    : garment.read(resource);

const toReadResponse = (
  { c }: AuthenticatedCall,
  garment: SandboxGarment,
  resource: ReadResource,
): Response => toJsonTextResponse(getResourceText(garment, resource, c.req.query('profile')));

type CallerContext = Pick<AuthenticatedCall, 'service' | 'caller'>;

/**
 * Returns the caller's design with the UUID `typed`, which may be in upper or lower case. Throws SandboxHttpError 404
 * if the caller has no such design.
 */
export const getOwnDesign = ({ service, caller }: CallerContext, typed: string): SandboxGarment => {
  const id = typed.toLowerCase();
  const design = isUuid(id)
    ? service.garments.find((garment) => garment.id === id && garment.owner === caller.user_id)
    : undefined;
  if (design === undefined) throw createNotFoundError('design');
  return design;
};

/** Returns the caller's own design with the uuid in the request path. Throws SandboxHttpError 404 if there is none. */
export const getRequestedDesign = (call: AuthenticatedCall): SandboxGarment =>
  getOwnDesign(call, call.c.req.param('designId') ?? '');

/**
 * Returns the garment with a garment id such as `GARM-7`. The garment belongs to the caller, or is a house garment,
 * which every user can read. Leading zeros matter: `GARM-007` is another id. Throws SandboxHttpError 404 if there is no
 * such garment.
 */
export const getReadableGarment = ({ service, caller }: CallerContext, id: string): SandboxGarment => {
  const garment = /^GARM-[0-9]+$/.test(id)
    ? service.garments.find(
        ({ sgg_garment_id, owner }) => sgg_garment_id === id && (owner === null || owner === caller.user_id),
      )
    : undefined;
  if (garment === undefined) throw createNotFoundError('garment');
  return garment;
};

/** Creates the handler of `GET /v1/designs/{designId}/{resource}` for one resource. */
export const createDesignReadHandler = (resource: ReadResource) => (call: AuthenticatedCall) =>
  toReadResponse(call, getRequestedDesign(call), resource);

/** Handles `GET /v1/garments/{garmentId}/{resource}`. Throws SandboxHttpError 404 if garment or resource is unknown. */
export const handleGarmentRead = (call: AuthenticatedCall): Response => {
  const garment = getReadableGarment(call, call.c.req.param('garmentId') ?? '');
  const name = call.c.req.param('resource');
  const resource = READ_RESOURCES.find((known) => known === name);
  if (resource === undefined) throw createNotFoundError('resource');
  return toReadResponse(call, garment, resource);
};

/** Handles `POST /v1/designs/{designId}/exports`: creates an export and responds with 201 (specification 2.9). */
export const handleExport = async (call: AuthenticatedCall): Promise<Response> => {
  const garment = getRequestedDesign(call);
  return toJsonResponse(await createExport(call, garment, await readObjectBody(call)), 201);
};

/**
 * Renders an export, records it in the journal, and returns the ExportResult of the specification with a download link.
 * Throws SandboxHttpError 400 for an unknown profile or driver.
 */
export const createExport = async (
  call: AuthenticatedCall,
  garment: SandboxGarment,
  options: { readonly profile?: unknown; readonly driver?: unknown },
): Promise<object> => {
  const { service, caller, now } = call;
  const event: ExportEvent = {
    type: 'exported',
    id: createUuid(service.stateStore.random),
    design: garment.id,
    owner: caller.user_id,
    profile: readWordParameter('profile', options.profile, SANDBOX_PROFILES),
    driver: readWordParameter('driver', options.driver, SANDBOX_DRIVER_NAMES),
    at: now,
  };
  const document = await service.documents.getExport(event);
  await service.stateStore.change((_, record) => record(event));
  const record = {
    id: event.id,
    design_id: garment.id,
    garment_id: garment.sgg_garment_id,
    profile: event.profile,
    driver: event.driver,
    api_version: SANDBOX_API_VERSION,
    file_name: document.fileName,
    media_type: document.mediaType,
    bytes: document.bytes.length,
    sha256: document.sha256,
    layers: document.layers,
    counts: document.counts,
    created_at: formatIsoTime(now),
  };
  const isExpired = shouldExpireLink(call, garment.id);
  return { export: record, ...createSignedLink(call, event.id, isExpired) };
};

import type { SandboxGarment } from '../corpus/sample-garments.ts';
import {
  createUuid,
  formatAlternatives,
  isSandboxDriver,
  isSandboxProfile,
  isUuid,
  SANDBOX_DRIVERS,
  SANDBOX_PROFILES,
  type SandboxDriver,
  type SandboxProfile,
} from '../state/profiles-and-drivers.ts';
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

/** The names of the four resources of a design or garment that can be read (specification 4.2). */
export const READ_RESOURCES = ['graph', 'tailor-brief', 'design-trust', 'confirmations'] as const;
/** The name of one of the four resources, for example `graph`. */
export type ReadResource = (typeof READ_RESOURCES)[number];

/** Returns the profile of a query or a body, or the default. Throws SandboxHttpError 400. */
const readProfileParameter = (given: unknown): SandboxProfile => {
  if (given === undefined) return SANDBOX_PROFILES[0];
  if (isSandboxProfile(given)) return given;
  throw createInvalidRequestError(`profile must be ${formatAlternatives(SANDBOX_PROFILES)}.`);
};

/**
 * Returns the JSON text of one of the four resources of a garment. The profile applies to graphs only.
 * @throws SandboxHttpError 400 for an unknown profile.
 */
export const readBodyText = (garment: SandboxGarment, resource: ReadResource, profile: unknown): string => {
  return resource === 'graph' ? garment.graph(readProfileParameter(profile)) : garment.read(resource);
};

/** Returns the response with a resource. The text is sent byte for byte. */
const toReadResponse = (
  { c }: AuthenticatedCall,
  garment: SandboxGarment,
  resource: ReadResource,
): Response => toJsonTextResponse(readBodyText(garment, resource, c.req.query('profile')));

type CallerContext = Pick<AuthenticatedCall, 'service' | 'caller'>;

/**
 * Finds the design of the caller with this id, in any case.
 * @throws SandboxHttpError 404 for a malformed id, an unknown one, and a design of another owner.
 */
export const findOwnDesignById = ({ service, caller }: CallerContext, typed: string): SandboxGarment => {
  const id = typed.toLowerCase();
  const found = isUuid(id)
    ? service.garments.find((one) => one.id === id && one.owner === caller.user_id)
    : undefined;
  if (found === undefined) throw createNotFoundError('design');
  return found;
};

/**
 * Finds the design of the caller that the path parameter `designId` names.
 * @throws SandboxHttpError 404.
 */
export const findCallDesign = (call: AuthenticatedCall): SandboxGarment =>
  findOwnDesignById(call, call.c.req.param('designId') ?? '');

/**
 * Finds a minted garment of the caller, or a house garment. The digits of the id are text: `GARM-00012` is not
 * `GARM-12`.
 * @throws SandboxHttpError 404.
 */
export const findReadableGarment = ({ service, caller }: CallerContext, id: string): SandboxGarment => {
  const found = /^GARM-[0-9]+$/.test(id)
    ? service.garments.find(
        (one) => one.sgg_garment_id === id && (one.owner === null || one.owner === caller.user_id),
      )
    : undefined;
  if (found === undefined) throw createNotFoundError('garment');
  return found;
};

/** Creates the handler of `GET /v1/designs/{designId}/{resource}` for one of the four resources. */
export const createDesignReadHandler = (resource: ReadResource) => (call: AuthenticatedCall) =>
  toReadResponse(call, findCallDesign(call), resource);

/** Handles `GET /v1/garments/{garmentId}/{resource}`. */
export const handleGarmentRead = (call: AuthenticatedCall): Response => {
  const garment = findReadableGarment(call, call.c.req.param('garmentId') ?? '');
  const asked = call.c.req.param('resource');
  const resource = READ_RESOURCES.find((one) => one === asked);
  if (resource === undefined) throw createNotFoundError('resource');
  return toReadResponse(call, garment, resource);
};

/** Handles `POST /v1/designs/{designId}/exports` (specification 2.9, 2.10). */
export const handleExport = async (call: AuthenticatedCall): Promise<Response> => {
  const garment = findCallDesign(call);
  return toJsonResponse(await createExport(call, garment, await readObjectBody(call)), 201);
};

/**
 * Creates an export and records it in the journal. Returns the ExportResult of the specification, with a download link.
 * @throws SandboxHttpError 400 for an unknown profile or driver.
 */
export const createExport = async (
  call: AuthenticatedCall,
  garment: SandboxGarment,
  asked: { readonly profile?: unknown; readonly driver?: unknown },
): Promise<object> => {
  const { service, caller, now } = call;
  const event: ExportEvent = {
    type: 'exported',
    id: createUuid(service.stateStore.random),
    design: garment.id,
    owner: caller.user_id,
    profile: readProfileParameter(asked.profile),
    driver: readDriverParameter(asked.driver),
    at: now,
  };
  const paper = await service.documents.getExport(event);
  await service.stateStore.change((_, record) => record(event));
  const record = {
    id: event.id,
    design_id: garment.id,
    garment_id: garment.sgg_garment_id,
    profile: event.profile,
    driver: event.driver,
    api_version: SANDBOX_API_VERSION,
    file_name: paper.fileName,
    media_type: paper.mediaType,
    bytes: paper.bytes.length,
    sha256: paper.sha256,
    layers: paper.layers,
    counts: paper.counts,
    created_at: formatIsoTime(now),
  };
  const dead = shouldExpireLink(call, garment.id);
  return { export: record, ...createSignedLink(call, event.id, dead) };
};

/** Returns the requested driver, or the default. Throws SandboxHttpError 400. */
const readDriverParameter = (given: unknown): SandboxDriver => {
  if (given === undefined) return 'illustrator_svg_stage1';
  if (isSandboxDriver(given)) return given;
  throw createInvalidRequestError(`driver must be ${formatAlternatives(Object.keys(SANDBOX_DRIVERS))}.`);
};

import type { SandboxGarment } from '../corpus/sample-garments.ts';
import {
  formatAlternatives,
  isSandboxDriver,
  SANDBOX_DRIVERS,
  type SandboxDriver,
} from '../state/profiles-and-drivers.ts';
import { createUuid } from '../state/random-values.ts';
import type { ExportEvent } from '../state/sandbox-state.ts';
import { readObjectBody } from './check-request.ts';
import { createSignedLink } from './downloads.ts';
import { findCallDesign, readProfileParameter } from './resource-reads.ts';
import {
  createInvalidRequestError,
  formatIsoTime,
  SANDBOX_API_VERSION,
  toJsonResponse,
} from './responses.ts';
import { type AuthenticatedCall, shouldExpireLink } from './sandbox-service.ts';

/** Handles `POST /v1/designs/{designId}/exports` (specification 2.9, 2.10). */
export const handleExport = async (call: AuthenticatedCall): Promise<Response> => {
  const garment = findCallDesign(call);
  return toJsonResponse(await createExport(call, garment, await readObjectBody(call)), 201);
};

/** Creates an export, records it in the journal and returns the ExportResult. */
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

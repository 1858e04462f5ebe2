import type { Garment } from '../corpus/index.ts';
import type { Exported } from '../world/events.ts';
import { DRIVERS, type Driver, isDriver, oneOf } from '../world/forms.ts';
import { uuid } from '../world/random-id.ts';
import { API_VERSION } from './api-version.ts';
import { objectBody } from './body.ts';
import { isDead } from './faults.ts';
import { iso, json } from './json.ts';
import { signLink } from './links.ts';
import { ownDesign, profileOf } from './reads.ts';
import { invalid } from './refusal.ts';
import type { SignedCall } from './service.ts';

/** `POST /v1/designs/{designId}/exports` (specification 2.9, 2.10). */
export const exportDesign = async (call: SignedCall): Promise<Response> => {
  const garment = ownDesign(call);
  return json(await exported(call, garment, await objectBody(call)), 201);
};

/** Makes an export and says what there is to say of it. */
export const exported = async (
  call: SignedCall,
  garment: Garment,
  asked: { readonly profile?: unknown; readonly driver?: unknown },
): Promise<object> => {
  const { service, caller, now } = call;
  const event: Exported = {
    type: 'exported',
    id: uuid(service.world.random),
    design: garment.id,
    owner: caller.user_id,
    profile: profileOf(asked.profile),
    driver: driverOf(asked.driver),
    at: now,
  };
  const paper = await service.cabinet.exported(event);
  await service.world.change((_, record) => record(event));
  const record = {
    id: event.id,
    design_id: garment.id,
    garment_id: garment.sgg_garment_id,
    profile: event.profile,
    driver: event.driver,
    api_version: API_VERSION,
    file_name: paper.fileName,
    media_type: paper.mediaType,
    bytes: paper.bytes.length,
    sha256: paper.sha256,
    layers: paper.layers,
    counts: paper.counts,
    created_at: iso(now),
  };
  const dead = isDead(call, garment.id);
  return { export: record, ...signLink(call, event.id, dead) };
};

const driverOf = (given: unknown): Driver => {
  if (given === undefined) return 'illustrator_svg_stage1';
  if (isDriver(given)) return given;
  throw invalid(`driver must be ${oneOf(Object.keys(DRIVERS))}.`);
};

import type { Garment } from '../corpus/index.ts';
import { isProfile, oneOf, PROFILES, type Profile } from '../world/forms.ts';
import { isUuid } from '../world/random-id.ts';
import { jsonText } from './json.ts';
import { invalid, notFound } from './refusal.ts';
import type { SignedCall } from './service.ts';

export const RESOURCES = ['graph', 'tailor-brief', 'design-trust', 'confirmations'] as const;
export type Resource = (typeof RESOURCES)[number];

/** The profile of a query or a body; the default of the specification when it was not given. */
export const profileOf = (given: unknown): Profile => {
  if (given === undefined) return PROFILES[0];
  if (isProfile(given)) return given;
  throw invalid(`profile must be ${oneOf(PROFILES)}.`);
};

/** The text of one of the four reads; the profile counts for graphs alone. */
export const textOf = (garment: Garment, resource: Resource, profile: unknown): string => {
  return resource === 'graph' ? garment.graph(profileOf(profile)) : garment.read(resource);
};

/** One of the four reads of one design or garment. Its text goes out byte for byte. */
const read = ({ c }: SignedCall, garment: Garment, resource: Resource): Response =>
  jsonText(textOf(garment, resource, c.req.query('profile')));

type Asking = Pick<SignedCall, 'service' | 'caller'>;

/** The caller's own design; 404 for malformed ids, unknown ones, and what belongs to others. */
export const designOf = ({ service, caller }: Asking, typed: string): Garment => {
  const id = typed.toLowerCase();
  const found = isUuid(id)
    ? service.garments.find((one) => one.id === id && one.owner === caller.user_id)
    : undefined;
  if (found === undefined) throw notFound('design');
  return found;
};

export const ownDesign = (call: SignedCall): Garment => designOf(call, call.c.req.param('designId') ?? '');

/** The caller's own minted garment, or a house garment. Its digits are text: `GARM-00012` is not `GARM-12`. */
export const garmentOf = ({ service, caller }: Asking, id: string): Garment => {
  const found = /^GARM-[0-9]+$/.test(id)
    ? service.garments.find(
        (one) => one.sgg_garment_id === id && (one.owner === null || one.owner === caller.user_id),
      )
    : undefined;
  if (found === undefined) throw notFound('garment');
  return found;
};

export const readDesign = (resource: Resource) => (call: SignedCall) => read(call, ownDesign(call), resource);

/** `GET /v1/garments/{garmentId}/{resource}`. */
export const readGarment = (call: SignedCall): Response => {
  const garment = garmentOf(call, call.c.req.param('garmentId') ?? '');
  const asked = call.c.req.param('resource');
  const resource = RESOURCES.find((one) => one === asked);
  if (resource === undefined) throw notFound('resource');
  return read(call, garment, resource);
};

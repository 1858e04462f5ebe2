import type { Scope } from '../world/sample-keys.ts';
import { listDesigns } from './designs.ts';
import { exportDesign } from './exports.ts';
import { index } from './index-body.ts';
import { json } from './json.ts';
import { RESOURCES, type Resource, readDesign, readGarment } from './reads.ts';
import type { Call, SignedCall } from './service.ts';
import { requestTechPack, techPackStatus } from './tech-packs.ts';

type Answer = Response | Promise<Response>;

interface Told {
  readonly method: 'GET' | 'POST';
  /** As the specification writes it, with `{designId}`. */
  readonly path: string;
  readonly description: string;
}

/** One of the eleven routes (specification 4.1). `none` needs no credential, `any` a valid one. */
export type Route = Told &
  (
    | { readonly scope: 'none'; readonly answer: (call: Call) => Answer }
    | { readonly scope: Scope | 'any'; readonly answer: (call: SignedCall) => Answer }
  );

const READS: Readonly<Record<Resource, string>> = {
  graph: 'The garment graph of a design.',
  'tailor-brief': 'What a tailor reads before starting.',
  'design-trust': 'Counts over callouts and bill of materials.',
  confirmations: 'The questions that are still open.',
};

export const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1',
    scope: 'none',
    description: 'This index.',
    answer: (call) => index(call, ROUTES),
  },
  {
    method: 'GET',
    path: '/v1/me',
    scope: 'any',
    description: 'The caller: user, scopes and plan.',
    answer: ({ caller: { user_id, via, scopes, plan } }) => json({ user_id, via, scopes, plan }),
  },
  {
    method: 'GET',
    path: '/v1/designs',
    scope: 'read',
    description: "The caller's designs, newest first.",
    answer: listDesigns,
  },
  ...RESOURCES.map(
    (resource): Route => ({
      method: 'GET',
      path: `/v1/designs/{designId}/${resource}`,
      scope: 'read',
      description: READS[resource],
      answer: readDesign(resource),
    }),
  ),
  {
    method: 'GET',
    path: '/v1/garments/{garmentId}/{resource}',
    scope: 'read',
    description: 'The same four reads of a minted or a house garment.',
    answer: readGarment,
  },
  {
    method: 'POST',
    path: '/v1/designs/{designId}/exports',
    scope: 'export',
    description: 'Exports a construction document of a design.',
    answer: exportDesign,
  },
  {
    method: 'POST',
    path: '/v1/designs/{designId}/tech-packs',
    scope: 'generate',
    description: 'Requests a Tech Pack of a design.',
    answer: requestTechPack,
  },
  {
    method: 'GET',
    path: '/v1/tech-packs/{purchaseId}',
    scope: 'read',
    description: 'A Tech Pack purchase, its pack and its PDF.',
    answer: techPackStatus,
  },
];

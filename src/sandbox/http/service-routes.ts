import type { SandboxScope } from '../state/sample-keys.ts';
import { handleExport } from './create-export.ts';
import { handleDesignList } from './design-list.ts';
import {
  createDesignReadHandler,
  handleGarmentRead,
  READ_RESOURCES,
  type ReadResource,
} from './resource-reads.ts';
import { SANDBOX_API_VERSION, toJsonResponse } from './responses.ts';
import type { AuthenticatedCall, SandboxCall } from './sandbox-service.ts';
import { handleTechPackRequest, handleTechPackStatus } from './tech-pack-routes.ts';

/** Handles `GET /v1` (specification 2.2). */
const handleIndex = ({ origin }: SandboxCall, routes: readonly SandboxRoute[]): Response => {
  return toJsonResponse({
    name: 'Fashion-Development Data Service (sandbox)',
    version: SANDBOX_API_VERSION,
    documentation: `${origin}/`,
    authentication: 'Authorization: Bearer <API_KEY or ACCESS_TOKEN>',
    endpoints: routes.map(({ method, path, scope, description }) => ({ method, path, scope, description })),
  });
};

type RouteResponse = Response | Promise<Response>;

/** The members of a route that the index lists. */
interface RouteDescription {
  readonly method: 'GET' | 'POST';
  /** The path as the specification writes it, for example `/v1/designs/{designId}/graph`. */
  readonly path: string;
  readonly description: string;
}

/**
 * One of the eleven routes (specification 4.1). The scope `none` needs no credential, `any` a valid one.
 */
export type SandboxRoute = RouteDescription &
  (
    | { readonly scope: 'none'; readonly answer: (call: SandboxCall) => RouteResponse }
    | { readonly scope: SandboxScope | 'any'; readonly answer: (call: AuthenticatedCall) => RouteResponse }
  );

/** The description of each read, for the index. */
const READ_DESCRIPTIONS: Readonly<Record<ReadResource, string>> = {
  graph: 'The garment graph of a design.',
  'tailor-brief': 'What a tailor reads before starting.',
  'design-trust': 'Counts over callouts and bill of materials.',
  confirmations: 'The questions that are still open.',
};

/** The eleven routes of the service (specification 4.1). */
export const SERVICE_ROUTES: readonly SandboxRoute[] = [
  {
    method: 'GET',
    path: '/v1',
    scope: 'none',
    description: 'This index.',
    answer: (call) => handleIndex(call, SERVICE_ROUTES),
  },
  {
    method: 'GET',
    path: '/v1/me',
    scope: 'any',
    description: 'The caller: user, scopes and plan.',
    answer: ({ caller: { user_id, via, scopes, plan } }) => toJsonResponse({ user_id, via, scopes, plan }),
  },
  {
    method: 'GET',
    path: '/v1/designs',
    scope: 'read',
    description: "The caller's designs, newest first.",
    answer: handleDesignList,
  },
  ...READ_RESOURCES.map(
    (resource): SandboxRoute => ({
      method: 'GET',
      path: `/v1/designs/{designId}/${resource}`,
      scope: 'read',
      description: READ_DESCRIPTIONS[resource],
      answer: createDesignReadHandler(resource),
    }),
  ),
  {
    method: 'GET',
    path: '/v1/garments/{garmentId}/{resource}',
    scope: 'read',
    description: 'The same four reads of a minted or a house garment.',
    answer: handleGarmentRead,
  },
  {
    method: 'POST',
    path: '/v1/designs/{designId}/exports',
    scope: 'export',
    description: 'Exports a construction document of a design.',
    answer: handleExport,
  },
  {
    method: 'POST',
    path: '/v1/designs/{designId}/tech-packs',
    scope: 'generate',
    description: 'Requests a Tech Pack of a design.',
    answer: handleTechPackRequest,
  },
  {
    method: 'GET',
    path: '/v1/tech-packs/{purchaseId}',
    scope: 'read',
    description: 'A Tech Pack purchase, its pack and its PDF.',
    answer: handleTechPackStatus,
  },
];

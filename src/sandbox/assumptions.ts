import { MAX_RESULT_BYTES } from '../assistant/service-tools/tool-result.ts';
import { MAX_BODY_BYTES, MAX_BODY_DEPTH } from './http/check-request.ts';
import { SANDBOX_MAX_PAGE_SIZE } from './http/service-routes.ts';
import { ACCESS_TOKEN_LIFE_MS, OAUTH_SCOPES, PRESET_CLIENTS } from './oauth/oauth-state.ts';

import {
  COMPOSE_MS,
  PACK_BASE_PRICE,
  PACK_CURRENCY,
  PACK_SURCHARGE,
  PLAN_ALLOWANCES,
  SLOW_COMPOSE_MS,
} from './state/purchase-state.ts';

/** One point that the specification leaves open, with the behaviour that the sandbox chose. */
export interface SandboxAssumption {
  readonly name: string;
  readonly value: string;
  readonly about: string;
}

/** All assumptions of the sandbox. The real service may differ in each of them. */
export const SANDBOX_ASSUMPTIONS: readonly SandboxAssumption[] = [
  {
    name: 'error code of a 400',
    value: 'INVALID_REQUEST',
    about:
      'for driver, profile, limit, before, a body that is not a JSON object, and a member of the wrong type',
  },
  {
    name: '400 on a Tech Pack request',
    value: 'INVALID_REQUEST',
    about: 'for an invalid body or a member of the wrong type; the specification lists no 400 for this route',
  },
  {
    name: 'required members of a Tech Pack request',
    value: 'none',
    about: 'unknown members and any sizeSelection are accepted',
  },
  {
    name: 'maximum page size',
    value: String(SANDBOX_MAX_PAGE_SIZE),
    about: 'a larger limit is a 400',
  },
  {
    name: 'cursor',
    value: 'nine fraction digits',
    about: 'they distinguish designs with the same created_at; any ISO timestamp is a valid cursor',
  },
  {
    name: 'profile on reads other than the graph',
    value: 'ignored',
    about: 'an invalid profile is a 400 for graphs and exports only',
  },
  {
    name: 'largest request body',
    value: `${MAX_BODY_BYTES} bytes`,
    about: `a larger body is a 413 BODY_TOO_LARGE; nesting deeper than ${MAX_BODY_DEPTH} levels is a 400`,
  },
  {
    name: 'media type of a request body',
    value: 'application/json',
    about: 'any other is a 415 UNSUPPORTED_MEDIA_TYPE; a missing body counts as {}',
  },
  {
    name: 'scope of the reads',
    value: 'read',
    about: 'for designs, garments and the status of a Tech Pack; me needs any valid credential',
  },
  {
    name: 'scopes in the index',
    value: 'none, any, read, export, generate',
    about: '"none" needs no credential, "any" needs any valid credential',
  },
  {
    name: 'order of checks',
    value: '401, 429, 403, 404, 400',
    about: 'an unknown address (404) or method (405) is checked first',
  },
  {
    name: 'rate window',
    value: 'sliding, per user',
    about: 'all keys of a user share it; refused requests do not count; it ends with the process',
  },
  {
    name: 'wrong method',
    value: '405 METHOD_NOT_ALLOWED',
    about: 'with an Allow header; HEAD and OPTIONS are supported',
  },
  {
    name: 'malformed ids',
    value: '404 NOT_FOUND',
    about: 'an id that is not a uuid or GARM-<n> is treated as one that does not exist',
  },
  {
    name: 'service errors',
    value: '500 INTERNAL, 503 UNAVAILABLE',
    about: '503 with the scenario "unavailable"',
  },
  {
    name: 'challenge',
    value: 'Bearer realm="sandbox"',
    about:
      'WWW-Authenticate header of a 401 or 403, with error="invalid_token" for an unknown or revoked key',
  },
  {
    name: 'foreign hosts and pages',
    value: '403 HOST_REFUSED, 403 ORIGIN_REFUSED',
    about: 'only 127.0.0.1, localhost and [::1] are accepted, and no page of another origin',
  },
  { name: 'request id', value: 'X-Request-Id', about: 'header of every response' },
  {
    name: 'plans',
    value: Object.keys(PLAN_ALLOWANCES).join(', '),
    about: 'values of `plan` in GET /v1/me',
  },
  {
    name: 'Tech Packs that a plan includes',
    value: Object.entries(PLAN_ALLOWANCES)
      .map(([plan, packs]) => `${plan} ${packs}`)
      .join(', '),
    about: 'per user; only a reset of the sandbox restores them',
  },
  {
    name: 'surcharge of a Tech Pack',
    value: `${PACK_CURRENCY} ${PACK_SURCHARGE}`,
    about: `on top of ${PACK_CURRENCY} ${PACK_BASE_PRICE}; not configured with the scenario "pricing-not-configured"`,
  },
  {
    name: 'a second Tech Pack request',
    value: 'a second purchase',
    about: 'an open or unpaid request for the same design is not reused',
  },
  {
    name: 'purchase status',
    value: 'payment_required, cancelled, composing, fulfilled, failed',
    about: 'cancelled and failed are final; ready and fulfilled are set together',
  },
  {
    name: 'composer_status and compose_status',
    value: 'running, done, failed; composing, composed, failed',
    about: 'pack is null before payment; pack.version is null until it is ready',
  },
  {
    name: 'time to compose a Tech Pack',
    value: `${COMPOSE_MS / 1000} s`,
    about: `${SLOW_COMPOSE_MS / 60_000} minutes with the scenario "slow-pack"`,
  },
  {
    name: 'download links',
    value: '/dl/<id>',
    about:
      'signed, without a credential; ranges and a strong ETag; 403 LINK_EXPIRED after an hour; every poll returns a new link',
  },
  {
    name: 'export record',
    value: 'id to created_at',
    about:
      'id, design_id, garment_id, profile, driver, api_version, file_name, media_type, bytes, sha256, layers, counts, created_at',
  },
  {
    name: 'addresses of the tool server and the connector',
    value: '/mcp, /connector',
    about: '/mcp accepts keys and tokens, /connector only tokens of a sign-in',
  },
  {
    name: 'schemas of the tools',
    value: 'id, profile, kinds, after; id, profile, driver',
    about: 'id is a design or a garment; results are the bodies of the routes',
  },
  {
    name: 'largest result of a tool',
    value: `${MAX_RESULT_BYTES} bytes of JSON`,
    about: 'a larger result is split between items; the member _more tells how to get the next part',
  },
  {
    name: 'scopes of a sign-in',
    value: OAUTH_SCOPES.join(', '),
    about: 'no generate, so that an assistant cannot order',
  },
  {
    name: 'OAuth clients',
    value: 'any client that registers',
    about: `also ${PRESET_CLIENTS.map(({ id }) => id).join(', ')}; client metadata documents are not fetched`,
  },
  {
    name: 'lifetime of an access token',
    value: `${ACCESS_TOKEN_LIFE_MS / 60_000} minutes`,
    about: 'a refresh token works once; using it again revokes all tokens derived from it',
  },
  {
    name: 'contents of graph, brief, Design Trust and confirmations',
    value: 'several shapes',
    about: 'the specification does not show them; do not rely on these',
  },
];

import { MAX_RESULT_BYTES } from '../assistant/service-tools/max-result-bytes.ts';
import { SANDBOX_MAX_PAGE_SIZE } from './http/design-list.ts';
import { MAX_BODY_BYTES, MAX_BODY_DEPTH } from './http/request-body.ts';
import { PRESET_CLIENTS } from './oauth/oauth-clients.ts';
import { ACCESS_TOKEN_LIFE_MS, OAUTH_SCOPES } from './oauth/oauth-grants.ts';
import { COMPOSE_MS, PACK_BASE_PRICE, PACK_CURRENCY, SLOW_COMPOSE_MS } from './state/purchase-state.ts';
import { PLAN_ALLOWANCES } from './state/sample-keys.ts';
import { PACK_SURCHARGE } from './state/surcharge.ts';

/** One point that the specification leaves open, with the behaviour that the sandbox chose. */
export interface SandboxAssumption {
  readonly name: string;
  readonly value: string;
  readonly about: string;
}

/** All assumptions of the sandbox. The real service may differ in each of them. */
export const SANDBOX_ASSUMPTIONS: readonly SandboxAssumption[] = [
  {
    name: 'code of a 400',
    value: 'INVALID_REQUEST',
    about:
      'driver, profile, limit, before, a body that is not a JSON object, a member of another type than shown',
  },
  {
    name: '400 on a Tech Pack request',
    value: 'INVALID_REQUEST',
    about:
      'the route lists no 400; here a body that cannot be read, or a member of the wrong type, gives one',
  },
  {
    name: 'required members of a Tech Pack request',
    value: 'none',
    about: 'unknown members and any content of sizeSelection are accepted',
  },
  {
    name: 'maximum page size',
    value: String(SANDBOX_MAX_PAGE_SIZE),
    about: 'a larger limit is a 400, not a smaller page',
  },
  {
    name: 'cursor',
    value: 'nine fraction digits',
    about: 'they tell designs of one created_at apart; any ISO timestamp works as a cursor too',
  },
  {
    name: 'profile on other reads than the graph',
    value: 'ignored',
    about: 'a wrong profile is a 400 on graphs and exports only',
  },
  {
    name: 'largest request body',
    value: `${MAX_BODY_BYTES} bytes`,
    about: `more is a 413 BODY_TOO_LARGE; nested deeper than ${MAX_BODY_DEPTH} levels is a 400`,
  },
  {
    name: 'media type of a request body',
    value: 'application/json',
    about: 'another is a 415 UNSUPPORTED_MEDIA_TYPE; no body at all counts as {}',
  },
  {
    name: 'scope of the reads',
    value: 'read',
    about: 'designs, garments and the status of a Tech Pack; me needs any valid credential',
  },
  {
    name: 'scopes in the index',
    value: 'none, any, read, export, generate',
    about: 'none: no credential; any: a valid credential without a particular scope',
  },
  {
    name: 'order of checks',
    value: '401, 429, 403, 404, 400',
    about: 'an unknown address (404) or method (405) comes before all of them',
  },
  {
    name: 'rate window',
    value: 'sliding, per user',
    about: 'keys of one user share it; refused requests do not count; it lives as long as the process',
  },
  {
    name: 'wrong method',
    value: '405 METHOD_NOT_ALLOWED',
    about: 'with an Allow header; HEAD and OPTIONS are answered',
  },
  {
    name: 'malformed ids',
    value: '404 NOT_FOUND',
    about: 'an id that is no uuid or no GARM-<n> is answered like one that does not exist',
  },
  {
    name: 'faults of the service',
    value: '500 INTERNAL, 503 UNAVAILABLE',
    about: 'the second under the scenario "unavailable"',
  },
  {
    name: 'challenge',
    value: 'Bearer realm="sandbox"',
    about:
      'WWW-Authenticate of a 401, with error="invalid_token" for a key that is unknown or revoked; a 403 has one too',
  },
  {
    name: 'foreign hosts and pages',
    value: '403 HOST_REFUSED, 403 ORIGIN_REFUSED',
    about: 'the sandbox answers to 127.0.0.1, localhost and [::1] only, and no page of another origin',
  },
  { name: 'request id', value: 'X-Request-Id', about: 'on every answer' },
  {
    name: 'plans',
    value: Object.keys(PLAN_ALLOWANCES).join(', '),
    about: 'the words of `plan` in GET /v1/me',
  },
  {
    name: 'Tech Packs that a plan includes',
    value: Object.entries(PLAN_ALLOWANCES)
      .map(([plan, packs]) => `${plan} ${packs}`)
      .join(', '),
    about: 'per user and world; they do not come back with time, only with a reset',
  },
  {
    name: 'surcharge of a Tech Pack',
    value: `${PACK_CURRENCY} ${PACK_SURCHARGE}`,
    about: `on top of ${PACK_CURRENCY} ${PACK_BASE_PRICE}; not configured under the scenario "pricing-not-configured"`,
  },
  {
    name: 'a second Tech Pack request',
    value: 'a second purchase',
    about: 'an open or unpaid request for the same design is not given back',
  },
  {
    name: 'purchase status',
    value: 'payment_required, cancelled, composing, fulfilled, failed',
    about: 'cancelled and failed are final; ready and fulfilled come at the same instant',
  },
  {
    name: 'composer_status and compose_status',
    value: 'running, done, failed; composing, composed, failed',
    about: 'pack is null before payment; pack.version is null until it is ready',
  },
  {
    name: 'time to compose a Tech Pack',
    value: `${COMPOSE_MS / 1000} s`,
    about: `${SLOW_COMPOSE_MS / 60_000} minutes under the scenario "slow-pack"`,
  },
  {
    name: 'download links',
    value: '/dl/<id>',
    about:
      'signed, no credential; ranges and a strong ETag; 403 LINK_EXPIRED after an hour; a new one at each poll',
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
    about: 'the first takes keys and tokens, the second only those who signed in',
  },
  {
    name: 'schemas of the tools',
    value: 'id, profile, kinds, after; id, profile, driver',
    about: 'one id for designs and garments; results are the bodies of the routes',
  },
  {
    name: 'largest result of a tool',
    value: `${MAX_RESULT_BYTES} bytes of JSON`,
    about: 'more comes in parts, whole items each; the member _more says how to go on',
  },
  {
    name: 'scopes of signing in',
    value: OAUTH_SCOPES.join(', '),
    about: 'no generate: inside an assistant nothing can be bought',
  },
  {
    name: 'programs that may sign people in',
    value: 'any that registers itself',
    about: `and ${PRESET_CLIENTS.map(({ id }) => id).join(', ')}; documents elsewhere are not fetched`,
  },
  {
    name: 'life of a token',
    value: `${ACCESS_TOKEN_LIFE_MS / 60_000} minutes`,
    about: 'a refresh token is good for one use; used again, it ends all that came of it',
  },
  {
    name: 'contents of graph, brief, Design Trust and confirmations',
    value: 'several shapes',
    about: 'the specification shows none of them; nothing may rely on these',
  },
];

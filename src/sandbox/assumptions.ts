import { MAX_PART_BYTES } from '../assistant/service-tools/tool-result.ts';
import assumptions from './assumptions.json' with { type: 'json' };
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

/** The values that replace the placeholders in the texts of `assumptions.json`, for example the number for `{page}`. */
const NAMED_VALUES: Readonly<Record<string, string | number>> = {
  page: SANDBOX_MAX_PAGE_SIZE,
  body: MAX_BODY_BYTES,
  depth: MAX_BODY_DEPTH,
  plans: Object.keys(PLAN_ALLOWANCES).join(', '),
  packs: Object.entries(PLAN_ALLOWANCES)
    .map(([plan, packs]) => `${plan} ${packs}`)
    .join(', '),
  surcharge: `${PACK_CURRENCY} ${PACK_SURCHARGE}`,
  price: `${PACK_CURRENCY} ${PACK_BASE_PRICE}`,
  compose: COMPOSE_MS / 1000,
  slow: SLOW_COMPOSE_MS / 60_000,
  result: MAX_PART_BYTES,
  scopes: OAUTH_SCOPES.join(', '),
  clients: PRESET_CLIENTS.map(({ id }) => id).join(', '),
  token: ACCESS_TOKEN_LIFE_MS / 60_000,
};

const fillPlaceholders = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (match, name: string) => String(NAMED_VALUES[name] ?? match));

/**
 * The points that the specification of the service leaves open, for example `maximum page size`. `value` is what the
 * sandbox assumes, and `about` explains it. The real service may behave differently.
 */
export const SANDBOX_ASSUMPTIONS = assumptions.map(({ name, value, text }) => ({
  name,
  value: fillPlaceholders(value),
  about: fillPlaceholders(text),
}));

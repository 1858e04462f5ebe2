import { FILE_SHAPES } from './file-shapes.ts';
import { SEASON_SHAPES } from './season-shapes.ts';
import { SIGN_IN_SHAPES } from './sign-in-shapes.ts';
import {
  address,
  anything,
  count,
  listOf,
  made,
  number,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  time,
  yesOrNo,
} from './words.ts';

const request = object({
  ref: text,
  requested_at: text,
  design_id: text,
  base_url: text,
  state: text,
  'account?': text,
  'design_name?': text,
  'purchase_id?': orNull(text),
  'checkout_url?': text,
  'amount?': orNull(text),
  'currency?': text,
  'http_status?': count,
  'code?': text,
  'reason?': text,
  'status?': text,
  'sha256?': text,
});

const paid = { purchase_id: text, design_id: text, status: text, amount: anything, currency: orNull(text) };

const sandboxStatus = made('toile.sandbox-status/1', {
  base_url: orNull(text),
  now: time,
  offset_ms: count,
  scenario: orNull(text),
  designs: count,
  house_garments: count,
  exports: count,
  purchases: listOf(object(paid)),
  revoked: listOf(text),
  rate: object({ limit: count, window_ms: count }),
});

/** What toile makes itself, by the `schema` that stands in it. */
export const MADE_SHAPES: Readonly<Record<string, Schema>> = Object.fromEntries([
  ...SIGN_IN_SHAPES,
  ...FILE_SHAPES,
  ...SEASON_SHAPES,
  made('toile.techpack-standing/1', {
    design_id: text,
    purchase_id: orNull(text),
    state: text,
    status: text,
    ready: yesOrNo,
    requested_at: text,
    'account?': text,
    'checkout_url?': text,
    'amount?': anything,
    'currency?': orNull(text),
    next: listOf(text),
    again: listOf(text),
  }),
  made('toile.techpacks/3', { requests: listOf(request), damaged: count }),
  made('toile.shared/1', { shared: text, state: text }),
  made('toile.techpack-forget/2', { requests: listOf(request), damaged: count, kept_as: orNull(text) }),
  made('toile.quota/1', {
    base_url: text,
    limit: count,
    window_seconds: number,
    used: count,
    left: count,
    wait_seconds: count,
    reset_at: orNull(time),
    blocked_until: orNull(time),
    shared: orNull(
      object({
        engine: text,
        away: orNull(text),
        machines: listOf(object({ machine: text, used: count, here: yesOrNo })),
      }),
    ),
  }),
  made('toile.sandbox/1', {
    base_url: address,
    mcp_url: address,
    connector_url: address,
    keys: listOf(object({ name: text, key: text, via: text, scopes: listOf(text), plan: text, about: text })),
  }),
  sandboxStatus,
  made('toile.sandbox-pay/1', { base_url: orNull(text), ...paid }),
  made('toile.sandbox-reset/1', { reset: { const: true }, base_url: orNull(text) }),
  made('toile.doctor/1', {
    problems: count,
    findings: listOf(
      object({ check: text, state: oneOf('ok', 'note', 'problem'), says: text, fix: orNull(text) }),
    ),
  }),
  made('toile.mcp-config/1', {
    client: text,
    title: text,
    name: text,
    entry: object({ command: text, args: listOf(text) }),
    run: orNull(text),
    file: text,
    without: listOf(text),
  }),
  made('toile.config/1', {
    settings: listOf(object({ key: text, value: orNull(text), source: orNull(text), about: text })),
  }),
  made('toile.help/1', { topic: text, text }),
  made('toile.commands/1', {
    version: text,
    commands: listOf(anything),
    flags: listOf(anything),
    exits: listOf(object({ code: count, means: text })),
    error: anything,
  }),
]);

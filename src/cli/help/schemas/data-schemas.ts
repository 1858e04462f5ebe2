import { FILE_SCHEMA_ENTRIES } from './file-schemas.ts';
import {
  allowNull,
  anySchema,
  booleanSchema,
  countSchema,
  defineData,
  defineEnum,
  defineList,
  defineObject,
  numberSchema,
  type OutputSchema,
  textSchema,
  timeSchema,
  uriSchema,
} from './json-schema.ts';
import { SEASON_SCHEMA_ENTRIES } from './season-schemas.ts';
import { SIGN_IN_SCHEMA_ENTRIES } from './sign-in-schemas.ts';

const orderSchema = defineObject({
  ref: textSchema,
  requested_at: textSchema,
  design_id: textSchema,
  base_url: textSchema,
  state: textSchema,
  'account?': textSchema,
  'design_name?': textSchema,
  'purchase_id?': allowNull(textSchema),
  'checkout_url?': textSchema,
  'amount?': allowNull(textSchema),
  'currency?': textSchema,
  'http_status?': countSchema,
  'code?': textSchema,
  'reason?': textSchema,
  'status?': textSchema,
  'sha256?': textSchema,
});

const paidMembers = {
  purchase_id: textSchema,
  design_id: textSchema,
  status: textSchema,
  amount: anySchema,
  currency: allowNull(textSchema),
};

const sandboxStatusSchema = defineData('toile.sandbox-status/1', {
  base_url: allowNull(textSchema),
  now: timeSchema,
  offset_ms: countSchema,
  scenario: allowNull(textSchema),
  designs: countSchema,
  house_garments: countSchema,
  exports: countSchema,
  purchases: defineList(defineObject(paidMembers)),
  revoked: defineList(textSchema),
  rate: defineObject({ limit: countSchema, window_ms: countSchema }),
});

/** The schemas of the JSON that toile builds itself, by schema name, for example `toile.sheet/1`. */
export const DATA_SCHEMAS: Readonly<Record<string, OutputSchema>> = Object.fromEntries([
  ...SIGN_IN_SCHEMA_ENTRIES,
  ...FILE_SCHEMA_ENTRIES,
  ...SEASON_SCHEMA_ENTRIES,
  defineData('toile.techpack-standing/1', {
    design_id: textSchema,
    purchase_id: allowNull(textSchema),
    state: textSchema,
    status: textSchema,
    ready: booleanSchema,
    requested_at: textSchema,
    'account?': textSchema,
    'checkout_url?': textSchema,
    'amount?': anySchema,
    'currency?': allowNull(textSchema),
    next: defineList(textSchema),
    again: defineList(textSchema),
  }),
  defineData('toile.techpacks/3', { requests: defineList(orderSchema), damaged: countSchema }),
  defineData('toile.shared/1', { shared: textSchema, state: textSchema }),
  defineData('toile.techpack-forget/2', {
    requests: defineList(orderSchema),
    damaged: countSchema,
    kept_as: allowNull(textSchema),
  }),
  defineData('toile.quota/1', {
    base_url: textSchema,
    limit: countSchema,
    window_seconds: numberSchema,
    used: countSchema,
    left: countSchema,
    wait_seconds: countSchema,
    reset_at: allowNull(timeSchema),
    blocked_until: allowNull(timeSchema),
    shared: allowNull(
      defineObject({
        engine: textSchema,
        away: allowNull(textSchema),
        machines: defineList(defineObject({ machine: textSchema, used: countSchema, here: booleanSchema })),
      }),
    ),
  }),
  defineData('toile.sandbox/1', {
    base_url: uriSchema,
    mcp_url: uriSchema,
    connector_url: uriSchema,
    keys: defineList(
      defineObject({
        name: textSchema,
        key: textSchema,
        via: textSchema,
        scopes: defineList(textSchema),
        plan: textSchema,
        about: textSchema,
      }),
    ),
  }),
  sandboxStatusSchema,
  defineData('toile.sandbox-pay/1', { base_url: allowNull(textSchema), ...paidMembers }),
  defineData('toile.sandbox-reset/1', { reset: { const: true }, base_url: allowNull(textSchema) }),
  defineData('toile.doctor/1', {
    problems: countSchema,
    findings: defineList(
      defineObject({
        check: textSchema,
        state: defineEnum('ok', 'note', 'problem'),
        says: textSchema,
        fix: allowNull(textSchema),
      }),
    ),
  }),
  defineData('toile.mcp-config/1', {
    client: textSchema,
    title: textSchema,
    name: textSchema,
    entry: defineObject({ command: textSchema, args: defineList(textSchema) }),
    run: allowNull(textSchema),
    file: textSchema,
    without: defineList(textSchema),
  }),
  defineData('toile.config/1', {
    settings: defineList(
      defineObject({
        key: textSchema,
        value: allowNull(textSchema),
        source: allowNull(textSchema),
        about: textSchema,
      }),
    ),
  }),
  defineData('toile.help/1', { topic: textSchema, text: textSchema }),
  defineData('toile.commands/1', {
    version: textSchema,
    commands: defineList(anySchema),
    flags: defineList(anySchema),
    environment: defineList(
      defineObject({ names: defineList(textSchema), about: textSchema, default: allowNull(textSchema) }),
    ),
    settings: defineList(anySchema),
    stdin: defineList(defineObject({ name: textSchema, about: textSchema })),
    exits: defineList(defineObject({ code: countSchema, means: textSchema })),
    error: anySchema,
  }),
]);

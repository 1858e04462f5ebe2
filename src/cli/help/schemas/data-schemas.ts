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
  defineServiceBody,
  numberSchema,
  type OutputSchema,
  textSchema,
  timeSchema,
  uriSchema,
} from './json-schema.ts';
import { SEASON_SCHEMA_ENTRIES } from './season-schemas.ts';

const storageSchema = defineEnum('keychain', 'file');
const credentialKindSchema = defineEnum('api_key', 'access_token');

const SIGN_IN_SCHEMA_ENTRIES = [
  defineData('toile.login/1', {
    account: textSchema,
    base_url: textSchema,
    'connector_url?': textSchema,
    good_for: defineEnum('everything', 'tools'),
    storage: storageSchema,
    place: textSchema,
    user_id: allowNull(textSchema),
    plan: {},
    scopes: defineList(textSchema),
  }),
  defineData('toile.logout/1', {
    account: textSchema,
    base_url: allowNull(textSchema),
    forgotten: defineList(textSchema),
    revoked: booleanSchema,
    left_behind: defineList(defineObject({ base_url: textSchema, place: textSchema, held: booleanSchema })),
  }),
  defineData('toile.sign-in/1', {
    base_url: textSchema,
    account: allowNull(textSchema),
    via: credentialKindSchema,
    source: defineEnum('environment', 'file', 'command', 'keychain', 'insecure-file', 'sandbox'),
    place: textSchema,
    shadowed: defineList(textSchema),
  }),
  defineData('toile.accounts/1', {
    current: allowNull(textSchema),
    accounts: defineList(
      defineObject({
        name: textSchema,
        base_url: textSchema,
        'mcp_url?': textSchema,
        'connector_url?': textSchema,
        storage: storageSchema,
        kind: credentialKindSchema,
        'user_id?': textSchema,
      }),
    ),
    left_behind: defineList(defineObject({ account: textSchema, base_url: textSchema })),
  }),
  defineData('toile.account/1', { current: textSchema }),
] as const;

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

const designSchema = defineServiceBody('a design', {
  id: textSchema,
  name: allowNull(textSchema),
  garment_category: allowNull(textSchema),
  sgg_garment_id: allowNull(textSchema),
  created_at: timeSchema,
});

/** The schemas of the service's bodies by the names that commands use (specification, section 2). */
export const SERVICE_SCHEMAS: Readonly<Record<string, OutputSchema>> = {
  any: defineServiceBody('the response of the route, unchanged'),
  body: defineServiceBody(
    'the response of the service, unchanged; the specification does not list its members',
  ),
  me: defineServiceBody('the response of GET /v1/me', {
    user_id: textSchema,
    via: textSchema,
    scopes: defineList(textSchema),
    plan: textSchema,
  }),
  designs: defineServiceBody('pages of GET /v1/designs; with --all one object', {
    designs: defineList(designSchema),
    next_before: allowNull(textSchema),
  }),
  export: defineServiceBody('the response to an export, with its link', {
    download_url: uriSchema,
    expires_at: timeSchema,
    export: anySchema,
  }),
  'tech-pack': defineServiceBody('the response to a Tech Pack request or a status request', {
    purchase_id: allowNull(textSchema),
    design_id: textSchema,
    status: textSchema,
    checkout_url: uriSchema,
    amount: anySchema,
    currency: textSchema,
    pack: allowNull(defineServiceBody('the pack', { ready: booleanSchema })),
    pdf: allowNull(defineServiceBody('the document', { bytes: countSchema, sha256: textSchema })),
  }),
};

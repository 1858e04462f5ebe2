import { FILE_SCHEMA_ENTRIES } from './file-schemas.ts';
import {
  allowNull,
  anySchema,
  booleanSchema,
  countSchema,
  defineData,
  defineEnum,
  defineList,
  defineMembers,
  defineObject,
  defineServiceBody,
  nullableTextSchema,
  numberSchema,
  type OutputSchema,
  textSchema,
  timeSchema,
  uriSchema,
} from './json-schema.ts';
import { SEASON_SCHEMA_ENTRIES } from './season-schemas.ts';

const storageSchema = defineEnum('keychain', 'file');
const credentialKindSchema = defineEnum('api_key', 'access_token');

const orderSchema = defineObject({
  ...defineMembers(textSchema, 'ref', 'requested_at', 'design_id', 'base_url', 'state'),
  ...defineMembers(textSchema, 'account?', 'design_name?'),
  'purchase_id?': nullableTextSchema,
  'checkout_url?': textSchema,
  'amount?': nullableTextSchema,
  'currency?': textSchema,
  'http_status?': countSchema,
  ...defineMembers(textSchema, 'code?', 'reason?', 'status?', 'sha256?'),
});

const paidMembers = {
  ...defineMembers(textSchema, 'purchase_id', 'design_id', 'status'),
  amount: anySchema,
  currency: nullableTextSchema,
};

/** The schemas of the JSON that toile builds itself, by schema name, for example `toile.sheet/1`. */
export const DATA_SCHEMAS: Readonly<Record<string, OutputSchema>> = Object.fromEntries([
  defineData('toile.login/1', {
    ...defineMembers(textSchema, 'account', 'base_url', 'connector_url?'),
    good_for: defineEnum('everything', 'tools'),
    storage: storageSchema,
    place: textSchema,
    user_id: nullableTextSchema,
    plan: {},
    scopes: defineList(textSchema),
  }),
  defineData('toile.logout/1', {
    account: textSchema,
    base_url: nullableTextSchema,
    forgotten: defineList(textSchema),
    revoked: booleanSchema,
    left_behind: defineList(
      defineObject({ base_url: textSchema, place: textSchema, deleted: booleanSchema }),
    ),
  }),
  defineData('toile.sign-in/1', {
    base_url: textSchema,
    account: nullableTextSchema,
    via: credentialKindSchema,
    source: defineEnum('environment', 'file', 'command', 'keychain', 'insecure-file', 'sandbox'),
    place: textSchema,
    shadowed: defineList(textSchema),
  }),
  defineData('toile.accounts/1', {
    current: nullableTextSchema,
    accounts: defineList(
      defineObject({
        ...defineMembers(textSchema, 'name', 'base_url', 'mcp_url?', 'connector_url?'),
        storage: storageSchema,
        kind: credentialKindSchema,
        'user_id?': textSchema,
      }),
    ),
    left_behind: defineList(defineObject({ account: textSchema, base_url: textSchema })),
  }),
  defineData('toile.account/1', { current: textSchema }),
  ...FILE_SCHEMA_ENTRIES,
  ...SEASON_SCHEMA_ENTRIES,
  defineData('toile.techpack-standing/1', {
    design_id: textSchema,
    purchase_id: nullableTextSchema,
    state: textSchema,
    status: textSchema,
    ready: booleanSchema,
    ...defineMembers(textSchema, 'requested_at', 'account?', 'checkout_url?'),
    'amount?': anySchema,
    'currency?': nullableTextSchema,
    next: defineList(textSchema),
    again: defineList(textSchema),
  }),
  defineData('toile.techpacks/3', { requests: defineList(orderSchema), damaged: countSchema }),
  defineData('toile.shared/1', { shared: textSchema, state: textSchema }),
  defineData('toile.techpack-forget/2', {
    requests: defineList(orderSchema),
    damaged: countSchema,
    kept_as: nullableTextSchema,
  }),
  defineData('toile.quota/1', {
    base_url: textSchema,
    limit: countSchema,
    window_seconds: numberSchema,
    ...defineMembers(countSchema, 'used', 'left', 'wait_seconds'),
    reset_at: allowNull(timeSchema),
    blocked_until: allowNull(timeSchema),
    shared: allowNull(
      defineObject({
        engine: textSchema,
        unavailable: nullableTextSchema,
        machines: defineList(defineObject({ machine: textSchema, used: countSchema, here: booleanSchema })),
      }),
    ),
  }),
  defineData('toile.sandbox/1', {
    ...defineMembers(uriSchema, 'base_url', 'mcp_url', 'connector_url'),
    keys: defineList(
      defineObject({
        ...defineMembers(textSchema, 'name', 'key', 'via'),
        scopes: defineList(textSchema),
        plan: textSchema,
        about: textSchema,
      }),
    ),
  }),
  defineData('toile.sandbox-status/1', {
    base_url: nullableTextSchema,
    now: timeSchema,
    offset_ms: countSchema,
    scenario: nullableTextSchema,
    ...defineMembers(countSchema, 'designs', 'house_garments', 'exports'),
    purchases: defineList(defineObject(paidMembers)),
    revoked: defineList(textSchema),
    rate: defineObject({ limit: countSchema, window_ms: countSchema }),
  }),
  defineData('toile.sandbox-pay/1', { base_url: nullableTextSchema, ...paidMembers }),
  defineData('toile.sandbox-reset/1', { reset: { const: true }, base_url: nullableTextSchema }),
  defineData('toile.doctor/1', {
    problems: countSchema,
    findings: defineList(
      defineObject({
        check: textSchema,
        state: defineEnum('ok', 'note', 'problem'),
        message: textSchema,
        fix: nullableTextSchema,
      }),
    ),
  }),
  defineData('toile.mcp-config/1', {
    ...defineMembers(textSchema, 'client', 'title', 'name'),
    entry: defineObject({ command: textSchema, args: defineList(textSchema) }),
    run: nullableTextSchema,
    file: textSchema,
    warnings: defineList(textSchema),
  }),
  defineData('toile.config/1', {
    settings: defineList(
      defineObject({
        key: textSchema,
        value: nullableTextSchema,
        source: nullableTextSchema,
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
      defineObject({ names: defineList(textSchema), about: textSchema, default: nullableTextSchema }),
    ),
    settings: defineList(anySchema),
    stdin: defineList(defineObject({ name: textSchema, about: textSchema })),
    exits: defineList(defineObject({ code: countSchema, means: textSchema })),
    error: anySchema,
  }),
]);

const designSchema = defineServiceBody('a design', {
  id: textSchema,
  ...defineMembers(nullableTextSchema, 'name', 'garment_category', 'sgg_garment_id'),
  created_at: timeSchema,
});

/**
 * Maps short names to the schemas of the bodies that the service returns (specification, section 2). A command refers
 * to a schema by its short name, for example `me`.
 */
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
    next_before: nullableTextSchema,
  }),
  export: defineServiceBody('the response to an export, with its link', {
    download_url: uriSchema,
    expires_at: timeSchema,
    export: anySchema,
  }),
  'tech-pack': defineServiceBody('the response to a Tech Pack request or a status request', {
    purchase_id: nullableTextSchema,
    design_id: textSchema,
    status: textSchema,
    checkout_url: uriSchema,
    amount: anySchema,
    currency: textSchema,
    pack: allowNull(defineServiceBody('the pack', { ready: booleanSchema })),
    pdf: allowNull(defineServiceBody('the document', { bytes: countSchema, sha256: textSchema })),
  }),
};

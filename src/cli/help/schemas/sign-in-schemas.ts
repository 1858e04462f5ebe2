import {
  allowNull,
  booleanSchema,
  defineData,
  defineEnum,
  defineList,
  defineObject,
  textSchema,
} from './json-schema.ts';

const storageSchema = defineEnum('keychain', 'file');
const credentialKindSchema = defineEnum('api_key', 'access_token');

/** Entries of DATA_SCHEMAS (pairs of name and schema) for accounts and sign-in. */
export const SIGN_IN_SCHEMA_ENTRIES = [
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

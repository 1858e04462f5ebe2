import {
  allowNull,
  anySchema,
  booleanSchema,
  countSchema,
  defineList,
  defineServiceBody,
  type OutputSchema,
  textSchema,
  timeSchema,
  uriSchema,
} from './json-schema.ts';

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

import { address, anything, body, count, listOf, orNull, type Schema, text, time, yesOrNo } from './words.ts';

const design = body('a design', {
  id: text,
  name: orNull(text),
  garment_category: orNull(text),
  sgg_garment_id: orNull(text),
  created_at: time,
});

/** Bodies of the service by the names that commands call them, as far as the specification shows them (section 2). */
export const SERVICE_SHAPES: Readonly<Record<string, Schema>> = {
  any: body('the body of the route, as it came'),
  body: body('the body as the service sent it; its members are not shown in the specification'),
  me: body('the body of GET /v1/me', {
    user_id: text,
    via: text,
    scopes: listOf(text),
    plan: text,
  }),
  designs: body('pages of GET /v1/designs; with --all one body', {
    designs: listOf(design),
    next_before: orNull(text),
  }),
  export: body('the answer of an export, with its link', {
    download_url: address,
    expires_at: time,
    export: anything,
  }),
  'tech-pack': body('the answer of a Tech Pack request or of its status', {
    purchase_id: orNull(text),
    design_id: text,
    status: text,
    checkout_url: address,
    amount: anything,
    currency: text,
    pack: orNull(body('the pack', { ready: yesOrNo })),
    pdf: orNull(body('the document', { bytes: count, sha256: text })),
  }),
};

import { listOf, made, object, oneOf, orNull, text, yesOrNo } from './words.ts';

const storage = oneOf('keychain', 'file');
const kind = oneOf('api_key', 'access_token');

/** Who is signed in, and where. */
export const SIGN_IN_SHAPES = [
  made('toile.login/1', {
    account: text,
    base_url: text,
    'connector_url?': text,
    good_for: oneOf('everything', 'tools'),
    storage,
    place: text,
    user_id: orNull(text),
    plan: {},
    scopes: listOf(text),
  }),
  made('toile.logout/1', {
    account: text,
    base_url: orNull(text),
    forgotten: listOf(text),
    revoked: yesOrNo,
    left_behind: listOf(object({ base_url: text, place: text, held: yesOrNo })),
  }),
  made('toile.sign-in/1', {
    base_url: text,
    account: orNull(text),
    via: kind,
    source: oneOf('environment', 'file', 'command', 'keychain', 'insecure-file', 'sandbox'),
    place: text,
    shadowed: listOf(text),
  }),
  made('toile.accounts/1', {
    current: orNull(text),
    accounts: listOf(
      object({
        name: text,
        base_url: text,
        'mcp_url?': text,
        'connector_url?': text,
        storage,
        kind,
        'user_id?': text,
      }),
    ),
    left_behind: listOf(object({ account: text, base_url: text })),
  }),
  made('toile.account/1', { current: text }),
] as const;

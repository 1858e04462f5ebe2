import { FIELD_COLUMNS, type HeldSignIn, meRows, meView, signInRows, signInView } from '../view/me.ts';
import { made } from './answers.ts';
import { define } from './define.ts';
import type { Base, Service } from './facets.ts';

/** What is known without asking the service; never the credential. */
const held = async (deps: Service): Promise<HeldSignIn> => {
  const [{ baseUrl, account }, { kind, source, place, shadows }] = await Promise.all([
    deps.target(),
    deps.signIn(),
  ]);
  return { base_url: baseUrl, account: account ?? null, via: kind, source, place, shadowed: shadows };
};

const isHeld = (value: unknown, { offline }: { readonly offline: boolean }): value is HeldSignIn => offline;

export const me = define({
  path: 'me',
  answers: 'body',
  group: 'Sign in',
  does: { sends: 'sometimes' },
  gives: ['me', 'toile.sign-in/1'],
  summary: 'Show who the key belongs to, its plan and scopes, and where it came from',
  elsewhere: ['whoami', 'auth status', 'auth whoami', 'status', 'user'],
  flags: { offline: { about: 'which key would be used, for which address; nobody is asked' } },
  examples: [
    { why: 'Who am I, and which key is in use', line: 'toile me' },
    { why: 'Only the scopes', line: "toile me --json | jq -r '.scopes[]'" },
    { why: 'Is there a key, before a job begins?', line: 'toile me --offline --json' },
  ],
  json: '{"user_id": "...", "via": "api_key", "scopes": ["read", "export"], "plan": "..."}; with --offline {"schema": "toile.sign-in/1", "base_url", "account", "via", "source": "environment|file|command|keychain|insecure-file|sandbox", "place", "shadowed": []}',
  columns: [{ names: FIELD_COLUMNS }],
  parse: ({ flags }) => ({ offline: flags.offline === true }),
  run: async (deps: Base & Service, { offline }) => {
    if (offline) return made('toile.sign-in/1', await held(deps));
    const { value, text } = await (await deps.api()).me({ signal: deps.signal }).whole();
    return { kind: 'body', value, text, aside: await deps.signIn() } as const;
  },
  view: (value, options, { aside }) => (isHeld(value, options) ? signInView(value) : meView(value, aside)),
  rows: (value, options, aside) => (isHeld(value, options) ? signInRows(value) : meRows(value, aside)),
});

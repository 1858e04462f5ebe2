import {
  buildIdentityRows,
  buildSignInRows,
  IDENTITY_COLUMNS,
  renderIdentityView,
  renderSignInView,
  type StoredSignIn,
} from '../output/views/identity.ts';
import type { CommandContext } from './command-context.ts';
import { buildDataResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';

/** Returns where the credential is stored, but not the credential itself. Sends no request. */
const readStoredSignIn = async (deps: CommandContext): Promise<StoredSignIn> => {
  const [{ baseUrl, account }, { kind, source, place, shadows }] = await Promise.all([
    deps.target(),
    deps.readSignIn(),
  ]);
  return { base_url: baseUrl, account: account ?? null, via: kind, source, place, shadowed: shadows };
};

const isStoredSignIn = (value: unknown, { offline }: { readonly offline: boolean }): value is StoredSignIn =>
  offline;

export const meCommand = defineCommand({
  path: 'me',
  resultKind: 'body',
  group: 'Sign in',
  effects: { sends: 'sometimes' },
  outputSchemas: ['me', 'toile.sign-in/1'],
  summary: 'Show whose key is in use, its plan and its scopes',
  about:
    'The scopes are what the key may do: read designs (read), export documents (export), order Tech ' +
    'Packs (generate).',
  namesInOtherTools: ['whoami', 'auth status', 'auth whoami', 'status', 'user'],
  flags: { offline: { about: 'show the key and address in use; send no request' } },
  examples: [
    { why: 'See which key is in use and who owns it', line: 'toile me' },
    { why: 'List the scopes of the key', line: "toile me --json | jq -r '.scopes[]'" },
    { why: 'Check for a key before a job starts', line: 'toile me --offline --json' },
  ],
  json: '{"user_id": "...", "via": "api_key", "scopes": ["read", "export"], "plan": "..."}\n\nwith --offline {"schema": "toile.sign-in/1", "base_url", "account", "via", "source": "environment|file|command|keychain|insecure-file|sandbox", "place", "shadowed": []}',
  columns: [{ names: IDENTITY_COLUMNS }],
  parse: ({ flags }) => ({ offline: flags.offline === true }),
  run: async (deps, { offline }) => {
    if (offline) return buildDataResult('toile.sign-in/1', await readStoredSignIn(deps));
    const { value, text } = await (await deps.api()).me({ signal: deps.signal }).withResponse();
    return { kind: 'body', value, text, extra: await deps.readSignIn() } as const;
  },
  buildView: (value, options, { extra }) =>
    isStoredSignIn(value, options) ? renderSignInView(value) : renderIdentityView(value, extra),
  buildRows: (value, options, extra) =>
    isStoredSignIn(value, options) ? buildSignInRows(value) : buildIdentityRows(value, extra),
});

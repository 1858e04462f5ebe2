import { meRows, meView } from '../view/me.ts';
import { define } from './define.ts';
import type { Base, Service } from './facets.ts';

export const me = define({
  path: 'me',
  answers: 'body',
  group: 'Sign in',
  summary: 'Show who the key belongs to, its plan and scopes, and where it came from',
  elsewhere: ['whoami', 'auth status', 'auth whoami', 'status', 'user'],
  examples: [
    { why: 'Who am I, and which key is in use', line: 'toile me' },
    { why: 'Only the scopes', line: "toile me --json | jq -r '.scopes[]'" },
  ],
  json: '{"user_id": "...", "via": "api_key", "scopes": ["read", "export"], "plan": "..."}',
  parse: () => ({}),
  run: async (deps: Base & Service) => {
    const { value, text } = await (await deps.api()).me({ signal: deps.signal }).whole();
    return { kind: 'body', value, text, aside: await deps.signIn() } as const;
  },
  view: (body, _options, { aside }) => meView(body, aside),
  rows: (body, _options, aside) => meRows(body, aside),
});

import { grid, type Rows, type View } from '../../view/model.ts';
import { made } from '../answers.ts';
import { define } from '../define.ts';
import type { Base, SigningIn, Steady } from '../facets.ts';
import { KEY_NAMES, KEYS, type Key, type KeyName, knownKey } from './keys.ts';

type Needed = Base & SigningIn & Steady;

/** One setting as it holds now. */
interface Setting {
  readonly key: KeyName;
  readonly value: string | null;
  /** `config`, the variable that goes before it, or null where nothing is set. */
  readonly source: string | null;
  readonly about: string;
}

const COLUMNS = ['key', 'value', 'source', 'about'] as const;

const settingOf = async (deps: Needed, key: KeyName): Promise<Setting> => {
  const { about, variables }: Key = KEYS[key];
  const settings = await deps.settings();
  const ahead = variables.map((name) => [name, settings.variable(name)] as const).find(([, value]) => value);
  if (ahead) return { key, value: ahead[1] ?? null, source: ahead[0], about };
  const kept =
    key === 'account' ? (await (await deps.accounts()).current())?.name : (await settings.kept())[key];
  return { key, value: kept ?? null, source: kept === undefined ? null : 'config', about };
};

const answer = async (deps: Needed, keys: readonly KeyName[]) => {
  const settings: Setting[] = [];
  for (const key of keys) settings.push(await settingOf(deps, key));
  return made('toile.config/1', { settings });
};

type Answered = { readonly settings: readonly Setting[] };

const view = ({ settings }: Answered): View => [
  grid(
    [
      { head: 'SETTING' },
      { head: 'VALUE', fit: 'wrap', min: 8 },
      { head: 'FROM' },
      { head: '', fit: 'wrap', min: 16 },
    ],
    settings.map(({ key, value, source, about }) => [
      { text: key, tone: 'strong' },
      value ?? '-',
      source ?? '',
      { text: about, tone: 'faint' },
    ]),
  ),
];

const rows = ({ settings }: Answered): Rows => ({
  columns: COLUMNS,
  rows: settings.map(({ key, value, source, about }) => [key, value, source, about]),
});

/** What the four have in common. */
const SHARED = {
  answers: 'made',
  uses: [],
  group: 'Anything else',
  gives: ['toile.config/1'],
  json: '{"schema": "toile.config/1", "settings": [{"key", "value", "source", "about"}]}',
  columns: [{ names: COLUMNS }],
  view,
} as const;

const KEY = { name: 'KEY', about: KEY_NAMES.join(', '), required: true, choices: KEY_NAMES } as const;

export const configLs = define({
  ...SHARED,
  path: 'config ls',
  does: { sends: 'never' },
  summary: 'List what toile remembers',
  elsewhere: ['config', 'settings', 'config list'],
  examples: [
    { why: 'All settings, and where each value comes from', line: 'toile config ls' },
    { why: 'As data', line: 'toile config ls --json' },
  ],
  parse: () => ({}),
  run: (deps: Needed) => answer(deps, KEY_NAMES),
  rows,
});

export const configGet = define({
  ...SHARED,
  path: 'config get',
  does: { sends: 'never' },
  summary: 'Show one setting as it holds now',
  words: [KEY],
  examples: [
    { why: 'In a script', line: 'toile config get rate --jq -r .settings[0].value' },
    { why: 'And where it comes from', line: 'toile config get rate' },
  ],
  parse: ({ words: [typed = ''] }) => ({ key: knownKey(typed) }),
  run: (deps: Needed, { key }) => answer(deps, [key]),
  rows,
});

export const configSet = define({
  ...SHARED,
  path: 'config set',
  does: { sends: 'never', writes: 'the setting' },
  summary: 'Remember a choice for every command',
  about:
    'What is remembered holds where neither a flag nor a variable of the environment says otherwise. Secrets are ' +
    'refused: they belong in the keychain.',
  words: [
    { ...KEY, before: KEYS },
    { name: 'VALUE', about: 'as its variable or its flag takes it', required: true },
  ],
  examples: [
    { why: 'For a screen reader, from now on', line: 'toile config set accessible true' },
    { why: 'Words in place of marks', line: 'toile config set accessible true' },
  ],
  parse: ({ words: [typed = '', value = ''] }) => ({ key: knownKey(typed), value }),
  run: async (deps: Needed, { key, value }) => {
    if (key === 'account') await (await deps.accounts()).use(value);
    else await (await deps.settings()).keep(key, value);
    return answer(deps, [key]);
  },
  rows,
});

export const configUnset = define({
  ...SHARED,
  path: 'config unset',
  does: { sends: 'never', writes: 'takes the setting away' },
  summary: 'Forget a choice',
  elsewhere: ['config rm', 'config delete', 'config remove'],
  words: [KEY],
  examples: [
    { why: 'Marks again', line: 'toile config unset accessible' },
    { why: 'The usual rate limit', line: 'toile config unset rate' },
  ],
  parse: ({ words: [typed = ''] }) => ({ key: knownKey(typed) }),
  run: async (deps: Needed, { key }) => {
    await (await deps.settings()).forget(key);
    return answer(deps, [key]);
  },
  rows,
});

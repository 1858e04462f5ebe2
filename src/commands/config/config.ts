import { grid, type OutputRows, type TerminalView } from '../../output/views/view-model.ts';
import type { CommandContext } from '../command-context.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import {
  parseSettingName,
  SETTING_NAMES,
  SETTING_SPECS,
  type SettingName,
  type SettingSpec,
} from './setting-specs.ts';
import { createSettingsStore } from './stored-settings.ts';

interface ConfigSetting {
  readonly key: SettingName;
  readonly value: string | null;
  /**
   * The source of the value: `config` (a stored setting) or the name of an environment variable. Null if the setting
   * has no value.
   */
  readonly source: string | null;
  readonly about: string;
}

const SETTING_COLUMNS = ['key', 'value', 'source', 'about'] as const;

const readSetting = async (deps: CommandContext, key: SettingName): Promise<ConfigSetting> => {
  const { about, variables }: SettingSpec = SETTING_SPECS[key];
  const settings = await createSettingsStore(deps.storage);
  const variable = variables.map((name) => [name, deps.system.env[name]] as const).find(([, value]) => value);
  if (variable) return { key, value: variable[1] ?? null, source: variable[0], about };
  const storedValue =
    key === 'account' ? (await (await deps.accounts()).getCurrent())?.name : (await settings.readAll())[key];
  return { key, value: storedValue ?? null, source: storedValue === undefined ? null : 'config', about };
};

const buildSettingsResult = async (deps: CommandContext, keys: readonly SettingName[]) => {
  const settings: ConfigSetting[] = [];
  for (const key of keys) settings.push(await readSetting(deps, key));
  return buildDataResult('toile.config/1', { settings });
};

type SettingsData = { readonly settings: readonly ConfigSetting[] };

const buildSettingsView = ({ settings }: SettingsData): TerminalView => [
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

const buildSettingRows = ({ settings }: SettingsData): OutputRows => ({
  columns: SETTING_COLUMNS,
  rows: settings.map(({ key, value, source, about }) => [key, value, source, about]),
});

const COMMON_SPEC = {
  resultKind: 'data',
  targetFlags: [],
  group: 'Other commands',
  outputSchemas: ['toile.config/1'],
  json: '{"schema": "toile.config/1", "settings": [{"key", "value", "source", "about"}]}',
  columns: [{ names: SETTING_COLUMNS }],
  buildView: buildSettingsView,
  buildRows: buildSettingRows,
} as const;

const KEY_ARGUMENT = {
  name: 'KEY',
  about: SETTING_NAMES.join(', '),
  required: true,
  choices: SETTING_NAMES,
} as const;

export const configLsCommand = defineCommand({
  ...COMMON_SPEC,
  path: 'config ls',
  effects: { sends: 'never' },
  summary: 'List the settings',
  namesInOtherTools: ['config', 'settings', 'config list'],
  examples: [
    { why: 'See all settings and the source of each value', line: 'toile config ls' },
    { why: 'Print the settings as JSON', line: 'toile config ls --json' },
  ],
  parse: () => ({}),
  run: (deps) => buildSettingsResult(deps, SETTING_NAMES),
});

export const configGetCommand = defineCommand({
  ...COMMON_SPEC,
  path: 'config get',
  effects: { sends: 'never' },
  summary: 'Show the value of a setting and where it comes from',
  args: [KEY_ARGUMENT],
  examples: [
    { why: 'Read a setting in a script', line: "toile config get rate --jq '.settings[0].value'" },
    { why: 'See where a value comes from', line: 'toile config get rate' },
  ],
  parse: ({ args: [typed = ''] }) => ({ key: parseSettingName(typed) }),
  run: (deps, { key }) => buildSettingsResult(deps, [key]),
});

export const configSetCommand = defineCommand({
  ...COMMON_SPEC,
  path: 'config set',
  effects: { sends: 'never', writes: 'the setting' },
  summary: 'Change a setting',
  about:
    'A flag or an environment variable overrides the setting. A secret is rejected, because it belongs ' +
    'in the keychain.',
  args: [
    { ...KEY_ARGUMENT, nextChoices: SETTING_SPECS },
    { name: 'VALUE', about: 'a value that the flag or variable of KEY accepts', required: true },
  ],
  examples: [
    { why: 'Use output for screen readers from now on', line: 'toile config set accessible true' },
    { why: 'Wait at most 5 minutes', line: 'toile config set max-wait 5m' },
  ],
  parse: ({ args: [typed = '', value = ''] }) => ({ key: parseSettingName(typed), value }),
  run: async (deps, { key, value }) => {
    if (key === 'account') await (await deps.accounts()).setCurrent(value);
    else await (await createSettingsStore(deps.storage)).save(key, value);
    return buildSettingsResult(deps, [key]);
  },
});

export const configUnsetCommand = defineCommand({
  ...COMMON_SPEC,
  path: 'config unset',
  effects: { sends: 'never', writes: 'removes the setting' },
  summary: 'Remove a setting',
  namesInOtherTools: ['config rm', 'config delete', 'config remove'],
  args: [KEY_ARGUMENT],
  examples: [
    { why: 'Print marks again', line: 'toile config unset accessible' },
    { why: 'Return to the default rate limit', line: 'toile config unset rate' },
  ],
  parse: ({ args: [typed = ''] }) => ({ key: parseSettingName(typed) }),
  run: async (deps, { key }) => {
    await (await createSettingsStore(deps.storage)).remove(key);
    return buildSettingsResult(deps, [key]);
  },
});

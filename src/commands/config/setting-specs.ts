/**
 * The settings that toile can store. A setting is the default value of an environment variable, for example `max-wait`
 * of TOILE_MAX_WAIT. If the variable is set, it overrides the setting. A flag overrides both.
 */

import { UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord, quoteShellWords } from '../../platform/escape/shell.ts';
import { isLikelyTypo } from '../../platform/typed-words.ts';
import type { ArgumentSpec } from '../argument-spec.ts';

/**
 * A setting: its environment variables, its accepted values, its completion, and the names that other tools use for it,
 * for example `a11y` for `accessible`.
 */
export interface SettingSpec {
  readonly about: string;
  /**
   * The environment variables that override the stored value of the setting. If none of them is set, toile puts the
   * stored value into the first one.
   */
  readonly variables: readonly string[];
  readonly choices?: readonly string[];
  readonly completes?: ArgumentSpec['completes'];
  readonly namesInOtherTools?: readonly string[];
}

export const SETTING_SPECS = {
  account: {
    about: 'the account to use',
    variables: ['TOILE_ACCOUNT'],
    completes: ['accounts'],
    namesInOtherTools: ['user', 'profile', 'current'],
  },
  accessible: {
    about: 'output for screen readers: words, no animation',
    variables: ['TOILE_ACCESSIBLE', 'ACCESSIBLE'],
    choices: ['true', 'false'],
    namesInOtherTools: ['accessibility', 'screen-reader', 'a11y', 'marks'],
  },
  pager: { about: 'the pager program on a terminal; cat turns paging off', variables: ['TOILE_PAGER'] },
  rate: {
    about: 'the rate limit, for example 300/5m',
    variables: ['TOILE_RATE'],
    namesInOtherTools: ['rate-limit', 'limit'],
  },
  'max-wait': {
    about: 'longest wait of a command, for example 90s or 5m',
    variables: ['TOILE_MAX_WAIT'],
    namesInOtherTools: ['wait'],
  },
  shared: {
    about: 'the shared Valkey/Redis server, without its password',
    variables: ['TOILE_SHARED'],
    namesInOtherTools: ['engine', 'redis', 'valkey'],
  },
} as const satisfies Readonly<Record<string, SettingSpec>>;

/** The name of a setting, for example `max-wait`. */
export type SettingName = keyof typeof SETTING_SPECS;

export const SETTING_NAMES = Object.keys(SETTING_SPECS) as readonly SettingName[];

const getSettingSpec = (name: SettingName): SettingSpec => SETTING_SPECS[name];

const isSettingName = (word: string): word is SettingName => Object.hasOwn(SETTING_SPECS, word);

/** Returns the setting that a mistyped name probably means, for example `max-wait` for `TOILE_MAX_WAIT`. */
const findNearestSetting = (word: string): SettingName | undefined => {
  const plain = word
    .toLowerCase()
    .replace(/^toile[._-]/, '')
    .replaceAll(/[._]/g, '-');
  if (isSettingName(plain)) return plain;
  const knownName = SETTING_NAMES.find((name) => getSettingSpec(name).namesInOtherTools?.includes(plain));
  return knownName ?? SETTING_NAMES.find((name) => name.startsWith(plain) || isLikelyTypo(plain, name, 2));
};

/**
 * Returns the typed word if it is the name of a setting. Throws a UsageError for any other word: it suggests the
 * nearest name, or `toile login` for a word such as `token`.
 */
export const parseSettingName = (typed: string): SettingName => {
  if (isSettingName(typed)) return typed;
  if (/key|token|secret|password|credential/i.test(typed)) {
    throw new UsageError(`${typed}: secrets are stored in the keychain, not in the settings`, {
      code: 'secret_setting',
      hint: hintText`${nextCommand`toile login`} stores one`,
    });
  }
  const nearestName = findNearestSetting(typed);
  throw new UsageError(`unknown setting ${typed}`, {
    code: 'unknown_setting',
    hint:
      nearestName === undefined
        ? hintText`settings: ${quoteShellWords(SETTING_NAMES, ', ')}; ${nextCommand`toile config ls`} explains them`
        : hintText`did you mean ${quoteShellWord(nearestName)}? ${nextCommand`toile config get ${quoteShellWord(nearestName)}`}`,
  });
};

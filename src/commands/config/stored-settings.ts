/** Reads and changes the settings of the user. Flags and environment variables override them. */

import { Failure, UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord, shellText } from '../../platform/escape/shell.ts';
import { readTextSync } from '../../platform/files/safe-fs.ts';
import { joinPath, type SafePath } from '../../platform/files/safe-path.ts';
import type { LocalStorage } from '../../platform/state/local-storage.ts';
import { resolveAppDirectories } from '../../platform/system/app-directories.ts';
import { describeFileError, getErrnoCode, suggestReadFix } from '../../platform/system/file-errors.ts';
import type { HostSystem } from '../../platform/system/host-system.ts';
import { readMembers } from '../../platform/system/read-json-file.ts';
import type { SettingSpec } from './setting-specs.ts';

/** Reads, changes and removes the settings in `settings.json` of the config folder. */
export interface SettingsStore {
  readAll(): Promise<Readonly<Record<string, string>>>;
  /** Stores a setting. Throws a UsageError for an invalid value. */
  save(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

const getSettingsPath = (folder: SafePath): SafePath => joinPath(folder, 'settings.json');

type SettingValues = Readonly<Record<string, string>>;

const readValues = (content: unknown): SettingValues =>
  Object.fromEntries(
    Object.entries(readMembers(readMembers(content).values)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

const createSettingError = (key: string, why: string, choices?: readonly string[]): UsageError =>
  new UsageError(`${key} ${why}`, {
    code: 'bad_setting',
    hint:
      choices?.[0] === undefined
        ? hintText`${nextCommand`toile config ls`} explains the settings`
        : nextCommand`toile config set ${quoteShellWord(key)} ${quoteShellWord(choices[0])}`,
  });

/**
 * Throws a UsageError if the setting does not accept the value, or if the address in the setting `shared` contains a
 * password.
 */
const checkSetting = async (key: string, value: string): Promise<void> => {
  const { SETTING_SPECS } = await import('./setting-specs.ts');
  const choices: readonly string[] =
    Object.entries<SettingSpec>(SETTING_SPECS).find(([name]) => name === key)?.[1].choices ?? [];
  if (value.trim() === '') throw createSettingError(key, 'is empty');
  if (choices.length > 0 && !choices.includes(value))
    throw createSettingError(key, `takes ${choices.join(' or ')}`, choices);
  if (key === 'rate') (await import('../../service/rate-limit/rate-limiters.ts')).parseRateLimit(value);
  if (key === 'max-wait') (await import('../flags/parse-flags.ts')).parseDuration(value, 'max-wait');
  if (key === 'shared' && /:\/{0,2}[^@/]*:[^@]*@/.test(value)) {
    throw new UsageError('the address contains a password, and settings must not contain secrets', {
      code: 'secret_setting',
      hint: shellText`set the password in TOILE_SHARED_PASSWORD`,
    });
  }
};

/** Creates the store of the settings. Its method `remove` throws a UsageError for the setting `account`. */
export const createSettingsStore = async ({
  resolveFolders,
  processInfo,
  noteOnce,
}: LocalStorage): Promise<SettingsStore> => {
  const { openJsonFile } = await import('../../platform/system/json-file.ts');
  const file = openJsonFile(getSettingsPath((await resolveFolders()).config), 1, processInfo, noteOnce);
  const changeValues = (edit: (values: SettingValues) => SettingValues): Promise<void> =>
    file.change((content) => ({
      next: { ...content, values: edit(readValues(content)) },
      result: undefined,
    }));
  return {
    readAll: async () => readValues(await file.read()),
    async save(key, value) {
      await checkSetting(key, value);
      await changeValues((values) => ({ ...values, [key]: value }));
    },
    async remove(key) {
      if (key === 'account') {
        throw new UsageError('the setting account cannot be unset; sign out, or use another account', {
          hint: nextCommand`toile logout`,
        });
      }
      await changeValues((values) =>
        Object.fromEntries(Object.entries(values).filter(([name]) => name !== key)),
      );
    },
  };
};

/**
 * Reads the stored settings synchronously, because every command needs them first. Returns undefined if the file does
 * not exist or cannot be opened. Throws a Failure for an invalid or untrusted file.
 */
const loadStoredSettings = async (system: HostSystem): Promise<SettingValues | undefined> => {
  const path = getSettingsPath(resolveAppDirectories(system.env, system.platform).config);
  let text: string;
  try {
    text = readTextSync(path);
  } catch (error) {
    // A file that cannot be opened counts as empty. No error is reported here, because a command that needs the
    // configuration folder reports it.
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EACCES', 'EPERM'].includes(getErrnoCode(error)))
      return undefined;
    throw new Failure(`${path} cannot be read: ${describeFileError(error)}`, {
      code: 'bad_settings',
      hint: suggestReadFix(error, path),
      cause: error,
    });
  }
  // The settings file is used only if no other user could have written it, because a setting may name a program to run.
  const { checkFileTrust } = await import('../../platform/system/file-trust.ts');
  const doubt = checkFileTrust(path);
  if (doubt !== undefined)
    throw new Failure(`${doubt.message}, so its settings are not used`, {
      code: 'untrusted_place',
      hint: doubt.command,
    });
  try {
    return readValues(JSON.parse(text));
  } catch (error) {
    throw new Failure(`${path} is not valid JSON`, {
      code: 'bad_settings',
      cause: error,
      hint: hintText`repair the file, or rename it with ${nextCommand`toile config ls`}`,
    });
  }
};

/**
 * Returns `system` with the stored settings added to its `env`. For example, the setting `pager` becomes the variable
 * TOILE_PAGER, unless TOILE_PAGER is already set. The setting `account` is not added, because the account store
 * contains the current account. Throws a Failure for an invalid or untrusted settings file.
 */
export const withStoredSettings = async <S extends HostSystem>(system: S): Promise<S> => {
  const values = await loadStoredSettings(system);
  if (values === undefined) return system;
  const { SETTING_SPECS } = await import('./setting-specs.ts');
  const added = Object.entries(SETTING_SPECS).flatMap(([key, { variables }]) => {
    const value = key === 'account' ? undefined : values[key];
    const isFree = variables.every((name) => system.env[name] === undefined);
    return value === undefined || !isFree ? [] : [[variables[0], value === 'false' ? '0' : value] as const];
  });
  return { ...system, env: { ...system.env, ...Object.fromEntries(added) } };
};

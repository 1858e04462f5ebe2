/** What toile remembers of how somebody wants it, below what flags and variables say. */

import { readTextSync } from '../border/files.ts';
import { type Path, within } from '../border/path.ts';
import { advice, shellWord, toType, typeable } from '../border/shell.ts';
import type { Key } from '../commands/config/keys.ts';
import type { Settings } from '../commands/facet-types.ts';
import { Failure, UsageError } from '../errors.ts';
import { errnoOf, readingAdvice, reasonOf } from '../system/errno.ts';
import { folders } from '../system/folders.ts';
import { membersOf } from '../system/members.ts';
import type { Storage } from './storage.ts';
import type { Outside } from './system.ts';

const fileIn = (folder: Path): Path => within(folder, 'settings.json');

type Values = Readonly<Record<string, string>>;

const valuesIn = (held: unknown): Values =>
  Object.fromEntries(
    Object.entries(membersOf(membersOf(held).values)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

const refused = (key: string, why: string, choices?: readonly string[]): UsageError =>
  new UsageError(`${key} ${why}`, {
    code: 'bad_setting',
    hint:
      choices?.[0] === undefined
        ? advice`${toType`toile config ls`} says what each is`
        : toType`toile config set ${shellWord(key)} ${shellWord(choices[0])}`,
  });

/** Throws a UsageError for a value that the variable would not take either. */
const checked = async (key: string, value: string): Promise<void> => {
  const { KEYS } = await import('../commands/config/keys.ts');
  const choices: readonly string[] =
    Object.entries<Key>(KEYS).find(([name]) => name === key)?.[1].choices ?? [];
  if (value.trim() === '') throw refused(key, 'is empty');
  if (choices.length > 0 && !choices.includes(value))
    throw refused(key, `takes ${choices.join(' or ')}`, choices);
  if (key === 'rate') (await import('../rate-limit/pull-pace.ts')).parseRate(value);
  if (key === 'max-wait') (await import('../commands/flags/parse-flags.ts')).duration(value, 'max-wait');
  if (key === 'shared' && /:\/{0,2}[^@/]*:[^@]*@/.test(value)) {
    throw new UsageError('shared has a password in it, and no secret is kept among the settings', {
      code: 'secret_setting',
      hint: typeable`put the password into TOILE_SHARED_PASSWORD`,
    });
  }
};

/** The settings for the commands that look at them and change them. */
export const settings = async (kept: Storage, env: Outside['env']): Promise<Settings> => {
  const { jsonFile } = await import('../system/json-file.ts');
  const file = jsonFile(fileIn((await kept.folders()).config), 1, kept.host, kept.note);
  const changed = (edit: (values: Values) => Values): Promise<void> =>
    file.change((now) => ({ next: { ...now, values: edit(valuesIn(now)) }, result: undefined }));
  return {
    variable: (name) => env[name],
    kept: async () => valuesIn(await file.read()),
    async keep(key, value) {
      await checked(key, value);
      await changed((values) => ({ ...values, [key]: value }));
    },
    async forget(key) {
      if (key === 'account') {
        throw new UsageError('an account is left by signing out, or by using another', {
          hint: toType`toile logout`,
        });
      }
      await changed((values) => Object.fromEntries(Object.entries(values).filter(([name]) => name !== key)));
    },
  };
};

/** What is remembered, at once: every command asks, and for most there is no such file. */
const remembered = async (outside: Outside): Promise<Values | undefined> => {
  const { platform: name, home, cwd } = outside.platform;
  const path = fileIn(folders(outside.env, { platform: name, home, cwd }).config);
  let text: string;
  try {
    text = readTextSync(path);
  } catch (error) {
    // Where nothing may be read nothing is remembered; what cannot do without its files says so by itself.
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EACCES', 'EPERM'].includes(errnoOf(error))) return undefined;
    throw new Failure(`${path} cannot be read: ${reasonOf(error)}`, {
      code: 'bad_settings',
      hint: readingAdvice(error, path),
      cause: error,
    });
  }
  // It may name a program to be run.
  const { doubtAbout } = await import('../system/file-trust.ts');
  const doubt = doubtAbout(path);
  if (doubt !== undefined)
    throw new Failure(`${doubt.says}, so its settings are not used`, {
      code: 'untrusted_place',
      hint: doubt.type,
    });
  try {
    return valuesIn(JSON.parse(text));
  } catch (error) {
    throw new Failure(`${path} is no JSON any more`, {
      code: 'bad_settings',
      cause: error,
      hint: advice`${toType`toile config ls`} puts it aside`,
    });
  }
};

/** The same outside, with what is remembered for each variable that nobody has set. */
export const withSettings = async (outside: Outside): Promise<Outside> => {
  const values = await remembered(outside);
  if (values === undefined) return outside;
  const { KEYS } = await import('../commands/config/keys.ts');
  const added = Object.entries(KEYS).flatMap(([key, { variables }]) => {
    const value = key === 'account' ? undefined : values[key];
    const isFree = variables.every((name) => outside.env[name] === undefined);
    return value === undefined || !isFree ? [] : [[variables[0], value === 'false' ? '0' : value] as const];
  });
  return { ...outside, env: { ...outside.env, ...Object.fromEntries(added) } };
};

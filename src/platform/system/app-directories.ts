import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { UsageError } from '../errors.ts';
import { shellText } from '../escape/shell.ts';
import { markSystemPath, type SafePath } from '../files/safe-path.ts';
import type { EnvVariables } from '../shared-types.ts';

/** The directories in which toile stores its files. They need not exist yet. */
export interface AppDirectories {
  /** The folder of the accounts. It also has the credentials if the user chose `toile login --insecure-storage`. */
  readonly config: SafePath;
  /** The folder of orders, the request log, the sandbox journal, and locks. */
  readonly state: SafePath;
  /** The folder of files that can be fetched again if they are lost. */
  readonly cache: SafePath;
}

interface PlatformInfo {
  readonly platform: string;
  /** The home directory: an absolute path, or an empty text if the user has none. */
  readonly home: string;
  /** The working directory, against which a relative `TOILE_HOME` is resolved. */
  readonly cwd: string;
}

/** Returns the home directory; an empty text if HOME is not set and the system does not list the user. */
export const findHomeDirectory = (): string => {
  try {
    return homedir();
  } catch {
    return '';
  }
};

/**
 * Returns `home` unchanged.
 * @throws UsageError if `home` is empty, because the user then has no home directory.
 */
export const requireHome = (home: string): string => {
  if (home !== '') return home;
  throw new UsageError('this user has no home folder', {
    hint: shellText`set TOILE_HOME to a folder that toile may write to`,
  });
};

const resolveDirectoryPaths = (
  env: EnvVariables,
  { platform, home, cwd }: PlatformInfo,
): Readonly<Record<keyof AppDirectories, string>> => {
  const path = platform === 'win32' ? win32 : posix;
  // A relative path counts as unset on every platform, as the XDG specification requires for its variables.
  const resolveBase = (name: string, ...fallback: string[]): string => {
    const value = env[name];
    return value && path.isAbsolute(value) ? value : path.join(requireHome(home), ...fallback);
  };

  if (env.TOILE_HOME) {
    const root = path.resolve(cwd, env.TOILE_HOME);
    return { config: root, state: path.join(root, 'state'), cache: path.join(root, 'cache') };
  }
  if (platform === 'win32') {
    const roaming = resolveBase('APPDATA', 'AppData', 'Roaming');
    const local = resolveBase('LOCALAPPDATA', 'AppData', 'Local');
    return {
      config: path.join(roaming, 'toile', 'Config'),
      state: path.join(local, 'toile', 'Data'),
      cache: path.join(local, 'toile', 'Cache'),
    };
  }
  if (platform === 'darwin') {
    const library = path.join(requireHome(home), 'Library');
    return {
      config: path.join(library, 'Preferences', 'toile'),
      state: path.join(library, 'Application Support', 'toile'),
      cache: path.join(library, 'Caches', 'toile'),
    };
  }
  return {
    config: path.join(resolveBase('XDG_CONFIG_HOME', '.config'), 'toile'),
    state: path.join(resolveBase('XDG_STATE_HOME', '.local', 'state'), 'toile'),
    cache: path.join(resolveBase('XDG_CACHE_HOME', '.cache'), 'toile'),
  };
};

/**
 * Returns the directories under `TOILE_HOME`, or those of the platform (XDG, Library or AppData).
 * @throws UsageError if a path depends on the home directory and the user has none.
 */
export const resolveAppDirectories = (env: EnvVariables, facts: PlatformInfo): AppDirectories => {
  const { config, state, cache } = resolveDirectoryPaths(env, facts);
  // The paths come from the environment of the user and from the platform, so they are trusted.
  return { config: markSystemPath(config), state: markSystemPath(state), cache: markSystemPath(cache) };
};

/** Where toile keeps its files on each platform. */
import { posix, win32 } from 'node:path';
import { type Path, systemPath } from '../border/path.ts';

export interface Folders {
  /** Accounts and, on request, credentials. */
  readonly config: Path;
  /** Purchases, request ledger, sandbox journal. */
  readonly state: Path;
  /** What can be fetched again. */
  readonly cache: Path;
}

export interface PlatformFacts {
  readonly platform: string;
  /** The home folder; absolute. */
  readonly home: string;
  /** The working folder, for a relative `TOILE_HOME`. */
  readonly cwd: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** `TOILE_HOME` holds everything; otherwise XDG, Library or AppData, as each platform's programs do. */
const named = (env: Env, { platform, home, cwd }: PlatformFacts): Readonly<Record<keyof Folders, string>> => {
  const path = platform === 'win32' ? win32 : posix;
  // The XDG specification has relative paths ignored; an empty variable counts as unset everywhere.
  const base = (name: string, ...fallback: string[]): string => {
    const value = env[name];
    return value && path.isAbsolute(value) ? value : path.join(home, ...fallback);
  };

  if (env.TOILE_HOME) {
    const root = path.resolve(cwd, env.TOILE_HOME);
    return { config: root, state: path.join(root, 'state'), cache: path.join(root, 'cache') };
  }
  if (platform === 'win32') {
    const roaming = base('APPDATA', 'AppData', 'Roaming');
    const local = base('LOCALAPPDATA', 'AppData', 'Local');
    return {
      config: path.join(roaming, 'toile', 'Config'),
      state: path.join(local, 'toile', 'Data'),
      cache: path.join(local, 'toile', 'Cache'),
    };
  }
  if (platform === 'darwin') {
    const library = path.join(home, 'Library');
    return {
      config: path.join(library, 'Preferences', 'toile'),
      state: path.join(library, 'Application Support', 'toile'),
      cache: path.join(library, 'Caches', 'toile'),
    };
  }
  return {
    config: path.join(base('XDG_CONFIG_HOME', '.config'), 'toile'),
    state: path.join(base('XDG_STATE_HOME', '.local', 'state'), 'toile'),
    cache: path.join(base('XDG_CACHE_HOME', '.cache'), 'toile'),
  };
};

export const folders = (env: Env, facts: PlatformFacts): Folders => {
  const { config, state, cache } = named(env, facts);
  // The person's own environment and the platform name them.
  return { config: systemPath(config), state: systemPath(state), cache: systemPath(cache) };
};

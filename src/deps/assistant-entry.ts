import type { Account } from '../account/accounts.ts';
import { namedPath, type Path, within } from '../border/path.ts';
import { SIGN_IN_VARIABLES } from '../border/secrets.ts';
import type { Registration } from '../commands/facet-types.ts';
import type { Whereabouts } from '../commands/mcp/hosts.ts';
import type { Given } from '../commands/typed.ts';
import { ToileError } from '../errors.ts';
import type { Outside } from './system.ts';

/** Flags that choose the service or how it is talked to, and take a value. */
const VALUED = ['account', 'base-url', 'max-wait'] as const;

/** What will keep a server that an assistant starts from signing in: of the variables that are set it is handed few. */
const troubles = async (
  { env }: Outside,
  everywhere: Given,
  account: () => Promise<Account | undefined>,
): Promise<readonly string[]> => {
  const known = await account().catch((error: unknown) => {
    if (error instanceof ToileError) return undefined;
    throw error;
  });
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  const key = SIGN_IN_VARIABLES.find(isSet);
  const said: string[] = [];
  if (isSet('TOILE_HOME'))
    said.push('the sign-in of TOILE_HOME: an assistant does not hand this variable on');
  if (known === undefined)
    said.push(
      key === undefined
        ? 'nobody: no account is signed in yet; type toile login first'
        : `the key of ${key}: an assistant does not hand this variable on; type toile login first`,
    );
  else if (key !== undefined)
    said.push(`the key of ${key}: it will be the one of the account ${known.name} instead`);
  const isAddressed = known !== undefined || typeof everywhere['base-url'] === 'string';
  if (!isAddressed && isSet('TOILE_BASE_URL'))
    said.push('the address of TOILE_BASE_URL: give it as --base-url, or type toile login');
  return said;
};

/**
 * By whole paths, since assistants with a window have a short PATH, and with what was typed to choose the service,
 * since they hand few variables on. Several accounts can stand beside one another.
 */
export const registrationOf = async (
  outside: Outside,
  everywhere: Given,
  folder: string | undefined,
  account: () => Promise<Account | undefined>,
): Promise<Registration> => {
  const { self, platform } = outside;
  const from = everywhere['sandbox-from'];
  const chosen = VALUED.flatMap((flag) => {
    const value = everywhere[flag];
    return typeof value === 'string' ? [`--${flag}`, value] : [];
  });
  const flags = [
    ...(everywhere.sandbox === true ? ['--sandbox'] : []),
    // An assistant starts it in a folder of its own.
    ...(typeof from === 'string' ? ['--sandbox-from', namedPath(platform.cwd, from)] : []),
    ...(everywhere['insecure-http'] === true ? ['--insecure-http'] : []),
  ];
  const held = folder === undefined ? [] : ['--folder', namedPath(platform.cwd, folder)];
  const isSandbox = everywhere.sandbox === true || typeof from === 'string';
  const { account: name } = everywhere;
  const suffix = [isSandbox ? 'sandbox' : '', typeof name === 'string' ? name : '']
    .filter((word) => word !== '')
    .map((word) => `-${word.replace(/[^A-Za-z0-9_-]/g, '-')}`)
    .join('');
  return {
    name: `toile${suffix}`,
    entry: { command: self.command, args: [...self.args, ...flags, ...chosen, 'mcp', 'serve', ...held] },
    without: isSandbox ? [] : await troubles(outside, everywhere, account),
  };
};

/** Where an assistant keeps its settings on this system. */
export const whereaboutsOf = (
  { env, platform: { platform, home, cwd } }: Outside,
  { under, path }: Whereabouts,
): Path => {
  const inHome = (...names: readonly string[]): Path => within(namedPath(cwd, home), ...names);
  const ofSystem = (): Path => {
    if (platform === 'win32') return env.APPDATA ? namedPath(cwd, env.APPDATA) : inHome('AppData', 'Roaming');
    if (platform === 'darwin' && under === 'settings') return inHome('Library', 'Application Support');
    return env.XDG_CONFIG_HOME ? namedPath(cwd, env.XDG_CONFIG_HOME) : inHome('.config');
  };
  return within(under === 'home' ? inHome() : ofSystem(), ...path);
};

import { ToileError } from '../../platform/errors.ts';
import { joinPath, resolveUserPath, type SafePath } from '../../platform/files/safe-path.ts';
import { SIGN_IN_VARIABLES } from '../../platform/redactor.ts';
import { requireHome } from '../../platform/system/app-directories.ts';
import type { HostSystem } from '../../platform/system/host-system.ts';
import type { CommandContext } from '../command-context.ts';
import type { ConfigLocation, ServerCommand } from './assistant-hosts.ts';

/**
 * The entry with which an assistant registers the MCP server: its name and the command that starts it. The command
 * contains no secrets.
 */
export interface ServerRegistration {
  readonly name: string;
  readonly entry: ServerCommand;
  readonly warnings: readonly string[];
}

/** The global flags with a value that are copied to the command that starts the MCP server. */
const TARGET_FLAGS_WITH_VALUE = ['account', 'base-url', 'max-wait'] as const;

/**
 * Returns warnings about variables of this shell, such as TOILE_HOME, that will have no effect on the MCP server. An
 * assistant starts the server without these variables. Also warns if no account is signed in.
 */
const findSignInWarnings = async ({
  system: { env },
  globalFlags,
  identity,
}: CommandContext): Promise<readonly string[]> => {
  const known = await identity.findAccount().catch((error: unknown) => {
    if (error instanceof ToileError) return undefined;
    throw error;
  });
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  const key = SIGN_IN_VARIABLES.find(isSet);
  const warnings: string[] = [];
  if (isSet('TOILE_HOME'))
    warnings.push('The sign-in in TOILE_HOME is not used: assistants do not pass this variable on.');
  if (known === undefined)
    warnings.push(
      key === undefined
        ? 'No account is signed in: run toile login first.'
        : `The key in ${key} is not used: assistants do not pass this variable on. Run toile login first.`,
    );
  else if (key !== undefined)
    warnings.push(`The key in ${key} is not used: the server uses the key of account ${known.name}.`);
  if (isSet('TOILE_INSECURE_HTTP'))
    warnings.push('TOILE_INSECURE_HTTP has no effect: assistants do not pass this variable on.');
  const isAddressed = known !== undefined || typeof globalFlags['base-url'] === 'string';
  if (!isAddressed && isSet('TOILE_BASE_URL'))
    warnings.push('The address in TOILE_BASE_URL is not used: pass it as --base-url, or run toile login.');
  return warnings;
};

/**
 * Creates the registration of the MCP server, with a name such as `toile-sandbox` or `toile-studio`. Its command
 * includes the flags that select the service. All paths in the command are absolute, because assistants start it in
 * another folder and with a short PATH.
 */
export const createServerRegistration = async (
  context: CommandContext,
  folder: string | undefined,
): Promise<ServerRegistration> => {
  const { system, globalFlags, identity } = context;
  const { self, platform } = system;
  const sandboxFolder = globalFlags['sandbox-from'];
  const targetFlags = TARGET_FLAGS_WITH_VALUE.flatMap((flag) => {
    const value = globalFlags[flag];
    return typeof value === 'string' ? [`--${flag}`, value] : [];
  });
  const flags = [
    ...(globalFlags.sandbox === true ? ['--sandbox'] : []),
    ...(typeof sandboxFolder === 'string'
      ? ['--sandbox-from', resolveUserPath(platform.cwd, sandboxFolder)]
      : []),
  ];
  const folderFlags = folder === undefined ? [] : ['--folder', resolveUserPath(platform.cwd, folder)];
  const { account: name } = globalFlags;
  const suffix = [identity.isSandbox ? 'sandbox' : '', typeof name === 'string' ? name : '']
    .filter((word) => word !== '')
    .map((word) => `-${word.replace(/[^A-Za-z0-9_-]/g, '-')}`)
    .join('');
  return {
    name: `toile${suffix}`,
    entry: {
      command: self.command,
      args: [...self.args, ...flags, ...targetFlags, 'mcp', 'serve', ...folderFlags],
    },
    warnings: identity.isSandbox ? [] : await findSignInWarnings(context),
  };
};

/** Returns the absolute path of the settings file of an assistant on this system. */
export const resolveConfigPath = (
  { env, platform: { platform, home, cwd } }: HostSystem,
  { base, path }: ConfigLocation,
): SafePath => {
  const joinHome = (...names: readonly string[]): SafePath =>
    joinPath(resolveUserPath(cwd, requireHome(home)), ...names);
  const getSettingsFolder = (): SafePath => {
    if (platform === 'win32')
      return env.APPDATA ? resolveUserPath(cwd, env.APPDATA) : joinHome('AppData', 'Roaming');
    if (platform === 'darwin' && base === 'settings') return joinHome('Library', 'Application Support');
    return env.XDG_CONFIG_HOME ? resolveUserPath(cwd, env.XDG_CONFIG_HOME) : joinHome('.config');
  };
  return joinPath(base === 'home' ? joinHome() : getSettingsFolder(), ...path);
};

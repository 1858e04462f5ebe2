import type { SignIn } from '../../auth/sign-in.ts';
import type { StartSandboxOptions } from '../../commands/context-types.ts';
import { UsageError } from '../../platform/errors.ts';
import { quoteShellWords, shellText } from '../../platform/escape/shell.ts';
import { joinPath, resolveUserPath } from '../../platform/files/safe-path.ts';
import { getErrnoCode } from '../../platform/system/file-errors.ts';
import { checkFileTrust, formatTrustWarning } from '../../platform/system/file-trust.ts';
import type { JournalStore, Sandbox, SandboxControl, SandboxServer } from '../../sandbox/index.ts';
import { withSandboxErrors } from './connect-sandbox.ts';
import type { HostSystem } from './host-system.ts';
import { readCollectionFolder } from './open-collection.ts';
import type { StorageContext } from './storage.ts';

/** The sandbox inside this process. Its journal preserves its state between commands. */
export interface EmbeddedSandbox {
  readonly baseUrl: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly control: SandboxControl;
  /** Returns a sample key by its name; by default the one with all scopes. */
  signIn(name: string | undefined): Promise<SignIn>;
  close(): Promise<void>;
}

/** Creates a sandbox of the sample garments, or of a pulled folder. */
const loadSandbox = async (
  system: HostSystem,
  store: JournalStore,
  dir: string | undefined,
  note: (text: string) => void,
): Promise<Sandbox> => {
  const { createSandbox, createCollectionOptions } = await import('../../sandbox/index.ts');
  const random = (length: number) => system.randomBytes(length);
  const own = { store, clock: system.clock, random };
  if (dir === undefined) return createSandbox(own);
  const said = new Set<string>();
  const edited = (file: string): void => {
    if (!said.has(file)) note(`${file} was edited after the pull, and is served as it is`);
    said.add(file);
  };
  return createSandbox({
    ...createCollectionOptions(await readCollectionFolder(system, dir, note), random, edited),
    ...own,
  });
};

/**
 * Starts the sandbox of `--sandbox`. Changes to a pulled folder are not saved, because the next command may
 * use another folder.
 */
export const startEmbeddedSandbox = async (
  system: HostSystem,
  kept: StorageContext,
  from: string | undefined,
  note: (text: string) => void,
): Promise<EmbeddedSandbox> => {
  const { createMemoryJournal } = await import('../../sandbox/index.ts');
  const path = joinPath((await kept.resolveFolders()).state, 'sandbox.jsonl');
  const doubt = from === undefined ? checkFileTrust(path) : undefined;
  if (doubt !== undefined) kept.noteOnce(formatTrustWarning(doubt));
  // The state of a pulled folder is not stored, because the next command may use another folder.
  const isKept = from === undefined && doubt === undefined;
  const sandbox = await loadSandbox(
    system,
    isKept ? await kept.openJournal(path, note) : createMemoryJournal(),
    from,
    note,
  );
  return {
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    control: sandbox.control,
    close: () => sandbox.close(),
    signIn: async (name) => {
      const key = name === undefined ? sandbox.keys[0] : sandbox.keys.find((each) => each.name === name);
      if (!key) {
        throw new UsageError(`the sandbox has no account ${name}`, {
          hint: shellText`it has: ${quoteShellWords(
            sandbox.keys.map((each) => each.name),
            ', ',
          )}`,
        });
      }
      return {
        credential: key.key,
        kind: key.via === 'oauth' ? 'access_token' : 'api_key',
        source: 'sandbox',
        place: `the sandbox, sample key ${key.name}`,
        shadows: [],
      };
    },
  };
};

/**
 * Stores the address and secret of a running sandbox, so that other commands can control it. Removes them
 * when it closes.
 */
const registerRunningSandbox = async (
  running: SandboxServer,
  kept: StorageContext,
  note: (text: string) => void,
): Promise<SandboxServer> => {
  const { baseUrl, secret } = running;
  const register = await kept.openRunningSandboxes();
  const written = await register.add(baseUrl, secret).then(
    () => true,
    () => {
      note('it cannot be written down where this sandbox runs, so no other command can steer it');
      return false;
    },
  );
  return {
    ...running,
    close: async () => {
      await running.close();
      if (written) await register.remove(baseUrl).catch(() => undefined);
    },
  };
};

/**
 * Starts a sandbox server on a loopback address. Its journal is in memory unless `state` names a file.
 * Throws a UsageError when the port is not available.
 */
export const startSandboxServer = async (
  system: HostSystem,
  kept: StorageContext,
  { port, state, scenario, from, cors }: StartSandboxOptions,
  note: (text: string) => void,
): Promise<SandboxServer> => {
  const { serveSandbox, createMemoryJournal } = await import('../../sandbox/index.ts');
  const store =
    state === undefined
      ? createMemoryJournal()
      : await kept.openJournal(resolveUserPath(system.platform.cwd, state), note);
  const sandbox = await loadSandbox(system, store, from, note);
  if (scenario !== undefined) await withSandboxErrors(() => sandbox.control.scenario(scenario));
  try {
    const running = await serveSandbox(sandbox, { ...(port !== undefined && { port }), cors });
    return await registerRunningSandbox(running, kept, note);
  } catch (error) {
    const code = getErrnoCode(error);
    const hint = shellText`leave --port out for a free one`;
    if (code === 'EADDRINUSE') throw new UsageError(`port ${port} is taken`, { hint });
    if (code === 'EACCES') throw new UsageError(`port ${port} may not be used by this user`, { hint });
    throw error;
  }
};

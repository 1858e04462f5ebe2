import type { SandboxIdentity } from '../../auth/identity.ts';
import { UsageError } from '../../platform/errors.ts';
import { quoteShellWords, shellText } from '../../platform/escape/shell.ts';
import { joinPath, resolveUserPath } from '../../platform/files/safe-path.ts';
import type { LocalStorage } from '../../platform/state/local-storage.ts';
import { openSandboxRegistry } from '../../platform/state/sandbox-registry.ts';
import { getErrnoCode } from '../../platform/system/file-errors.ts';
import { checkFileTrust, formatTrustWarning } from '../../platform/system/file-trust.ts';
import type { RunSettings } from '../../platform/system/host-system.ts';
import { createLineJournal } from '../../platform/system/line-journal.ts';
import type { JournalStore, Sandbox, SandboxControl, SandboxServer } from '../../sandbox/index.ts';
import { reportNote } from '../command-context.ts';
import { withSandboxErrors } from './connect-sandbox.ts';

/** The data, the port, the scenario and the state file of a sandbox server. */
export interface StartSandboxOptions {
  readonly scenario: string | undefined;
  readonly port: number | undefined;
  readonly state: string | undefined;
  /** A pulled folder that is served instead of the sample garments. */
  readonly from: string | undefined;
  /** The origin of a page that may read the responses, for example `http://localhost:5173`. */
  readonly cors?: string | undefined;
}

interface SandboxSettings extends RunSettings {
  readonly storage: LocalStorage;
}

/** The sandbox inside this process: `fetch` answers like the service, `control` changes the state. */
export interface EmbeddedSandbox extends SandboxIdentity {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly control: SandboxControl;
  close(): Promise<void>;
}

const loadSandbox = async (
  context: SandboxSettings,
  store: JournalStore,
  dir: string | undefined,
): Promise<Sandbox> => {
  const { system } = context;
  const { createSandbox, createCollectionOptions } = await import('../../sandbox/index.ts');
  const random = (length: number) => system.randomBytes(length);
  const options = { store, clock: system.clock, random };
  if (dir === undefined) return createSandbox(options);
  const reportedFiles = new Set<string>();
  const reportEdited = (file: string): void => {
    if (!reportedFiles.has(file))
      reportNote(context, `${file} was edited after the pull, and is served as it is`);
    reportedFiles.add(file);
  };
  const { readCollectionFolder } = await import('../../collection/open-collection.ts');
  return createSandbox({
    ...createCollectionOptions(await readCollectionFolder(context, dir), random, reportEdited),
    ...options,
  });
};

/**
 * Starts the sandbox inside this process, with the sample garments or with the garments of the pulled folder `from`.
 * The state of the sample garments is stored in `sandbox.jsonl`, so that the next command continues with it. If other
 * users could change that file, reports a note and stores nothing. The state of a pulled folder is never stored.
 */
export const startEmbeddedSandbox = async (
  context: SandboxSettings,
  from: string | undefined,
): Promise<EmbeddedSandbox> => {
  const { storage, report } = context;
  const { createMemoryJournal } = await import('../../sandbox/index.ts');
  const path = joinPath((await storage.resolveFolders()).state, 'sandbox.jsonl');
  const doubt = from === undefined ? checkFileTrust(path) : undefined;
  if (doubt !== undefined) storage.noteOnce(formatTrustWarning(doubt));
  const isStored = from === undefined && doubt === undefined;
  const journal = isStored
    ? createLineJournal(path, storage.processInfo, (text) => report({ kind: 'note', text }))
    : createMemoryJournal();
  const sandbox = await loadSandbox(context, journal, from);
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

/** Stores the address and secret of a running sandbox until it closes, so that other commands can control it. */
const registerRunningSandbox = async (
  running: SandboxServer,
  { storage, report }: SandboxSettings,
): Promise<SandboxServer> => {
  const { baseUrl, secret } = running;
  const { state } = await storage.resolveFolders();
  const register = openSandboxRegistry(state, storage.processInfo, storage.noteOnce);
  const isRegistered = await register.add(baseUrl, secret).then(
    () => true,
    () => {
      report({
        kind: 'note',
        text: 'cannot save the address of this sandbox, so other commands cannot control it',
      });
      return false;
    },
  );
  return {
    ...running,
    close: async () => {
      await running.close();
      if (isRegistered) await register.remove(baseUrl).catch(() => undefined);
    },
  };
};

/**
 * Starts a sandbox server on a loopback address, with a simulated failure for `scenario`, and registers it so that
 * other commands can control it. Its state is in memory unless `state` names a file. Throws a UsageError if the port is
 * not available.
 */
export const startSandboxServer = async (
  context: SandboxSettings,
  { port, state, scenario, from, cors }: StartSandboxOptions,
): Promise<SandboxServer> => {
  const { serveSandbox, createMemoryJournal } = await import('../../sandbox/index.ts');
  const store =
    state === undefined
      ? createMemoryJournal()
      : createLineJournal(
          resolveUserPath(context.system.platform.cwd, state),
          context.storage.processInfo,
          (text) => reportNote(context, text),
        );
  const sandbox = await loadSandbox(context, store, from);
  if (scenario !== undefined) await withSandboxErrors(() => sandbox.control.scenario(scenario));
  try {
    const running = await serveSandbox(sandbox, { ...(port !== undefined && { port }), cors });
    return await registerRunningSandbox(running, context);
  } catch (error) {
    const code = getErrnoCode(error);
    const hint = shellText`omit --port to use a free port`;
    if (code === 'EADDRINUSE') throw new UsageError(`port ${port} is taken`, { hint });
    if (code === 'EACCES') throw new UsageError(`port ${port} is not permitted for this user`, { hint });
    throw error;
  }
};

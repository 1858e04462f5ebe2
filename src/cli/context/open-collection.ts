import type {
  Collection,
  CollectionDisk,
  CollectionTools,
  DesignLister,
  PullInput,
  PullObserver,
  PullOptions,
} from '../../collection/index.ts';
import type { CollectionOperations } from '../../commands/context-types.ts';
import type { ToileError } from '../../platform/errors.ts';
import { quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { resolveUserPath } from '../../platform/files/safe-path.ts';
import { withReleasedSignals } from '../../platform/system/release-signals.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';
import type { Routes } from '../../service/client/index.ts';
import type { RequestPacer } from '../../service/rate-limit/request-pacer.ts';
import type { HostSystem } from './host-system.ts';
import { type DownloadContext, downloadDocument } from './output-files.ts';
import type { StorageContext } from './storage.ts';

/** The part of the context that the operations on a pulled folder need. */
interface CollectionDependencies extends DownloadContext {
  readonly kept: StorageContext;
  readonly toile: ShellSafe;
  api(): Promise<Routes>;
  pace(): Promise<RequestPacer>;
  /**
   * Returns the address and the credential. Only a digest of them is stored, to recognize another caller.
   */
  caller(): Promise<readonly [baseUrl: string, credential: string]>;
  explain(error: unknown): ToileError;
}

/**
 * Loads the JSON functions for pulled folders. They let a signal end the process while they work on large
 * texts.
 */
export const createCollectionTools = async (system: Pick<HostSystem, 'clock'>): Promise<CollectionTools> => {
  const [{ canonicalizeJson }, { parseJson, readJsonWithin, serializeJson }] = await Promise.all([
    import('../../platform/json/canonicalize-json.ts'),
    import('../../platform/json/parse-json.ts'),
  ]);
  return {
    canonicalize: withReleasedSignals(canonicalizeJson),
    readJson: withReleasedSignals(parseJson),
    readJsonUpTo: withReleasedSignals(readJsonWithin),
    writeJson: serializeJson,
    clock: system.clock,
  };
};

const openCollectionDisk = async (system: HostSystem, dir: string): Promise<CollectionDisk> => {
  const { createCollectionDisk } = await import('../../collection/index.ts');
  return createCollectionDisk(resolveUserPath(system.platform.cwd, dir), () => system.random());
};

/** Reads a pulled folder. Calls `note` when its last pull did not finish. */
export const readCollectionFolder = async (
  system: HostSystem,
  dir: string,
  note: (text: string) => void,
): Promise<Collection> => {
  const [{ loadCollection, checkCollectionEntries }, disk, tools] = await Promise.all([
    import('../../collection/index.ts'),
    openCollectionDisk(system, dir),
    createCollectionTools(system),
  ]);
  await checkCollectionEntries(disk);
  const held = await loadCollection(disk, tools);
  if (held.isUnfinished) {
    const again = shellText`toile pull ${quoteShellWord(dir)}`;
    note(
      `the last pull into ${dir} did not finish: files may be missing or older than others; ${again} goes on`,
    );
  }
  return held;
};

/**
 * Runs a pull while holding the lock of the folder, because two pulls would overwrite each other's journal.
 */
const withFolderLock = async <T>(
  disk: CollectionDisk,
  { outside: system, kept, signal }: CollectionDependencies,
  work: () => Promise<T>,
): Promise<T> => {
  const { withDirectoryLock } = await import('../../platform/system/directory-lock.ts');
  const { clock } = system;
  const folder = {
    place: () => disk.getLockPath(),
    shown: disk.root,
    unique: () => [1, 2].map(() => Math.floor(system.random() * 2 ** 32).toString(16)).join(''),
  };
  let begun = false;
  const mine = (): Promise<T> => {
    begun = true;
    return work();
  };
  try {
    const host = { ...kept.processInfo, sleep: (ms: number) => clock.sleep(ms, signal) };
    return await withDirectoryLock(folder, host, mine);
  } catch (error) {
    throw begun ? error : disk.explainError(error);
  } finally {
    await disk.removeEmptyDirectories();
  }
};

/**
 * Returns the function that requests an export and streams it to the folder, without holding it in memory.
 */
const createExporter =
  (around: CollectionDependencies, api: Routes, service: string): PullInput['downloadExport'] =>
  async (id, { profile, driver }, sink, send) => {
    const { EXPORT_DRIVERS } = await import('../../service/client/resources.ts');
    const ask = async () => {
      const holder = await send(() => api.exportDesign(id, { profile, driver, signal: around.signal }));
      return { holder, record: holder.export };
    };
    return downloadDocument(around, { kind: EXPORT_DRIVERS[driver], ask }, { service, sink });
  };

/** Creates the function of the context that opens a pulled folder for pulls and checks. */
export const createCollectionOpener =
  (around: CollectionDependencies) =>
  async (dir: string): Promise<CollectionOperations> => {
    const { outside: system, signal, explain, toile } = around;
    const [mirror, tools, pace, disk] = await Promise.all([
      import('../../collection/index.ts'),
      createCollectionTools(system),
      around.pace(),
      openCollectionDisk(system, dir),
    ]);
    const prepare = async (): Promise<void> => {
      mirror.refuseLinkedFolder(disk, system.platform.cwd, dir);
      await mirror.checkCollectionEntries(disk);
    };
    const pulling = async (
      options: PullOptions,
      list: DesignLister,
      asking: PullObserver,
    ): Promise<PullInput> => {
      const [api, caller, folder] = await Promise.all([
        around.api(),
        around.caller(),
        mirror.openCollectionWriter(disk, tools),
      ]);
      return {
        ...options,
        ...asking,
        folder,
        tools,
        api,
        pace,
        signal,
        list,
        explain,
        toile,
        caller: computeSha256(caller.join('\n')).slice(0, 16),
        random: () => system.random(),
        downloadExport: createExporter(around, api, caller[0]),
      };
    };
    return {
      async pull(options, list, asking) {
        await prepare();
        return withFolderLock(disk, around, async () =>
          mirror.pullCollection(await pulling(options, list, asking)),
        );
      },
      async planPull(options, list) {
        await prepare();
        const silentObserver: PullObserver = {
          confirmRemoval: async () => undefined,
          onProgress: () => undefined,
        };
        return mirror.estimatePull(await pulling(options, list, silentObserver));
      },
      async *findStaleFiles(words, reserve, tell) {
        const folder = await mirror.openCollectionWriter(disk, tools);
        const { userId } = folder;
        const api = await around.api();
        if (userId !== null) {
          await pace.room(reserve, signal);
          const me = await api.me({ signal });
          if (me.user_id !== userId) throw mirror.createOtherUserError(disk.root, userId, me.user_id);
        }
        const checking = { folder, tools, api, pace, reserve, signal, words, onProgress: tell };
        yield* mirror.findStaleFiles({ ...checking, explain: (error) => explain(error).message });
      },
    };
  };

/** Opens pulled folders for reading, for pulls and for comparisons with the service. */

import { sep } from 'node:path';
import { UsageError } from '../platform/errors.ts';
import { quoteShellWord, type ShellSafe, shellText } from '../platform/escape/shell.ts';
import { lstatSync } from '../platform/files/safe-fs.ts';
import { getParentPath, resolveUserPath, type SafePath } from '../platform/files/safe-path.ts';
import { canonicalizeJson } from '../platform/json/canonicalize-json.ts';
import { toJsonText } from '../platform/json/json-values.ts';
import { parseJson, parseJsonWithin } from '../platform/json/parse-json.ts';
import type { LocalStorage } from '../platform/state/local-storage.ts';
import type { HostSystem, RunSettings } from '../platform/system/host-system.ts';
import { withDirectoryLock } from '../platform/system/lock.ts';
import { setSmallFileOptions } from '../platform/system/memory-limit.ts';
import { withReleasedSignals } from '../platform/system/release-signals.ts';
import { computeSha256 } from '../platform/system/sha256.ts';
import type { Routes } from '../service/client/index.ts';
import { EXPORT_DRIVERS } from '../service/client/resources.ts';
import { type DownloadContext, downloadDocument } from '../service/http/output-file.ts';
import { type CheckedFile, checkFileFreshness } from './check-file-freshness.ts';
import { type CollectionDisk, createCollectionDisk, LOCK_PATH, TOILE_DIRECTORY } from './collection-disk.ts';
import { isSubjectFolderName, SUBJECT_FILES, SUBJECT_GROUPS, type SubjectId } from './collection-paths.ts';
import type { CollectionTools } from './collection-types.ts';
import { GIT_ATTRIBUTES_FILE, openCollectionWriter, REMOVED_DIRECTORY } from './collection-writer.ts';
import { type Collection, loadCollection } from './load-collection.ts';
import { MANIFEST_FILE } from './manifest.ts';
import { estimatePull, type PullEstimate } from './plan-pull.ts';
import { createOtherUserError, pullCollection } from './pull-collection.ts';
import { JOURNAL_PATH } from './pull-journal.ts';
import type { DesignLister, PullInput, PullInteraction, PullOptions, PullResult } from './pull-types.ts';

/** The operations on one pulled folder: pull into it, estimate a pull, and compare it with the service. */
export interface CollectionOperations {
  /** Updates the folder, which is locked during the update. `list` yields the designs of the account in pages. */
  pull(options: PullOptions, list: DesignLister, interaction: PullInteraction): Promise<PullResult>;
  /** Estimates how much a pull would fetch. Requests only the list of designs, and writes nothing. */
  planPull(options: PullOptions, list: DesignLister): Promise<PullEstimate>;
  /** Compares the files with the service and yields their states. Throws a UsageError for a folder of another user. */
  checkFileFreshness(
    words: readonly string[],
    reserve: number,
    onProgress: (done: number, total: number) => void,
  ): AsyncIterable<CheckedFile>;
}

interface PullContext extends DownloadContext {
  readonly storage: LocalStorage;
  /** The first words of suggested commands, for example `toile --sandbox`. */
  readonly toile: ShellSafe;
  api(): Promise<Routes>;
  readSignIn(): Promise<{ readonly credential: string }>;
}

/**
 * Creates the functions that parse and write the JSON texts of pulled folders, and a clock. While they parse a large
 * text, a signal such as SIGINT ends the process at once, because toile cannot handle signals then.
 */
export const createCollectionTools = ({ clock }: Pick<HostSystem, 'clock'>): CollectionTools => ({
  canonicalize: withReleasedSignals(canonicalizeJson),
  readJson: withReleasedSignals(parseJson),
  readJsonUpTo: withReleasedSignals(parseJsonWithin),
  writeJson: toJsonText,
  clock,
});

/** Throws if an entry of a directory, at any depth, is a link or a special file (see `statEntry`). */
const checkDirectoryEntries = (disk: CollectionDisk, path: string): void => {
  if (disk.statEntry(path) !== 'folder') return;
  for (const name of disk.list(path)) checkDirectoryEntries(disk, `${path}/${name}`);
};

/**
 * Checks all paths in the pulled folder that a pull may use, before the pull changes anything. Throws a Failure for a
 * path that is neither an ordinary file nor a directory, for example a symbolic link. All other paths in the folder
 * belong to the user and are ignored.
 */
const checkCollectionEntries = (disk: CollectionDisk): void => {
  for (const directory of [TOILE_DIRECTORY, LOCK_PATH, REMOVED_DIRECTORY]) disk.list(directory);
  checkDirectoryEntries(disk, TOILE_DIRECTORY);
  for (const file of [MANIFEST_FILE, GIT_ATTRIBUTES_FILE]) disk.statEntry(file);
  for (const kind of ['design', 'garment'] as const satisfies readonly SubjectId['kind'][]) {
    const group = SUBJECT_GROUPS[kind];
    for (const name of disk.list(group)) {
      if (!isSubjectFolderName(kind, name)) continue;
      for (const file of disk.list(`${group}/${name}`))
        if (SUBJECT_FILES.has(file)) disk.statEntry(`${group}/${name}/${file}`);
    }
  }
};

/**
 * Returns the symbolic link in the path of `folder`: the folder itself, or one of its parents below `cwd`. Returns
 * undefined if there is none.
 */
const findSymbolicLink = (cwd: string, folder: SafePath): SafePath | undefined => {
  for (let current = folder; ; current = getParentPath(current)) {
    if (lstatSync(current)?.isSymbolicLink()) return current;
    if (!getParentPath(current).startsWith(`${cwd}${sep}`)) return undefined;
  }
};

/**
 * Throws a UsageError if the path of the folder contains a symbolic link and the folder was never pulled. A cloned
 * repository may contain a link to any folder of the user, and a pull would write to that folder.
 */
const refuseLinkedFolder = (disk: CollectionDisk, cwd: string, dir: string): void => {
  const link = findSymbolicLink(cwd, resolveUserPath(cwd, dir));
  if (link === undefined || [MANIFEST_FILE, JOURNAL_PATH].some((file) => disk.statEntry(file) === 'file'))
    return;
  const realFolder = disk.exists() ? shellText` ${quoteShellWord(disk.root)}` : shellText``;
  throw new UsageError(`${link} is a symbolic link, and its target is not a pulled folder`, {
    code: 'linked_folder',
    hint: shellText`to pull there, type the path of the real folder${realFolder}; otherwise remove the link`,
  });
};

const openCollectionDisk = (system: HostSystem, dir: string): Promise<CollectionDisk> =>
  createCollectionDisk(resolveUserPath(system.platform.cwd, dir), () => system.random());

/**
 * Reads the pulled folder `dir`. Reports a note if the last pull did not finish. Throws a UsageError if `dir` is not a
 * pulled folder, and a Failure for symbolic links in it or an invalid manifest.
 */
export const readCollectionFolder = async (
  { system, report }: Pick<RunSettings, 'system' | 'report'>,
  dir: string,
): Promise<Collection> => {
  setSmallFileOptions();
  const disk = await openCollectionDisk(system, dir);
  checkCollectionEntries(disk);
  const collection = await loadCollection(disk, createCollectionTools(system));
  if (collection.isUnfinished) {
    const resumeCommand = shellText`toile pull ${quoteShellWord(dir)}`;
    report({
      kind: 'note',
      text: `the last pull into ${dir} did not finish: files may be missing or outdated; ${resumeCommand} resumes it`,
    });
  }
  return collection;
};

/**
 * Locks the folder, runs `work` and unlocks the folder. Without the lock, two pulls would overwrite each other's
 * journal. Afterwards removes the directories that this process created, if they are still empty.
 */
const withFolderLock = async <T>(
  disk: CollectionDisk,
  { system, storage, signal }: PullContext,
  work: () => Promise<T>,
): Promise<T> => {
  const folder = {
    resolveLock: () => disk.getLockPath(),
    shownPath: disk.root,
    createWord: () => [1, 2].map(() => Math.floor(system.random() * 2 ** 32).toString(16)).join(''),
  };
  let isBegun = false;
  try {
    const host = { ...storage.processInfo, sleep: (ms: number) => system.clock.sleep(ms, signal) };
    return await withDirectoryLock(folder, host, () => {
      isBegun = true;
      return work();
    });
  } catch (error) {
    throw isBegun ? error : disk.explainError(error);
  } finally {
    await disk.removeEmptyDirectories();
  }
};

/**
 * Opens the folder `dir` for pulls and comparisons. Creates nothing. Throws a UsageError if the path `dir` cannot be
 * used as a folder.
 */
export const openCollection = async (context: PullContext, dir: string): Promise<CollectionOperations> => {
  const { system, signal, explainError, toile, http } = context;
  const tools = createCollectionTools(system);
  const pacer = await http.openPacer();
  const disk = await openCollectionDisk(system, dir);
  const prepare = async (): Promise<void> => {
    refuseLinkedFolder(disk, system.platform.cwd, dir);
    checkCollectionEntries(disk);
  };
  const createPullInput = async (
    options: PullOptions,
    list: DesignLister,
    interaction: PullInteraction,
  ): Promise<PullInput> => {
    const [api, { baseUrl }, { credential }, folder] = await Promise.all([
      context.api(),
      context.target(),
      context.readSignIn(),
      openCollectionWriter(disk, tools),
    ]);
    return {
      ...options,
      ...interaction,
      folder,
      tools,
      api,
      pacer,
      signal,
      list,
      explain: explainError,
      toile,
      // Only a digest of the address and the credential is stored. It shows whether a later pull uses the same ones.
      callerDigest: computeSha256(`${baseUrl}\n${credential}`).slice(0, 16),
      random: () => system.random(),
      // The export is streamed to the folder, so that memory never contains all of it.
      downloadExport: async (id, { profile, driver }, sink, send) => {
        const requestLink = async () => {
          const holder = await send(() => api.exportDesign(id, { profile, driver, signal }));
          return { holder, record: holder.export };
        };
        const document = { kind: EXPORT_DRIVERS[driver], requestLink };
        return downloadDocument(context, document, { sink, onEvent: http.logEvent });
      },
    };
  };
  return {
    async pull(options, list, interaction) {
      await prepare();
      return withFolderLock(disk, context, async () =>
        pullCollection(await createPullInput(options, list, interaction)),
      );
    },
    async planPull(options, list) {
      await prepare();
      const silentInteraction: PullInteraction = {
        confirmRemoval: async () => undefined,
        onProgress: () => undefined,
      };
      return estimatePull(await createPullInput(options, list, silentInteraction));
    },
    async *checkFileFreshness(words, reserve, onProgress) {
      const folder = await openCollectionWriter(disk, tools);
      const { userId } = folder;
      const api = await context.api();
      if (userId !== null) {
        await pacer.waitForBulk(reserve, signal);
        const me = await api.me({ signal });
        if (me.user_id !== userId) throw createOtherUserError(disk.root, userId, me.user_id);
      }
      const explain = (error: unknown) => explainError(error).message;
      yield* checkFileFreshness({ folder, tools, api, pacer, reserve, signal, words, onProgress, explain });
    },
  };
};

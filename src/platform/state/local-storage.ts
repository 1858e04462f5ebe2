import { joinPath } from '../files/safe-path.ts';
import { cacheResult } from '../promises.ts';
import type { ProcessInfo } from '../shared-types.ts';
import type { AppDirectories } from '../system/app-directories.ts';
import type { RunSettings } from '../system/host-system.ts';

/** Creates the access to the folders of toile. They are resolved and checked when first used. */
export const createLocalStorage = ({ system, signal, report }: RunSettings) => {
  const { env, platform, clock } = system;
  const noted = new Set<string>();
  /** Prints a note only once, because several files may cause the same note. */
  const noteOnce = (text: string): void => {
    if (!noted.has(text)) report({ kind: 'note', text });
    noted.add(text);
  };
  const processInfo: ProcessInfo = {
    pid: platform.pid,
    alive: system.isProcessAlive,
    now: clock.now,
    // A signal ends the wait for a lock of another process.
    sleep: (ms) => clock.sleep(ms, system.signal),
    redact: system.io.secrets.redact,
  };
  const resolveFolders = cacheResult(async (): Promise<AppDirectories> => {
    const [{ resolveAppDirectories }, { checkFileTrust, formatTrustWarning }] = await Promise.all([
      import('../system/app-directories.ts'),
      import('../system/file-trust.ts'),
    ]);
    const all = resolveAppDirectories(env, platform);
    // All folders are checked at once, because not every file in them is checked before it is read.
    for (const doubt of Object.values(all).map((path) => checkFileTrust(path)))
      if (doubt) noteOnce(formatTrustWarning(doubt));
    return all;
  });
  return {
    /** Facts about this process for locks and files. */
    processInfo,
    /** Prints a note, once for each text. */
    noteOnce,
    resolveFolders,
    /**
     * Runs `work` while this process holds the lock `name`. `patience` is the longest wait for the lock in
     * milliseconds.
     */
    async runExclusively<T>(name: string, work: () => Promise<T>, patience?: number) {
      const { withLock } = await import('../system/lock.ts');
      const waiting = { ...processInfo, sleep: (ms: number) => clock.sleep(ms, signal) };
      return withLock(joinPath((await resolveFolders()).state, name), waiting, work, patience);
    },
  };
};

/** The folders of toile on this machine, and its locks. */
export type LocalStorage = ReturnType<typeof createLocalStorage>;

import { joinPath } from '../files/safe-path.ts';
import { cacheResult } from '../promises.ts';
import type { ProcessInfo } from '../shared-types.ts';
import type { AppDirectories } from '../system/app-directories.ts';
import type { RunSettings } from '../system/host-system.ts';

/**
 * Creates functions for work with the files that toile keeps on this machine, for example to resolve its folders or to
 * run work under a lock. The folders are resolved at their first use. A warning is printed if other users can write to
 * them.
 */
export const createLocalStorage = ({ system, signal, report }: RunSettings) => {
  const { env, platform, clock } = system;
  const noted = new Set<string>();
  const noteOnce = (text: string): void => {
    if (!noted.has(text)) report({ kind: 'note', text });
    noted.add(text);
  };
  const processInfo: ProcessInfo = {
    pid: platform.pid,
    alive: system.isProcessAlive,
    now: clock.now,
    // Locks use `sleep` to wait for other processes. A signal ends that wait.
    sleep: (ms) => clock.sleep(ms, system.signal),
    redact: system.io.secrets.redact,
  };
  const resolveFolders = cacheResult(async (): Promise<AppDirectories> => {
    const [{ resolveAppDirectories }, { checkFileTrust, formatTrustWarning }] = await Promise.all([
      import('../system/app-directories.ts'),
      import('../system/file-trust.ts'),
    ]);
    const directories = resolveAppDirectories(env, platform);
    // toile reads some of the files in its folders without checking them. So it prints a warning if other users can
    // write to these folders.
    for (const issue of Object.values(directories).map((path) => checkFileTrust(path)))
      if (issue) noteOnce(formatTrustWarning(issue));
    return directories;
  });
  return {
    processInfo,
    noteOnce,
    resolveFolders,
    /** Runs `work` under the lock `name` in the state folder. Waits at most `maxWaitMs` milliseconds for the lock. */
    async runExclusively<T>(name: string, work: () => Promise<T>, maxWaitMs?: number) {
      const { withLock } = await import('../system/lock.ts');
      const waiting = { ...processInfo, sleep: (ms: number) => clock.sleep(ms, signal) };
      return withLock(joinPath((await resolveFolders()).state, name), waiting, work, maxWaitMs);
    },
  };
};

/** The config, state and cache folders of toile on this machine, and the locks in them. */
export type LocalStorage = ReturnType<typeof createLocalStorage>;

import { homedir } from 'node:os';
import type { Clock } from '../contract.ts';
import { LONGEST_TIMER } from '../size-limits.ts';
import type { Io } from '../terminal/io.ts';
import type { Endings } from './shutdown.ts';
import type { Outside } from './system.ts';

declare const __TOILE_VERSION__: string;

/** One timer, of no more milliseconds than it can take. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });

export const clock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    for (let left = ms; ; left -= LONGEST_TIMER) {
      await pause(Math.min(left, LONGEST_TIMER), signal);
      if (left <= LONGEST_TIMER) return;
    }
  },
};

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Everything outside, as this process finds it. `entry` is the file that starts the program. */
export const realOutside = (entry: string | undefined, io: Io, { signal, bluntly }: Endings): Outside => {
  const { env } = process;
  // Windows looks for a program in the working folder first, where a folder of somebody else may hold one.
  if (process.platform === 'win32') env.NoDefaultCurrentDirectoryInExePath = '1';
  return {
    env,
    io,
    clock,
    random: Math.random,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    signal,
    bluntly,
    version: __TOILE_VERSION__,
    runtime: process.versions.bun ? `Bun ${process.versions.bun}` : `Node ${process.versions.node}`,
    self: { command: process.execPath, args: entry === undefined ? [] : [entry] },
    platform: {
      platform: process.platform,
      home: homedir(),
      cwd: process.cwd(),
      uid: process.getuid?.(),
      pid: process.pid,
    },
    alive,
    network: async () => (await import('../transport/network.ts')).chooseFetch(env),
    singleSender: async () => (await import('../transport/network.ts')).chooseSingleSender(env),
    isDebug: (everywhere) => everywhere.debug === true || !['', '0', undefined].includes(env.TOILE_DEBUG),
  };
};

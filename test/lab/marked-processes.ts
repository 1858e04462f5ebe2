/** Finds the processes that a command started, and whether they wait. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** An environment variable that every process of a command inherits. */
export const MARK = 'LAB_MARK';

export interface MarkedProcess {
  readonly pid: number;
  readonly words: string;
}

const readProcessFile = (pid: number | string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
};

const readState = (pid: number): { readonly state: string; readonly ticks: number } => {
  const stat = readProcessFile(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', ticks: Number(fields[11] ?? 0) + Number(fields[12] ?? 0) };
};

/** Lists the running processes with that mark, whatever their parent is; zombies are left out. */
export const listMarkedProcesses = (mark: string): readonly MarkedProcess[] =>
  readdirSync('/proc')
    .filter(
      (name) =>
        /^\d+$/.test(name) && readProcessFile(name, 'environ').split('\0').includes(`${MARK}=${mark}`),
    )
    .map((name) => ({
      pid: Number(name),
      words: readProcessFile(name, 'cmdline').replaceAll('\0', ' ').trim(),
    }))
    .filter(({ pid }) => !/^[ZX]?$/.test(readState(pid).state));

/** Finds the program itself among its parents and children. */
export const findToile = (mark: string): MarkedProcess | undefined =>
  listMarkedProcesses(mark)
    .filter(({ words }) => /bin\/toile\.js /.test(words) && !/^(\S*\/)?(ba|da)?sh |^script /.test(words))
    .toSorted((a, b) => a.pid - b.pid)[0];

const QUIET_MS = 300;

/** Resolves when the process has used no processor time for a while, so that it waits. */
export const waitUntilIdle = async (pid: () => number | undefined): Promise<void> => {
  const until = performance.now() + 15_000;
  let last = -1;
  let since = performance.now();
  while (performance.now() < until) {
    await sleep(30);
    const now = pid();
    const { state, ticks } = now === undefined ? { state: '', ticks: -1 } : readState(now);
    // A process that waits for the processor uses none either, but is not in state S.
    if (ticks !== last || ticks <= 0 || state !== 'S') {
      last = ticks;
      since = performance.now();
    } else if (performance.now() - since > QUIET_MS) return;
  }
  throw new Error('it never waited for anything');
};

export const killMarkedProcesses = (mark: string): void => {
  for (const { pid } of listMarkedProcesses(mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Ended in between.
    }
  }
};

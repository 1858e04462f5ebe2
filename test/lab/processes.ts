/** Who of those that a command started still lives, and whether it waits for something. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A variable that all that a command starts inherits. */
export const MARK = 'LAB_MARK';

export interface Living {
  readonly pid: number;
  readonly words: string;
}

const read = (pid: number | string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
};

const stateOf = (pid: number): { readonly state: string; readonly ticks: number } => {
  const stat = read(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', ticks: Number(fields[11] ?? 0) + Number(fields[12] ?? 0) };
};

/** Every process with that mark, whoever its parent is by now; those that only wait to be asked how they ended aside. */
export const living = (mark: string): readonly Living[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(name, 'environ').split('\0').includes(`${MARK}=${mark}`))
    .map((name) => ({ pid: Number(name), words: read(name, 'cmdline').replaceAll('\0', ' ').trim() }))
    .filter(({ pid }) => !/^[ZX]?$/.test(stateOf(pid).state));

/** The program itself, as against what started it and what it started. */
export const toileIn = (mark: string): Living | undefined =>
  living(mark)
    .filter(({ words }) => /bin\/toile\.js /.test(words) && !/^(\S*\/)?(ba|da)?sh |^script /.test(words))
    .toSorted((a, b) => a.pid - b.pid)[0];

const QUIET_MS = 300;

/** Resolves when the process has used no time for a while, and wanted none: it waits for something. */
export const waiting = async (pid: () => number | undefined): Promise<void> => {
  const until = performance.now() + 15_000;
  let last = -1;
  let since = performance.now();
  while (performance.now() < until) {
    await sleep(30);
    const now = pid();
    const { state, ticks } = now === undefined ? { state: '', ticks: -1 } : stateOf(now);
    // Where others have the processor it uses none either.
    if (ticks !== last || ticks <= 0 || state !== 'S') {
      last = ticks;
      since = performance.now();
    } else if (performance.now() - since > QUIET_MS) return;
  }
  throw new Error('it never waited for anything');
};

export const endAll = (mark: string): void => {
  for (const { pid } of living(mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Ended in between.
    }
  }
};

/** Reads which processes run on this system. */

import { execFileSync } from 'node:child_process';
import { readdirSync, readTextSync } from '../files/safe-fs.ts';
import { markSystemPath } from '../files/safe-path.ts';

const tryRead = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** A process in `/proc`. */
interface ProcessEntry {
  /** True if the process has ended and its parent has not read its exit status. */
  readonly isZombie: boolean;
  readonly parent: number;
  /** Start time in clock ticks of the system. */
  readonly startTime: string;
}

/** Reads a process from `/proc`; undefined if it does not exist. */
export const readProcEntry = (pid: number): ProcessEntry | undefined => {
  const stat = tryRead(() => readTextSync(markSystemPath(`/proc/${pid}/stat`), 'latin1'));
  // The second field is the program's name in brackets; it may contain spaces and brackets.
  const [state = '', parent, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const started = rest[17];
  return started === undefined
    ? undefined
    : { isZombie: /[ZXx]/.test(state), parent: Number(parent), startTime: started };
};

/** Returns the pids of child processes from `/proc` (Linux); undefined on other systems. */
const readChildPids = (pid: number): readonly number[] | undefined =>
  tryRead(() =>
    readdirSync(markSystemPath(`/proc/${pid}/task`)).flatMap((thread) =>
      readTextSync(markSystemPath(`/proc/${pid}/task/${thread}/children`))
        .split(' ')
        .filter((child) => child !== '')
        .map(Number),
    ),
  );

/** Returns every process with its parent, `[pid, parent]`, from `ps`. */
const listAllProcesses = (): readonly (readonly [number, number])[] => {
  const text = tryRead(() =>
    execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', timeout: 200, stdio: 'pipe' }),
  );
  return [...(text ?? '').matchAll(/(\d+)\s+(\d+)/g)].map(([, pid, parent]) => [Number(pid), Number(parent)]);
};

/** Returns the pids of all descendants of some processes. */
export const listDescendants = (pids: readonly number[]): readonly number[] => {
  const table = readChildPids(process.pid) === undefined ? listAllProcesses() : undefined;
  const startedBy = (pid: number): readonly number[] =>
    table?.flatMap(([child, parent]) => (parent === pid ? [child] : [])) ?? readChildPids(pid) ?? [];
  const found = new Set<number>();
  const visit = (pid: number): void => {
    for (const child of startedBy(pid)) {
      if (found.has(child)) continue;
      found.add(child);
      visit(child);
    }
  };
  for (const pid of pids) visit(pid);
  return [...found];
};

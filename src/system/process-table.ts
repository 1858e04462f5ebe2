/** What the system knows of the processes that run. */

import { execFileSync } from 'node:child_process';
import { readdirSync, readTextSync } from '../border/files.ts';
import { systemPath } from '../border/path.ts';

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

interface Entry {
  /** It has ended, and nobody has asked yet how. */
  readonly zombie: boolean;
  readonly parent: number;
  /** When it started, in a unit of the system's own. */
  readonly started: string;
}

/** A process in `/proc`; undefined where there is none. */
export const procEntry = (pid: number): Entry | undefined => {
  const stat = attempt(() => readTextSync(systemPath(`/proc/${pid}/stat`), 'latin1'));
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const [state = '', parent, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const started = rest[17];
  return started === undefined ? undefined : { zombie: /[ZXx]/.test(state), parent: Number(parent), started };
};

/** What a process has started, as its threads tell (Linux); undefined where they do not. */
const toldBy = (pid: number): readonly number[] | undefined =>
  attempt(() =>
    readdirSync(systemPath(`/proc/${pid}/task`)).flatMap((thread) =>
      readTextSync(systemPath(`/proc/${pid}/task/${thread}/children`))
        .split(' ')
        .filter((child) => child !== '')
        .map(Number),
    ),
  );

/** Every process with its parent, `[pid, parent]`, as `ps` knows them. */
const all = (): readonly (readonly [number, number])[] => {
  const text = attempt(() =>
    execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', timeout: 200, stdio: 'pipe' }),
  );
  return [...(text ?? '').matchAll(/(\d+)\s+(\d+)/g)].map(([, pid, parent]) => [Number(pid), Number(parent)]);
};

/** All that some processes have started, and what these have. */
export const below = (pids: readonly number[]): readonly number[] => {
  const table = toldBy(process.pid) === undefined ? all() : undefined;
  const startedBy = (pid: number): readonly number[] =>
    table?.flatMap(([child, parent]) => (parent === pid ? [child] : [])) ?? toldBy(pid) ?? [];
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

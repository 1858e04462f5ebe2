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

/** Every process with its parent, `[pid, parent]`; what `ps` knows where there is no `/proc`. */
const all = (): readonly (readonly [number, number])[] => {
  const pids = attempt(() => readdirSync(systemPath('/proc')).filter((name) => /^\d+$/.test(name)));
  if (pids !== undefined) return pids.map((pid) => [Number(pid), procEntry(Number(pid))?.parent ?? 0]);
  const text = attempt(() =>
    execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', timeout: 200, stdio: 'pipe' }),
  );
  return [...(text ?? '').matchAll(/(\d+)\s+(\d+)/g)].map(([, pid, parent]) => [Number(pid), Number(parent)]);
};

/** All that a process has started, and what these have. */
export const below = (pid: number): readonly number[] => {
  const table = all();
  const found: number[] = [];
  for (let at = pid, next = 0; ; at = found[next - 1] ?? 0) {
    for (const [child, parent] of table) if (parent === at && !found.includes(child)) found.push(child);
    if (next === found.length) return found;
    next += 1;
  }
};

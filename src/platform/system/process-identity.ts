/**
 * Creates names for the processes that hold locks. A name shows whether its process has ended, even if the system has
 * given the pid to another process.
 */

import { execFileSync } from 'node:child_process';
import { hostname } from 'node:os';
import { readdirSync, readlinkSync, readTextSync } from '../files/safe-fs.ts';
import { markSystemPath } from '../files/safe-path.ts';
import type { ProcessInfo } from '../shared-types.ts';
import { computeSha256 } from './sha256.ts';

/**
 * If it is unknown whether the process with a lock still runs, another process may take the lock after this number of
 * milliseconds. Every operation holds its lock for less time.
 */
const MAX_UNVERIFIED_MS = 120_000;

const UNKNOWN = 'unknown';

const tryRead = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const readSystemText = (path: string): string | undefined =>
  tryRead(() => readTextSync(markSystemPath(path), 'latin1'))?.trim() || undefined;

const hashShort = (text: string): string => computeSha256(text).slice(0, 12);

/**
 * Returns an id of this machine, made of host name and `/etc/machine-id`. It begins with `m`, or with `n` if that file
 * is missing and other machines may have the same id.
 */
const getMachineId = (): string => {
  const id = readSystemText('/etc/machine-id');
  return `${id === undefined ? 'n' : 'm'}${hashShort(`${hostname()} ${id ?? ''}`)}`;
};
/** Returns an id of the pid namespace, because a pid is valid in one container only. */
const getPidNamespace = (): string => {
  const link = tryRead(() => readlinkSync(markSystemPath('/proc/self/ns/pid')));
  return link === undefined ? UNKNOWN : hashShort(link);
};
/** Returns an id of the current boot, because another process may have the same pid after a restart. */
const getBootId = (): string => {
  const id = readSystemText('/proc/sys/kernel/random/boot_id');
  return id === undefined ? UNKNOWN : hashShort(id);
};

/**
 * Returns a name for this machine, container and boot. The name changes after a restart if the system provides a boot
 * id. It is different in each container if the system provides a container id.
 */
export const getSystemName = (): string => [getMachineId(), getPidNamespace(), getBootId()].join('-');

/** Returns a name for the process `pid`: machine, container, boot, pid, and start time if it is known. */
export const createProcessName = ({ pid }: ProcessInfo): string =>
  [getSystemName(), pid, readProcEntry(pid)?.startTime ?? UNKNOWN].join('-');

/**
 * The state of a lock holder. `hidden` means that the state is unknown, for example because the holder runs on another
 * machine, in another container, or on a system without `/proc`.
 */
type ProcessState = 'lives' | 'gone' | 'hidden';

/**
 * Returns whether the process that `name` identifies still runs (`lives`) or has ended (`gone`). Returns `hidden` if
 * this is unknown, or if `createProcessName` did not create the name.
 */
export const readProcessState = (name: string, host: ProcessInfo): ProcessState => {
  const [machine, namespace, boot, digits, started] = name.split('-');
  const pid = Number(digits);
  if (started === undefined || !Number.isSafeInteger(pid) || pid <= 0) return 'hidden';
  const currentBoot = getBootId();
  const isThisMachine = machine === getMachineId();
  if (boot !== currentBoot) {
    const isRestart = boot !== UNKNOWN && currentBoot !== UNKNOWN;
    // If this machine was restarted after the process began, the process has ended. Only an equal machine id that
    // begins with `m` proves this. If the id begins with `n`, another machine may have the same id, and the state of
    // the process is unknown.
    return isRestart && isThisMachine && machine.startsWith('m') ? 'gone' : 'hidden';
  }
  // An equal boot id proves that the process ran on this machine. If the system has no boot id, only an equal machine
  // id proves this.
  if (namespace !== getPidNamespace() || (currentBoot === UNKNOWN && !isThisMachine)) return 'hidden';
  if (!host.alive(pid)) return 'gone';
  const stat = readProcEntry(pid);
  if (stat === undefined || started === UNKNOWN) return 'hidden';
  return stat.isZombie || stat.startTime !== started ? 'gone' : 'lives';
};

/**
 * Returns true if the process that `name` identifies no longer runs. `since` is the time when this process took the
 * lock, in milliseconds since 1970. If the system cannot tell whether the process runs, returns true if `since` is more
 * than two minutes from now.
 */
export const isProcessGone = (name: string, since: number, host: ProcessInfo): boolean => {
  const state = readProcessState(name, host);
  return state === 'gone' || (state === 'hidden' && Math.abs(host.now() - since) > MAX_UNVERIFIED_MS);
};

interface ProcessEntry {
  /** True if the process has ended and its parent has not read its exit status. */
  readonly isZombie: boolean;
  /** The id of its process group. */
  readonly group: number;
  /** The time at which the process started, in clock ticks since the boot of the system. */
  readonly startTime: string;
}

/**
 * Reads the state, group and start time of a process from `/proc`. Returns undefined if `/proc` has no entry for the process,
 * as on systems other than Linux.
 */
export const readProcEntry = (pid: number): ProcessEntry | undefined => {
  const stat = tryRead(() => readTextSync(markSystemPath(`/proc/${pid}/stat`), 'latin1'));
  // The second field of `/proc/<pid>/stat` is the program name in brackets. The name may contain spaces and brackets,
  // so everything up to the last bracket is cut off before the text is split.
  const [state = '', ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const [, group] = fields;
  const started = fields[18];
  return started === undefined
    ? undefined
    : { isZombie: /[ZXx]/.test(state), group: Number(group), startTime: started };
};

/**
 * Returns whether a process of the group `group` runs, even if the leader of the group has ended. Returns undefined on
 * systems without `/proc`.
 */
export const isGroupRunning = (group: number): boolean | undefined =>
  readProcEntry(process.pid) &&
  readdirSync(markSystemPath('/proc')).some((name) => {
    const entry = /^\d+$/.test(name) ? readProcEntry(Number(name)) : undefined;
    return entry?.group === group && !entry.isZombie;
  });

/** Returns the pids of the child processes of `pid` from `/proc` (Linux); undefined on other systems. */
const readChildPids = (pid: number): readonly number[] | undefined =>
  tryRead(() =>
    readdirSync(markSystemPath(`/proc/${pid}/task`)).flatMap((thread) =>
      readTextSync(markSystemPath(`/proc/${pid}/task/${thread}/children`))
        .split(' ')
        .filter((child) => child !== '')
        .map(Number),
    ),
  );

const listAllProcesses = (): readonly (readonly [number, number])[] => {
  const output = tryRead(() =>
    execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', timeout: 200, stdio: 'pipe' }),
  );
  return [...(output ?? '').matchAll(/(\d+)\s+(\d+)/g)].map(([, pid, parent]) => [
    Number(pid),
    Number(parent),
  ]);
};

/** Returns the pids of all descendants of the given processes. */
export const listDescendants = (pids: readonly number[]): readonly number[] => {
  const table = readChildPids(process.pid) === undefined ? listAllProcesses() : undefined;
  const listChildren = (pid: number): readonly number[] =>
    table?.flatMap(([child, parent]) => (parent === pid ? [child] : [])) ?? readChildPids(pid) ?? [];
  const descendants = new Set<number>();
  const visit = (pid: number): void => {
    for (const child of listChildren(pid)) {
      if (descendants.has(child)) continue;
      descendants.add(child);
      visit(child);
    }
  };
  for (const pid of pids) visit(pid);
  return [...descendants];
};

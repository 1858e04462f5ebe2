/** Who holds a lock, in a form that tells a dead holder from a living one, pid reuse included. */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { readlinkSync, readTextSync } from '../border/files.ts';
import { systemPath } from '../border/path.ts';
import type { Host } from './host.ts';

/** No operation holds a lock this long; past it a holder that cannot be examined counts as dead. */
const TRUSTED_MS = 120_000;

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** State letter and start time of a process in `/proc`; undefined where there is none. */
const procStat = (pid: number): { readonly zombie: boolean; readonly started: string } | undefined => {
  const stat = attempt(() => readTextSync(systemPath(`/proc/${pid}/stat`), 'latin1'));
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const started = fields?.[19];
  return started === undefined ? undefined : { zombie: /[ZXx]/.test(fields?.[0] ?? ''), started };
};

// A pid means nothing on another machine that shares the home folder, nor in another container.
const here = (): string =>
  createHash('sha256')
    .update(`${hostname()} ${attempt(() => readlinkSync(systemPath('/proc/self/ns/pid'))) ?? ''}`)
    .digest('hex')
    .slice(0, 12);

/** A word for this process that no other process, past or present, on any machine has. */
export const nameOf = (host: Host): string =>
  `${here()}-${host.pid}-${procStat(host.pid)?.started ?? 'unknown'}`;

/** Whether the process of that name is gone. `since` is when it took the lock, in ms since 1970. */
export const isGone = (name: string, since: number, host: Host): boolean => {
  const expired = Math.abs(host.now() - since) > TRUSTED_MS;
  const [place, digits, started] = name.split('-');
  const pid = Number(digits);
  if (place !== here() || !Number.isSafeInteger(pid) || pid <= 0) return expired;
  if (!host.alive(pid)) return true;
  const stat = procStat(pid);
  if (stat === undefined || started === undefined || started === 'unknown') return expired;
  return stat.zombie || stat.started !== started;
};

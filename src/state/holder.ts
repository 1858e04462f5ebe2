/** Who holds a lock, in a form that tells a dead holder from a living one, pid reuse included. */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { readlinkSync } from '../border/files.ts';
import { systemPath } from '../border/path.ts';
import { procEntry } from '../system/process-table.ts';
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

// A pid means nothing on another machine that shares the home folder, nor in another container.
const here = (): string =>
  createHash('sha256')
    .update(`${hostname()} ${attempt(() => readlinkSync(systemPath('/proc/self/ns/pid'))) ?? ''}`)
    .digest('hex')
    .slice(0, 12);

/** A word for this process that no other process, past or present, on any machine has. */
export const nameOf = (host: Host): string =>
  `${here()}-${host.pid}-${procEntry(host.pid)?.started ?? 'unknown'}`;

/** Whether the process of that name is gone. `since` is when it took the lock, in ms since 1970. */
export const isGone = (name: string, since: number, host: Host): boolean => {
  const expired = Math.abs(host.now() - since) > TRUSTED_MS;
  const [place, digits, started] = name.split('-');
  const pid = Number(digits);
  if (place !== here() || !Number.isSafeInteger(pid) || pid <= 0) return expired;
  if (!host.alive(pid)) return true;
  const stat = procEntry(pid);
  if (stat === undefined || started === undefined || started === 'unknown') return expired;
  return stat.zombie || stat.started !== started;
};

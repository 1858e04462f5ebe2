/** Who holds a lock, in a form that tells a dead holder from a living one, pid reuse included. */

import { hostname } from 'node:os';
import { readlinkSync, readTextSync } from '../border/files.ts';
import { systemPath } from '../border/path.ts';
import type { Host } from './host.ts';
import { procEntry } from './process-table.ts';
import { sha256 } from './sha256.ts';

/** No operation of a moment holds a lock this long; past it a holder that cannot be examined counts as dead. */
const TRUSTED_MS = 120_000;

/** What a word of a holder's name is where the system does not say. */
const UNKNOWN = 'unknown';

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const systemText = (path: string): string | undefined =>
  attempt(() => readTextSync(systemPath(path), 'latin1'))?.trim() || undefined;

const short = (text: string): string => sha256(text).slice(0, 12);

/** Hosts that share a name are told apart by what their system was given once; where it was given nothing, not. */
const machine = (): string => {
  const id = systemText('/etc/machine-id');
  return `${id === undefined ? 'n' : 'm'}${short(`${hostname()} ${id ?? ''}`)}`;
};
/** A pid means nothing in another container. */
const space = (): string => {
  const link = attempt(() => readlinkSync(systemPath('/proc/self/ns/pid')));
  return link === undefined ? UNKNOWN : short(link);
};
/** Nor after the machine was started anew. */
const boot = (): string => {
  const id = systemText('/proc/sys/kernel/random/boot_id');
  return id === undefined ? UNKNOWN : short(id);
};

/** A word for the system that this process runs in: another one in another container, and after it was started anew. */
export const nameOfSystem = (): string => [machine(), space(), boot()].join('-');

/** A word for this process that no other process, past or present, on any machine has. */
export const nameOf = ({ pid }: Host): string =>
  [nameOfSystem(), pid, procEntry(pid)?.started ?? UNKNOWN].join('-');

/** What can be said of a holder from here: another machine or container, or a system without `/proc`, hides it. */
export type Fate = 'lives' | 'gone' | 'hidden';

export const fateOf = (name: string, host: Host): Fate => {
  const [on, within, since, digits, started] = name.split('-');
  const pid = Number(digits);
  if (started === undefined || !Number.isSafeInteger(pid) || pid <= 0) return 'hidden';
  const now = boot();
  if (since !== now) {
    // Nothing outlives the machine that it ran on, where it is known that it is this one.
    return since !== UNKNOWN && now !== UNKNOWN && on?.startsWith('m') && on === machine()
      ? 'gone'
      : 'hidden';
  }
  // The same boot is the same system, under whatever name; without one its name is all there is.
  if (within !== space() || (now === UNKNOWN && on !== machine())) return 'hidden';
  if (!host.alive(pid)) return 'gone';
  const stat = procEntry(pid);
  if (stat === undefined || started === UNKNOWN) return 'hidden';
  return stat.zombie || stat.started !== started ? 'gone' : 'lives';
};

/** Whether the process of that name is gone. `since` is when it took the lock, in ms since 1970. */
export const isGone = (name: string, since: number, host: Host): boolean => {
  const fate = fateOf(name, host);
  return fate === 'gone' || (fate === 'hidden' && Math.abs(host.now() - since) > TRUSTED_MS);
};

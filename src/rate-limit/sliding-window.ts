import type { Rate } from '../contract.ts';

/** Instants are milliseconds since 1970. */
export interface Standing {
  readonly used: number;
  readonly left: number;
  /** When the next request may be sent; now, where one may. */
  readonly nextAt: number;
  /** When the whole limit is free again; undefined where it is. */
  readonly resetAt: number | undefined;
  readonly blockedUntil: number | undefined;
}

/** A request whose end nobody wrote down still runs, or its process is dead: it counts for longer by this part. */
const UNSURE = 1 / 5;
/** Those that had to wait go one after the other, this part of the window's even distance apart. */
const SPACING = 1 / 32;

/**
 * The places in the window, from the lines of the ledger in their order. Whoever reads the same lines comes to the
 * same places, which is why no lock is needed: a place is taken by appending a line.
 *
 * `a ID AT` asks for a place, `d ID AT` says that the request has ended, `x ID` gives the place back, and
 * `b UNTIL` that the service asked for silence.
 */
export const slidingWindow = ({ limit, windowMs }: Rate) => {
  /** When each counted request leaves the window, in order. */
  let leaves: number[] = [];
  const open = new Map<string, { readonly at: number; readonly leave: number }>();
  let blocked = 0;
  let lastWaited = 0;
  const gap = (windowMs / limit) * SPACING;

  /** The first position of an instant that is not before `instant`. */
  const position = (instant: number): number => {
    let [from, to] = [0, leaves.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((leaves[middle] ?? 0) < instant) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const add = (leave: number): void => void leaves.splice(position(leave), 0, leave);
  const remove = (leave: number): void => {
    const at = position(leave);
    if (leaves[at] === leave) leaves.splice(at, 1);
  };
  const prune = (now: number): void => {
    const gone = position(now + 1e-9);
    if (gone > 64 || gone === leaves.length) leaves = leaves.slice(gone);
    else if (gone > 0) leaves.splice(0, gone);
  };
  /** The earliest instant from `from` on at which fewer than `most` are in the window. */
  const free = (from: number, most: number): number => {
    const first = position(from + 1e-9);
    const count = leaves.length - first;
    return Math.max(from, blocked, count < most ? from : (leaves[leaves.length - most] ?? from));
  };

  const ask = (id: string, at: number): void => {
    prune(at);
    let slot = free(at, limit);
    if (slot > at) {
      slot = Math.max(slot, lastWaited + gap);
      lastWaited = slot;
    }
    const leave = slot + windowMs * (1 + UNSURE);
    add(leave);
    open.set(id, { at: slot, leave });
  };
  const end = (id: string, at: number | undefined): void => {
    const asked = open.get(id);
    if (asked === undefined) return;
    open.delete(id);
    remove(asked.leave);
    if (at !== undefined) add(at + windowMs);
    else if (lastWaited === asked.at) lastWaited -= gap;
  };

  const hold = (until: number): void => {
    blocked = Math.max(blocked, until);
  };

  return {
    hold,
    /** A request that asked for no place was sent, and answered now. */
    sent: (now: number): void => add(now + windowMs),
    apply(line: string, now: number): void {
      const [kind, ...words] = line.split(' ');
      const number = Number(words.at(-1));
      // A clock that was set back would otherwise hold everybody up until it has caught up again.
      const isTime = number > 0 && number <= now + 2 * windowMs;
      const [id = ''] = words;
      if (kind === 'a' && isTime && words.length === 2) ask(id, number);
      else if (kind === 'd' && isTime && words.length === 2) end(id, number);
      else if (kind === 'x' && words.length === 1) end(id, undefined);
      else if (kind === 'b' && isTime && words.length === 1) hold(number);
    },
    slot: (id: string): number | undefined => open.get(id)?.at,
    blockedUntil: (): number => blocked,
    standing(now: number): Standing {
      prune(now);
      const used = leaves.length;
      const isBlocked = blocked > now;
      return {
        used,
        left: isBlocked ? 0 : Math.max(0, limit - used),
        nextAt: free(now, limit),
        resetAt: used === 0 && !isBlocked ? undefined : Math.max(leaves.at(-1) ?? 0, blocked),
        blockedUntil: isBlocked ? blocked : undefined,
      };
    },
    room(now: number, reserve: number): number {
      prune(now);
      return free(now, Math.max(1, limit - reserve)) - now;
    },
    estimate(now: number, requests: number, reserve: number): number {
      prune(now);
      const most = Math.max(1, limit - reserve);
      const held = Math.max(0, blocked - now);
      const behind = requests - (most - leaves.length);
      if (behind <= 0) return held;
      // Behind those that are free now, each goes when an earlier one leaves the window.
      const rounds = Math.floor((behind - 1) / most);
      const first = leaves[(behind - 1) % most] ?? now + windowMs;
      return Math.max(held, first + windowMs * rounds - now);
    },
  };
};

import { isRecord } from '../json/values.ts';
import type { Purchase } from '../purchases/record.ts';
import { originOf } from '../purchases/situation.ts';
import {
  bookIn,
  forgottenIn,
  numberAfter,
  type PurchasesFile,
  rewritten,
  wholeIn,
} from '../purchases/store-entries.ts';
import type { Found } from '../system/json-file.ts';
import { sha256 } from '../system/sha256.ts';

/** Whose requests they are. */
export interface Whose {
  readonly baseUrl: string;
  readonly account: string | undefined;
}

/** What tells a request apart on every machine; those from before machines shared anything have it from what they are. */
export const refOf = ({ ref, number, design_id, base_url, requested_at }: Purchase): string =>
  ref ?? sha256(`${design_id} ${base_url} ${requested_at} ${number}`).slice(0, 24);

const isOf =
  ({ baseUrl, account }: Whose) =>
  (one: Purchase): boolean =>
    originOf(one.base_url) === originOf(baseUrl) && one.account === account;

const isBusy = ({ state }: Purchase): boolean => state === 'intended' || state === 'sent';

const refsForgotten = (found: Found): ReadonlySet<unknown> =>
  new Set(forgottenIn(found).map((one) => (isRecord(one) ? one.ref : undefined)));

/** How many requests the shared book had when this machine last saw it. */
export interface Extent {
  count(): number;
  heard(count: number): void;
}

/** What the shared book becomes with what this machine knows; undefined where it knows all of it. */
const told = (found: Found, own: readonly Purchase[], path: string): readonly Purchase[] | undefined => {
  const all = wholeIn(bookIn(found), path);
  const forgotten = refsForgotten(found);
  const byRef = new Map(own.map((one) => [refOf(one), one]));
  // It was settled here, and the engine was away.
  const settled = all.map((one) => {
    const mine = byRef.get(refOf(one));
    const isOver =
      isBusy(one) &&
      mine !== undefined &&
      (!isBusy(mine) || (one.state === 'intended' && mine.state === 'sent'));
    return isOver ? { ...mine, number: one.number, ref: refOf(one) } : one;
  });
  const known = new Set(all.map(refOf));
  // What took nothing stands in nobody's way.
  const missing = own.filter(
    (one) =>
      one.state !== 'refused' &&
      one.state !== 'intended' &&
      !known.has(refOf(one)) &&
      !forgotten.has(refOf(one)),
  );
  const next = numberAfter(found, all);
  const added = missing.map((one, place) => ({ ...one, number: next + place, ref: refOf(one) }));
  return added.length === 0 && settled.every((one, place) => one === all[place])
    ? undefined
    : [...settled, ...added];
};

/**
 * Each of the two books learns what only the other knows: the shared one what was requested from here while it was
 * away, or before it was shared, and this machine's what was forgotten elsewhere. True where the shared one has lost
 * what was in it, which is said once. Throws a Failure where one of them cannot be read.
 */
export const agreeing =
  (local: PurchasesFile, shared: PurchasesFile, whose: () => Promise<Whose>, extent: Extent) =>
  async (): Promise<boolean> => {
    const isMine = isOf(await whose());
    const own = wholeIn(bookIn(await local.look()), local.path).filter(isMine);
    const found = await shared.look();
    const countIn = (now: Found, all = wholeIn(bookIn(now), shared.path)): number =>
      numberAfter(now, all) - 1;
    let count = countIn(found);
    const hasLost = count < extent.count();
    if (told(found, own, shared.path) !== undefined) {
      count = await shared.change((now) => {
        const next = told(now, own, shared.path);
        return { ...(next && { next: rewritten(now, next) }), result: countIn(now, next) };
      });
    }
    extent.heard(count);
    const forgotten = refsForgotten(found);
    const isForgotten = (one: Purchase): boolean => isMine(one) && !isBusy(one) && forgotten.has(refOf(one));
    if (!own.some(isForgotten)) return hasLost;
    await local.change((now) => {
      const all = wholeIn(bookIn(now), local.path);
      const gone = all.filter(isForgotten);
      const left = all.filter((one) => !gone.includes(one));
      return { next: rewritten(now, left, { forgotten: [...forgottenIn(now), ...gone] }), result: undefined };
    });
    return hasLost;
  };

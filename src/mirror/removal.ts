import { isDraft } from '../border/tree.ts';
import { HOUSE } from './disk.ts';
import type { SubjectId } from './file-names.ts';
import { REMOVED } from './folder.ts';
import { held } from './folder-types.ts';
import { keyOf, MANIFEST } from './manifest.ts';
import type { Pulling } from './pull-types.ts';

/** `2026-11-20T09-00-00.000Z`: a time as the name of a folder, on every system. */
const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(':', '-');

const timeOf = (stamp: string): number | undefined => {
  const [, day, hours, minutes, rest] =
    /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)(?:-\d+)?$/.exec(stamp) ?? [];
  const ms = Date.parse(`${day}${hours}:${minutes}:${rest}`);
  return Number.isNaN(ms) ? undefined : ms;
};

const NOTHING: ReadonlySet<string> = new Set();

export interface Removal {
  readonly removed: ReadonlySet<string>;
  /** Why nothing was removed that was to be, where a person can change that. */
  readonly refused: string | undefined;
}

/**
 * Puts aside what the service has proved gone. `sound` says that the list was walked to its end and is whole. More
 * than a third of a folder at once is a decision of its own.
 */
export const removal = async (
  pulling: Pulling,
  gone: ReadonlyMap<string, SubjectId>,
  sound: boolean,
): Promise<Removal> => {
  const { folder, remove, consent, tools } = pulling;
  const before = held(folder).length;
  if (remove === 'no' || gone.size === 0) return { removed: NOTHING, refused: undefined };
  const many = `${gone.size} of ${before} are gone from the service`;
  if (!sound)
    return {
      removed: NOTHING,
      refused: `${many}; nothing is removed on the word of a list that is not whole`,
    };
  if (remove === 'some' && gone.size * 3 > before) {
    const agreed = await consent(gone.size, before);
    if (agreed === undefined) {
      return {
        removed: NOTHING,
        refused: `${many}, more than a third of the folder: --delete=all removes them`,
      };
    }
    if (!agreed) return { removed: NOTHING, refused: undefined };
  }
  const time = stampOf(tools.clock.now());
  let stamp = time;
  for (let count = 2; folder.disk.look(`${REMOVED}/${stamp}`) !== undefined; count += 1)
    stamp = `${time}-${count}`;
  const aside = held(folder).filter(({ of }) => gone.has(keyOf(of)));
  await folder.putAside(aside, stamp);
  return { removed: new Set(gone.keys()), refused: undefined };
};

/** Takes away what killed processes left of files that had no name yet. Only where nobody else is at work. */
export const sweep = async ({ folder: { disk } }: Pick<Pulling, 'folder'>): Promise<void> => {
  for (const name of await disk.list(HOUSE)) if (isDraft(name)) await disk.remove(`${HOUSE}/${name}`);
};

/** Forgets what was removed longer ago. The number of removals that it was. */
export const prune = async ({ folder: { disk }, pruneMs, tools }: Pulling): Promise<number> => {
  if (pruneMs === undefined) return 0;
  let pruned = 0;
  for (const stamp of await disk.list(REMOVED)) {
    const at = timeOf(stamp);
    if (at === undefined || tools.clock.now() - at < pruneMs) continue;
    // Without its manifest it is no folder of a pull any more, however far the rest comes.
    await disk.remove(`${REMOVED}/${stamp}/${MANIFEST}`);
    await disk.remove(`${REMOVED}/${stamp}`);
    pruned += 1;
  }
  return pruned;
};

/** What a pull is asked for, from the words that were typed. */

import { typeable } from '../../border/shell.ts';
import {
  ALL_RESOURCES,
  DEFAULT_PROFILE,
  DRIVERS,
  driverOf,
  PROFILES,
  type Profile,
  RESOURCES,
  resourceOf,
} from '../../client/resources.ts';
import { UsageError } from '../../errors.ts';
import type { PullOptions } from '../../mirror/index.ts';
import { named } from '../designs/design-ref.ts';
import { count, duration, list, reserveOf, since, text } from '../flags/parse-flags.ts';
import type { FlagSpec, Given } from '../typed.ts';

const GROUPS: Readonly<Record<string, readonly Profile[]>> = {
  ...Object.fromEntries(PROFILES.map((profile) => [profile, [profile]])),
  both: PROFILES,
};
/** Several words, as typed with commas. */
const several = <T extends string>(
  flags: Given,
  flag: string,
  known: readonly string[],
  meant: (word: string) => T | undefined,
): readonly T[] | undefined => {
  const words = list(flags, flag, typeable`toile help pull`);
  const all = words?.map((word) => {
    const one = meant(word);
    if (one !== undefined) return one;
    throw new UsageError(
      `--${flag} takes ${known.join(', ')}, with commas between; not ${JSON.stringify(word)}`,
    );
  });
  return all && [...new Set(all)];
};

export const PROFILE: FlagSpec = {
  value: 'PROFILE',
  choices: Object.keys(GROUPS),
  default: 'technical_designer',
  about: 'whose graph and exports',
};

/** What is pulled, but for the time that `since` counts back from. */
export type Asked = Omit<PullOptions, 'since'> & { readonly since: ReturnType<typeof since> };

export const optionsOf = (words: readonly string[], flags: Given): Asked => {
  const subjects = words.map((word) => named(word));
  const garments = subjects.flatMap((each) => (each?.kind === 'garment' ? [each.id] : []));
  const designs = subjects.flatMap((each) =>
    each === undefined || each.kind === 'garment' ? [] : [each.kind === 'design' ? each.id : each.text],
  );
  const garmentsOnly = flags['garments-only'] === true;
  if (garmentsOnly && designs.length > 0)
    throw new UsageError(`--garments-only pulls no designs, and ${designs[0]} is one`);
  const from = since(flags, 'since');
  if (from !== undefined && (garmentsOnly || designs.length > 0))
    throw new UsageError('--since chooses among all designs; leave the ids or --garments-only out');
  const only = several(
    flags,
    'only',
    Object.values(RESOURCES).map(({ command }) => command),
    resourceOf,
  );
  const drivers = several(flags, 'exports', Object.values(DRIVERS), driverOf) ?? [];
  if (drivers.length > 0 && only !== undefined && !only.includes('graph')) {
    throw new UsageError('--exports needs the graph, which says whether an export is out of date', {
      hint: typeable`add graph to --only`,
    });
  }
  if (drivers.length > 0 && garmentsOnly)
    throw new UsageError('--exports are of your own designs, and --garments-only pulls none');
  const [maxAge, prune] = [text(flags, 'max-age'), text(flags, 'prune')];
  return {
    wanted: {
      reads: only ?? ALL_RESOURCES,
      profiles: GROUPS[String(flags.profile)] ?? [DEFAULT_PROFILE],
      drivers,
    },
    garments,
    designs: garmentsOnly ? undefined : designs,
    since: from,
    maxAgeMs: maxAge === undefined ? undefined : duration(maxAge, '--max-age'),
    maxRequests: count(flags, 'max-requests'),
    reserve: reserveOf(flags),
    remove: flags.delete === undefined ? 'no' : flags.delete === 'all' ? 'all' : 'some',
    pruneMs: prune === undefined ? undefined : duration(prune, '--prune'),
  };
};

/** What a pull is asked for, from the words that were typed. */

import { typeable } from '../../border/shell.ts';
import type { Driver, Profile, Resource } from '../../client/index.ts';
import { UsageError } from '../../errors.ts';
import type { PullOptions } from '../../mirror/index.ts';
import type { FlagSpec, Given } from '../define.ts';
import { named } from '../designs/design-ref.ts';
import { day } from '../flags/parse-dates.ts';
import { count, duration, text } from '../flags/parse-flags.ts';
import { reserveOf } from '../flags/reserve.ts';

const READS = {
  graph: 'graph',
  brief: 'tailor-brief',
  trust: 'design-trust',
  confirmations: 'confirmations',
} as const satisfies Record<string, Resource>;
const DRIVERS = { svg: 'illustrator_svg_stage1', json: 'json' } as const satisfies Record<string, Driver>;
const PROFILES: Readonly<Record<string, readonly Profile[]>> = {
  technical_designer: ['technical_designer'],
  factory: ['factory'],
  both: ['technical_designer', 'factory'],
};
/** Several words of a table, as typed with commas. */
const several = <T extends string>(
  flags: Given,
  flag: string,
  table: Readonly<Record<string, T>>,
): readonly T[] | undefined => {
  const typed = text(flags, flag);
  if (typed === undefined) return undefined;
  const words = typed.split(',').map((word) => word.trim());
  return [
    ...new Set(
      words.map((word) => {
        const meant = Object.hasOwn(table, word)
          ? table[word]
          : Object.values(table).find((value) => value === word);
        if (meant !== undefined) return meant;
        const known = Object.keys(table).join(', ');
        throw new UsageError(`--${flag} takes ${known}, with commas between; not ${JSON.stringify(word)}`);
      }),
    ),
  ];
};

export const PROFILE: FlagSpec = {
  value: 'PROFILE',
  choices: Object.keys(PROFILES),
  about: 'whose graph and exports; technical_designer unless said',
};

export const optionsOf = (words: readonly string[], flags: Given): PullOptions => {
  const subjects = words.map((word) => named(word));
  const garments = subjects.flatMap((each) => (each?.kind === 'garment' ? [each.id] : []));
  const designs = subjects.flatMap((each) =>
    each === undefined || each.kind === 'garment' ? [] : [each.kind === 'design' ? each.id : each.text],
  );
  const garmentsOnly = flags['garments-only'] === true;
  if (garmentsOnly && designs.length > 0)
    throw new UsageError(`--garments-only pulls no designs, and ${designs[0]} is one`);
  const since = day(flags, 'since');
  if (since !== undefined && (garmentsOnly || designs.length > 0))
    throw new UsageError('--since chooses among all designs; leave the ids or --garments-only away');
  const only = several(flags, 'only', READS);
  const drivers = several(flags, 'exports', DRIVERS) ?? [];
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
      reads: only ?? Object.values(READS),
      profiles: PROFILES[String(flags.profile)] ?? ['technical_designer'],
      drivers,
    },
    garments,
    designs: garmentsOnly ? undefined : designs,
    since,
    maxAgeMs: maxAge === undefined ? undefined : duration(maxAge, '--max-age'),
    maxRequests: count(flags, 'max-requests'),
    reserve: reserveOf(flags),
    remove: flags.delete === undefined ? 'no' : flags.delete === 'all' ? 'all' : 'some',
    pruneMs: prune === undefined ? undefined : duration(prune, '--prune'),
  };
};

/** The options of a pull, read from arguments and flags. */

import type { PullOptions } from '../../collection/index.ts';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import {
  DEFAULT_PROFILE,
  EXPORT_DRIVERS,
  findExportDriver,
  findResource,
  GARMENT_PROFILES,
  GARMENT_RESOURCES,
  type Profile,
  RESOURCE_NAMES,
} from '../../service/client/resources.ts';
import type { FlagSpec, FlagValues } from '../argument-spec.ts';
import { parseDesignReference } from '../designs/design-reference.ts';
import {
  parseDuration,
  readCountFlag,
  readListFlag,
  readReserveFlag,
  readSinceFlag,
  readTextFlag,
} from '../flags/parse-flags.ts';

const PROFILE_GROUPS: Readonly<Record<string, readonly Profile[]>> = {
  ...Object.fromEntries(GARMENT_PROFILES.map((profile) => [profile, [profile]])),
  both: GARMENT_PROFILES,
};
/**
 * Reads the comma-separated words of a flag and converts each with `meant`. Throws a UsageError for a word that `meant`
 * does not know. Removes duplicates.
 */
const readKnownWords = <T extends string>(
  flags: FlagValues,
  flag: string,
  known: readonly string[],
  meant: (word: string) => T | undefined,
): readonly T[] | undefined => {
  const words = readListFlag(flags, flag, shellText`toile help pull`);
  const all = words?.map((word) => {
    const one = meant(word);
    if (one !== undefined) return one;
    throw new UsageError(
      `--${flag} takes ${known.join(', ')}, with commas between; not ${JSON.stringify(word)}`,
    );
  });
  return all && [...new Set(all)];
};

/** The flag `--profile` of `toile pull`, which accepts `both` too. */
export const PULL_PROFILE_FLAG: FlagSpec = {
  value: 'PROFILE',
  choices: Object.keys(PROFILE_GROUPS),
  default: 'technical_designer',
  about: 'for the technical designer, the factory or both',
};

/** The parsed flags of a pull. `since` converts the current time to the earliest creation time (ms since 1970). */
export type PullFlagOptions = Omit<PullOptions, 'since'> & {
  readonly since: ReturnType<typeof readSinceFlag>;
};

/** Reads the ids and flags of a pull. Throws a UsageError for flags that contradict each other. */
export const readPullOptions = (words: readonly string[], flags: FlagValues): PullFlagOptions => {
  const subjects = words.map((word) => parseDesignReference(word));
  const garments = subjects.flatMap((each) => (each?.kind === 'garment' ? [each.id] : []));
  const designs = subjects.flatMap((each) =>
    each === undefined || each.kind === 'garment' ? [] : [each.kind === 'design' ? each.id : each.text],
  );
  const garmentsOnly = flags['garments-only'] === true;
  if (garmentsOnly && designs.length > 0)
    throw new UsageError(`--garments-only cannot be combined with a design: ${designs[0]}`);
  const from = readSinceFlag(flags, 'since');
  if (from !== undefined && designs.length > 0)
    throw new UsageError(`--since cannot be combined with a design: ${designs[0]}`);
  const only = readKnownWords(
    flags,
    'only',
    Object.values(GARMENT_RESOURCES).map(({ command }) => command),
    findResource,
  );
  const drivers = readKnownWords(flags, 'exports', Object.values(EXPORT_DRIVERS), findExportDriver) ?? [];
  if (drivers.length > 0 && only !== undefined && !only.includes('graph')) {
    throw new UsageError('--exports needs the graph, which says whether an export is out of date', {
      hint: shellText`add graph to --only`,
    });
  }
  const [maxAge, prune] = [readTextFlag(flags, 'max-age'), readTextFlag(flags, 'prune')];
  return {
    selection: {
      reads: only ?? RESOURCE_NAMES,
      profiles: PROFILE_GROUPS[String(flags.profile)] ?? [DEFAULT_PROFILE],
      drivers,
    },
    garments,
    designs: garmentsOnly ? undefined : designs,
    since: from,
    maxAgeMs: maxAge === undefined ? undefined : parseDuration(maxAge, '--max-age'),
    maxRequests: readCountFlag(flags, 'max-requests'),
    reserve: readReserveFlag(flags),
    remove: flags.delete === undefined ? 'no' : flags.delete === 'all' ? 'all' : 'some',
    pruneMs: prune === undefined ? undefined : parseDuration(prune, '--prune'),
  };
};

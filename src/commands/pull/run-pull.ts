/** Reads the flags of a pull and runs it: lists the designs, reports progress and chooses the exit code. */

import type {
  DesignLister,
  PullInteraction,
  PullOptions,
  PullProgress,
  PullResult,
} from '../../collection/pull-types.ts';
import { formatDuration, type PullPlanData, type PullResultData } from '../../output/views/pull.ts';
import { Unavailable, UsageError } from '../../platform/errors.ts';
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
import { type CommandContext, reportNote } from '../command-context.ts';
import { buildDataResult, type DataResult } from '../command-result.ts';
import { parseDesignReference } from '../designs/design-reference.ts';
import { MAX_LIST_PAGE_SIZE, walkDesignPages } from '../designs/walk-design-pages.ts';
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
 * Returns the words of a comma-separated flag, each converted by `parse`, without repetitions. Returns undefined if the
 * flag was not typed. Throws a UsageError that lists `known` if `parse` returns undefined for a word.
 */
const readKnownWords = <T extends string>(
  flags: FlagValues,
  flag: string,
  known: readonly string[],
  parse: (word: string) => T | undefined,
): readonly T[] | undefined => {
  const words = readListFlag(flags, flag, shellText`toile help pull`);
  const all = words?.map((word) => {
    const value = parse(word);
    if (value !== undefined) return value;
    throw new UsageError(
      `--${flag} takes a comma-separated list of ${known.join(', ')}; not ${JSON.stringify(word)}`,
    );
  });
  return all && [...new Set(all)];
};

/** The flag `--profile` of `toile pull`, which also accepts `both`. */
export const PULL_PROFILE_FLAG: FlagSpec = {
  value: 'PROFILE',
  choices: Object.keys(PROFILE_GROUPS),
  default: 'technical_designer',
  about: 'who reads the data: technical_designer, factory or both',
};

type PullFlagOptions = Omit<PullOptions, 'since'> & {
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

const LINE_INTERVAL_MS = 60_000;

const createDesignList = (deps: CommandContext): DesignLister =>
  async function* (before, send) {
    const pages = walkDesignPages(await deps.api(), {
      pageSize: MAX_LIST_PAGE_SIZE,
      before,
      sendRequest: send,
      signal: deps.signal,
    });
    for await (const { items, nextCursor } of pages)
      yield { designs: items.map(({ value }) => value), next: nextCursor };
  };

const createRemovalConsent =
  (deps: CommandContext, dir: string): PullInteraction['confirmRemoval'] =>
  async (goneCount, total) => {
    if (!deps.ask.isAvailable) return undefined;
    deps.report({ kind: 'done' });
    return deps.ask.confirm(
      `Gone from the service: ${goneCount} of ${total} in ${dir}. Move them to ${dir}/.toile/removed?`,
      false,
    );
  };

const chooseExitCode = ({ failed, unchanged, gone, ...pulled }: PullResult): 0 | 1 | 5 => {
  if (failed.length === 0) return 0;
  const hasNothing = pulled.new.length + pulled.changed.length + unchanged + gone.length === 0;
  return hasNothing && failed.every(({ code }) => code === 'not_found') ? 5 : 1;
};

/** Returns a function that reports progress: one updated line on a terminal, one new line per minute elsewhere. */
const createProgressReporter = (deps: CommandContext, dir: string) => {
  let lineAt = LINE_INTERVAL_MS;
  return ({ subjects, total, requests, elapsedMs, remainingMs, isWaiting }: PullProgress): void => {
    const rate = elapsedMs > 0 ? (requests / elapsedMs) * 60_000 : 0;
    const words = [
      total === 0 ? `pulling into ${dir}: reading the list` : `pulling into ${dir}: ${subjects} of ${total}`,
      `${requests} ${requests === 1 ? 'request' : 'requests'}`,
      ...(elapsedMs > 5000 ? [`${rate.toFixed(0)} a minute`] : []),
      ...(remainingMs === undefined || remainingMs < 1000
        ? []
        : [`about ${formatDuration(remainingMs)} left`]),
      ...(isWaiting ? ['waiting for the rate limit'] : []),
    ];
    const line = elapsedMs >= lineAt;
    if (line) lineAt = elapsedMs - (elapsedMs % LINE_INTERVAL_MS) + LINE_INTERVAL_MS;
    deps.report({ kind: 'busy', text: words.join(', '), ...(line && { line }) });
  };
};

type PullCommandResult = DataResult<PullResultData | PullPlanData>;

/** The folder and the parsed flags of `toile pull`. */
export interface PullCommandOptions extends PullFlagOptions {
  readonly dir: string;
  readonly dryRun: boolean;
}

/**
 * Pulls into the folder `dir` and returns the new, changed and failed designs, or only an estimate if `dryRun` is true.
 * Reports progress, and asks before a large part of the folder is removed.
 */
export const runPull = async (
  deps: CommandContext,
  { dir, dryRun, since, ...flagOptions }: PullCommandOptions,
): Promise<PullCommandResult> => {
  const options = { ...flagOptions, since: since?.(deps.clock.now()) };
  const collection = await deps.openCollection(dir);
  const list = createDesignList(deps);
  if (dryRun) {
    const value = { dir, ...(await collection.planPull(options, list)) };
    deps.report({ kind: 'done' });
    return buildDataResult('toile.pull-plan/1', value);
  }
  const interaction: PullInteraction = {
    confirmRemoval: createRemovalConsent(deps, dir),
    onProgress: createProgressReporter(deps, dir),
  };
  const pulled = await collection.pull(options, list, interaction).catch((error: unknown) => {
    deps.report({ kind: 'done' });
    const explained = deps.explainError(error);
    const isDisk = explained.code === 'cannot_write' && explained.exit !== 2;
    if (deps.signal.aborted || isDisk || explained instanceof Unavailable)
      reportNote(deps, 'pulled files are kept; run the same command to resume');
    throw error;
  });
  deps.report({ kind: 'done' });
  // A failure to read the list of designs, or to remove designs, belongs to no single design. So it is printed as a
  // note, in addition to its entry in the result.
  for (const { kind, why } of pulled.failed) if (kind === 'removal' || kind === 'list') reportNote(deps, why);
  return buildDataResult('toile.pull/1', { dir, ...pulled }, { exit: chooseExitCode(pulled) });
};

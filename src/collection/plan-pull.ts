import { findMatchingDesigns } from '../garment/design-match.ts';
import {
  DEFAULT_PROFILE,
  type ExportDriver,
  type Profile,
  type Resource,
} from '../service/client/resources.ts';
import { type FileSpec, formatFileName, type SubjectId } from './collection-paths.ts';
import {
  type CollectionState,
  joinSubjectPath,
  listPulledSubjects,
  type PullRun,
} from './collection-types.ts';
import { formatSubjectKey, type ManifestEntry } from './manifest.ts';
import type { PullInput, PullOptions } from './pull-types.ts';
import { classifyListItem, hasValidId, type IdentifiedDesign, readListPages } from './read-design-list.ts';
import { createRequestSender } from './request-budget.ts';

/** The files to pull for each design or garment: resources, profiles of graphs and exports, and formats of exports. */
export interface PullSelection {
  readonly reads: readonly Resource[];
  readonly profiles: readonly Profile[];
  /** The formats of exports, which only designs have. */
  readonly drivers: readonly ExportDriver[];
}

const listFileSpecs = (
  kind: SubjectId['kind'],
  { reads, profiles, drivers }: PullSelection,
): readonly FileSpec[] => {
  const read = reads.flatMap((name): readonly FileSpec[] =>
    name === 'graph' ? profiles.map((profile) => ({ read: name, profile })) : [{ read: name }],
  );
  const exported = profiles.flatMap((profile) =>
    drivers.map((driver): FileSpec => ({ read: 'export', profile, driver })),
  );
  // A garment has no exports even if the user owns it, because its exports belong to the design.
  return kind === 'design' ? [...read, ...exported] : read;
};

/** A design or garment with the files that must be fetched. */
export interface DueSubject {
  readonly of: SubjectId;
  readonly fileSpecs: readonly FileSpec[];
  /** A graph that is fetched first, even if not selected, because it shows whether the service still has the design. */
  readonly proof?: FileSpec | undefined;
  /**
   * The time of the oldest check of the files, in milliseconds since 1970; 0 if a time is unknown, -1 if a file is
   * missing or damaged. Lower times are fetched first. Exports count only if there are no other files.
   */
  readonly since: number;
  /** The position of its last failed request in `PullRun.tried`; -1 for none. Lower positions are fetched first. */
  readonly triedRank: number;
}

/** The conditions that decide which files must be fetched, and in which order. */
interface PlanConditions {
  /** Files that were checked at this time (milliseconds since 1970) or later are skipped. */
  readonly notAfter: number;
  /** The paths of files that were lost or edited on disk. */
  readonly damaged: ReadonlySet<string>;
  readonly run: PullRun | undefined;
  /** True with --max-requests. Files that were never fetched then come first. */
  readonly isLimited: boolean;
}

/** Returns the paths of files that were lost or edited on disk since they were pulled. */
export const findDamagedFiles = async (
  folder: CollectionState,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const damaged = new Set<string>();
  for (const subject of listPulledSubjects(folder)) {
    for (const [name, file] of subject.files) {
      signal.throwIfAborted();
      const path = joinSubjectPath(subject, name);
      if ((await folder.disk.computeDigest(path)) !== file.sha256) damaged.add(path);
    }
  }
  return damaged;
};

/** Counts the files in `due` that this pull has not yet fetched. */
export const countRemainingFiles = (
  { subjects }: Pick<CollectionState, 'subjects'>,
  due: readonly DueSubject[],
  { done }: Pick<PullRun, 'done'>,
): number => {
  const isDone = (of: SubjectId, what: FileSpec): boolean => {
    const subject = subjects.get(formatSubjectKey(of));
    return subject !== undefined && done.has(joinSubjectPath(subject, formatFileName(what)));
  };
  return due.reduce(
    (sum, { of, fileSpecs }) => sum + fileSpecs.filter((what) => !isDone(of, what)).length,
    0,
  );
};

const getProofSpec = ({ profiles }: PullSelection): FileSpec => ({
  read: 'graph',
  profile: profiles[0] ?? DEFAULT_PROFILE,
});

/** Returns the designs of `unlisted` that exist although the list lacks them: this pull fetched their graph. */
export const findExistingDesigns = (
  { subjects }: Pick<CollectionState, 'subjects'>,
  unlisted: readonly SubjectId[],
  wanted: PullSelection,
  { done }: PullRun,
): readonly SubjectId[] =>
  unlisted.filter((of) => {
    const subject = subjects.get(formatSubjectKey(of));
    return subject !== undefined && done.has(joinSubjectPath(subject, formatFileName(getProofSpec(wanted))));
  });

/**
 * Returns the designs and garments to fetch, with their files: first those with missing or damaged files, then those
 * with the oldest check, and last those with a failed request in this pull. Equal checks are in random order, so that
 * repeated pulls with a request limit eventually reach all.
 */
export const planFetches = (
  folder: CollectionState,
  {
    subjects,
    unlisted,
  }: { readonly subjects: readonly SubjectId[]; readonly unlisted: readonly SubjectId[] },
  wanted: PullSelection,
  { notAfter, damaged, run, isLimited }: PlanConditions,
  random: () => number,
): readonly DueSubject[] => {
  const tried = new Map([...(run?.tried ?? [])].map((path, at) => [path, at] as const));
  const proof = getProofSpec(wanted);
  const due = (of: SubjectId, proved?: FileSpec): readonly (DueSubject & { readonly lot: number })[] => {
    const subject = folder.subjects.get(formatSubjectKey(of));
    const path = (what: FileSpec): string => (subject ? joinSubjectPath(subject, formatFileName(what)) : '');
    const at = (what: FileSpec): number => {
      if (!subject?.files.has(formatFileName(what)) || damaged.has(path(what))) return -1;
      return folder.lastChecked(path(what)) ?? 0;
    };
    const whats = listFileSpecs(of.kind, wanted).filter(
      (what) => what.read === 'export' || (!run?.done.has(path(what)) && at(what) < notAfter),
    );
    const asked = proved && run?.done.has(path(proved)) ? undefined : proved;
    if (whats.length === 0 && asked === undefined) return [];
    const reads = whats.filter(({ read }) => read !== 'export');
    const since = Math.min(...(reads.length > 0 ? reads : whats).map(at));
    const place = (what: FileSpec): number => tried.get(path(what)) ?? -1;
    const isExport = ({ read }: FileSpec): number => (read === 'export' ? 1 : 0);
    // Exports come last, because each is made from a graph that is fetched before it.
    const age = (what: FileSpec): number => (isLimited ? at(what) : 0);
    const ordered = whats.toSorted(
      (a, b) => isExport(a) - isExport(b) || place(a) - place(b) || age(a) - age(b),
    );
    const last = Math.max(...[...whats, ...(asked ? [asked] : [])].map(place));
    return [{ of, fileSpecs: ordered, proof: asked, since, triedRank: last, lot: random() }];
  };
  const all = [...subjects.flatMap((of) => due(of)), ...unlisted.flatMap((of) => due(of, proof))];
  return all.sort(
    (a, b) => a.triedRank - b.triedRank || a.since - b.since || (a.since < 0 ? 0 : a.lot - b.lot),
  );
};

interface ChosenSubjects {
  readonly subjects: readonly SubjectId[];
  /** The designs in the folder that the complete list does not contain; empty if only some designs are pulled. */
  readonly unlisted: readonly SubjectId[];
  /** The words that match no design. */
  readonly unknown: readonly string[];
}

/**
 * Returns the designs and garments of a pull. `listed` are the designs of the service, `held` the content of the
 * folder. Garments in the folder are included, unless the user selects designs.
 */
export const chooseSubjects = (
  choice: Pick<PullOptions, 'garments' | 'designs' | 'since'>,
  listed: readonly IdentifiedDesign[],
  held: readonly ManifestEntry[],
): ChosenSubjects => {
  const { designs, since } = choice;
  const young = listed.filter(
    ({ created_at }) => since === undefined || !(Date.parse(String(created_at)) < since),
  );
  const byWord = (designs ?? []).map((word) => ({ word, found: findMatchingDesigns(word, listed) }));
  const all = designs?.length === 0;
  const ids = new Set((all ? young : byWord.flatMap(({ found }) => found)).map(({ id }) => id));
  const ofKind = <K extends SubjectId['kind']>(kind: K): readonly Extract<SubjectId, { kind: K }>[] =>
    held.flatMap(({ of }) => (isOfKind(of, kind) ? [of] : []));
  const garments = new Set([
    ...choice.garments,
    // The garments of the folder are updated too, unless the user selects designs.
    ...(designs === undefined || all ? ofKind('garment').map(({ id }) => id) : []),
  ]);
  const inList = new Set(listed.map(({ id }) => id));
  return {
    subjects: [
      ...[...ids].map((id): SubjectId => ({ kind: 'design', id })),
      ...[...garments].map((id): SubjectId => ({ kind: 'garment', id })),
    ],
    unlisted: all && since === undefined ? ofKind('design').filter(({ id }) => !inList.has(id)) : [],
    unknown: byWord.filter(({ found }) => found.length === 0).map(({ word }) => word),
  };
};

const isOfKind = <K extends SubjectId['kind']>(
  of: SubjectId,
  kind: K,
): of is Extract<SubjectId, { kind: K }> => of.kind === kind;

/** The number of requests that a pull would send, and its duration. */
export interface PullEstimate {
  /** The number of designs and garments. */
  readonly subjects: number;
  /** The number of requests for graphs, briefs and other resources. */
  readonly reads: number;
  /** The number of exports that are not in the folder. Those that a changed graph makes due again are not counted. */
  readonly exports: number;
  readonly requests: number;
  /** The estimated minutes under the rate limit. */
  readonly minutes: number;
}

/** Reads the design list and estimates a pull. Writes nothing. Throws IncompleteList if designs may be missing. */
export const estimatePull = async (pulling: PullInput): Promise<PullEstimate> => {
  const { folder, pace, reserve, signal, selection } = pulling;
  const summaries: IdentifiedDesign[] = [];
  const sending = createRequestSender({ pace, clock: pulling.tools.clock, reserve, signal });
  if (pulling.designs !== undefined) {
    for await (const { designs } of readListPages(pulling, sending, undefined))
      summaries.push(...designs.map(classifyListItem).filter(hasValidId));
  }
  const chosen = chooseSubjects(pulling, summaries, listPulledSubjects(folder));
  const { maxAgeMs } = pulling;
  const notAfter = maxAgeMs === undefined ? Infinity : pulling.tools.clock.now() - maxAgeMs;
  const damaged = maxAgeMs === undefined ? new Set<string>() : await findDamagedFiles(folder, signal);
  const due = planFetches(
    folder,
    chosen,
    selection,
    { notAfter, damaged, run: undefined, isLimited: false },
    pulling.random,
  );
  const whats = due.flatMap((each) => each.fileSpecs.map((what) => ({ of: each.of, what })));
  const proofs = due.filter(
    ({ fileSpecs: own, proof }) =>
      proof && !own.some((what) => formatFileName(what) === formatFileName(proof)),
  ).length;
  const reads = proofs + whats.filter(({ what }) => what.read !== 'export').length;
  const exports = whats.filter(
    ({ of, what }) =>
      what.read === 'export' && !folder.subjects.get(formatSubjectKey(of))?.files.has(formatFileName(what)),
  ).length;
  // Each pull needs two more requests, for the user and for the API version.
  const requests = Math.min(reads + exports + sending.requests + 2, pulling.maxRequests ?? Infinity);
  return {
    subjects: due.length,
    reads,
    exports,
    requests,
    minutes: Math.ceil(pace.estimate(requests, reserve) / 6000) / 10,
  };
};

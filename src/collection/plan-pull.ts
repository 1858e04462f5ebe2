import { findMatchingDesigns } from '../garment/design-match.ts';
import { appendAll } from '../platform/lists.ts';
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

/** Selects the files that a pull fetches for each design or garment. */
export interface FileSelection {
  readonly reads: readonly Resource[];
  readonly profiles: readonly Profile[];
  readonly drivers: readonly ExportDriver[];
}

const listFileSpecs = (
  kind: SubjectId['kind'],
  { reads, profiles, drivers }: FileSelection,
): readonly FileSpec[] => {
  const readSpecs = reads.flatMap((name): readonly FileSpec[] =>
    name === 'graph' ? profiles.map((profile) => ({ read: name, profile })) : [{ read: name }],
  );
  const exportSpecs = profiles.flatMap((profile) =>
    drivers.map((driver): FileSpec => ({ read: 'export', profile, driver })),
  );
  // Only a design has exports. The same garment may be pulled as a garment and as a design of the user; its exports are
  // then fetched for the design only.
  return kind === 'design' ? [...readSpecs, ...exportSpecs] : readSpecs;
};

/** A design or garment, and those of its files that must be fetched. */
export interface DueSubject {
  readonly subjectId: SubjectId;
  readonly fileSpecs: readonly FileSpec[];
  /**
   * The request that shows whether a design still exists: the graph of the design. Set only for a design that is in the
   * folder but not in the service's list of designs. The graph is then fetched even if the user did not select graphs.
   */
  readonly proof?: FileSpec | undefined;
  /**
   * The time of the oldest check among the files to fetch, in milliseconds since 1970. It is -1 if a file is missing or
   * damaged, and 0 if a time is unknown. Exports count only if all files to fetch are exports. Designs and garments
   * with the lowest value are fetched first.
   */
  readonly checkedAt: number;
  /**
   * The position in the order of fetching: lower ranks are fetched first. The rank is -1 if none of the files to fetch
   * has failed in this pull. Otherwise, it is the index in `PullRun.triedPaths` of that file to fetch that failed last.
   */
  readonly triedRank: number;
}

const findDamagedFiles = async (
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

const wasFetched = (
  { subjects }: Pick<CollectionState, 'subjects'>,
  { outcomes }: PullRun,
  subjectId: SubjectId,
  spec: FileSpec,
): boolean => {
  const subject = subjects.get(formatSubjectKey(subjectId));
  return subject !== undefined && outcomes.has(joinSubjectPath(subject, formatFileName(spec)));
};

/** Counts the files of the designs and garments in `due` that this pull has not yet fetched. */
export const countRemainingFiles = (
  folder: CollectionState,
  due: readonly DueSubject[],
  run: PullRun,
): number =>
  due.flatMap(({ subjectId, fileSpecs }) =>
    fileSpecs.filter((spec) => !wasFetched(folder, run, subjectId, spec)),
  ).length;

const getProofSpec = ({ profiles }: FileSelection): FileSpec => ({
  read: 'graph',
  profile: profiles[0] ?? DEFAULT_PROFILE,
});

/**
 * Returns the designs that are missing from the design list (`unlisted`) although they exist. This pull has fetched
 * their graphs.
 */
export const findExistingDesigns = (
  { folder, selection }: PullInput,
  { unlisted }: SubjectChoice,
  run: PullRun,
): readonly SubjectId[] =>
  unlisted.filter((subjectId) => wasFetched(folder, run, subjectId, getProofSpec(selection)));

/**
 * Returns the designs and garments to fetch, with their files. First are those with missing or damaged files, then
 * those that were checked the longest time ago, and last those with a failed request in this pull. If several were
 * checked at the same time, their order is random, so that repeated pulls with a request limit eventually reach all.
 */
export const planFetches = async (
  { folder, selection, maxAgeMs, maxRequests, signal, random }: PullInput,
  { subjects, unlisted }: SubjectChoice,
  run: PullRun | undefined,
  startedAt: number,
): Promise<readonly DueSubject[]> => {
  // With --max-age, a file that was checked at `checkedBefore` or later is skipped, unless it was lost or edited on
  // disk.
  const checkedBefore = maxAgeMs === undefined ? Infinity : startedAt - maxAgeMs;
  const damaged = maxAgeMs === undefined ? new Set<string>() : await findDamagedFiles(folder, signal);
  const triedRanks = new Map([...(run?.triedPaths ?? [])].map((path, at) => [path, at] as const));
  const proof = getProofSpec(selection);
  const planSubject = (
    subjectId: SubjectId,
    proofSpec?: FileSpec,
  ): readonly (DueSubject & { readonly lot: number })[] => {
    const subject = folder.subjects.get(formatSubjectKey(subjectId));
    const getPath = (spec: FileSpec): string =>
      subject ? joinSubjectPath(subject, formatFileName(spec)) : '';
    const getCheckedAt = (spec: FileSpec): number => {
      if (!subject?.files.has(formatFileName(spec)) || damaged.has(getPath(spec))) return -1;
      return folder.getLastChecked(getPath(spec)) ?? 0;
    };
    const pendingSpecs = listFileSpecs(subjectId.kind, selection).filter(
      (spec) =>
        spec.read === 'export' || (!run?.outcomes.has(getPath(spec)) && getCheckedAt(spec) < checkedBefore),
    );
    const pendingProof = proofSpec && run?.outcomes.has(getPath(proofSpec)) ? undefined : proofSpec;
    if (pendingSpecs.length === 0 && pendingProof === undefined) return [];
    const readSpecs = pendingSpecs.filter(({ read }) => read !== 'export');
    const checkedAt = Math.min(...(readSpecs.length > 0 ? readSpecs : pendingSpecs).map(getCheckedAt));
    const getTriedRank = (spec: FileSpec): number => triedRanks.get(getPath(spec)) ?? -1;
    const getExportRank = ({ read }: FileSpec): number => (read === 'export' ? 1 : 0);
    // Exports are fetched after all other files, because the service makes each export from a graph that the pull
    // fetches first. In each of these two groups, files that failed earlier in this pull come last. With
    // --max-requests, files that did not fail are sorted by their last check, the oldest first.
    const getAge = (spec: FileSpec): number => (maxRequests === undefined ? 0 : getCheckedAt(spec));
    const orderedSpecs = pendingSpecs.toSorted(
      (a, b) =>
        getExportRank(a) - getExportRank(b) || getTriedRank(a) - getTriedRank(b) || getAge(a) - getAge(b),
    );
    const triedRank = Math.max(
      ...[...pendingSpecs, ...(pendingProof ? [pendingProof] : [])].map(getTriedRank),
    );
    return [{ subjectId, fileSpecs: orderedSpecs, proof: pendingProof, checkedAt, triedRank, lot: random() }];
  };
  const dueSubjects = [
    ...subjects.flatMap((subjectId) => planSubject(subjectId)),
    ...unlisted.flatMap((subjectId) => planSubject(subjectId, proof)),
  ];
  return dueSubjects.sort(
    (a, b) => a.triedRank - b.triedRank || a.checkedAt - b.checkedAt || (a.checkedAt < 0 ? 0 : a.lot - b.lot),
  );
};

interface SubjectChoice {
  readonly subjects: readonly SubjectId[];
  /**
   * The designs in the folder that the design list of the service lacks. Empty if the pull does not include all
   * designs.
   */
  readonly unlisted: readonly SubjectId[];
  /** The names and ids that the user typed and that match no design. */
  readonly unknown: readonly string[];
}

/**
 * Returns the designs and garments that a pull fetches. `listed` has the designs of the service, and `entries` has the
 * content of the folder. Garments that are already in the folder are fetched again, unless the user selects single
 * designs.
 */
export const chooseSubjects = (
  choice: Pick<PullOptions, 'garments' | 'designs' | 'since'>,
  listed: readonly IdentifiedDesign[],
  entries: readonly ManifestEntry[],
): SubjectChoice => {
  const { designs, since } = choice;
  const recentDesigns = listed.filter(
    ({ created_at }) => since === undefined || !(Date.parse(String(created_at)) < since),
  );
  const byWord = (designs ?? []).map((word) => ({ word, designs: findMatchingDesigns(word, listed) }));
  const isAll = designs?.length === 0;
  const ids = new Set((isAll ? recentDesigns : byWord.flatMap(({ designs }) => designs)).map(({ id }) => id));
  const known = entries.map(({ subjectId }) => subjectId);
  const knownGarments = known.filter((subjectId) => subjectId.kind === 'garment').map(({ id }) => id);
  const knownDesigns = known.filter((subjectId) => subjectId.kind === 'design');
  const garments = new Set([...choice.garments, ...(designs === undefined || isAll ? knownGarments : [])]);
  const listedIds = new Set(listed.map(({ id }) => id));
  return {
    subjects: [
      ...[...ids].map((id): SubjectId => ({ kind: 'design', id })),
      ...[...garments].map((id): SubjectId => ({ kind: 'garment', id })),
    ],
    unlisted: isAll && since === undefined ? knownDesigns.filter(({ id }) => !listedIds.has(id)) : [],
    unknown: byWord.filter(({ designs }) => designs.length === 0).map(({ word }) => word),
  };
};

/** The number of requests that a pull would send, and its duration. */
export interface PullEstimate {
  /** The number of designs and garments that have files to fetch. */
  readonly subjects: number;
  readonly reads: number;
  /**
   * The number of exports that are missing in the folder. The pull may fetch more exports than this estimate, because
   * it also replaces the export of each changed graph.
   */
  readonly exports: number;
  readonly requests: number;
  /** The duration of the pull in minutes, estimated only from the number of requests and the rate limit. */
  readonly minutes: number;
}

/** Reads the design list and estimates a pull. Writes nothing. Throws IncompleteList if designs may be missing. */
export const estimatePull = async (input: PullInput): Promise<PullEstimate> => {
  const { folder, pacer, reserve, signal } = input;
  const summaries: IdentifiedDesign[] = [];
  const sender = createRequestSender({ pacer, clock: input.tools.clock, reserve, signal });
  if (input.designs !== undefined) {
    for await (const { designs } of readListPages(input, sender, undefined))
      appendAll(summaries, designs.map(classifyListItem).filter(hasValidId));
  }
  const chosen = chooseSubjects(input, summaries, listPulledSubjects(folder));
  const due = await planFetches(input, chosen, undefined, input.tools.clock.now());
  const specs = due.flatMap((dueSubject) =>
    dueSubject.fileSpecs.map((spec) => ({ subjectId: dueSubject.subjectId, spec })),
  );
  const proofCount = due.filter(
    ({ fileSpecs: ownSpecs, proof }) =>
      proof && !ownSpecs.some((spec) => formatFileName(spec) === formatFileName(proof)),
  ).length;
  const readCount = proofCount + specs.filter(({ spec }) => spec.read !== 'export').length;
  const exportCount = specs.filter(
    ({ subjectId, spec }) =>
      spec.read === 'export' &&
      !folder.subjects.get(formatSubjectKey(subjectId))?.files.has(formatFileName(spec)),
  ).length;
  // Besides the files, each pull requests the user and the API version.
  const requests = Math.min(readCount + exportCount + sender.requests + 2, input.maxRequests ?? Infinity);
  return {
    subjects: due.length,
    reads: readCount,
    exports: exportCount,
    requests,
    minutes: Math.ceil(pacer.estimate(requests, reserve) / 6000) / 10,
  };
};

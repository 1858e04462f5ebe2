import { DEFAULT_PROFILE, type Driver, type Profile, type Resource } from '../client/resources.ts';
import { fileFor, type SubjectId, type What } from './file-names.ts';
import { type Folder, held, pathOf, type Run } from './folder-types.ts';
import { keyOf } from './manifest.ts';

/** What is to be pulled of each subject. */
export interface Wanted {
  readonly reads: readonly Resource[];
  readonly profiles: readonly Profile[];
  /** Drivers of exports; none for garments, which only their owner exports. */
  readonly drivers: readonly Driver[];
}

export const whatsOf = (kind: SubjectId['kind'], { reads, profiles, drivers }: Wanted): readonly What[] => {
  const read = reads.flatMap((name): readonly What[] =>
    name === 'graph' ? profiles.map((profile) => ({ read: name, profile })) : [{ read: name }],
  );
  const exported = profiles.flatMap((profile) =>
    drivers.map((driver): What => ({ read: 'export', profile, driver })),
  );
  // A GARM identity of one's own is read as a garment; its export belongs to the design.
  return kind === 'design' ? [...read, ...exported] : read;
};

/** One subject with what of it is due, before its exports are decided. */
export interface Due {
  readonly of: SubjectId;
  readonly whats: readonly What[];
  /** Its graph is asked for first, whether or not it is wanted: that says whether the service still has it. */
  readonly proved?: What | undefined;
  /** When the longest unchecked of them was checked; 0 for never. */
  readonly since: number;
  /** Its place among those that this run has asked for without success; -1 for the others, which come before. */
  readonly tried: number;
}

export interface Freshness {
  /** Milliseconds since 1970: what was checked later than this is left alone. */
  readonly notAfter: number;
  /** Paths of which the file on disk is not what was pulled. */
  readonly damaged: ReadonlySet<string>;
  readonly run: Run | undefined;
  /** There may be requests for a few files only: those of a subject that were never fetched come before the others. */
  readonly isLimited: boolean;
}

/** Files of the folder that were lost or edited since they were pulled. */
export const damagedIn = async (folder: Folder, signal: AbortSignal): Promise<ReadonlySet<string>> => {
  const damaged = new Set<string>();
  for (const subject of held(folder)) {
    for (const [name, file] of subject.files) {
      signal.throwIfAborted();
      const path = pathOf(subject, name);
      if ((await folder.disk.digest(path)) !== file.sha256) damaged.add(path);
    }
  }
  return damaged;
};

/** How many files of these are neither fetched nor found unchanged. */
export const countLeft = (
  { subjects }: Pick<Folder, 'subjects'>,
  due: readonly Due[],
  { done }: Pick<Run, 'done'>,
): number => {
  const isDone = (of: SubjectId, what: What): boolean => {
    const subject = subjects.get(keyOf(of));
    return subject !== undefined && done.has(pathOf(subject, fileFor(what)));
  };
  return due.reduce((sum, { of, whats }) => sum + whats.filter((what) => !isDone(of, what)).length, 0);
};

const proofOf = ({ profiles }: Wanted): What => ({ read: 'graph', profile: profiles[0] ?? DEFAULT_PROFILE });

/** Designs that the list leaves out, and that the service was found to have earlier in the same run. */
export const provedBefore = (
  { subjects }: Pick<Folder, 'subjects'>,
  unlisted: readonly SubjectId[],
  wanted: Wanted,
  { done }: Run,
): readonly SubjectId[] =>
  unlisted.filter((of) => {
    const subject = subjects.get(keyOf(of));
    return subject !== undefined && done.has(pathOf(subject, fileFor(proofOf(wanted))));
  });

/**
 * What is due, longest unchecked first. Where nothing is known of either, `random` decides: a checkout that starts
 * without memory each night and stops at a budget then reaches everything in time.
 */
export const plan = (
  folder: Folder,
  {
    subjects,
    unlisted,
  }: { readonly subjects: readonly SubjectId[]; readonly unlisted: readonly SubjectId[] },
  wanted: Wanted,
  { notAfter, damaged, run, isLimited }: Freshness,
  random: () => number,
): readonly Due[] => {
  const tried = new Map([...(run?.tried ?? [])].map((path, at) => [path, at] as const));
  const proof = proofOf(wanted);
  const due = (of: SubjectId, proved?: What): readonly (Due & { readonly lot: number })[] => {
    const subject = folder.subjects.get(keyOf(of));
    const path = (what: What): string => (subject ? pathOf(subject, fileFor(what)) : '');
    const at = (what: What): number => {
      if (!subject?.files.has(fileFor(what)) || damaged.has(path(what))) return -1;
      return folder.checked(path(what)) ?? 0;
    };
    const whats = whatsOf(of.kind, wanted).filter(
      (what) => what.read === 'export' || (!run?.done.has(path(what)) && at(what) < notAfter),
    );
    const asked = proved && run?.done.has(path(proved)) ? undefined : proved;
    if (whats.length === 0 && asked === undefined) return [];
    const reads = whats.filter(({ read }) => read !== 'export');
    const since = Math.min(...(reads.length > 0 ? reads : whats).map(at));
    const place = (what: What): number => tried.get(path(what)) ?? -1;
    const isExport = ({ read }: What): number => (read === 'export' ? 1 : 0);
    // An export is of the graph that was fetched before it.
    const age = (what: What): number => (isLimited ? at(what) : 0);
    const ordered = whats.toSorted(
      (a, b) => isExport(a) - isExport(b) || place(a) - place(b) || age(a) - age(b),
    );
    const last = Math.max(...[...whats, ...(asked ? [asked] : [])].map(place));
    return [{ of, whats: ordered, proved: asked, since, tried: last, lot: random() }];
  };
  const all = [...subjects.flatMap((of) => due(of)), ...unlisted.flatMap((of) => due(of, proof))];
  return all.sort((a, b) => a.tried - b.tried || a.since - b.since || (a.since < 0 ? 0 : a.lot - b.lot));
};

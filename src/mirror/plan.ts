import { fileFor, type SubjectId, type What } from './names.ts';
import type { Folder, Run } from './writing.ts';

/** What is to be pulled of each subject. */
export interface Wanted {
  readonly reads: readonly ('graph' | 'tailor-brief' | 'design-trust' | 'confirmations')[];
  readonly profiles: readonly string[];
  /** Drivers of exports; none for garments, which only their owner exports. */
  readonly drivers: readonly string[];
}

export function whatsOf(kind: SubjectId['kind'], { reads, profiles, drivers }: Wanted): readonly What[] {
  const read = reads.flatMap((name): What[] =>
    name === 'graph' ? profiles.map((profile) => ({ read: name, profile })) : [{ read: name }],
  );
  const exported = profiles.flatMap((profile) =>
    drivers.map((driver): What => ({ read: 'export', profile, driver })),
  );
  // A GARM identity of one's own is read as a garment; its export belongs to the design.
  return kind === 'design' ? [...read, ...exported] : read;
}

/** One subject with what of it is due, before its exports are decided. */
export interface Due {
  readonly of: SubjectId;
  readonly whats: readonly What[];
  /** When the longest unchecked of them was checked; 0 for never. */
  readonly since: number;
}

export interface Freshness {
  /** Milliseconds since 1970: what was checked later than this is left alone. */
  readonly notAfter: number;
  readonly run: Run | undefined;
}

/**
 * What is due, longest unchecked first. Where nothing is known of either, `random` decides: a checkout that starts
 * without memory each night and stops at a budget then reaches everything in time.
 */
export function plan(
  folder: Folder,
  subjects: readonly SubjectId[],
  wanted: Wanted,
  { notAfter, run }: Freshness,
  random: () => number,
): readonly Due[] {
  const due = subjects.flatMap((of): (Due & { readonly lot: number })[] => {
    const held = folder.subjects.get(`${of.kind} ${of.id}`);
    const path = (what: What): string => `${held?.about.folder}/${fileFor(what)}`;
    const at = (what: What): number =>
      held?.files.has(fileFor(what)) ? (folder.checked(path(what)) ?? 0) : -1;
    const whats = whatsOf(of.kind, wanted).filter(
      (what) => what.read === 'export' || (!run?.done.has(path(what)) && at(what) < notAfter),
    );
    if (whats.length === 0) return [];
    const reads = whats.filter(({ read }) => read !== 'export');
    return [{ of, whats, since: Math.min(...(reads.length > 0 ? reads : whats).map(at)), lot: random() }];
  });
  return due.sort((a, b) => a.since - b.since || (a.since < 0 ? 0 : a.lot - b.lot));
}

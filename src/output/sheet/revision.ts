import { type BodyChange, compareBodies } from '../../garment/compare-bodies.ts';
import { selectShownChanges } from '../views/diff-changes.ts';
import type { SheetGarment } from './index.ts';

/** An earlier version of a garment, from a file or a pulled folder. */
export interface EarlierVersion {
  /** The printed name of the version, for example the name of its file. */
  readonly name: string;
  /** The time when it was read, in milliseconds since 1970; undefined if unknown. */
  readonly at: number | undefined;
  /** The letter of the revision (default: `A`). */
  readonly letter?: string;
  /** The bodies of the version; undefined for a missing body. */
  readonly graph: unknown;
  readonly brief: unknown;
  readonly trust: unknown;
  readonly confirmations: unknown;
}

/**
 * The words that name each body in a sentence, and the heading of its changes. The graph has no heading, because its
 * changes are grouped by department.
 */
export const SHEET_BODIES = {
  graph: { words: 'the graph', title: '' },
  brief: { words: 'the tailor brief', title: 'Tailor brief' },
  trust: { words: 'Design Trust', title: 'Design Trust' },
  confirmations: { words: 'the open questions', title: 'Open questions' },
} as const;

type SheetBodyName = keyof typeof SHEET_BODIES;
/** The names of the bodies, in printed order. */
export const SHEET_BODY_NAMES = Object.keys(SHEET_BODIES) as readonly SheetBodyName[];

/** The changes between an earlier version and the present one. */
export interface SheetRevision {
  readonly earlier: EarlierVersion;
  /** The letter printed beside everything that changed, for example `A`. */
  readonly letter: string;
  /** The changes that are shown of each body; absent for a body that only one version has. */
  readonly changes: Readonly<Partial<Record<SheetBodyName, readonly BodyChange[]>>>;
  /** The numbers of hidden changes of reasons, order or spelling, by the word that classifies them. */
  readonly minor: Readonly<Record<string, number>>;
  /** The garment id of the earlier version if it differs from the present one; otherwise undefined. */
  readonly otherId: string | undefined;
}

/**
 * Compares each body of a garment with the earlier version. Returns undefined if the garment has no earlier version.
 * Without `all`, changes of reasons, order and spelling are only counted.
 */
export const compareWithEarlier = (reading: SheetGarment, all: boolean): SheetRevision | undefined => {
  const { earlier } = reading;
  if (earlier === undefined) return undefined;
  const changes: Partial<Record<SheetBodyName, readonly BodyChange[]>> = {};
  const minor = new Map<string, number>();
  let otherId: string | undefined;
  for (const body of SHEET_BODY_NAMES) {
    if (earlier[body] === undefined || reading[body] === undefined) continue;
    const comparison = compareBodies(earlier[body], reading[body]);
    const [earlierId, presentId] = comparison.garmentIds;
    if (earlierId !== presentId) otherId ??= earlierId;
    const shown = selectShownChanges(comparison.changes, all);
    changes[body] = shown.changes;
    for (const [word, number] of shown.minor) minor.set(word, (minor.get(word) ?? 0) + number);
  }
  return { earlier, letter: earlier.letter ?? 'A', changes, minor: Object.fromEntries(minor), otherId };
};

/** Lists the changes of all compared bodies, in printed order. */
export const listRevisionChanges = ({ changes }: SheetRevision): readonly BodyChange[] =>
  Object.values(changes).flat();

/** Returns true if both versions have at least one body in common. */
export const hasComparedBody = ({ changes }: SheetRevision): boolean => Object.keys(changes).length > 0;

/** The changes of a garment since an earlier version. */

import { type BodyChange, compareBodies } from '../../garment/compare-bodies.ts';
import { selectShownChanges } from '../views/diff-changes.ts';
import type { SheetGarment } from './index.ts';

/** An earlier version of a garment, from a file or a collection. */
export interface EarlierVersion {
  /** The name of the version, for readers. */
  readonly name: string;
  /** When it was read, in milliseconds since 1970; undefined where that is unknown. */
  readonly at: number | undefined;
  /** The letter of the revision; `A` where none is given. */
  readonly letter?: string;
  /** The bodies of the version; undefined for one that it does not hold. */
  readonly graph: unknown;
  readonly brief: unknown;
  readonly trust: unknown;
  readonly confirmations: unknown;
}

/** The bodies of a garment and their names. The changes of a graph are titled by department instead. */
export const SHEET_BODIES = {
  graph: { words: 'the graph', title: '' },
  brief: { words: 'the tailor brief', title: 'Tailor brief' },
  trust: { words: 'Design Trust', title: 'Design Trust' },
  confirmations: { words: 'the open questions', title: 'Open questions' },
} as const;

type SheetBodyName = keyof typeof SHEET_BODIES;
/** The names of the bodies, in the order of a sheet. */
export const SHEET_BODY_NAMES = Object.keys(SHEET_BODIES) as readonly SheetBodyName[];

/** The changes between the earlier version and the present one. */
export interface SheetRevision {
  readonly earlier: EarlierVersion;
  /** The letter beside everything that changed. */
  readonly letter: string;
  /** The changes of each body that both versions hold. */
  readonly changes: Readonly<Partial<Record<SheetBodyName, readonly BodyChange[]>>>;
  readonly minor: Readonly<Record<string, number>>;
  /** The garment id of the earlier version, where it differs. */
  readonly other: string | undefined;
}

/** Compares a garment with its earlier version. Returns undefined without one. */
export const compareWithEarlier = (reading: SheetGarment, all: boolean): SheetRevision | undefined => {
  const { earlier } = reading;
  if (earlier === undefined) return undefined;
  const changes: Partial<Record<SheetBodyName, readonly BodyChange[]>> = {};
  const minor = new Map<string, number>();
  let other: string | undefined;
  for (const body of SHEET_BODY_NAMES) {
    if (earlier[body] === undefined || reading[body] === undefined) continue;
    const comparison = compareBodies(earlier[body], reading[body]);
    const [was, is] = comparison.garmentIds;
    if (was !== is) other ??= was;
    const shown = selectShownChanges(comparison.changes, all);
    changes[body] = shown.changes;
    for (const [word, number] of shown.minor) minor.set(word, (minor.get(word) ?? 0) + number);
  }
  return { earlier, letter: earlier.letter ?? 'A', changes, minor: Object.fromEntries(minor), other };
};

/** Lists the changes of all bodies. */
export const listRevisionChanges = ({ changes }: SheetRevision): readonly BodyChange[] =>
  Object.values(changes).flat();

/** Returns true where both versions hold at least one common body. */
export const hasComparedBody = ({ changes }: SheetRevision): boolean => Object.keys(changes).length > 0;

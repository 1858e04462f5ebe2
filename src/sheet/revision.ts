/** What of a garment is not what it was. */

import { compare } from '../garment/compare.ts';
import { type DiffChange, shownOf } from '../view/diff-changes.ts';
import type { Reading } from './index.ts';

/** What a garment was, as far as that is held. */
export interface Earlier {
  /** What that is called, for people. */
  readonly name: string;
  /** When it was read, in milliseconds since 1970, where that is known. */
  readonly at: number | undefined;
  /** Undefined for a body that it does not hold. */
  readonly graph: unknown;
  readonly brief: unknown;
  readonly trust: unknown;
  readonly confirmations: unknown;
}

/** The bodies of a reading, and what each is called; the changes of a graph stand by department. */
export const BODIES = {
  graph: { words: 'the graph', title: '' },
  brief: { words: 'the tailor brief', title: 'Tailor brief' },
  trust: { words: 'Design Trust', title: 'Design Trust' },
  confirmations: { words: 'the open questions', title: 'Open questions' },
} as const;

type Body = keyof typeof BODIES;
export const ALL_BODIES = Object.keys(BODIES) as readonly Body[];

export interface Revision {
  readonly earlier: Earlier;
  /** Of each body that both readings hold. */
  readonly changes: Readonly<Partial<Record<Body, readonly DiffChange[]>>>;
  readonly minor: Readonly<Record<string, number>>;
  /** As which garment it was read then, where that is another. */
  readonly other: string | undefined;
}

export const revisionOf = (reading: Reading, all: boolean): Revision | undefined => {
  const { earlier } = reading;
  if (earlier === undefined) return undefined;
  const changes: Partial<Record<Body, readonly DiffChange[]>> = {};
  const minor = new Map<string, number>();
  let other: string | undefined;
  for (const body of ALL_BODIES) {
    if (earlier[body] === undefined || reading[body] === undefined) continue;
    const comparison = compare(earlier[body], reading[body]);
    const [was, is] = comparison.garmentIds;
    if (was !== is) other ??= was;
    const shown = shownOf(comparison, all);
    changes[body] = shown.changes;
    for (const [word, number] of shown.minor) minor.set(word, (minor.get(word) ?? 0) + number);
  }
  return { earlier, changes, minor: Object.fromEntries(minor), other };
};

export const changesIn = ({ changes }: Revision): readonly DiffChange[] => Object.values(changes).flat();

/** Both readings hold some body. */
export const isCompared = ({ changes }: Revision): boolean => Object.keys(changes).length > 0;

import { typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import type { Summary } from './journal.ts';
import type { SubjectId } from './names.ts';
import type { Subject } from './writing.ts';

export interface Choice {
  readonly garments: readonly string[];
  /** Ids, beginnings of ids or names; empty for every design, undefined for none. */
  readonly designs: readonly string[] | undefined;
  readonly since: number | undefined;
}

export interface Chosen {
  readonly subjects: readonly SubjectId[];
  /** Held, and not in a list that was read whole. */
  readonly gone: readonly SubjectId[];
  /** Words that fit no design. */
  readonly unknown: readonly string[];
}

const fits = (word: string, { id, name }: Summary): 'exactly' | 'begins' | undefined => {
  const typed = word.toLowerCase();
  if (id.toLowerCase() === typed || name === word) return 'exactly';
  return typed.length >= 8 && id.toLowerCase().startsWith(typed) ? 'begins' : undefined;
};

/** The designs that a word means; more than one only where they share a name. */
function meant(word: string, listed: readonly Summary[]): readonly Summary[] {
  const exactly = listed.filter((design) => fits(word, design) === 'exactly');
  if (exactly.length > 0) return exactly;
  const begins = listed.filter((design) => fits(word, design) === 'begins');
  if (begins.length > 1) {
    throw new UsageError(`${word} fits ${begins.length} designs`, {
      code: 'ambiguous',
      hint: typeable`type more of the id`,
      details: { candidates: begins.map(({ id }) => id) },
    });
  }
  return begins;
}

/** Which designs and garments a pull is about. Garments that the folder holds are kept up to date unasked. */
export function choose(choice: Choice, listed: readonly Summary[], held: readonly Subject[]): Chosen {
  const { designs, since } = choice;
  const young = listed.filter(
    ({ created_at }) => since === undefined || !(Date.parse(String(created_at)) < since),
  );
  const byWord = (designs ?? []).map((word) => ({ word, found: meant(word, listed) }));
  const all = designs?.length === 0;
  const ids = new Set((all ? young : byWord.flatMap(({ found }) => found)).map(({ id }) => id));
  const known = held.filter(({ files }) => files.size > 0).map(({ of }) => of);
  const garments = new Set([
    ...choice.garments,
    // Named designs are a narrower question: then only the garments that are named, too.
    ...(designs === undefined || all
      ? known.filter(({ kind }) => kind === 'garment').map(({ id }) => id)
      : []),
  ]);
  const inList = new Set(listed.map(({ id }) => id));
  return {
    subjects: [
      ...[...ids].map((id): SubjectId => ({ kind: 'design', id })),
      ...[...garments].map((id): SubjectId => ({ kind: 'garment', id })),
    ],
    gone:
      all && since === undefined ? known.filter(({ kind, id }) => kind === 'design' && !inList.has(id)) : [],
    unknown: byWord.filter(({ found }) => found.length === 0).map(({ word }) => word),
  };
}

import type { GarmentId } from '../border/identity.ts';
import { matching } from '../garment/design-match.ts';
import type { Summary } from './design-summary.ts';
import type { SubjectId } from './file-names.ts';
import type { HeldEntry } from './manifest.ts';

export interface Choice {
  readonly garments: readonly GarmentId[];
  /** Ids, beginnings of ids or names; empty for every design, undefined for none. */
  readonly designs: readonly string[] | undefined;
  readonly since: number | undefined;
}

export interface Chosen {
  readonly subjects: readonly SubjectId[];
  /** Designs that are held and that the list, read to its end, does not name. */
  readonly unlisted: readonly SubjectId[];
  /** Words that fit no design. */
  readonly unknown: readonly string[];
}

/** Which designs and garments a pull is about. Garments that the folder holds are kept up to date unasked. */
export const choose = (choice: Choice, listed: readonly Summary[], held: readonly HeldEntry[]): Chosen => {
  const { designs, since } = choice;
  const young = listed.filter(
    ({ created_at }) => since === undefined || !(Date.parse(String(created_at)) < since),
  );
  const byWord = (designs ?? []).map((word) => ({ word, found: matching(word, listed) }));
  const all = designs?.length === 0;
  const ids = new Set((all ? young : byWord.flatMap(({ found }) => found)).map(({ id }) => id));
  const ofKind = <K extends SubjectId['kind']>(kind: K): readonly Extract<SubjectId, { kind: K }>[] =>
    held.flatMap(({ of }) => (isOfKind(of, kind) ? [of] : []));
  const garments = new Set([
    ...choice.garments,
    // Named designs are a narrower question: then only the garments that are named, too.
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

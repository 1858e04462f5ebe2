import { findMatchingDesigns } from '../garment/design-match.ts';
import type { GarmentId } from '../platform/identifiers.ts';
import type { SubjectId } from './collection-paths.ts';
import type { IdentifiedDesign } from './design-summary.ts';
import type { ManifestEntry } from './manifest.ts';

/** The designs and garments that the user selected. */
export interface SubjectChoice {
  readonly garments: readonly GarmentId[];
  /** Ids, prefixes of ids, or names; empty for every design, undefined for none. */
  readonly designs: readonly string[] | undefined;
  readonly since: number | undefined;
}

/** The subjects of a pull. */
export interface ChosenSubjects {
  readonly subjects: readonly SubjectId[];
  /** Designs in the folder that the complete list does not contain. */
  readonly unlisted: readonly SubjectId[];
  /** Words that match no design. */
  readonly unknown: readonly string[];
}

/**
 * Returns the designs and garments that a pull concerns. Garments in the folder are updated without being
 * named.
 */
export const chooseSubjects = (
  choice: SubjectChoice,
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
    // When the user names designs, pulled garments are not added: only named garments are included.
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

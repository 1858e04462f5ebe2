import { foldCase } from '../../garment/value-filter.ts';
import { buildSeasonTable, type SeasonDesign } from '../../output/views/season-rows.ts';
import { toNumberText, toScalarText } from '../../platform/json/json-values.ts';

/** Compares two cells: numbers by value, other values by text. */
const compareCells = (one: unknown, other: unknown): number => {
  const [a, b] = [toNumberText(one), toNumberText(other)];
  if (a !== undefined && b !== undefined) return Number(a) - Number(b);
  const [c, d] = [foldCase(toScalarText(one) ?? ''), foldCase(toScalarText(other) ?? '')];
  return c < d ? -1 : c > d ? 1 : 0;
};

/**
 * Returns the designs sorted by a column; without a column, by open questions, most first. Designs without a value
 * come last in both directions. Equal designs stay in the order of the folder.
 */
export const sortSeason = (
  designs: readonly SeasonDesign[],
  column: string | undefined,
  reverse: boolean,
): readonly SeasonDesign[] => {
  const keyed =
    column === undefined
      ? designs.map((design) => [design, design.open] as const)
      : buildSeasonTable({ designs, left_out: null }, undefined).cells.map(
          (cells, at) => [designs[at] as SeasonDesign, cells.get(column) ?? null] as const,
        );
  const known = keyed.filter(([, key]) => key !== null);
  const sign = reverse === (column !== undefined) ? -1 : 1;
  const inOrder = known.toSorted(([, one], [, other]) => compareCells(one, other) * sign);
  return [...inOrder, ...keyed.filter(([, key]) => key === null)].map(([design]) => design);
};

/** Designs in the order of a column. */

import { folded } from '../../garment/value-choice.ts';
import { lexeme, scalarText } from '../../json/values.ts';
import { type SeasonDesign, seasonTable } from '../../view/season-rows.ts';

const compared = (one: unknown, other: unknown): number => {
  const [a, b] = [lexeme(one), lexeme(other)];
  if (a !== undefined && b !== undefined) return Number(a) - Number(b);
  const [c, d] = [folded(scalarText(one) ?? ''), folded(scalarText(other) ?? '')];
  return c < d ? -1 : c > d ? 1 : 0;
};

/** Those that have nothing there come last, whichever way; of equal ones the order of the folder holds. */
export const sorted = (
  designs: readonly SeasonDesign[],
  column: string | undefined,
  reverse: boolean,
): readonly SeasonDesign[] => {
  if (column === undefined) return reverse ? designs.toReversed() : designs;
  const { cells } = seasonTable({ designs, left_out: null }, undefined);
  const keyed = designs.map((design, at) => [design, cells[at]?.get(column) ?? null] as const);
  const known = keyed.filter(([, key]) => key !== null);
  const inOrder = known.toSorted(([, one], [, other]) => compared(one, other) * (reverse ? -1 : 1));
  return [...inOrder, ...keyed.filter(([, key]) => key === null)].map(([design]) => design);
};

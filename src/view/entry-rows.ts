/** Entries as the rows of a grid: field with its mark, value, why. */

import type { Entry } from '../garment/entries.ts';
import { type LeftOut, notShown } from '../garment/left-out.ts';
import type { Column, Inline } from './model.ts';
import { besides, faint, mark, type Pieces, textPieces, valuePieces, whyPieces } from './value-pieces.ts';

export const ENTRY_COLUMNS: readonly Column[] = [
  { fit: 'wrap', min: 14 },
  { fit: 'wrap', min: 16 },
  { fit: 'wrap', min: 16 },
];

const isHidden = (entry: Entry): boolean => entry.role === 'plain';

/** What these rows leave out where not everything is asked for. */
export const leftOutOf = (entries: readonly Entry[]): readonly LeftOut[] =>
  notShown(entries, (entry) => (isHidden(entry) ? [] : ['value', 'why']));

const row = (pad: string, entry: Entry, first: Pieces, second: Pieces): readonly Inline[] => [
  [pad, mark(entry.state), ' ', ...first],
  second,
  whyPieces(entry),
];

const besideRows = (pad: string, entry: Entry): readonly (readonly Inline[])[] => {
  return besides(entry).map(([key, value]) => [[`${pad}    `, faint(key)], textPieces(value), '']);
};

// A value inside a value stands right below it, so the path that they share need not be read twice.
const nameOf = ({ field, within }: Entry): string => {
  const inner =
    within !== undefined && field.startsWith(within) ? field.slice(within.length).replace(/^\./, '') : field;
  return inner === '' ? '(itself)' : inner;
};

/** The rows of entries, those that stand inside a value one step further in. */
export const entryRows = (
  entries: readonly Entry[],
  pad: string,
  all: boolean,
): readonly (readonly Inline[])[] => {
  return entries.flatMap((entry) => {
    if (isHidden(entry) && !all) return [];
    const step = entry.within === undefined ? pad : `${pad}  `;
    const extra = all ? besideRows(step, entry) : [];
    const field = nameOf(entry);
    if (entry.role === 'link')
      return [row(step, entry, [field], [faint('-> '), ...valuePieces(entry)]), ...extra];
    if (entry.role === 'deep')
      return [
        row(step, entry, [field], ['nested deeper than toile takes apart: ', ...valuePieces(entry)]),
        ...extra,
      ];
    const noState = entry.state === undefined && entry.role !== 'plain' ? [faint('no state given')] : [];
    const [first, second, why] = row(step, entry, [field], valuePieces(entry));
    return [[first ?? '', second ?? '', [...(why as Pieces), ...noState]], ...extra];
  });
};

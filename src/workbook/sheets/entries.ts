/** Sheets with a row a value: the brief, and every value of every body that was read. */

import { readBrief } from '../../garment/brief.ts';
import type { Entry } from '../../garment/entries.ts';
import { flatten } from '../../garment/flatten-body.ts';
import { payloadText } from '../../json/values.ts';
import { type BookSheet, type Cell, textCell } from '../book.ts';
import { statedCells, valueCell } from '../state-cells.ts';
import type { Garment } from './garment.ts';
import { SHEET_NAMES } from './names.ts';

const HEADS = ['field', 'value', 'unit', 'state', 'basis', 'confidence', 'beside'];
const WIDE: Readonly<Record<string, number>> = { value: 60, basis: 60, beside: 60 };
const columnsOf = (heads: readonly string[]) =>
  heads.map((head) => ({ head, ...(WIDE[head] === undefined ? {} : { most: WIDE[head] }) }));

const besideText = ({ extras, member }: Entry): string =>
  [
    ...(member === undefined ? [] : [`(the value of ${member})`]),
    ...extras.map(([key, value]) => `${key}: ${payloadText(value)}`),
  ].join('\n');

const entryCells = (entry: Entry): readonly Cell[] => {
  const [value, unit, state] = statedCells(entry);
  return [
    textCell(entry.field),
    // What holds nothing at all is told from an empty text.
    entry.value === null ? { ...value, text: 'null' } : value,
    unit,
    state,
    valueCell(entry.basis ?? undefined),
    valueCell(entry.confidence ?? undefined),
    textCell(besideText(entry)),
  ];
};

export const briefSheet = (garments: readonly Garment[]): BookSheet => {
  return {
    name: SHEET_NAMES.brief,
    columns: columnsOf(['garment_id', ...HEADS]),
    rows: garments.flatMap(({ id, bodies: { brief } }) => {
      if (brief === undefined) return [];
      const { entries, others } = readBrief(brief);
      return [...entries, ...others].map((entry) => [textCell(id), ...entryCells(entry)]);
    }),
    fixed: 2,
  };
};

/** The four reads under the words that are typed for them. */
const READS = ['graph', 'brief', 'trust', 'confirmations'] as const;

export const everyValueSheet = (garments: readonly Garment[]): BookSheet => {
  return {
    name: SHEET_NAMES.everyValue,
    columns: columnsOf(['garment_id', 'read', 'node_id', 'kind', 'label', ...HEADS]),
    rows: garments.flatMap(({ id, bodies }) =>
      READS.flatMap((read) => {
        if (bodies[read] === undefined) return [];
        const whose = [textCell(id), textCell(read)];
        return flatten(bodies[read]).map(({ nodeId, kind, label, entry }) =>
          whose.concat([textCell(nodeId), textCell(kind), textCell(label)], entryCells(entry)),
        );
      }),
    ),
    fixed: 1,
  };
};

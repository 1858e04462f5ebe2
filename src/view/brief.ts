/** The tailor brief: texts in the order of the body, and what nobody has stated together at the end. */

import { isSilent, readBrief } from '../garment/brief.ts';
import type { Entry } from '../garment/entries.ts';
import { tallyOf } from '../garment/flatten-body.ts';
import { notShown } from '../garment/left-out.ts';
import { cellsOf, leftOutOfCells } from './entry-cells.ts';
import { ENTRY_COLUMNS, entryRows } from './entry-rows.ts';
import { type Block, type Column, gap, grid, type Inline, line, type Rows, type View } from './model.ts';
import { countPieces, identity, legend, more, type ReadOptions, title } from './read-header.ts';
import { faint, heading, mark, type Pieces, strong, valuePieces, whyPieces } from './value-pieces.ts';

const COLUMNS: readonly Column[] = [
  { fit: 'wrap', min: 12 },
  { fit: 'wrap', min: 24 },
];

function textRow(entry: Entry, all: boolean): readonly (readonly Inline[])[] {
  const why = whyPieces(entry);
  const noState = entry.state === undefined ? ['  ', faint('no state given')] : [];
  const words: Pieces = [...valuePieces(entry), ...(why.length > 0 ? ['  ', ...why] : []), ...noState];
  const pad = entry.within === undefined ? '' : '  ';
  const extras = all ? entryRows([entry], pad, true).slice(1) : [];
  return [[[pad, mark(entry.state), ' ', entry.field], words], ...extras.map((row) => row.slice(0, 2))];
}

/** Keys without a text, in one row: on paper they would be as many empty lines. */
function notStated(entries: readonly Entry[]): readonly (readonly Inline[])[] {
  if (entries.length === 0) return [];
  const state = 'unstated';
  const keys = entries.map(({ field }) => field).join(', ');
  return [[[mark(state), { text: ' not stated', state }], keys]];
}

function body(entries: readonly Entry[], all: boolean): readonly Block[] {
  if (entries.length === 0) return [line('The brief holds no texts.', { indent: 1 })];
  const bare = all ? [] : entries.filter(isSilent);
  const shown = entries.filter((entry) => !bare.includes(entry));
  return [
    grid(COLUMNS, [...shown.flatMap((entry) => textRow(entry, all)), ...notStated(bare)], { indent: 1 }),
  ];
}

/** For a terminal. */
export function briefView(value: unknown, options: ReadOptions = {}): View {
  const all = options.all ?? false;
  const { garmentId, entries, others } = readBrief(value);
  const beside = all ? others : others.filter(({ role }) => role !== 'plain');
  const left = all
    ? []
    : notShown([...entries, ...others], (entry) =>
        entries.includes(entry) || beside.includes(entry) ? ['value', 'why'] : [],
      );
  return [
    title([heading('TAILOR BRIEF'), '  ', strong(identity(garmentId, options))]),
    line(['texts counted here: ', ...countPieces(tallyOf(entries))], { right: legend, hang: 2 }),
    gap,
    ...body(entries, all),
    ...(beside.length > 0 ? [gap, grid(ENTRY_COLUMNS, entryRows(beside, '', all), { indent: 1 })] : []),
    ...(left.length > 0 ? [gap, line(more(left), { indent: 1, hang: 2 })] : []),
  ];
}

/** One row per text, those not stated among them. */
export function briefRows(value: unknown, options: ReadOptions = {}): Rows {
  const { garmentId, entries, others } = readBrief(value);
  const cells = [...entries, ...others].flatMap((entry) => cellsOf(entry, options.all ?? false));
  return {
    columns: ['garment_id', 'key', 'text', 'unit', 'state'],
    rows: cells.map(({ field, value: text, unit, state }) => [
      garmentId ?? options.subject ?? null,
      field,
      text,
      unit,
      state,
    ]),
    note: leftOutOfCells([...entries, ...others], options.all ?? false),
  };
}

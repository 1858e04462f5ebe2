/** The tailor brief: texts in the order of the body, and what nobody has stated together at the end. */

import { isSilent, readBrief } from '../garment/brief.ts';
import type { Entry } from '../garment/entries.ts';
import { tallyOf } from '../garment/flatten-body.ts';
import { notShown } from '../garment/left-out.ts';
import { hasState, otherStates } from '../garment/state-choice.ts';
import { cellsOf, leftOutOfCells, whyCells } from './entry-cells.ts';
import { ENTRY_COLUMNS, entryRows } from './entry-rows.ts';
import { WHY_COLUMNS } from './graph-rows.ts';
import { type Block, type Column, gap, grid, type Inline, line, type Rows, type View } from './model.ts';
import { countPieces, identity, leftOutLines, legend, type ReadOptions, title } from './read-header.ts';
import { faint, heading, mark, type Pieces, strong, valuePieces, whyPieces } from './value-pieces.ts';

export const BRIEF_COLUMNS: readonly string[] = ['garment_id', 'key', 'text', 'unit', 'state'];

const COLUMNS: readonly Column[] = [
  { fit: 'wrap', min: 12 },
  { fit: 'wrap', min: 24 },
];

const textRow = (entry: Entry, all: boolean): readonly (readonly Inline[])[] => {
  const why = whyPieces(entry);
  const noState = entry.state === undefined ? ['  ', faint('no state given')] : [];
  const words: Pieces = [...valuePieces(entry), ...(why.length > 0 ? ['  ', ...why] : []), ...noState];
  const pad = entry.within === undefined ? '' : '  ';
  const extras = all ? entryRows([entry], pad, true).slice(1) : [];
  return [[[pad, mark(entry.state), ' ', entry.field], words], ...extras.map((row) => row.slice(0, 2))];
};

/** Keys without a text, in one row: on paper they would be as many empty lines. */
const notStated = (entries: readonly Entry[]): readonly (readonly Inline[])[] => {
  if (entries.length === 0) return [];
  const state = 'unstated';
  const keys = entries.map(({ field }) => field).join(', ');
  return [[[mark(state), { text: ' not stated', state }], keys]];
};

const body = (entries: readonly Entry[], all: boolean): readonly Block[] => {
  if (entries.length === 0) return [line('The brief holds no texts.', { indent: 1 })];
  const bare = all ? [] : entries.filter(isSilent);
  const shown = entries.filter((entry) => !bare.includes(entry));
  return [
    grid(COLUMNS, [...shown.flatMap((entry) => textRow(entry, all)), ...notStated(bare)], { indent: 1 }),
  ];
};

export interface BriefOptions extends ReadOptions {
  /** Only texts of these states. */
  readonly states?: readonly string[] | undefined;
}

/** The brief as far as its states were asked for, and what that leaves out. */
const readOfStates = (value: unknown, { states }: BriefOptions) => {
  const { garmentId, entries, others } = readBrief(value);
  const fits = (entry: Entry): boolean => hasState(states, entry);
  const gone = [...entries, ...others].filter((entry) => entry.role !== 'plain' && !fits(entry));
  return { garmentId, entries: entries.filter(fits), others: others.filter(fits), gone: otherStates(gone) };
};

/** For a terminal. */
export const briefView = (value: unknown, options: BriefOptions = {}): View => {
  const all = options.all ?? false;
  const { garmentId, entries, others, gone } = readOfStates(value, options);
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
    ...(options.states && entries.length === 0
      ? [line('No text here is of these states.', { indent: 1 })]
      : body(entries, all)),
    ...(beside.length > 0 ? [gap, grid(ENTRY_COLUMNS, entryRows(beside, '', all), { indent: 1 })] : []),
    ...leftOutLines(left, gone),
  ];
};

/** One row per text, those not stated among them. */
export const briefRows = (value: unknown, options: BriefOptions = {}): Rows => {
  const { garmentId, entries, others, gone } = readOfStates(value, options);
  const all = options.all ?? false;
  const whyApart = options.states !== undefined;
  const shown = [...entries, ...others];
  return {
    columns: [...BRIEF_COLUMNS, ...(whyApart ? WHY_COLUMNS : [])],
    rows: shown.flatMap((entry) =>
      cellsOf(entry, all, whyApart).map(({ field, value: text, unit, state }) => [
        ...[garmentId ?? options.subject ?? null, field, text, unit, state],
        ...(whyApart ? whyCells(entry) : []),
      ]),
    ),
    note: leftOutOfCells(shown, all, { whyApart, gone }),
  };
};

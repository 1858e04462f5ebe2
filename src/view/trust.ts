/** Design Trust: a table of what is counted by state, then every other count. */

import { shellWord, type Typeable, typeable } from '../border/shell.ts';
import type { Entry } from '../garment/entries.ts';
import { leaves } from '../garment/flatten-entry.ts';
import { notShown } from '../garment/left-out.ts';
import { isStateWord } from '../garment/stated.ts';
import { isCount, plainCount, readTrust, type Trust } from '../garment/trust.ts';
import { lexeme } from '../json/values.ts';
import { cellsOf, leftOutOfCells } from './entry-cells.ts';
import { ENTRY_COLUMNS, entryRows } from './entry-rows.ts';
import { type Block, type Column, gap, grid, type Inline, line, type Rows, type View } from './model.ts';
import { identity, more, type ReadOptions, title } from './read-header.ts';
import { faint, heading, mark, markedPieces, type Pieces, strong, valuePieces } from './value-pieces.ts';

export const TRUST_COLUMNS = ['garment_id', 'field', 'value', 'unit', 'state'] as const;

const shown = (entry: Entry): Pieces => {
  const count = plainCount(entry);
  if (count !== undefined) return [count];
  return entry.state === undefined ? valuePieces(entry) : markedPieces(entry);
};

const table = ({ columns, rows }: Trust): readonly Block[] => {
  if (rows.length === 0) return [];
  const numbers = columns.map(
    (cell): Column => ({
      head: isStateWord(cell) ? [mark(cell), { text: ` ${cell}`, legend: true }] : [cell],
      align: 'right',
    }),
  );
  const lines = rows.map(({ name, cells }): Inline[] => [
    name,
    ...columns.map((column) => {
      const entry = cells.get(column);
      return entry ? shown(entry) : faint('not given');
    }),
  ]);
  return [gap, grid([{ fit: 'wrap', min: 12 }, ...numbers], lines, { indent: 1 })];
};

/** How sure the service is on one line, then a line for every other count. */
const loose = ({ confidence, rest }: Trust, id: string, toile: Typeable): readonly (readonly Inline[])[] => {
  const levels = confidence.flatMap(({ name, entry }, at) => [
    at > 0 ? '   ' : '',
    `${name} `,
    ...shown(entry),
  ]);
  const lines = rest.map((entry): readonly Inline[] => {
    const open = entry.field === 'unresolved' && isCount(entry) && lexeme(entry.value) !== '0';
    const how = open ? [faint(typeable`   list them: ${toile} confirmations ${shellWord(id)}`)] : [];
    return [entry.field, [...shown(entry), ...how]];
  });
  return levels.length > 0 ? [['confidence', levels], ...lines] : lines;
};

const LOOSE: readonly Column[] = [
  { fit: 'wrap', min: 12 },
  { fit: 'wrap', min: 24 },
];

/** For a terminal. */
export const trustView = (body: unknown, options: ReadOptions & { readonly toile?: Typeable } = {}): View => {
  const all = options.all ?? false;
  const trust = readTrust(body);
  const { garmentId, entries, others } = trust;
  const beside = all ? others : others.filter(({ role }) => role !== 'plain');
  const id = identity(garmentId, options);
  const lines = loose(trust, id, options.toile ?? typeable`toile`);
  const left = all
    ? []
    : notShown([...entries.flatMap(leaves), ...others], (entry) =>
        beside.includes(entry) ? ['value', 'why'] : others.includes(entry) ? [] : ['value'],
      );
  return [
    title([heading('DESIGN TRUST'), '  ', strong(id)], undefined, 'counts as derived by the service'),
    ...table(trust),
    ...(lines.length > 0 ? [gap, grid(LOOSE, lines, { indent: 1 })] : []),
    ...(entries.length === 0 ? [gap, line('The body holds no counts.', { indent: 1 })] : []),
    ...(all ? detail(entries) : []),
    ...(beside.length > 0 ? [gap, grid(ENTRY_COLUMNS, entryRows(beside, '', all), { indent: 1 })] : []),
    ...(left.length > 0 ? [gap, line(more(left), { indent: 1, hang: 2 })] : []),
  ];
};

// The table leaves out the marks of counts and what stands beside them; asked for everything, each shows its own.
const detail = (entries: readonly Entry[]): readonly Block[] => [
  gap,
  line(heading('AS SENT'), { indent: 1 }),
  grid(ENTRY_COLUMNS, entryRows(entries, '', true), { indent: 1 }),
];

/** One row per count, in the order of the body. */
export const trustRows = (body: unknown, options: ReadOptions = {}): Rows => {
  const { garmentId, entries, others } = readTrust(body);
  const all = options.all ?? false;
  const counts = [...entries.flatMap(leaves), ...others];
  const cells = counts.flatMap((entry) => cellsOf(entry, all));
  return {
    columns: TRUST_COLUMNS,
    rows: cells.map(({ field, value, unit, state }) => [
      garmentId ?? options.subject ?? null,
      field,
      value,
      unit,
      state,
    ]),
    note: leftOutOfCells(counts, all),
  };
};

/** Design Trust: the service's own counts as they come. Nothing is added up, divided or judged. */

import { shellWord, type Typeable, typeable } from '../border/shell.ts';
import type { Entry } from '../garment/entries.ts';
import { leaves } from '../garment/flatten-entry.ts';
import { readOpen } from '../garment/open-body.ts';
import { lexeme } from '../json/values.ts';
import { cellsOf } from './entry-cells.ts';
import { ENTRY_COLUMNS, entryRows } from './entry-rows.ts';
import { type Block, type Column, gap, grid, type Inline, line, type Rows, type View } from './model.ts';
import { identity, more, type ReadOptions, title } from './read-header.ts';
import { faint, heading, mark, type Pieces, strong, valuePieces } from './value-pieces.ts';

const STATES = ['asserted', 'inferred', 'unstated'];
const CELLS = ['rows', ...STATES];

interface Count {
  readonly group: string;
  readonly name: string;
  readonly entry: Entry;
}

const isCount = (entry: Entry): boolean => /^\d+$/.test(lexeme(entry.value) ?? '');

// A count is derived, so a mark on it would say nothing about the garment; anything else keeps its mark.
function shown(entry: Entry): Pieces {
  const plainly = isCount(entry) && (entry.state === 'inferred' || entry.state === undefined);
  if (plainly) return [lexeme(entry.value) ?? ''];
  return entry.state === undefined ? valuePieces(entry) : [mark(entry.state), ' ', ...valuePieces(entry)];
}

function split(entry: Entry): Count {
  const at = entry.field.lastIndexOf('.');
  return { group: at < 0 ? '' : entry.field.slice(0, at), name: entry.field.slice(at + 1), entry };
}

/** Groups in which each of the names that make a row of the table stands once. */
function tableGroups(counts: readonly Count[]): readonly string[] {
  const groups = [...new Set(counts.map(({ group }) => group))].filter((group) => group !== '');
  return groups.filter((group) => {
    const own = counts.filter((count) => count.group === group);
    const names = own.map(({ name }) => name);
    return (
      own.every(({ name, entry }) => CELLS.includes(name) && isCount(entry)) &&
      STATES.some((state) => names.includes(state)) &&
      new Set(names).size === names.length
    );
  });
}

function table(groups: readonly string[], counts: readonly Count[]): readonly Block[] {
  if (groups.length === 0) return [];
  const used = CELLS.filter((cell) =>
    counts.some(({ group, name }) => groups.includes(group) && name === cell),
  );
  const columns: readonly Column[] = [
    { fit: 'wrap', min: 12 },
    ...used.map(() => ({ align: 'right' }) as const),
  ];
  const head: Inline[] = [
    '',
    ...used.map((cell) =>
      cell === 'rows' ? 'rows' : [mark(cell), { text: ` ${cell}`, legend: true } as const],
    ),
  ];
  const rows = groups.map((group): Inline[] => [
    group,
    ...used.map((cell) => {
      const count = counts.find((each) => each.group === group && each.name === cell);
      return count ? shown(count.entry) : faint('not given');
    }),
  ]);
  return [gap, grid(columns, [head, ...rows], { indent: 1 })];
}

function confidence(counts: readonly Count[]): readonly Inline[] | undefined {
  if (counts.length === 0) return undefined;
  const parts = counts.flatMap(({ name, entry }, at) => [at > 0 ? '   ' : '', `${name} `, ...shown(entry)]);
  return ['confidence', parts];
}

const readTrust = (body: unknown) => readOpen(body, ['counts', 'design_trust', 'trust']);

/** For a terminal. Reads any body; specification section 1 says only what it counts. */
export function trustView(body: unknown, options: ReadOptions & { readonly toile?: Typeable } = {}): View {
  const all = options.all ?? false;
  const { garmentId, entries, others } = readTrust(body);
  const counts = entries.flatMap(leaves).map(split);
  const groups = tableGroups(counts);
  const sure = counts.filter(({ group }) => group === 'confidence');
  const rest = counts.filter(({ group }) => !groups.includes(group) && group !== 'confidence');
  const beside = all ? others : others.filter(({ role }) => role !== 'plain');
  const id = identity(garmentId, options);
  const lines: (readonly Inline[])[] = [];
  const levels = confidence(sure);
  if (levels) lines.push(levels);
  for (const { entry } of rest) {
    const open = entry.field === 'unresolved' && isCount(entry) && lexeme(entry.value) !== '0';
    lines.push([
      entry.field,
      open
        ? [
            ...shown(entry),
            faint(typeable`   list them: ${options.toile ?? typeable`toile`} confirmations ${shellWord(id)}`),
          ]
        : shown(entry),
    ]);
  }
  const hidden = others.length - beside.length;
  return [
    title([heading('DESIGN TRUST'), '  ', strong(id)], undefined, 'counts as derived by the service'),
    ...table(groups, counts),
    ...(lines.length > 0
      ? [
          gap,
          grid(
            [
              { fit: 'wrap', min: 12 },
              { fit: 'wrap', min: 24 },
            ],
            lines,
            { indent: 1 },
          ),
        ]
      : []),
    ...(counts.length === 0 ? [gap, line('The body holds no counts.', { indent: 1 })] : []),
    ...(all ? detail(entries) : []),
    ...(beside.length > 0 ? [gap, grid(ENTRY_COLUMNS, entryRows(beside, '', all), { indent: 1 })] : []),
    ...(hidden > 0 ? [gap, line(more(hidden, 'member'), { indent: 1 })] : []),
  ];
}

// The table leaves out the marks of counts and what stands beside them; asked for everything, each shows its own.
const detail = (entries: readonly Entry[]): readonly Block[] => [
  gap,
  line(heading('AS SENT'), { indent: 1 }),
  grid(ENTRY_COLUMNS, entryRows(entries, '', true), { indent: 1 }),
];

/** One row per count, in the order of the body. */
export function trustRows(body: unknown, options: ReadOptions = {}): Rows {
  const { garmentId, entries, others } = readTrust(body);
  const cells = [...entries.flatMap(leaves), ...others].flatMap((entry) =>
    cellsOf(entry, options.all ?? false),
  );
  return {
    columns: ['garment_id', 'field', 'value', 'unit', 'state'],
    rows: cells.map(({ field, value, unit, state }) => [garmentId ?? null, field, value, unit, state]),
  };
}

/** Nodes of one kind as a table, where all of them have the columns; their other values stay in the last one. */

import type { Entry, GraphNode } from '../provenance/index.ts';
import { type Block, type Column, grid, type Inline, line } from './model.ts';
import { faint, mark, type Pieces, strong, valuePieces, whyPieces } from './value.ts';

/** What the trade reads first, by kind; a kind that is not here keeps one line per value. */
const READ_FIRST: Readonly<Record<string, readonly string[]>> = {
  material: ['role', 'composition', 'weight', 'width'],
  piece: ['cut', 'cut_quantity', 'on_fold', 'grain'],
  seam: ['seam_class', 'stitch_class', 'spi'],
  closure: ['type', 'count', 'spacing'],
  trim: ['material', 'quantity', 'size'],
  measurement: ['code', 'spec', 'tol_plus', 'tol_minus', 'grade'],
  edge: ['seam_allowance', 'length'],
  label: ['placement', 'attachment'],
  construction_note: ['callout'],
  colourway: ['shell', 'lining', 'trim', 'thread'],
  packaging: ['quantity', 'size', 'material'],
};

const SAME: Readonly<Record<string, string>> = {
  panel: 'piece',
  pom: 'measurement',
  point_of_measure: 'measurement',
  note: 'construction_note',
  colorway: 'colourway',
  fabric: 'material',
};

const MOST_COLUMNS = 4;
/** A column of longer texts would squeeze the others. */
const WIDEST = 32;

const plainly = (kind: string): string => kind.toLowerCase().replace(/[-\s]/g, '_');

export const tradeKind = (kind: string): string =>
  (Object.hasOwn(SAME, plainly(kind)) ? SAME[plainly(kind)] : undefined) ?? plainly(kind);

const pieceText = (pieces: Pieces): string =>
  pieces.map((part) => (typeof part === 'string' ? part : part.text)).join('');

const isCell = ({ role, within }: Entry): boolean => role === 'value' && within === undefined;

/** The entry that a column shows of a node: its only one of that name. */
function cellOf(node: GraphNode, field: string): Entry | undefined {
  const found = node.entries.filter((entry) => isCell(entry) && entry.field === field);
  return found.length === 1 ? found[0] : undefined;
}

export interface KindTable {
  readonly fields: readonly string[];
  readonly nodes: readonly GraphNode[];
}

/** Undefined where the nodes do not all have one column at least, or hold what a cell cannot. */
export function kindTable(kind: string, nodes: readonly GraphNode[]): KindTable | undefined {
  const wanted = Object.hasOwn(READ_FIRST, tradeKind(kind)) ? READ_FIRST[tradeKind(kind)] : undefined;
  if (wanted === undefined || nodes.length < 2 || !nodes.every((node) => node.open && isFlat(node)))
    return undefined;
  const fields = wanted.filter((field) =>
    nodes.every((node) => {
      const cell = cellOf(node, field);
      return cell !== undefined && pieceText(valuePieces(cell)).length <= WIDEST;
    }),
  );
  return fields.length === 0 ? undefined : { fields: fields.slice(0, MOST_COLUMNS + 1), nodes };
}

const isFlat = ({ entries }: GraphNode): boolean =>
  entries.every(({ role, within }) => within === undefined && role !== 'deep' && role !== 'self');

// The unit of a value that nobody stated would only widen its column; `--all` has it.
const short = (entry: Entry): Pieces =>
  entry.state === 'unstated' && (entry.value === undefined || entry.value === null)
    ? valuePieces({ ...entry, unit: undefined })
    : valuePieces(entry);

const cell = (entry: Entry | undefined): Inline => (entry ? [mark(entry.state), ' ', ...short(entry)] : '');

/** Values that have no column of their own, each with its mark and its name. */
function others(node: GraphNode, fields: readonly string[]): Pieces {
  const rest = node.entries.filter((entry) => isCell(entry) && !fields.includes(entry.field));
  return rest.flatMap((entry, at) => [
    at > 0 ? '   ' : '',
    mark(entry.state),
    // No line may break between a mark and what it marks.
    faint(`\u00a0${entry.field}\u00a0`),
    ...short(entry),
  ]);
}

const UNDER: readonly Column[] = [
  { fit: 'wrap', min: 24 },
  { fit: 'wrap', min: 30 },
];

function alsoBlocks(nodes: readonly GraphNode[], fields: readonly string[]): readonly Block[] {
  const rows = nodes.flatMap((node): Inline[][] => {
    const rest = others(node, fields);
    return rest.length === 0 ? [] : [[node.id, rest]];
  });
  return rows.length === 0 ? [] : [line(faint('also'), { indent: 3 }), grid(UNDER, rows, { indent: 3 })];
}

/** Why values are what they are, below the table: a table has no room for reasons. */
function reasons(nodes: readonly GraphNode[]): readonly (readonly Inline[])[] {
  return nodes.flatMap((node) =>
    node.entries.flatMap((entry): Inline[][] => {
      const why = whyPieces(entry);
      const named = entry.role === 'label' ? node.id : `${node.id} ${entry.field}`;
      return why.length === 0 ? [] : [[[mark(entry.state), ' ', named], why]];
    }),
  );
}

/** Reasons are for reading, not for counting: from this many nodes on they wait for `--all`. */
const MANY = 60;

export interface FurtherColumn {
  readonly head: string;
  cell(node: GraphNode): Inline;
}

export function tableBlocks(
  { fields, nodes }: KindTable,
  further: readonly FurtherColumn[] = [],
): readonly Block[] {
  const columns: readonly Column[] = [
    { fit: 'wrap', min: 24 },
    { fit: 'wrap', min: 14 },
    ...[...fields, ...further].map(() => ({ fit: 'wrap', min: 8 }) as const),
  ];
  const head: Inline[] = ['', '', ...[...fields, ...further.map((column) => column.head)].map(headCell)];
  const rows = nodes.map((node): Inline[] => {
    const label = node.entries.find(({ role }) => role === 'label');
    return [
      [mark(node.state), ' ', strong(node.id)],
      label ? valuePieces(label) : node.label,
      ...fields.map((field) => cell(cellOf(node, field))),
      ...further.map((column) => column.cell(node)),
    ];
  });
  const why = reasons(nodes);
  const left = [
    counted(why.length > MANY ? why.length : 0, 'reason'),
    counted(
      sum(nodes, ({ role }) => (role === 'link' ? 1 : 0)),
      'relation',
    ),
    counted(
      sum(nodes, ({ role, extras }) => (role === 'plain' ? 1 : extras.length)),
      'field',
    ),
  ].filter((words) => words !== '');
  return [
    grid(columns, [head, ...rows], { indent: 1 }),
    ...alsoBlocks(nodes, fields),
    ...(why.length > 0 && why.length <= MANY ? [grid(UNDER, why, { indent: 3 })] : []),
    ...(left.length > 0 ? [line(faint(`${left.join('  ')}  --all`), { indent: 3 })] : []),
  ];
}

const headCell = (field: string): Inline => faint(`  ${field}`);

const counted = (number: number, word: string): string =>
  number === 0 ? '' : `+${number} ${number === 1 ? word : `${word}s`}`;

const sum = (nodes: readonly GraphNode[], of: (entry: Entry) => number): number =>
  nodes.reduce((total, { entries }) => entries.reduce((inner, entry) => inner + of(entry), total), 0);

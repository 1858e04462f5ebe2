/** What changed, by department: the value and its state before and after, and one word for what that means. */

import type { Change, Side } from '../garment/change.ts';
import type { Measured } from '../garment/compare.ts';
import { type Block, type Column, gap, grid, type Inline, line, type Rows, type View } from './model.ts';
import { faint, heading, mark, type Pieces, strong, valuePieces } from './value-pieces.ts';

/** A change, with what belongs beside the first one of a measurement. */
export type DiffChange = Change & Partial<Measured>;

export interface DiffDesign {
  readonly id: string | null;
  readonly name: string | null;
  readonly garment_id: string | null;
  readonly read: string;
  readonly profiles: readonly (string | null)[];
  /** `added` or `removed` for a whole design. */
  readonly word: string;
  readonly changes: readonly DiffChange[];
}

export interface DiffData {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly designs: readonly DiffDesign[];
}

const COLUMNS: readonly Column[] = [
  { fit: 'cut', min: 8 },
  { fit: 'cut', min: 6 },
  { fit: 'wrap', min: 10 },
  {},
  { fit: 'wrap', min: 10 },
  { fit: 'wrap', min: 9 },
];

const pieces = (side: Side | null): Pieces => {
  if (side === null) return [];
  const { value, unit } = side;
  const state = side.state ?? undefined;
  const stated = { state, value: state === undefined && value === null ? undefined : value, unit };
  const bare = { member: undefined, basis: undefined, confidence: undefined, extras: [] };
  return [mark(state), ' ', ...valuePieces({ ...stated, ...bare })];
};

/** The words in capitals are those that cost most when they are overlooked. */
const wordPiece = ({ word }: DiffChange) => (/^[A-Z]{2}/.test(word) ? strong(word) : word);

const beside = ({ tolerances = [], check = [] }: DiffChange): readonly Inline[] => [
  ...(tolerances.length === 0
    ? []
    : [[...tolerances.flatMap((it, at) => [at > 0 ? '  ' : '', `${it.field} `, ...pieces(it)])]]),
  ...check.map(
    ({ piece, unchanged }): Inline =>
      faint(
        `check, unchanged on ${piece}: ${unchanged.map(({ id, label }) => (label === '' ? id : `${id} ${label}`)).join(', ')}`,
      ),
  ),
];

const rowOf = (change: DiffChange): readonly Inline[] => {
  const { node_id, role, field, before, after, label } = change;
  if (role === 'node') {
    return [node_id, '', before ? pieces(before) : '', '', after ? pieces(after) : '', wordPiece(change)];
  }
  const name = node_id === '' ? label : node_id;
  return [name, field, pieces(before), before && after ? '->' : '', pieces(after), wordPiece(change)];
};

const section = (department: string, changes: readonly DiffChange[]): readonly Block[] => {
  const blocks: Block[] = [gap, line(heading(department.toUpperCase()), { indent: 1 })];
  // What stands beside a change is wider than a column: it ends one grid, and the next goes on below it.
  let rows: (readonly Inline[])[] = [];
  for (const change of changes) {
    rows.push(rowOf(change));
    const lines = beside(change);
    if (lines.length === 0) continue;
    blocks.push(grid(COLUMNS, rows, { indent: 2 }), ...lines.map((it) => line(it, { indent: 6, hang: 2 })));
    rows = [];
  }
  if (rows.length > 0) blocks.push(grid(COLUMNS, rows, { indent: 2 }));
  return blocks;
};

export const departments = (
  changes: readonly DiffChange[],
): readonly (readonly [string, readonly DiffChange[]])[] =>
  [...new Set(changes.map(({ department }) => department))].map(
    (name) => [name, changes.filter(({ department }) => department === name)] as const,
  );

/** Departments are for a graph; a brief or a list of questions has none. */
export const titled = (name: string, read: string): string =>
  name !== 'other'
    ? name
    : /^graph|^$/.test(read)
      ? 'garment and the rest'
      : read.replace(/\.json$/, '').replaceAll('-', ' ');

const profilesOf = ({ profiles: [a, b] }: DiffDesign): string =>
  a === b ? (a ?? '') : `${a ?? 'no profile'} -> ${b ?? 'no profile'}`;

const COUNTED: readonly (readonly [string, string])[] = [
  ['changed', 'changed'],
  ['added', 'added'],
  ['removed', 'removed'],
  ['withheld', 'kept back'],
  ['designs_added', 'designs new'],
  ['designs_removed', 'designs gone'],
];

export const countsOf = ({ counts }: DiffData): string =>
  COUNTED.filter(([key], at) => at < 3 || (counts[key] ?? 0) > 0)
    .map(([key, word]) => `${word} ${counts[key] ?? 0}`)
    .join('   ');

export const nameOf = ({ id, name, garment_id }: DiffDesign): string => name ?? garment_id ?? id ?? '';

export const diffView = (data: DiffData, all: boolean): View => {
  const { a, b, same, designs } = data;
  const [only] = designs;
  const single = designs.length === 1 && only && only.id === null ? only : undefined;
  const ignored = all ? '' : '   (order and wording of reasons ignored)';
  return [
    line([strong('DIFF'), `  ${single?.garment_id ?? ''}${single?.garment_id ? '   ' : ''}${a} -> ${b}`], {
      hang: 6,
      ...(single ? { right: faint(profilesOf(single)) } : {}),
    }),
    line(same ? `No change.${ignored}` : `${countsOf(data)}${ignored}`, { indent: 6, hang: 2 }),
    ...designs.flatMap((design, at): readonly Block[] => {
      const isNext = design.id !== null && designs[at - 1]?.id !== design.id;
      const head = isNext ? [gap, line([strong(nameOf(design)), faint(`  ${design.id}`)])] : [];
      if (design.word !== '') return [...head, line(`design ${design.word}`, { indent: 2 })];
      return [
        ...head,
        ...departments(design.changes).flatMap(([name, changes]) =>
          section(titled(name, design.read), changes),
        ),
      ];
    }),
  ];
};

const DIFF_COLUMNS = [
  'design',
  'read',
  'department',
  'class',
  'word',
  'node_id',
  'kind',
  'label',
  'field',
  'state_before',
  'value_before',
  'unit_before',
  'state_after',
  'value_after',
  'unit_after',
] as const;

/** A row for each change. */
export const diffRows = ({ designs }: DiffData): Rows => ({
  columns: DIFF_COLUMNS,
  rows: designs.flatMap((design) => {
    const head = [design.id ?? design.garment_id, design.read];
    if (design.word !== '') return [[...head, null, null, `design ${design.word}`, ...Array(10).fill(null)]];
    return design.changes.map((it) => [
      ...head,
      ...[it.department, it.class, it.word, it.node_id, it.kind, it.label, it.field],
      ...[it.before, it.after].flatMap((side) => [
        side?.state ?? null,
        side?.value ?? null,
        side?.unit ?? null,
      ]),
    ]);
  }),
});

/** What changed, by department: the value and its state before and after, and one word for what that means. */

import { counted } from '../garment/counted.ts';
import { type DiffChange, tabled, told } from './diff-changes.ts';
import { type Block, gap, line, type Rows, type View } from './model.ts';
import type { UnfinishedPulls } from './unfinished-pulls.ts';
import { faint, heading, strong } from './value-pieces.ts';

export interface DiffDesign {
  readonly id: string | null;
  readonly name: string | null;
  readonly garment_id: string | null;
  readonly read: string;
  readonly profiles: readonly (string | null)[];
  /** `added` or `removed` for a whole design; `not pulled` for a design or a read of it that an unfinished pull lacks. */
  readonly word: string;
  readonly changes: readonly DiffChange[];
}

export interface DiffData extends UnfinishedPulls {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  readonly counts: Readonly<Record<string, number>>;
  /** What is left out without --all, by word: reasons, order, spelling. */
  readonly minor: Readonly<Record<string, number>>;
  readonly designs: readonly DiffDesign[];
}

/** The word for what an unfinished pull has not fetched yet. */
export const NOT_PULLED = 'not pulled';

/** What is said of a design as a whole, or of a read that was not pulled. */
export const wholeText = ({ read, word }: DiffDesign): string => `${read === '' ? 'design' : read} ${word}`;

const section = (department: string, changes: readonly DiffChange[]): readonly Block[] => [
  gap,
  line(heading(department.toUpperCase()), { indent: 1 }),
  { kind: 'either', wide: tabled(changes), narrow: told(changes) },
];

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
  ['not_pulled', 'not pulled'],
];

/** What is said of all changes together. */
type Counted = Pick<DiffData, 'same' | 'counts' | 'minor'>;

const countsText = ({ counts }: Counted): string =>
  COUNTED.filter(([key], at) => at < 3 || (counts[key] ?? 0) > 0)
    .map(([key, word]) => `${word} ${counts[key] ?? 0}`)
    .join('   ');

export const nameOf = ({ id, name, garment_id }: DiffDesign): string => name ?? garment_id ?? id ?? '';

/** Whether they say the same, and what was not looked at for that. */
export const summaryOf = (data: Counted): string => {
  const minor = Object.entries(data.minor);
  const number = minor.reduce((sum, [, each]) => sum + each, 0);
  const words = minor.map(([word, each]) => `${word} ${each}`).join(', ');
  const left = number === 0 ? '' : `${counted(number, 'difference')} in reasons, order or spelling`;
  if (data.same) return left === '' ? 'No change.' : `No change but ${left} (${words}); --all shows them.`;
  return left === '' ? countsText(data) : `${countsText(data)}   and ${left} (${words}); --all shows them`;
};

export const diffView = (data: DiffData): View => {
  const { a, b, designs } = data;
  const [only] = designs;
  const single = designs.length === 1 && only && only.id === null ? only : undefined;
  return [
    line([strong('DIFF'), `  ${single?.garment_id ?? ''}${single?.garment_id ? '   ' : ''}${a} -> ${b}`], {
      hang: 6,
      ...(single ? { right: faint(profilesOf(single)) } : {}),
    }),
    line(summaryOf(data), { indent: 6, hang: 2 }),
    ...designs.flatMap((design, at): readonly Block[] => {
      const isNext = design.id !== null && designs[at - 1]?.id !== design.id;
      const head = isNext ? [gap, line([strong(nameOf(design)), faint(`  ${design.id}`)])] : [];
      if (design.word !== '') return [...head, line(wholeText(design), { indent: 2 })];
      return [
        ...head,
        ...departments(design.changes).flatMap(([name, changes]) =>
          section(titled(name, design.read), changes),
        ),
      ];
    }),
  ];
};

export const DIFF_COLUMNS = [
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
    if (design.word !== '') return [[...head, null, null, wholeText(design), ...Array(10).fill(null)]];
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

/** One change or many: as a table where ids stay whole in it, else as lines. */

import type { Change, Side } from '../garment/change.ts';
import type { Comparison, Measured } from '../garment/compare.ts';
import { isStateWord, type Stated } from '../garment/stated.ts';
import { type Column, type Grid, grid, type Inline, type Line, line } from './model.ts';
import { faint, mark, type Pieces, strong, valuePieces } from './value-pieces.ts';

/** A change, with what belongs beside the first one of a measurement. */
export type DiffChange = Change & Partial<Measured>;

/** What is left out unless it is asked for: reasons, order, spelling. */
const MINOR = 10;

/** What is told of a comparison, and how many differences of each word are not. */
export interface Shown {
  readonly changes: readonly DiffChange[];
  readonly minor: ReadonlyMap<string, number>;
}

export const shownOf = ({ changes, measured }: Comparison, all: boolean): Shown => {
  const minor = new Map<string, number>();
  const seen = new Set<string>();
  const shown = changes.filter((change) => {
    const isShown = all || change.class < MINOR;
    if (!isShown) minor.set(change.word, (minor.get(change.word) ?? 0) + 1);
    return isShown;
  });
  return {
    minor,
    changes: shown.map((change) => {
      // Told once for each measurement, beside the first of its changes.
      const beside = seen.has(change.node_id) ? undefined : measured.get(change.node_id);
      seen.add(change.node_id);
      return { ...change, ...beside };
    }),
  };
};

export const countsOf = (changes: readonly DiffChange[]) => {
  const lone = (from: 'before' | 'after', to: 'before' | 'after') =>
    changes.filter((change) => !change.withheld && change[from] === null && change[to] !== null).length;
  const [added, removed] = [lone('before', 'after'), lone('after', 'before')];
  const withheld = changes.filter((change) => change.withheld).length;
  return { changed: changes.length - added - removed - withheld, added, removed, withheld };
};

/** Words of others that a column keeps whole, up to this long. */
const LONGEST = 48;

const longest = (texts: readonly string[]): number =>
  Math.min(LONGEST, Math.max(8, ...texts.map((text) => text.length)));

/** Ids and fields stay whole: where there is no room for that each change has lines of its own. */
const columnsOf = (changes: readonly DiffChange[]): readonly Column[] => [
  { fit: 'wrap', min: longest(changes.map(({ node_id }) => node_id)) },
  { fit: 'wrap', min: longest(changes.map(({ field }) => field)) },
  { fit: 'wrap', min: 14 },
  {},
  { fit: 'wrap', min: 14 },
  { fit: 'wrap', min: 12 },
];

/** One side of a change, as a value that stands by itself. */
export const statedOf = ({ state: word, value, unit }: Side): Stated => {
  const state = word ?? undefined;
  const bare = { member: undefined, basis: undefined, confidence: undefined, extras: [] };
  return { state, value: state === undefined && value === null ? undefined : value, unit, ...bare };
};

const pieces = (side: Side | null): Pieces => {
  if (side === null) return [];
  const stated = statedOf(side);
  const { state } = stated;
  const word =
    state === undefined || isStateWord(state) ? [] : [faint(` (state: ${state === '' ? '""' : state})`)];
  return [mark(state), '\u00a0', ...valuePieces(stated), ...word];
};

/** The words in capitals are those that cost most when they are overlooked. */
const wordPiece = ({ word }: DiffChange) => (/^[A-Z]{2}/.test(word) ? strong(word) : word);

/** What a node holds, its name and kind aside, which stand above. */
export const heldBy = ({ values = [], kind }: DiffChange): NonNullable<DiffChange['values']> =>
  values.filter(
    ({ role, field, value }) => !['label', 'beside'].includes(role) && !(field === 'kind' && value === kind),
  );

export const fieldName = (field: string): string => field || '(itself)';

/** What its reader has to judge it by: what a node holds, tolerances, and what did not move with it. */
export const besideChange = (change: DiffChange): readonly Inline[] => {
  const { tolerances = [], check = [] } = change;
  const held = heldBy(change).map(({ field }) => fieldName(field));
  return [
    ...(held.length === 0 ? [] : [faint(`holds ${held.join(', ')}`)]),
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
};

/** The id and what people call it; of a whole node the name is what came or went, and stands there. */
const nodePieces = ({ node_id, role, label }: DiffChange): Pieces =>
  node_id === '' || label === '' || label === node_id || role === 'node'
    ? [node_id || label]
    : [node_id, faint(`  ${label}`)];

const arrow = ({ before, after }: DiffChange): string => (before && after ? '->' : '');

const rowOf = (change: DiffChange): readonly Inline[] => [
  nodePieces(change),
  change.field,
  pieces(change.before),
  arrow(change),
  pieces(change.after),
  wordPiece(change),
];

const linesBeside = (change: DiffChange): readonly Line[] =>
  besideChange(change).map((it) => line(it, { indent: 6, hang: 2 }));

/** Lines for each change: what it is about only where that is another than above. */
export const told = (changes: readonly DiffChange[]): readonly Line[] =>
  changes.flatMap((change, at) => {
    const { node_id, field, before, after } = change;
    const above = changes[at - 1];
    const isNew = node_id !== '' && (node_id !== above?.node_id || above.role === 'node');
    const said: Pieces = [
      ...(field === '' ? [] : [`${field}  `]),
      ...pieces(before),
      ...(before && after ? ['  ->  '] : []),
      ...pieces(after),
      '  ',
      wordPiece(change),
    ];
    if (change.role === 'node')
      return [line([...nodePieces(change), '  ', ...said], { indent: 2, hang: 2 }), ...linesBeside(change)];
    return [
      ...(isNew ? [line(nodePieces(change), { indent: 2, hang: 2 })] : []),
      line(said, { indent: 4, hang: 4 }),
      ...linesBeside(change),
    ];
  });

/** What stands beside a change is wider than a column: it ends one grid, and the next goes on below it. */
export const tabled = (changes: readonly DiffChange[]): readonly (Grid | Line)[] => {
  const columns = columnsOf(changes);
  const blocks: (Grid | Line)[] = [];
  let rows: (readonly Inline[])[] = [];
  const flush = (): void => {
    if (rows.length > 0) blocks.push(grid(columns, rows, { indent: 2 }));
    rows = [];
  };
  for (const change of changes) {
    const isNode = change.role === 'node';
    if (!isNode) rows.push(rowOf(change));
    const lines = isNode ? told([change]) : linesBeside(change);
    if (lines.length === 0) continue;
    flush();
    blocks.push(...lines);
  }
  flush();
  return blocks;
};

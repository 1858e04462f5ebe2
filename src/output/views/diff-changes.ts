/** Changes as a table, or as lines where the terminal is too narrow for whole ids. */

import type { BodyComparison, MeasurementContext } from '../../garment/compare-bodies.ts';
import { isProvenanceWord, type StatedValue } from '../../garment/stated-value.ts';
import type { ChangeSide, ValueChange } from '../../garment/value-change.ts';
import { faint, renderProvenanceMark, renderValueRuns, strong, type TextRuns } from './value-runs.ts';
import { type GridBlock, type GridColumn, grid, type LineBlock, line, type RichText } from './view-model.ts';

/** A change; the first one of a measurement also carries its context, such as tolerances. */
export type DiffChange = ValueChange & Partial<MeasurementContext>;

/** Changes of this class and above are shown only with `--all`: reasons, order, spelling. */
const MINOR_CLASS = 10;

/** The changes of a comparison that are shown, and the number of the others by word. */
export interface ShownChanges {
  readonly changes: readonly DiffChange[];
  readonly minor: ReadonlyMap<string, number>;
}

/** Selects the changes to show. The context of a measurement is added to the first of its changes. */
export const selectShownChanges = (
  { changes, measurementContext }: BodyComparison,
  all: boolean,
): ShownChanges => {
  const minor = new Map<string, number>();
  const seen = new Set<string>();
  const shown = changes.filter((change) => {
    const isShown = all || change.class < MINOR_CLASS;
    if (!isShown) minor.set(change.word, (minor.get(change.word) ?? 0) + 1);
    return isShown;
  });
  return {
    minor,
    changes: shown.map((change) => {
      // The context of a measurement is shown once, with the first of its changes.
      const beside = seen.has(change.node_id) ? undefined : measurementContext.get(change.node_id);
      seen.add(change.node_id);
      return { ...change, ...beside };
    }),
  };
};

/** Counts changed, added, removed and withheld values. */
export const countChanges = (changes: readonly DiffChange[]) => {
  const lone = (from: 'before' | 'after', to: 'before' | 'after') =>
    changes.filter((change) => !change.withheld && change[from] === null && change[to] !== null).length;
  const [added, removed] = [lone('before', 'after'), lone('after', 'before')];
  const withheld = changes.filter((change) => change.withheld).length;
  return { changed: changes.length - added - removed - withheld, added, removed, withheld };
};

/** Ids and fields up to this length are never wrapped. */
const MAX_WORD_COLUMN = 48;

const measureColumnWidth = (texts: readonly string[]): number =>
  Math.min(MAX_WORD_COLUMN, Math.max(8, ...texts.map((text) => text.length)));

/** Builds the columns of a table of changes, wide enough for whole ids and fields. */
const buildChangeColumns = (changes: readonly DiffChange[]): readonly GridColumn[] => [
  { fit: 'wrap', min: measureColumnWidth(changes.map(({ node_id }) => node_id)) },
  { fit: 'wrap', min: measureColumnWidth(changes.map(({ field }) => field)) },
  { fit: 'wrap', min: 14 },
  {},
  { fit: 'wrap', min: 14 },
  { fit: 'wrap', min: 12 },
];

/** Converts one side of a change to a value. */
export const convertSideToValue = ({ state: word, value, unit }: ChangeSide): StatedValue => {
  const state = word ?? undefined;
  const bare = { member: undefined, basis: undefined, confidence: undefined, otherMembers: [] };
  return { state, value: state === undefined && value === null ? undefined : value, unit, ...bare };
};

const renderSideRuns = (side: ChangeSide | null): TextRuns => {
  if (side === null) return [];
  const stated = convertSideToValue(side);
  const { state } = stated;
  const word =
    state === undefined || isProvenanceWord(state) ? [] : [faint(` (state: ${state === '' ? '""' : state})`)];
  return [renderProvenanceMark(state), '\u00a0', ...renderValueRuns(stated), ...word];
};

/** Renders the word of a change. Words in capitals are bold: overlooking them costs most. */
const renderChangeWord = ({ word }: DiffChange) => (/^[A-Z]{2}/.test(word) ? strong(word) : word);

/** Lists the values of a node that was added or removed, without its label and kind. */
export const listNodeChangeValues = ({ values = [], kind }: DiffChange): NonNullable<DiffChange['values']> =>
  values.filter(
    ({ role, field, value }) => !['label', 'beside'].includes(role) && !(field === 'kind' && value === kind),
  );

/** Returns the name of a changed field; `(itself)` for the node's own value. */
export const formatChangedField = (field: string): string => field || '(itself)';

/**
 * Renders the lines that help to judge a change: the values of a node, tolerances, and points of measure
 * that did not change with it.
 */
export const renderChangeContext = (change: DiffChange): readonly RichText[] => {
  const { tolerances = [], check = [] } = change;
  const held = listNodeChangeValues(change).map(({ field }) => formatChangedField(field));
  return [
    ...(held.length === 0 ? [] : [faint(`holds ${held.join(', ')}`)]),
    ...(tolerances.length === 0
      ? []
      : [[...tolerances.flatMap((it, at) => [at > 0 ? '  ' : '', `${it.field} `, ...renderSideRuns(it)])]]),
    ...check.map(
      ({ piece, unchanged }): RichText =>
        faint(
          `check, unchanged on ${piece}: ${unchanged.map(({ id, label }) => (label === '' ? id : `${id} ${label}`)).join(', ')}`,
        ),
    ),
  ];
};

/**
 * Renders the id and the label of a changed node. For a whole node the label is part of the change, and is
 * left out here.
 */
const renderChangedNodeRuns = ({ node_id, role, label }: DiffChange): TextRuns =>
  node_id === '' || label === '' || label === node_id || role === 'node'
    ? [node_id || label]
    : [node_id, faint(`  ${label}`)];

const formatArrow = ({ before, after }: DiffChange): string => (before && after ? '->' : '');

const buildChangeRow = (change: DiffChange): readonly RichText[] => [
  renderChangedNodeRuns(change),
  change.field,
  renderSideRuns(change.before),
  formatArrow(change),
  renderSideRuns(change.after),
  renderChangeWord(change),
];

const renderContextLines = (change: DiffChange): readonly LineBlock[] =>
  renderChangeContext(change).map((it) => line(it, { indent: 6, hang: 2 }));

/** Renders changes as lines. The node is named only where it differs from the change above. */
export const renderChangeLines = (changes: readonly DiffChange[]): readonly LineBlock[] =>
  changes.flatMap((change, at) => {
    const { node_id, field, before, after } = change;
    const above = changes[at - 1];
    const isNew = node_id !== '' && (node_id !== above?.node_id || above.role === 'node');
    const said: TextRuns = [
      ...(field === '' ? [] : [`${field}  `]),
      ...renderSideRuns(before),
      ...(before && after ? ['  ->  '] : []),
      ...renderSideRuns(after),
      '  ',
      renderChangeWord(change),
    ];
    if (change.role === 'node')
      return [
        line([...renderChangedNodeRuns(change), '  ', ...said], { indent: 2, hang: 2 }),
        ...renderContextLines(change),
      ];
    return [
      ...(isNew ? [line(renderChangedNodeRuns(change), { indent: 2, hang: 2 })] : []),
      line(said, { indent: 4, hang: 4 }),
      ...renderContextLines(change),
    ];
  });

/** Renders changes as grids. A line of context ends one grid, and the next goes on below it. */
export const renderChangeTable = (changes: readonly DiffChange[]): readonly (GridBlock | LineBlock)[] => {
  const columns = buildChangeColumns(changes);
  const blocks: (GridBlock | LineBlock)[] = [];
  let rows: (readonly RichText[])[] = [];
  const flush = (): void => {
    if (rows.length > 0) blocks.push(grid(columns, rows, { indent: 2 }));
    rows = [];
  };
  for (const change of changes) {
    const isNode = change.role === 'node';
    if (!isNode) rows.push(buildChangeRow(change));
    const lines = isNode ? renderChangeLines([change]) : renderContextLines(change);
    if (lines.length === 0) continue;
    flush();
    blocks.push(...lines);
  }
  flush();
  return blocks;
};

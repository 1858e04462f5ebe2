/** Renders changes between two versions: as a table, or as lines if the terminal is too narrow for whole ids. */

import { MINOR_CLASS } from '../../garment/change-words.ts';
import type { BodyChange } from '../../garment/compare-bodies.ts';
import { isProvenanceWord, type StatedValue } from '../../garment/stated-value.ts';
import { isQuantityColumn } from '../../garment/trade-items.ts';
import type { CarriedValue, ChangeSide, ValueChange } from '../../garment/value-change.ts';
import { isRecord, toPayloadText } from '../../platform/json/json-values.ts';
import { appendAll, findLargest } from '../../platform/lists.ts';
import {
  faint,
  joinTextRuns,
  renderProvenanceMark,
  renderValueRuns,
  strong,
  type TextRuns,
  toStatedValue,
} from './value-runs.ts';
import { type GridBlock, type GridColumn, grid, type LineBlock, line, type RichText } from './view-model.ts';

/**
 * Selects the changes to print. Minor changes, such as a changed reason or spelling of a value, are printed only if
 * `all` is true. In the result, `minor` has the number of minor changes that are left out, by the printed word of the
 * change.
 */
export const selectShownChanges = (changes: readonly BodyChange[], all: boolean) => {
  const minor = new Map<string, number>();
  const shown = changes.filter((change) => {
    const isShown = all || change.class < MINOR_CLASS;
    if (!isShown) minor.set(change.word, (minor.get(change.word) ?? 0) + 1);
    return isShown;
  });
  return { minor, changes: shown };
};

/**
 * Counts changed, added, removed and withheld values. A withheld value is missing only because the profile of the
 * second version does not contain it.
 */
export const countChanges = (changes: readonly BodyChange[]) => {
  const countOneSided = (from: 'before' | 'after', to: 'before' | 'after') =>
    changes.filter((change) => !change.withheld && change[from] === null && change[to] !== null).length;
  const [added, removed] = [countOneSided('before', 'after'), countOneSided('after', 'before')];
  const withheld = changes.filter((change) => change.withheld).length;
  return { changed: changes.length - added - removed - withheld, added, removed, withheld };
};

const MAX_WORD_COLUMN = 48;

const measureColumnWidth = (texts: readonly string[]): number =>
  Math.min(
    MAX_WORD_COLUMN,
    findLargest(
      texts.map((text) => text.length),
      8,
    ),
  );

/** Builds the columns of a table of changes. Ids and fields of up to 48 characters are not wrapped. */
const buildChangeColumns = (changes: readonly BodyChange[]): readonly GridColumn[] => [
  { fit: 'wrap', min: measureColumnWidth(changes.map(({ node_id }) => node_id)) },
  { fit: 'wrap', min: measureColumnWidth(changes.map(({ field }) => field)) },
  { fit: 'wrap', min: 14 },
  {},
  { fit: 'wrap', min: 14 },
  { fit: 'wrap', min: 12 },
];

/** Converts the value before or after a change to a `StatedValue`, so that it renders like any other value. */
export const convertSideToValue = ({ state, value, unit }: ChangeSide): StatedValue =>
  toStatedValue({ state, value: state === null && value === null ? undefined : value, unit });

/**
 * Shortens a graded value, which has one number per size, to its first and last size: `XS 50 … XL 58`. Returns any
 * other value unchanged.
 */
export const shortenSizes = (side: ChangeSide | null, role: ValueChange['role']): ChangeSide | null => {
  if (side === null || role !== 'sizes' || !isRecord(side.value)) return side;
  const sizes = Object.entries(side.value).map(([size, value]) => `${size} ${toPayloadText(value)}`);
  return { ...side, value: [sizes.at(0), sizes.at(-1)].join(' … ') };
};

/**
 * Lists the value of each size before and after a change, for example `XS 50 -> 51`. Returns an empty list unless a
 * measurement changed in the same way in all sizes (the role `sizes`).
 */
export const listSizeSteps = ({ role, before, after }: BodyChange): readonly string[] =>
  role !== 'sizes' || !isRecord(before?.value) || !isRecord(after?.value)
    ? []
    : Object.entries(before.value).map(
        ([size, value]) =>
          `${size} ${toPayloadText(value)} -> ${toPayloadText((after.value as Readonly<Record<string, unknown>>)[size])}`,
      );

const renderSideRuns = (fullSide: ChangeSide | null, role: ValueChange['role']): TextRuns => {
  const side = shortenSizes(fullSide, role);
  if (side === null) return [];
  const stated = convertSideToValue(side);
  const { state } = stated;
  const word =
    state === undefined || isProvenanceWord(state) ? [] : [faint(` (state: ${state === '' ? '""' : state})`)];
  return [renderProvenanceMark(state), '\u00a0', ...renderValueRuns(stated), ...word];
};

/**
 * Renders the word that describes a change. A word in capitals, such as `REVISED`, is bold, because it would be
 * expensive to overlook such a change.
 */
const renderChangeWord = ({ word }: BodyChange) => (/^[A-Z]{2}/.test(word) ? strong(word) : word);

/**
 * Tests for the names of the fields that are listed first: quantity, placement and colour. Buyers and cutters need
 * these fields.
 */
const PRIORITY_FIELD_TESTS: readonly ((field: string) => boolean)[] = [
  isQuantityColumn,
  (field) => /(?:^|[._])(?:placement|location|position)$/i.test(field),
  (field) => /colou?r/i.test(field),
];

const rankField = ({ field }: CarriedValue): number => {
  const rank = PRIORITY_FIELD_TESTS.findIndex((isAsked) => isAsked(field));
  return rank < 0 ? PRIORITY_FIELD_TESTS.length : rank;
};

/**
 * Lists the values that are printed together with a change, for example the values of an added node. Label, kind, basis
 * and confidence are left out. Quantity, placement and colour come first.
 */
export const listCarriedChangeValues = ({ values = [], kind }: BodyChange): readonly CarriedValue[] =>
  values
    .filter(
      ({ role, field, value }) =>
        role !== 'label' &&
        !(role === 'beside' && /(?:^|\.)(?:basis|confidence)$/.test(field)) &&
        !(field === 'kind' && value === kind),
    )
    .toSorted((a, b) => rankField(a) - rankField(b));

/**
 * Returns the name of a changed field, or `(itself)` for an empty name, which means that the value of the node itself
 * changed.
 */
export const formatChangedField = (field: string): string => field || '(itself)';

/**
 * The kinds of lines that explain a change and are printed below it. `holds` lists the values that were added or
 * removed with a node. `sizes` lists the value of each size, and `tolerances` the tolerances. `check` lists related
 * points of measure that did not change and that the reader should check.
 */
export type ChangeContextKind = 'holds' | 'sizes' | 'tolerances' | 'check';

/**
 * Renders the lines that are printed below a change, for example a line with the tolerances of a changed measurement.
 * Returns a pair for each line: its kind, such as `tolerances`, and its text.
 */
export const renderChangeContext = (
  change: BodyChange,
): readonly (readonly [ChangeContextKind, TextRuns])[] => {
  const { tolerances = [], check = [], by } = change;
  const carried = listCarriedChangeValues(change).map(
    (value): TextRuns => [
      ...(value.node_id ? [faint(`${value.node_id} `)] : []),
      faint(`${formatChangedField(value.field)} `),
      ...renderSideRuns(value, value.role),
    ],
  );
  return [
    ...(carried.length === 0 ? [] : [['holds', [faint('holds '), ...joinTextRuns(carried, '; ')]] as const]),
    ...(by === undefined ? [] : [['sizes', [`${by}: `, faint(listSizeSteps(change).join(', '))]] as const]),
    ...(tolerances.length === 0
      ? []
      : [
          [
            'tolerances',
            joinTextRuns(
              tolerances.map(
                (tolerance): TextRuns => [`${tolerance.field} `, ...renderSideRuns(tolerance, 'value')],
              ),
              '  ',
            ),
          ] as const,
        ]),
    ...check.map(({ piece, unchanged }) => {
      const names = unchanged.map(({ id, label }) => (label === '' ? id : `${id} ${label}`));
      return ['check', [faint(`check, unchanged on ${piece}: ${names.join(', ')}`)]] as const;
    }),
  ];
};

/**
 * Renders the id and label of a changed node. If the node was added or removed, renders only the id, because the label
 * is already printed as the value of the change.
 */
const renderChangedNodeRuns = ({ node_id, role, label }: BodyChange): TextRuns =>
  node_id === '' || label === '' || label === node_id || role === 'node'
    ? [node_id || label]
    : [node_id, faint(`  ${label}`)];

const formatArrow = ({ before, after }: BodyChange): string => (before && after ? '->' : '');

const buildChangeRow = (change: BodyChange): readonly RichText[] => [
  renderChangedNodeRuns(change),
  change.field,
  renderSideRuns(change.before, change.role),
  formatArrow(change),
  renderSideRuns(change.after, change.role),
  renderChangeWord(change),
];

const renderContextLines = (change: BodyChange): readonly LineBlock[] =>
  renderChangeContext(change).map(([, runs]) => line(runs, { indent: 6, hang: 2 }));

/**
 * Renders changes as lines. Below each change are the lines that explain it. If consecutive changes are about the same
 * node, the node is named only before the first of them.
 */
export const renderChangeLines = (changes: readonly BodyChange[]): readonly LineBlock[] =>
  changes.flatMap((change, at) => {
    const { node_id, field, before, after } = change;
    const previous = changes[at - 1];
    const isNewNode = node_id !== '' && (node_id !== previous?.node_id || previous.role === 'node');
    const changeRuns: TextRuns = [
      ...(field === '' ? [] : [`${field}  `]),
      ...renderSideRuns(before, change.role),
      ...(before && after ? ['  ->  '] : []),
      ...renderSideRuns(after, change.role),
      '  ',
      renderChangeWord(change),
    ];
    if (change.role === 'node')
      return [
        line([...renderChangedNodeRuns(change), '  ', ...changeRuns], { indent: 2, hang: 2 }),
        ...renderContextLines(change),
      ];
    return [
      ...(isNewNode ? [line(renderChangedNodeRuns(change), { indent: 2, hang: 2 })] : []),
      line(changeRuns, { indent: 4, hang: 4 }),
      ...renderContextLines(change),
    ];
  });

/**
 * Renders changes as grids with one row for each change. Added and removed nodes, and the lines that explain a change,
 * are not in a grid but between two grids.
 */
export const renderChangeTable = (changes: readonly BodyChange[]): readonly (GridBlock | LineBlock)[] => {
  const columns = buildChangeColumns(changes);
  const blocks: (GridBlock | LineBlock)[] = [];
  let rows: (readonly RichText[])[] = [];
  const finishGrid = (): void => {
    if (rows.length > 0) blocks.push(grid(columns, rows, { indent: 2 }));
    rows = [];
  };
  for (const change of changes) {
    const isNode = change.role === 'node';
    if (!isNode) rows.push(buildChangeRow(change));
    const lines = isNode ? renderChangeLines([change]) : renderContextLines(change);
    if (lines.length === 0) continue;
    finishGrid();
    appendAll(blocks, lines);
  }
  finishGrid();
  return blocks;
};

/** Renders the tables of a garment, with reasons in numbered notes and grey cells for values that are absent. */

import { BILL_SECTIONS } from '../../garment/bill-sections.ts';
import type { NodeRelation } from '../../garment/node-relations.ts';
import type { NodeColumn, NodeRow, NodeTable } from '../../garment/node-table.ts';
import type { Value } from '../../garment/value.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { toPayloadText } from '../../platform/json/json-values.ts';
import { renderBareRuns, renderQualifierRuns } from '../views/value-runs.ts';
import { isRemovedNode, renderChangeBarHtml } from './change-bars.ts';
import type { SheetSection } from './index.ts';
import { renderPhrase } from './phrases.ts';
import {
  findCriticalMark,
  isEmptyCriticalColumn,
  type PaperColumn,
  type TableLayout,
} from './table-layout.ts';
import {
  renderFieldHtml,
  renderIsolatedHtml,
  renderLabelHtml,
  renderMarkHtml,
  renderOtherMembersHtml,
  renderPayloadHtml,
  renderReasonHtml,
  renderRunsHtml,
  renderTranslatableHtml,
  renderValueHtml,
  selectPrintedValues,
  toCapitalized,
} from './value-html.ts';

/** Creates the list of numbered notes below a table. Equal notes share one number, to which the cells refer. */
const createTableNotes = () => {
  const notes = new Map<string, { readonly number: number; readonly note: HtmlSafe }>();
  return {
    add(note: HtmlSafe) {
      if (note.markup === '') return emptyHtml;
      const { number } = notes.get(note.markup) ?? { number: notes.size + 1 };
      notes.set(note.markup, { number, note });
      return html`<sup>${number}</sup>`;
    },
    render: () =>
      notes.size === 0
        ? emptyHtml
        : html`<ol class="notes">${[...notes.values()].map(({ number, note }) => html`<li><b>${number}</b> ${note}</li>`)}</ol>`,
  };
};

type TableNotes = ReturnType<typeof createTableNotes>;

interface TableContext {
  readonly notes: TableNotes;
  /** If true, the table also shows ids, kinds and members without provenance. */
  readonly all: boolean;
}

/** Renders a value of a table. Its basis, its confidence and any other members that it has are printed in a note. */
const renderNotedValue = (value: Value, notes: TableNotes): HtmlSafe =>
  html`${renderValueHtml(value)}${notes.add(renderOtherMembersHtml(value))}`;

const renderNamedValue = (name: string, value: Value, { notes }: TableContext): HtmlSafe =>
  html`<span class="o"><span class="k">${renderFieldHtml(name)}</span> ${renderNotedValue(value, notes)}</span> `;

const renderSpacedMark = (state: string | undefined): HtmlSafe =>
  state === undefined ? emptyHtml : html`${renderMarkHtml(state)}\u00a0`;

const NUMBER = /^[\d.,/ ½¼¾⅛⅜⅝⅞]+$/;

const isNumber = ({ value }: Value): boolean => NUMBER.test(toPayloadText(value ?? undefined));

/** Renders a cell of the column `critical`. `mark` is `!` for yes or a dash for no. */
const renderCriticalMark = (value: Value, mark: string, notes: TableNotes): HtmlSafe =>
  html`${renderChangeBarHtml(value)}${renderSpacedMark(value.state)}${mark === '!' ? html`<b>!</b>` : mark}${notes.add(renderOtherMembersHtml(value))}`;

/**
 * Renders a value in a column of numbers. An unstated value without payload and unit is printed as its provenance mark
 * alone, unless `--all` is set.
 */
const renderGridValue = (
  value: Value,
  { column, sign }: PaperColumn,
  { notes, all }: TableContext,
): HtmlSafe => {
  const { state } = value;
  const shown = column?.unit === undefined ? value : { ...value, unit: undefined };
  const isBlank = state === 'unstated' && (value.value ?? null) === null && (shown.unit ?? null) === null;
  const note = notes.add(renderOtherMembersHtml(value));
  if (isBlank && !all) return html`${renderChangeBarHtml(value)}${renderMarkHtml(state)}${note}`;
  const shownSign = isNumber(value) ? sign : '';
  if (state !== 'asserted' && shownSign === '') return html`${renderValueHtml(shown)}${note}`;
  const mark = state === 'asserted' ? renderMarkHtml(state) : renderSpacedMark(state);
  return html`${renderChangeBarHtml(value)}${mark}${shownSign}${renderPayloadHtml(shown)}${note}`;
};

/**
 * Renders a relation: the label or id of its target node, then the further members of the relation, then its basis and
 * confidence.
 */
export const renderRelation = (relation: NodeRelation): HtmlSafe =>
  html`${renderRelationTarget(relation)}${renderRelationMembers(relation)}`;

/**
 * Renders the target of a relation: its label, or its id if it has no label, with the provenance mark, the unit and the
 * qualifiers of the relation.
 */
export const renderRelationTarget = ({ to, target, state, value }: NodeRelation): HtmlSafe => {
  const unit =
    (value.unit ?? null) === null ? emptyHtml : html`\u00a0${renderRunsHtml(renderBareRuns(value.unit))}`;
  return html`${renderChangeBarHtml(value)}${renderSpacedMark(state)}${to?.label ? renderTranslatableHtml(to.label) : renderIsolatedHtml(target)}${unit}${renderRunsHtml(renderQualifierRuns(value))}`;
};

const renderRelationMembers = ({ value }: NodeRelation): HtmlSafe =>
  html`${renderOtherMembersHtml(value, false)}${renderReasonHtml(value)}`;

/** Renders relations as the text of one note. The name of a relation with several targets is printed once. */
const renderRelationNote = (relations: readonly NodeRelation[]): HtmlSafe =>
  html`${relations.map((relation, at) => {
    const isSame = relations[at - 1]?.name === relation.name;
    const name = isSame ? emptyHtml : html`<span class="k">${renderFieldHtml(relation.name)}</span> `;
    return html`${at === 0 ? '' : isSame ? ', ' : '; '}${name}${renderRelation(relation)}`;
  })}`;

const renderRelationCell = (row: NodeRow, name: string, notes: TableNotes): HtmlSafe => {
  const relations = row.relations.filter((relation) => relation.name === name);
  return relations.length === 0
    ? ABSENT_CELL
    : html`<td>${relations.map((relation, at) => html`${at === 0 ? '' : ', '}${renderRelationTarget(relation)}${notes.add(renderRelationMembers(relation))}`)}</td>`;
};

const ABSENT_CELL = html`<td class="x"></td>`;

/**
 * Renders the values of a row in the columns `under`, each after the heading of its column. The printed table has no
 * separate columns for these values. The caller prints the result below the value of another column.
 */
const renderUnder = (row: NodeRow, under: readonly NodeColumn[], context: TableContext): HtmlSafe => {
  const values = under.flatMap((column) => {
    const value = row.cells.get(column.name);
    return value === undefined ? [] : [renderNamedValue(column.head, value, context)];
  });
  return values.length === 0 ? emptyHtml : html`<span class="u-r">${values}</span>`;
};

/**
 * Renders the cell with the name of a row. The name is the label in the row, or else the path of the row in its node,
 * or else the label or id of the node. Without `--all`, a row with a code but no label gets no name. `otherRelations`,
 * the relations without a column of their own, are printed as a note.
 */
const renderRowName = (
  row: NodeRow,
  { column, under }: PaperColumn,
  otherRelations: readonly NodeRelation[],
  context: TableContext,
): HtmlSafe => {
  const { node, line, cells } = row;
  const label = column && cells.get(column.name);
  const isCoded = ['code', 'callout'].some((name) => cells.has(name));
  const name =
    label !== undefined
      ? html`${renderLabelHtml(label)}${context.notes.add(renderOtherMembersHtml(label))}`
      : isCoded && !context.all
        ? emptyHtml
        : renderIsolatedHtml(line || node.label || node.id);
  const ids =
    context.all && line === '' && label !== undefined
      ? html`<span class="id"><bdi>${node.id}</bdi></span> <span class="f">${renderFieldHtml(node.kind)}</span>`
      : emptyHtml;
  return html`<th scope="row">${renderChangeBarHtml(node)}${name}${context.notes.add(renderRelationNote(otherRelations))}${ids}${renderUnder(row, under, context)}</th>`;
};

/** The maximum length of a code on one line. A longer one, such as a uuid, wraps. */
const MAX_CODE_LENGTH = 14;

const renderCell = (row: NodeRow, paper: PaperColumn, context: TableContext): HtmlSafe => {
  const { column, relation, under, isGrid } = paper;
  if (relation !== undefined) return renderRelationCell(row, relation, context.notes);
  const value = column && row.cells.get(column.name);
  const below = renderUnder(row, under, context);
  const isCode =
    column?.role === 'code' && toPayloadText(value?.value ?? undefined).length <= MAX_CODE_LENGTH;
  const look = isGrid
    ? html` class="num${column?.isSampleSize ? ' base' : ''}"`
    : isCode
      ? html` class="code"`
      : emptyHtml;
  if (value === undefined) return below === emptyHtml ? ABSENT_CELL : html`<td${look}>${below}</td>`;
  const criticalMark = column?.role === 'critical' && !context.all ? findCriticalMark(value) : undefined;
  const content = isGrid
    ? renderGridValue(value, paper, context)
    : criticalMark !== undefined
      ? renderCriticalMark(value, criticalMark, context.notes)
      : renderNotedValue(column?.unit === undefined ? value : { ...value, unit: undefined }, context.notes);
  return html`<td${look}>${content}${below}</td>`;
};

const renderHead = ({ head, column, isGrid }: PaperColumn, unit: string | undefined): HtmlSafe => {
  const ownUnit =
    column?.unit !== undefined && column.unit !== unit
      ? html` <span class="f">(${column.unit})</span>`
      : emptyHtml;
  const sample = column?.isSampleSize ? html` <span class="f">${renderPhrase('sample')}</span>` : emptyHtml;
  const name =
    column?.role === 'spec' && column.size !== undefined ? html`<bdi>${head}</bdi>` : renderFieldHtml(head);
  return html`<th scope="col"${isGrid ? html` class="num${column?.isSampleSize ? ' base' : ''}"` : ''}>${name}${ownUnit}${sample}</th>`;
};

const listColumnNames = (columns: readonly PaperColumn[]): ReadonlySet<string> =>
  new Set(columns.flatMap(({ column, under }) => [column, ...under].flatMap((each) => each?.name ?? [])));

/** Lists the values of a row that are in none of the printed columns. `shown` has the names of these columns. */
const listRowRest = (
  { rest, nestedValues, leftover }: NodeRow,
  shown: ReadonlySet<string>,
): readonly Value[] => [
  ...rest.filter((value) => !shown.has(value.path) || leftover.includes(value)),
  ...nestedValues,
];

/**
 * Lists the values of a table that are printed only with `--all`. Values of nodes that only the earlier version of the
 * garment has are not listed.
 */
export const listUnprintedValues = (table: NodeTable, { blocks }: TableLayout): readonly Value[] => {
  const shown = listColumnNames(blocks.flat());
  const hidden = table.columns.filter((column) => isEmptyCriticalColumn(column, table));
  return table.rows
    .filter(({ node }) => !isRemovedNode(node))
    .flatMap((row) => [
      ...listRowRest(row, shown).filter(({ role }) => role === 'plain'),
      ...hidden.flatMap(({ name }) => row.cells.get(name) ?? []),
    ]);
};

/** A block of columns of a table, and what all rows share. The first block also prints values without a column. */
interface PaperBlock {
  readonly columns: readonly PaperColumn[];
  readonly isFirst: boolean;
  /** The names of the relations that have a column. */
  readonly relationNames: ReadonlySet<string>;
  /** The columns that are printed below the row. */
  readonly below: readonly NodeColumn[];
  /** The names of all columns of the table. */
  readonly columnNames: ReadonlySet<string>;
}

const createPaperBlock = (
  columns: readonly PaperColumn[],
  isFirst: boolean,
  columnNames: ReadonlySet<string>,
): PaperBlock => {
  // In a table with sizes the column of names is narrow, so texts such as `how to measure` are printed below the row.
  const isGraded = columns.some(({ column }) => column?.size !== undefined);
  const isNarrow = isGraded || !isFirst;
  return {
    columns: columns.map((paper) => (paper.isName && isNarrow ? { ...paper, under: [] } : paper)),
    isFirst,
    relationNames: new Set(columns.flatMap(({ relation }) => relation ?? [])),
    below: isFirst && isGraded ? (columns.find(({ isName }) => isName)?.under ?? []) : [],
    columnNames,
  };
};

const renderRow = (row: NodeRow, block: PaperBlock, context: TableContext): HtmlSafe => {
  const { columns, isFirst, relationNames, below, columnNames } = block;
  const relations = isFirst ? row.relations.filter(({ name }) => !relationNames.has(name)) : [];
  const texts = renderUnder(row, below, context);
  const cells = columns.map((paper) =>
    paper.isName ? renderRowName(row, paper, relations, context) : renderCell(row, paper, context),
  );
  const rest = isFirst ? selectPrintedValues(listRowRest(row, columnNames), context.all) : [];
  const others = rest.map((value) =>
    renderNamedValue(value.role === 'label' ? 'name' : value.path, value, context),
  );
  const hasLine = others.length > 0 || texts !== emptyHtml;
  const under = hasLine
    ? html`<tr><td class="under" colspan="${columns.length}">${texts}${others}</td></tr>`
    : emptyHtml;
  return html`<tbody${isRemovedNode(row.node) ? html` class="gone"` : ''}><tr${hasLine ? html` class="up"` : ''}>${cells}</tr>${under}</tbody>\n`;
};

const listSections = (table: NodeTable): readonly (readonly [string, readonly NodeRow[]])[] =>
  table.name === 'bom'
    ? [...Object.keys(BILL_SECTIONS), 'further']
        .map((name) => [name, table.rows.filter(({ section }) => section === name)] as const)
        .filter(([, rows]) => rows.length > 0)
    : [['', table.rows]];

/**
 * The maximum number of columns of a table with a wide column of names. This column is wide if other values are printed
 * below the names.
 */
const MAX_STACKED = 6;

const hasCriticalMark = ({ columns, rows }: NodeTable): boolean =>
  columns.some(
    ({ role, name }) =>
      role === 'critical' &&
      rows.flatMap(({ cells }) => cells.get(name) ?? []).some((value) => findCriticalMark(value) === '!'),
  );

/** Renders a table with its numbered notes. Yields the rows one by one, because a table can have many megabytes. */
const renderPaperRows = function* (
  table: NodeTable,
  { blocks, unit }: TableLayout,
  all: boolean,
): Generator<HtmlSafe, void> {
  const columnNames = listColumnNames(blocks.flat());
  const notes = createTableNotes();
  const context = { notes, all };
  const sections = listSections(table);
  for (const [at, columns] of blocks.entries()) {
    const block = createPaperBlock(columns, at === 0, columnNames);
    const isStacked =
      columns.length <= MAX_STACKED && columns.some(({ isName, under }) => isName && under.length > 0);
    yield html`<table class="trade${isStacked ? ' stacked' : ''}"><thead><tr>${columns.map((column) => renderHead(column, unit))}</tr></thead>\n`;
    for (const [name, rows] of sections) {
      if (sections.length > 1)
        yield html`<tbody class="sec"><tr><th scope="rowgroup" colspan="${columns.length}">${renderFieldHtml(toCapitalized(name))}</th></tr></tbody>`;
      for (const row of rows) yield renderRow(row, block, context);
    }
    yield html`</table>`;
  }
  yield notes.render();
};

/**
 * Renders a table. `content` is the table with its numbered notes. `note` is printed after the title: the unit, the
 * number of rows, and what `!` means. If `all` is true, ids, kinds and members without provenance are printed too.
 */
export const renderPaperTable = (
  table: NodeTable,
  layout: TableLayout,
  all: boolean,
): Pick<SheetSection, 'note' | 'content'> => {
  const { unit } = layout;
  const unitNote = unit === undefined ? emptyHtml : html` (<bdi>${unit}</bdi>)`;
  const markNote =
    !all && hasCriticalMark(table) ? html`   <b>!</b> ${renderFieldHtml('critical')}` : emptyHtml;
  return {
    note: html`<span class="f">${unitNote} ${table.rows.filter(({ node }) => !isRemovedNode(node)).length}${markNote}</span>`,
    content: renderPaperRows(table, layout, all),
  };
};

/** The nodes of the graph as tables, one for each kind, grouped by department. */

import type { Department } from '../../garment/departments.ts';
import type { GraphModel, GraphNode } from '../../garment/graph-model.ts';
import { groupNodesByKind } from '../../garment/node-kinds.ts';
import { listNodeRelations, type NodeIndex, type NodeRelation } from '../../garment/node-relations.ts';
import {
  chooseNodeColumns,
  findCellValue,
  findGarmentNode,
  findNodeLabel,
  listValuesOutsideColumns,
} from '../../garment/node-values.ts';
import { listRequiredColumns, toTradeKind } from '../../garment/trade-kinds.ts';
import type { Value } from '../../garment/value.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/html.ts';
import type { SheetPart } from '../views/sheet-parts.ts';
import { renderBareRuns, renderQualifierRuns } from '../views/value-runs.ts';
import { isRemovedNode, renderChangeBarHtml } from './change-bars.ts';
import type { SheetSection } from './index.ts';
import { renderNameSlot, renderPhrase, renderTextSlot } from './phrases.ts';
import {
  formatKeyAsWords,
  renderFieldHtml,
  renderInlineValueHtml,
  renderIsolatedHtml,
  renderMarkHtml,
  renderNodeNameHtml,
  renderOtherMembersHtml,
  renderReasonHtml,
  renderRunsHtml,
  renderValueHtml,
  toCapitalized,
} from './value-html.ts';

/**
 * The departments of a sheet in the order of the work: bought, cut, sewn, measured, packed. The keys are
 * the words of `--only`.
 */
export const SHEET_DEPARTMENTS: Readonly<
  Partial<Record<SheetPart, { readonly department: Department; readonly title: string }>>
> = {
  materials: { department: 'materials', title: 'Materials, trims and colours' },
  cutting: { department: 'cutting', title: 'Cutting' },
  sewing: { department: 'sewing', title: 'Sewing' },
  measuring: { department: 'measuring', title: 'Points of measure' },
  labels: { department: 'labels and packing', title: 'Labels and packing' },
  other: { department: 'other', title: 'Further nodes' },
};

/** More columns do not fit a portrait page. */
const MAX_COLUMNS = 6;

/** Renders the unit of a relation, where it has one. */
const renderUnitHtml = (unit: unknown): HtmlSafe =>
  (unit ?? null) === null ? emptyHtml : html`\u00a0${renderRunsHtml(renderBareRuns(unit))}`;

const renderRelationHtml = ({ name, state, to, target, value }: NodeRelation): HtmlSafe => {
  const shown = to?.label || target;
  return html`<span class="o"><span class="k">${renderFieldHtml(name)}</span> ${renderChangeBarHtml(value)}${renderMarkHtml(state)}${state === undefined ? '' : '\u00a0'}${renderIsolatedHtml(shown)}${to?.label ? renderTextSlot(to.label) : emptyHtml}${renderUnitHtml(value.unit)}${renderRunsHtml(renderQualifierRuns(value))}${renderOtherMembersHtml(value, false)}${renderReasonHtml(value)}</span> `;
};

/** Renders a cell without a value. A missing tolerance is named, since it is a fact for an inspector. */
const renderAbsentCell = (node: GraphNode, field: string): HtmlSafe =>
  node.entries.some((entry) => entry.role === 'value' && entry.path === field)
    ? html`<span class="f">${renderPhrase('several, see below')}</span>`
    : listRequiredColumns(node.kind).includes(field)
      ? html`<span class="f">${renderPhrase('not given')}</span>`
      : emptyHtml;

const renderCellHtml = (node: GraphNode, field: string): HtmlSafe => {
  const entry = findCellValue(node, field);
  return entry
    ? html`<td>${renderValueHtml(entry)}${renderOtherMembersHtml(entry, false)}</td>`
    : html`<td>${renderAbsentCell(node, field)}</td>`;
};

/** Renders the reasons of the label and the columns; the columns are too narrow for them. */
const renderReasonList = (node: GraphNode, columns: readonly string[]): readonly HtmlSafe[] =>
  [findNodeLabel(node), ...columns.map((field) => findCellValue(node, field))].flatMap((entry) => {
    const why = entry ? renderReasonHtml(entry) : emptyHtml;
    if (entry === undefined || why === emptyHtml) return [];
    return [
      html`<span class="o"><span class="k">${renderFieldHtml(entry.role === 'label' ? 'name' : entry.path)}</span> ${why}</span> `,
    ];
  });

interface NodeTableContext {
  readonly columns: readonly string[];
  readonly known: NodeIndex;
  /** The table has an empty column where an inspector writes the measured value. */
  readonly hasWriteInColumn: boolean;
  /** Show members without provenance too. */
  readonly all: boolean;
}

/** Renders a node: its columns and, below them over the whole width, its other values and relations. */
const renderNodeHtml = (
  node: GraphNode,
  { columns, known, hasWriteInColumn, all }: NodeTableContext,
): HtmlSafe => {
  const parts = [
    ...listValuesOutsideColumns(node, columns).map(renderInlineValueHtml),
    ...node.entries.filter(({ role }) => all && role === 'plain').map(renderInlineValueHtml),
    ...listNodeRelations(node, known).map(renderRelationHtml),
    ...renderReasonList(node, columns),
  ];
  const below = parts.length > 0 && columns.length > 0;
  const cells = html`${columns.map((field) => renderCellHtml(node, field))}${hasWriteInColumn ? html`<td class="pen"></td>` : emptyHtml}`;
  const under = html`<td class="under" colspan="${Math.max(1, columns.length + (hasWriteInColumn ? 1 : 0))}">${parts}</td>`;
  const gone = isRemovedNode(node) ? html` class="gone"` : '';
  return html`<tbody${gone}><tr${below ? html` class="up"` : ''}><th scope="row"${below ? html` rowspan="2"` : ''}>${renderNodeNameHtml(node)}</th>${columns.length > 0 ? cells : under}</tr>${below ? html`<tr>${under}</tr>` : ''}</tbody>\n`;
};

const renderKindTableHtml = (
  kind: string,
  nodes: readonly GraphNode[],
  of: Pick<NodeTableContext, 'known' | 'all'>,
): HtmlSafe => {
  const present = nodes.filter((node) => !isRemovedNode(node));
  const columns = chooseNodeColumns(kind, present.length > 0 ? present : nodes, MAX_COLUMNS);
  const pen = columns.length > 0 && toTradeKind(kind) === 'measurement';
  const heads = columns.length > 0 ? columns : ['values and relations'];
  const head = [
    ...heads.map((text) => html`<th scope="col">${renderFieldHtml(text)}</th>`),
    pen ? html`<th scope="col" class="pen">${renderPhrase('measured')}</th>` : emptyHtml,
  ];
  const title = kind === '' ? 'No kind given' : toCapitalized(formatKeyAsWords(kind));
  return html`<h3><bdi>${title}</bdi>${renderNameSlot(kind === '' ? title : formatKeyAsWords(kind))} <span class="f">${present.length}</span></h3>
<table><thead><tr><th scope="col">${renderPhrase('name')}</th>${head}</tr></thead>
${nodes.map((node) => renderNodeHtml(node, { ...of, columns, hasWriteInColumn: pen }))}</table>`;
};

/**
 * Returns the garment node that is shown in the title block. Undefined when the graph has none or
 * several, or when the block has no room for all of its values.
 */
export const findTitleNode = (graph: GraphModel): GraphNode | undefined => {
  const only = findGarmentNode(graph);
  const isPlain = ({ role, parent }: Value): boolean =>
    parent === undefined && role !== 'deep' && role !== 'link';
  return only?.entries.every(isPlain) ? only : undefined;
};

/** Renders a table for each kind of these nodes. */
export const renderNodesHtml = (
  nodes: readonly GraphNode[],
  of: Pick<NodeTableContext, 'known' | 'all'>,
): HtmlSafe => html`${[...groupNodesByKind(nodes)].map(([kind, own]) => renderKindTableHtml(kind, own, of))}`;

/** The section of a graph without nodes. */
export const NO_NODES_SECTION: SheetSection = {
  id: 'nodes',
  title: 'Nodes',
  content: html`<p class="note">${renderPhrase('The graph holds no nodes yet.')}</p>`,
};

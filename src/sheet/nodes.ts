/** The nodes of the graph: a table for each kind, gathered by who works from it. */

import { html, type Markup, none } from '../border/html.ts';
import type { Department } from '../garment/departments.ts';
import type { Entry } from '../garment/entries.ts';
import type { Graph, GraphNode } from '../garment/graph.ts';
import { byKind } from '../garment/kinds.ts';
import { besideColumns, cellOf, columnsOf, garmentOf, labelOf } from '../garment/node-values.ts';
import { type ById, type Relation, relationsOf } from '../garment/relations.ts';
import { neverLeftOut, tradeKind } from '../garment/trade-kinds.ts';
import type { SheetPart } from '../view/sheet-parts.ts';
import { qualifierPieces, textPieces } from '../view/value-pieces.ts';
import { barHtml } from './change-bars.ts';
import type { Section } from './index.ts';
import {
  asideHtml,
  capitalised,
  fieldHtml,
  inlineHtml,
  markHtml,
  named,
  nameHtml,
  ownHtml,
  piecesHtml,
  valueHtml,
  whyHtml,
} from './value-html.ts';
import { afterName, afterText, say } from './words.ts';

/** In the order in which a garment is bought, cut, sewn, measured and packed; each by the word that chooses it. */
export const DEPARTMENTS: Readonly<
  Partial<Record<SheetPart, { readonly department: Department; readonly title: string }>>
> = {
  materials: { department: 'materials', title: 'Materials, trims and colours' },
  cutting: { department: 'cutting', title: 'Cutting' },
  sewing: { department: 'sewing', title: 'Sewing' },
  measuring: { department: 'measuring', title: 'Points of measure' },
  labels: { department: 'labels and packing', title: 'Labels and packing' },
  other: { department: 'other', title: 'Further nodes' },
};

/** More would not fit an upright page. */
const MOST_COLUMNS = 6;

/** A relation of so many, or so much. */
const unitHtml = (unit: unknown): Markup =>
  (unit ?? null) === null ? none : html`\u00a0${piecesHtml(textPieces(unit))}`;

const relationHtml = ({ name, state, to, target, entry }: Relation): Markup => {
  const shown = to?.label || target;
  return html`<span class="o"><span class="k">${fieldHtml(name)}</span> ${barHtml(entry)}${markHtml(state)}${state === undefined ? '' : '\u00a0'}${ownHtml(shown)}${to?.label ? afterText(to.label) : none}${unitHtml(entry.unit)}${piecesHtml(qualifierPieces(entry))}${asideHtml(entry, false)}${whyHtml(entry)}</span> `;
};

/** What no sheet may pass over in silence: that there is no tolerance is a fact for whoever inspects. */
const absent = (node: GraphNode, field: string): Markup =>
  node.entries.some((entry) => entry.role === 'value' && entry.field === field)
    ? html`<span class="f">${say('several, see below')}</span>`
    : neverLeftOut(node.kind).includes(field)
      ? html`<span class="f">${say('not given')}</span>`
      : none;

const cellHtml = (node: GraphNode, field: string): Markup => {
  const entry = cellOf(node, field);
  return entry
    ? html`<td>${valueHtml(entry)}${asideHtml(entry, false)}</td>`
    : html`<td>${absent(node, field)}</td>`;
};

/** Why the values of the columns, and the name, are what they are: a column is too narrow for reasons. */
const reasons = (node: GraphNode, columns: readonly string[]): readonly Markup[] =>
  [labelOf(node), ...columns.map((field) => cellOf(node, field))].flatMap((entry) => {
    const why = entry ? whyHtml(entry) : none;
    if (entry === undefined || why === none) return [];
    return [
      html`<span class="o"><span class="k">${fieldHtml(entry.role === 'label' ? 'name' : entry.field)}</span> ${why}</span> `,
    ];
  });

/** Where a row stands on the page, and what means it on the drawing. */
export interface RowTie {
  readonly row: string;
  readonly callout: string;
}

export type RowTies = ReadonlyMap<GraphNode, RowTie>;

interface Shown {
  readonly columns: readonly string[];
  readonly known: ById;
  /** Whoever inspects a garment writes what was found beside what was wanted. */
  readonly pen: boolean;
  /** Members without a state as well. */
  readonly all: boolean;
  readonly ties: RowTies;
}

/** A node: its columns, and below them, over the whole width, all else that it says. */
const nodeHtml = (node: GraphNode, { columns, known, pen, all, ties }: Shown): Markup => {
  const parts = [
    ...besideColumns(node, columns).map(inlineHtml),
    ...node.entries.filter(({ role }) => all && role === 'plain').map(inlineHtml),
    ...relationsOf(node, known).map(relationHtml),
    ...reasons(node, columns),
  ];
  const below = parts.length > 0 && columns.length > 0;
  const cells = html`${columns.map((field) => cellHtml(node, field))}${pen ? html`<td class="pen"></td>` : none}`;
  const tie = ties.get(node);
  const drawn = tie ? html` <a class="to" href="#${tie.callout}">${say('on the drawing')}</a>` : none;
  const under = html`<td class="under" colspan="${Math.max(1, columns.length + (pen ? 1 : 0))}">${parts}</td>`;
  return html`<tbody${tie ? html` id="${tie.row}"` : ''}><tr${below ? html` class="up"` : ''}><th scope="row"${below ? html` rowspan="2"` : ''}>${nameHtml(node)}${drawn}</th>${columns.length > 0 ? cells : under}</tr>${below ? html`<tr>${under}</tr>` : ''}</tbody>\n`;
};

const kindHtml = (
  kind: string,
  nodes: readonly GraphNode[],
  of: Pick<Shown, 'known' | 'all' | 'ties'>,
): Markup => {
  const columns = columnsOf(kind, nodes, MOST_COLUMNS);
  const pen = columns.length > 0 && tradeKind(kind) === 'measurement';
  const heads = columns.length > 0 ? columns : ['values and relations'];
  const head = [
    ...heads.map((text) => html`<th scope="col">${fieldHtml(text)}</th>`),
    pen ? html`<th scope="col" class="pen">${say('measured')}</th>` : none,
  ];
  const title = kind === '' ? 'No kind given' : capitalised(named(kind));
  return html`<h3><bdi>${title}</bdi>${afterName(kind === '' ? title : named(kind))} <span class="f">${nodes.length}</span></h3>
<table><thead><tr><th scope="col">${say('name')}</th>${head}</tr></thead>
${nodes.map((node) => nodeHtml(node, { ...of, columns, pen }))}</table>`;
};

/** The only garment of a graph stands in the title block, where that can hold all of it. */
export const inTitle = (graph: Graph): GraphNode | undefined => {
  const only = garmentOf(graph);
  const isPlain = ({ role, within }: Entry): boolean =>
    within === undefined && role !== 'deep' && role !== 'link';
  return only?.entries.every(isPlain) ? only : undefined;
};

/** A table for each kind. */
export const nodesHtml = (nodes: readonly GraphNode[], of: Pick<Shown, 'known' | 'all' | 'ties'>): Markup =>
  html`${[...byKind(nodes)].map(([kind, own]) => kindHtml(kind, own, of))}`;

export const NO_NODES: Section = {
  id: 'nodes',
  title: 'Nodes',
  content: html`<p class="note">${say('The graph holds no nodes yet.')}</p>`,
};

/** The nodes of the graph: a table for each kind, gathered by who works from it. */

import { html, type Markup, none } from '../border/html.ts';
import { type Department, departmentOf } from '../garment/departments.ts';
import type { Graph, GraphNode } from '../garment/graph.ts';
import { byKind } from '../garment/kinds.ts';
import { besideColumns, cellOf, columnsOf, garmentOf } from '../garment/node-values.ts';
import { type ById, byId, type Relation, relationsOf } from '../garment/relations.ts';
import { neverLeftOut, tradeKind } from '../garment/trade-kinds.ts';
import type { Section } from './index.ts';
import { asideHtml, capitalised, lineHtml, markHtml, named, nameHtml, valueHtml } from './value-html.ts';

/** In the order in which a garment is bought, cut, sewn, measured and packed. */
const ORDER: readonly (readonly [Department, string])[] = [
  ['materials', 'Materials, trims and colours'],
  ['cutting', 'Cutting'],
  ['sewing', 'Sewing'],
  ['measuring', 'Points of measure'],
  ['labels and packing', 'Labels and packing'],
  ['other', 'Further nodes'],
];

/** More would not fit an upright page. */
const MOST_COLUMNS = 6;

function relationHtml({ name, state, to, target, entry }: Relation): Markup {
  const shown = to?.label || target;
  return html`<div><span class="k"><bdi>${named(name)}</bdi></span> ${markHtml(state)}${state === undefined ? '' : '\u00a0'}<bdi>${shown}</bdi>${asideHtml(entry)}</div>`;
}

/** What no sheet may pass over in silence: that there is no tolerance is a fact for whoever inspects. */
const absent = (node: GraphNode, field: string): Markup =>
  node.entries.some((entry) => entry.role === 'value' && entry.field === field)
    ? html`<span class="f">several, see also</span>`
    : neverLeftOut(node.kind).includes(field)
      ? html`<span class="f">not given</span>`
      : none;

function cellHtml(node: GraphNode, field: string): Markup {
  const entry = cellOf(node, field);
  return entry
    ? html`<td>${valueHtml(entry)}${asideHtml(entry)}</td>`
    : html`<td>${absent(node, field)}</td>`;
}

function kindHtml(kind: string, nodes: readonly GraphNode[], known: ById): Markup {
  const columns = columnsOf(kind, nodes, MOST_COLUMNS);
  const rest = nodes.map((node) => besideColumns(node, columns));
  const links = nodes.map((node) => relationsOf(node, known));
  const also = rest.some((entries) => entries.length > 0);
  const related = links.some((each) => each.length > 0);
  // Whoever inspects a garment writes what was found beside what was wanted.
  const pen = tradeKind(kind) === 'measurement';
  const heads = [...columns.map(named), ...(also ? ['also'] : []), ...(related ? ['relations'] : [])];
  const rows = nodes.map(
    (node, at) =>
      html`<tr><th scope="row">${nameHtml(node)}</th>${columns.map((field) => cellHtml(node, field))}${
        also ? html`<td class="also">${(rest[at] ?? []).map(lineHtml)}</td>` : none
      }${related ? html`<td class="rel">${(links[at] ?? []).map(relationHtml)}</td>` : none}${
        pen ? html`<td class="pen"></td>` : none
      }</tr>\n`,
  );
  const head = [
    ...heads.map((text) => html`<th scope="col"><bdi>${text}</bdi></th>`),
    pen ? html`<th scope="col" class="pen">measured</th>` : none,
  ];
  const title = kind === '' ? 'No kind given' : capitalised(named(kind));
  return html`<h3><bdi>${title}</bdi> <span class="f">${nodes.length}</span></h3>
<table><thead><tr><th scope="col">name</th>${head}</tr></thead><tbody>
${rows}</tbody></table>`;
}

/** The only garment of a graph stands in the title block. */
export const inTitle = (node: GraphNode, graph: Graph): boolean =>
  node === garmentOf(graph) &&
  node.entries.every(({ role, within }) => within === undefined && role !== 'deep' && role !== 'link');

export function nodeSections(graph: Graph): readonly Section[] {
  const known = byId(graph);
  const kinds = [...byKind(graph.nodes.filter((node) => !inTitle(node, graph)))];
  const sections = ORDER.flatMap(([department, title]): Section[] => {
    const own = kinds.filter(([kind]) => departmentOf(kind) === department);
    if (own.length === 0) return [];
    const content = html`${own.map(([kind, nodes]) => kindHtml(kind, nodes, known))}`;
    return [{ id: department.replaceAll(' ', '-'), title, content }];
  });
  if (sections.length > 0) return sections;
  const content = html`<p class="note">The graph holds no nodes yet.</p>`;
  return [{ id: 'nodes', title: 'Nodes', content }];
}

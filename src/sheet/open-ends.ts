/** What stands beside the nodes, and what nobody has stated. */

import { html, type Markup } from '../border/html.ts';
import { counted } from '../garment/counted.ts';
import type { Entry } from '../garment/entries.ts';
import type { Graph } from '../garment/graph.ts';
import { type OpenEnds, openEnds } from '../garment/open-ends.ts';
import type { Section } from './index.ts';
import { BOX, entryHtml, namesHtml } from './value-html.ts';
import { after, say } from './words.ts';

/** Beyond this many a list helps nobody: they are counted by kind. */
const LISTED = 150;

/** Facts, and whatever else a body states beside its nodes. */
export const besideSections = (graph: Graph, all: boolean): readonly Section[] => {
  const listed = (id: string, title: string, entries: readonly Entry[]): readonly Section[] =>
    entries.length === 0
      ? []
      : [{ id, title, content: html`<dl class="texts">${entries.map(entryHtml)}</dl>` }];
  const beside = graph.rest.filter(({ role }) => all || role !== 'plain');
  return [...listed('facts', 'Facts', graph.facts), ...listed('beside', 'Beside the nodes', beside)];
};

type OpenNode = OpenEnds['nodes'][number];

const fieldName = ({ role, field }: Entry): string => (role === 'label' ? 'name' : field);

const ofNode = ({ node, open }: OpenNode): Markup => {
  const id = node.label === '' ? '' : html` <span class="f"><bdi>${node.id}</bdi></span>`;
  return html`<li>${BOX}<bdi>${node.label || node.id}</bdi>${id}: <bdi>${namesHtml(open.map(fieldName))}</bdi></li>`;
};

/** How many of each field, a line for a kind. */
const ofKinds = (nodes: readonly OpenNode[]): readonly Markup[] => {
  const kinds = new Map<string, Map<string, number>>();
  for (const { node, open } of nodes) {
    const fields = kinds.get(node.kind) ?? new Map<string, number>();
    for (const name of open.map(fieldName)) fields.set(name, (fields.get(name) ?? 0) + 1);
    kinds.set(node.kind, fields);
  }
  return [...kinds].map(([kind, fields]) => {
    return html`<li>${BOX}<bdi>${namesHtml([kind === '' ? 'no kind' : kind])}</bdi>: <bdi>${namesHtml(fields)}</bdi></li>`;
  });
};

/** Every value that nobody stated, to be ticked off. */
export const notStatedSection = (graph: Graph): readonly Section[] => {
  const { nodes, beside, total } = openEnds(graph);
  if (total === 0) return [];
  const listed = total - beside.length <= LISTED;
  const items = listed ? nodes.map(ofNode) : ofKinds(nodes);
  const ofBeside = beside.map(({ field }) => html`<li>${BOX}<bdi>${namesHtml([field])}</bdi></li>`);
  const how = listed ? '' : html` ${say('They stand in the tables above; here they are counted by kind.')}`;
  const content = html`<p class="note">${counted(total, 'value')}, counted on this page.${after('values that nobody has stated, counted on this page')}${how}</p>
<ul class="ticks">${items}${ofBeside}</ul>`;
  return [{ id: 'not-stated', title: 'Not stated', content }];
};

/** What stands beside the nodes, and what nobody has stated. */

import { html, type Markup } from '../border/html.ts';
import type { Entry } from '../garment/entries.ts';
import type { Graph, GraphNode } from '../garment/graph.ts';
import { byKind } from '../garment/kinds.ts';
import type { Section } from './index.ts';
import { named, valueHtml, whyHtml } from './value-html.ts';

/** Beyond this many a list helps nobody: they are counted by kind. */
const LISTED = 150;

const row = (entry: Entry): Markup =>
  html`<div><dt><bdi>${named(entry.field)}</bdi></dt><dd>${valueHtml(entry)}${whyHtml(entry)}</dd></div>`;

/** How many members carry no state and have no place on a page. */
function leftOut(graph: Graph): number {
  const entries = [...graph.nodes.flatMap((node) => node.entries), ...graph.facts, ...graph.rest];
  return entries.reduce((sum, { role, extras }) => sum + (role === 'plain' ? 1 : extras.length), 0);
}

/** Facts, and whatever else a body states beside its nodes. */
export function besideSection(graph: Graph): readonly Section[] {
  const stated = graph.rest.filter(({ role }) => role !== 'plain');
  const entries = [...graph.facts, ...stated];
  const left = leftOut(graph);
  if (entries.length === 0 && left === 0) return [];
  const list = entries.length > 0 ? html`<dl class="texts">${entries.map(row)}</dl>` : '';
  const members = `${left} ${left === 1 ? 'member' : 'members'}`;
  const note =
    left > 0
      ? html`<p class="note">Left off this sheet: ${members} of the data without a state, as the service sent them.</p>`
      : '';
  return [{ id: 'facts', title: 'Facts', content: html`${list}${note}` }];
}

const isOpen = ({ role, state }: Entry): boolean => state === 'unstated' && role !== 'link';

const BOX = html`<span class="box"></span>`;

function ofNode(node: GraphNode): readonly Markup[] {
  const open = node.entries.filter(isOpen);
  if (open.length === 0) return [];
  const fields = open.map((entry) => (entry.role === 'label' ? 'name' : named(entry.field))).join(', ');
  const id = node.label === '' ? '' : html` <span class="f"><bdi>${node.id}</bdi></span>`;
  return [html`<li>${BOX}<bdi>${node.label || node.id}</bdi>${id}: <bdi>${fields}</bdi></li>`];
}

function ofKind(kind: string, nodes: readonly GraphNode[]): readonly Markup[] {
  const fields = new Map<string, number>();
  for (const { role, field } of nodes.flatMap((node) => node.entries.filter(isOpen))) {
    const name = role === 'label' ? 'name' : named(field);
    fields.set(name, (fields.get(name) ?? 0) + 1);
  }
  if (fields.size === 0) return [];
  const words = [...fields].map(([name, number]) => `${name} ${number}`).join(', ');
  return [html`<li>${BOX}<bdi>${named(kind) || 'no kind'}</bdi>: <bdi>${words}</bdi></li>`];
}

/** Every value that nobody stated, to be ticked off. */
export function notStatedSection(graph: Graph): readonly Section[] {
  const open = graph.nodes.flatMap((node) => node.entries.filter(isOpen));
  const facts = graph.facts.filter(isOpen);
  const total = open.length + facts.length;
  if (total === 0) return [];
  const listed = open.length <= LISTED;
  const items = listed
    ? graph.nodes.flatMap(ofNode)
    : [...byKind(graph.nodes)].flatMap(([kind, nodes]) => ofKind(kind, nodes));
  const ofFacts = facts.map(({ field }) => html`<li>${BOX}<bdi>${named(field)}</bdi></li>`);
  const how = listed ? '' : ' They stand in the tables above; here they are counted by kind.';
  const content = html`<p class="note">${total} ${total === 1 ? 'value' : 'values'}, counted on this page.${how}</p>
<ul class="ticks">${items}${ofFacts}</ul>`;
  return [{ id: 'not-stated', title: 'Not stated', content }];
}

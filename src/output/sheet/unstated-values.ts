import { listUnstatedValues, type UnstatedValues } from '../../garment/flatten-body.ts';
import { formatCount } from '../../garment/format-count.ts';
import type { GraphModel } from '../../garment/graph-model.ts';
import type { Value } from '../../garment/value.ts';
import { type HtmlSafe, html } from '../../platform/escape/markup.ts';
import type { SheetSection } from './index.ts';
import { renderPhrase, renderPhraseSlot } from './phrases.ts';
import { renderNamesHtml, renderValuePairHtml, TICK_BOX } from './value-html.ts';

/** The maximum number of unstated values that are listed by name. A larger number is counted by kind. */
const MAX_LISTED = 150;

/**
 * Builds the sections `Facts` and `Outside the nodes` from the values of a graph that belong to no node. `all` adds
 * members without provenance.
 */
export const buildOtherValueSections = (
  { facts, rest }: Pick<GraphModel, 'facts' | 'rest'>,
  all: boolean,
): readonly SheetSection[] => {
  const listed = (id: string, title: string, entries: readonly Value[]): readonly SheetSection[] =>
    entries.length === 0
      ? []
      : [{ id, title, content: html`<dl class="texts">${entries.map(renderValuePairHtml)}</dl>` }];
  const beside = rest.filter(({ role }) => all || role !== 'plain');
  return [
    ...listed(
      'facts',
      'Facts',
      facts.filter(({ role }) => all || role !== 'plain'),
    ),
    ...listed('beside', 'Outside the nodes', beside),
  ];
};

type UnstatedNode = UnstatedValues['nodes'][number];

const formatUnstatedField = ({ role, path }: Value): string => (role === 'label' ? 'name' : path);

const renderNodeItem = ({ node, open }: UnstatedNode): HtmlSafe => {
  const id = node.label === '' ? '' : html` <span class="f"><bdi>${node.id}</bdi></span>`;
  return html`<li>${TICK_BOX}<bdi>${node.label || node.id}</bdi>${id}: <bdi>${renderNamesHtml(open.map(formatUnstatedField))}</bdi></li>`;
};

/** Renders one item per kind of node, with the number of unstated values of each field. */
const renderKindItems = (nodes: readonly UnstatedNode[]): readonly HtmlSafe[] => {
  const kinds = new Map<string, Map<string, number>>();
  for (const { node, open } of nodes) {
    const fields = kinds.get(node.kind) ?? new Map<string, number>();
    for (const name of open.map(formatUnstatedField)) fields.set(name, (fields.get(name) ?? 0) + 1);
    kinds.set(node.kind, fields);
  }
  return [...kinds].map(
    ([kind, fields]) =>
      html`<li>${TICK_BOX}<bdi>${renderNamesHtml([kind === '' ? 'no kind' : kind])}</bdi>: <bdi>${renderNamesHtml(fields)}</bdi></li>`,
  );
};

/**
 * Builds the section `Not stated`: boxes to tick for the unstated values of a graph. More than 150 values of nodes are
 * counted by kind; values outside the nodes are always listed. Returns an empty list if there are none.
 */
export const buildUnstatedSection = (graph: GraphModel): readonly SheetSection[] => {
  const { nodes, otherValues, total } = listUnstatedValues(graph);
  if (total === 0) return [];
  const listed = total - otherValues.length <= MAX_LISTED;
  const items = listed ? nodes.map(renderNodeItem) : renderKindItems(nodes);
  const ofBeside = otherValues.map(
    ({ path }) => html`<li>${TICK_BOX}<bdi>${renderNamesHtml([path])}</bdi></li>`,
  );
  const how = listed
    ? ''
    : html` ${renderPhrase('They are listed in the tables above; here they are counted by kind.')}`;
  const content = html`<p class="note">${formatCount(total, 'value')}, counted on this page.${renderPhraseSlot('values that are not stated, counted on this page')}${how}</p>
<ul class="ticks">${items}${ofBeside}</ul>`;
  return [{ id: 'not-stated', title: 'Not stated', content }];
};

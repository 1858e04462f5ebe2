/** Renders three sections of a sheet: `Not stated`, `Open values by step` and `Statements that do not agree`. */

import {
  CONFLICT_MEANINGS,
  CONFLICT_RULES,
  type Conflict,
  type ConflictStatement,
} from '../../garment/conflict.ts';
import {
  flattenGraph,
  listUnstatedValues,
  type OwnedValue,
  type UnstatedValues,
} from '../../garment/flatten-body.ts';
import { formatCount } from '../../garment/format-count.ts';
import type { GraphModel } from '../../garment/graph-model.ts';
import { indexNodesById, type NodeIndex } from '../../garment/node-relations.ts';
import {
  findProductionStep,
  formatStepMoment,
  groupBySteps,
  NO_STEP,
  type ProductionStep,
  STEP_NOTE,
} from '../../garment/production-steps.ts';
import type { Value } from '../../garment/value.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import type { SheetSection } from './index.ts';
import { renderNameSlot, renderPhrase, renderPhraseSlot } from './phrases.ts';
import {
  renderFieldHtml,
  renderIsolatedHtml,
  renderNamesHtml,
  renderOtherMembersHtml,
  renderTranslatableHtml,
  renderValueHtml,
  TICK_BOX,
  toCapitalized,
} from './value-html.ts';

/** The maximum number of unstated values of nodes that are listed one by one. */
const MAX_LISTED = 150;

type UnstatedNode = UnstatedValues['nodes'][number];

const formatFieldName = ({ role, path }: Value): string => (role === 'label' ? 'name' : path);

const renderNodeItem = ({ node, open }: UnstatedNode): HtmlSafe => {
  const id = node.label === '' ? '' : html` <span class="f"><bdi>${node.id}</bdi></span>`;
  return html`<li>${TICK_BOX}<bdi>${node.label || node.id}</bdi>${id}: <bdi>${renderNamesHtml(open.map(formatFieldName))}</bdi></li>`;
};

const renderKindItems = (nodes: readonly UnstatedNode[]): readonly HtmlSafe[] => {
  const kinds = new Map<string, Map<string, number>>();
  for (const { node, open } of nodes) {
    const fields = kinds.get(node.kind) ?? new Map<string, number>();
    for (const name of open.map(formatFieldName)) fields.set(name, (fields.get(name) ?? 0) + 1);
    kinds.set(node.kind, fields);
  }
  return [...kinds].map(
    ([kind, fields]) =>
      html`<li>${TICK_BOX}<bdi>${renderNamesHtml([kind === '' ? 'no kind' : kind])}</bdi>: <bdi>${renderNamesHtml(fields)}</bdi></li>`,
  );
};

/**
 * Builds the section `Not stated`: boxes to tick for the unstated values of a graph. If more than 150 values of nodes
 * are unstated, they are counted by kind instead of listed. Values outside the nodes are always listed.
 */
export const buildUnstatedSection = (graph: GraphModel): readonly SheetSection[] => {
  const { nodes, otherValues, total } = listUnstatedValues(graph);
  if (total === 0) return [];
  const isListed = total - otherValues.length <= MAX_LISTED;
  const items = isListed ? nodes.map(renderNodeItem) : renderKindItems(nodes);
  const otherItems = otherValues.map(
    ({ path }) => html`<li>${TICK_BOX}<bdi>${renderNamesHtml([path])}</bdi></li>`,
  );
  const countNote = isListed
    ? ''
    : html` ${renderPhrase('They are listed in the tables above; here they are counted by kind.')}`;
  const content = html`<p class="note">${formatCount(total, 'value')}, counted on this page.${renderPhraseSlot('values that are not stated, counted on this page')}${countNote}</p>
<ul class="ticks">${items}${otherItems}</ul>`;
  return [{ id: 'not-stated', title: 'Not stated', content }];
};

const isOpenValue = ({ value: { state } }: OwnedValue): boolean =>
  state === 'inferred' || state === 'unstated';

const renderNodeName = ({ label, nodeId }: Pick<OwnedValue, 'label' | 'nodeId'>): HtmlSafe =>
  label === '' ? renderIsolatedHtml(nodeId) : renderTranslatableHtml(label);

/**
 * Returns the value as it is printed. If the value is a link, the id of the target node is replaced by its label,
 * because ids mean nothing to a factory.
 */
const replaceTargetByLabel = ({ value }: OwnedValue, nodes: NodeIndex): Value => {
  const label = value.role === 'link' ? nodes.get(toScalarText(value.value) ?? '')?.label : undefined;
  return label ? { ...value, value: label } : value;
};

const renderOpenRow = (owned: OwnedValue, previous: OwnedValue | undefined, nodes: NodeIndex): HtmlSafe => {
  const value = replaceTargetByLabel(owned, nodes);
  const place = owned.node && previous?.node === owned.node ? emptyHtml : renderNodeName(owned);
  const field = renderFieldHtml(formatFieldName(value));
  return html`<tr><td class="tick">${TICK_BOX}</td><th scope="row">${place}</th><td>${field}</td><td>${renderValueHtml(value)}${renderOtherMembersHtml(value)}</td></tr>\n`;
};

const renderStepBody = (step: ProductionStep, values: readonly OwnedValue[], nodes: NodeIndex): HtmlSafe => {
  const words = step === NO_STEP ? NO_STEP : formatStepMoment(step);
  const rows = values.map((value, at) => renderOpenRow(value, values[at - 1], nodes));
  return html`<tbody><tr class="of"><th scope="rowgroup" colspan="4">${toCapitalized(words)}${renderNameSlot(words)} <span class="f">${values.length}</span></th></tr>
${rows}</tbody>
`;
};

/**
 * Builds the section `Open values by step`: the inferred and unstated values of a graph, grouped by the production step
 * after which they cannot be changed.
 */
export const buildStepsSection = (graph: GraphModel): readonly SheetSection[] => {
  const open = flattenGraph(graph).filter(isOpenValue);
  if (open.length === 0) return [];
  const nodes = indexNodesById(graph);
  const links = open.filter(({ value: { role } }) => role === 'link').length;
  const countWords = [
    formatCount(open.length - links, 'value'),
    ...(links > 0 ? [formatCount(links, 'link')] : []),
  ];
  const head = html`<thead><tr><th scope="col" class="tick">${renderPhrase('done')}</th><th scope="col">${renderPhrase('about')}</th><th scope="col" class="what">${renderPhrase('field')}</th><th scope="col">${renderPhrase('current value')}</th></tr></thead>`;
  const content = html`<p class="note">${countWords.join(' and ')}, inferred or not stated, counted on this page.${renderPhraseSlot('inferred or not stated, counted on this page')} ${renderPhrase(STEP_NOTE)}</p>
<table class="flat">${head}${groupBySteps(open, findProductionStep).map(([step, values]) => renderStepBody(step, values, nodes))}</table>`;
  return [{ id: 'steps', title: 'Open values by step', content }];
};

const isSamePlace = (a: ConflictStatement | undefined, b: ConflictStatement): boolean =>
  a !== undefined && a.nodeId === b.nodeId && a.label === b.label && a.code === b.code;

/**
 * Groups the statements of a conflict into lines of the printed table. Consecutive statements about several sizes of
 * the same node or row share one line.
 */
const groupStatements = (
  statements: readonly ConflictStatement[],
): readonly (readonly ConflictStatement[])[] => {
  const groups: ConflictStatement[][] = [];
  for (const statement of statements) {
    const last = groups.at(-1);
    const isNextSize = statement.size !== undefined && last?.[0]?.size !== undefined;
    if (last && isNextSize && isSamePlace(last[0], statement)) last.push(statement);
    else groups.push([statement]);
  }
  return groups;
};

const renderPlace = (statement: ConflictStatement): HtmlSafe => {
  const { code } = statement;
  const name = renderNodeName(statement);
  return code === '' ? name : html`<span class="f"><bdi>${code}</bdi></span> ${name}`;
};

const renderStatementValue = ({ value, size }: ConflictStatement): HtmlSafe => {
  const sized = size === undefined ? emptyHtml : html`<span class="k"><bdi>${size}</bdi></span> `;
  return html`<span class="o">${sized}${renderValueHtml({ ...value, otherMembers: [] })}${renderOtherMembersHtml({ ...value, otherMembers: [], member: undefined })}</span> `;
};

const renderConflictHtml = ({ rule, between, statements }: Conflict): HtmlSafe => {
  const [title, meaning] = [CONFLICT_RULES[rule], CONFLICT_MEANINGS[between]];
  const groups = groupStatements(statements);
  const rows = groups.map((group, at) => {
    const [first] = group;
    if (first === undefined) return emptyHtml;
    const place = isSamePlace(groups[at - 1]?.[0], first) ? emptyHtml : renderPlace(first);
    return html`<tr><th scope="row">${place}</th><td>${renderFieldHtml(first.size === undefined ? formatFieldName(first.value) : 'sizes')}</td><td>${group.map(renderStatementValue)}</td></tr>\n`;
  });
  return html`<tbody><tr class="of"><th scope="rowgroup" colspan="3">${toCapitalized(title)}${renderNameSlot(title)}</th></tr>
${rows}<tr><td colspan="3">${meaning}${renderNameSlot(meaning)}<div class="answer">${renderPhrase('Answer, answered by, date:')}</div></td></tr></tbody>
`;
};

/** Builds the section `Statements that do not agree`. Without conflicts, its content is `No conflict found.` */
export const buildConflictsSection = (conflicts: readonly Conflict[]): SheetSection => {
  const head = html`<thead><tr><th scope="col">${renderPhrase('place')}</th><th scope="col" class="what">${renderPhrase('what')}</th><th scope="col">${renderPhrase('statement')}</th></tr></thead>`;
  const content =
    conflicts.length === 0
      ? html`<p class="note">${renderPhrase('No conflict found.')}</p>`
      : html`<p class="note">${formatCount(conflicts.length, 'conflict')}, counted on this page.${renderPhraseSlot('conflicts, counted on this page')} ${renderPhrase('Each statement is printed as it is in the data; none was chosen.')}</p>
<table class="said">${head}
${conflicts.map(renderConflictHtml)}</table>`;
  return { id: 'conflicts', title: 'Statements that do not agree', content };
};

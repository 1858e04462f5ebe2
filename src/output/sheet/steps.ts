import { flattenGraph, type OwnedValue } from '../../garment/flatten-body.ts';
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
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import type { SheetSection } from './index.ts';
import { renderNameSlot, renderPhrase, renderPhraseSlot, renderTextSlot } from './phrases.ts';
import {
  renderFieldHtml,
  renderIsolatedHtml,
  renderOtherMembersHtml,
  renderValueHtml,
  TICK_BOX,
  toCapitalized,
} from './value-html.ts';

const isOpenValue = ({ value: { state } }: OwnedValue): boolean =>
  state === 'inferred' || state === 'unstated';

const renderPlace = ({ label, nodeId }: OwnedValue): HtmlSafe =>
  label === '' ? renderIsolatedHtml(nodeId) : html`${renderIsolatedHtml(label)}${renderTextSlot(label)}`;

/** Replaces the target of a link by the target's label, because ids mean nothing to a factory. */
const nameTarget = ({ value }: OwnedValue, nodes: NodeIndex): OwnedValue['value'] => {
  const label = value.role === 'link' ? nodes.get(toScalarText(value.value) ?? '')?.label : undefined;
  return label ? { ...value, value: label } : value;
};

const renderOpenRow = (one: OwnedValue, above: OwnedValue | undefined, nodes: NodeIndex): HtmlSafe => {
  const value = nameTarget(one, nodes);
  const place = above !== undefined && above.node === one.node && one.node ? emptyHtml : renderPlace(one);
  const field = renderFieldHtml(value.role === 'label' ? 'name' : value.path);
  return html`<tr><td class="tick">${TICK_BOX}</td><th scope="row">${place}</th><td>${field}</td><td>${renderValueHtml(value)}${renderOtherMembersHtml(value)}</td></tr>\n`;
};

const renderStepBody = (step: ProductionStep, own: readonly OwnedValue[], nodes: NodeIndex): HtmlSafe => {
  const words = step === NO_STEP ? NO_STEP : formatStepMoment(step);
  const rows = own.map((one, at) => renderOpenRow(one, own[at - 1], nodes));
  return html`<tbody><tr class="of"><th scope="rowgroup" colspan="4">${toCapitalized(words)}${renderNameSlot(words)} <span class="f">${own.length}</span></th></tr>
${rows}</tbody>
`;
};

/**
 * Builds the section `Open values by step`: the inferred and unstated values of a graph, grouped by the production step
 * after which they cannot be changed. Returns an empty list if there are none.
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
<table class="flat">${head}${groupBySteps(open, findProductionStep).map(([step, own]) => renderStepBody(step, own, nodes))}</table>`;
  return [{ id: 'steps', title: 'Open values by step', content }];
};

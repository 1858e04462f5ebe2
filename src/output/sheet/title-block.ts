/** The title block of a sheet, and the texts that every printed page repeats. */

import { countProvenance, listGraphValues } from '../../garment/flatten-body.ts';
import type { GraphModel } from '../../garment/graph-model.ts';
import { findGarmentNode, findNodeLabel } from '../../garment/node-values.ts';
import { readQuestions } from '../../garment/open-questions.ts';
import { PROVENANCE_MARKS } from '../../garment/provenance-marks.ts';
import type { Value } from '../../garment/value.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/html.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import { formatGarmentId } from '../views/view-header.ts';
import { renderChangeBarHtml } from './change-bars.ts';
import type { GarmentPage } from './garment-page.ts';
import { renderNameSlot, renderPhrase, renderPhraseSlot } from './phrases.ts';
import {
  formatKeyAsWords,
  getProvenanceClass,
  renderLabelHtml,
  renderMarkHtml,
  renderOtherMembersHtml,
  renderPairHtml,
  renderValuePairHtml,
} from './value-html.ts';

/** Returns the garment id of the page, else the garment as typed. */
export const formatSheetId = ({ graph, reading }: GarmentPage): string =>
  formatGarmentId(graph.garmentId, { subject: reading.subject });

const NAME_FIELDS: readonly string[] = ['name', 'label', 'title'];

/** Finds the name that a body gives itself where no garment is among its nodes. */
const findOwnName = ({ rest }: GraphModel): Value | undefined =>
  rest.find(({ path, value }) => NAME_FIELDS.includes(path) && (toScalarText(value) ?? '') !== '');

/** Returns the name of the garment; empty where the body names none or several. */
export const formatGarmentName = (graph: GraphModel): string =>
  findGarmentNode(graph)?.label || (toScalarText(findOwnName(graph)?.value) ?? '');

/** Formats the title of the document, which browsers, printers and file lists show. */
export const formatPageTitle = (article: GarmentPage): string => {
  const [id, name] = [
    formatSheetId(article),
    formatGarmentName(article.graph).replaceAll(/\s+/g, ' ').trim(),
  ];
  return `${name === '' ? id : `${name} (${id})`} ${article.reading.profile} sheet`;
};

/** Formats a time to the minute in UTC, since two sheets of one day can differ. */
export const formatReadTime = (now: number): string =>
  `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Returns the profile of the graph, else the requested one. */
export const getSheetProfile = ({ graph, reading }: GarmentPage): string => graph.profile ?? reading.profile;

const renderCounts = (graph: GraphModel): HtmlSafe => {
  const { states, none: silent } = countProvenance(listGraphValues(graph));
  const parts = [...states].map(
    ([state, number]) =>
      html`<span class="c">${number}\u00a0${renderMarkHtml(state)}${getProvenanceClass(state) === 'o' ? html` <bdi>${state}</bdi>` : ''}</span> `,
  );
  return html`${graph.nodes.length} nodes${renderPhraseSlot('nodes')}, ${parts}${silent > 0 ? html`${silent} ${renderPhrase('with no state given')}` : ''}`;
};

/**
 * Renders the legend of the marks. With `strangers` it explains unknown provenance words too; `more` adds
 * entries.
 */
export const renderMarksLegend = (strangers: boolean, ...more: readonly HtmlSafe[]): HtmlSafe => {
  const known = Object.entries(PROVENANCE_MARKS).map(
    ([state, { name, meaning }]) =>
      html`<li>${renderMarkHtml(state)} <b>${name}</b>${renderNameSlot(name)} ${meaning}${renderNameSlot(meaning)}</li>`,
  );
  const other = strangers
    ? html`<li>${renderMarkHtml('another word')} <b>any other</b>${renderPhraseSlot('any other')} ${renderPhrase('a word that stands beside the value')}</li>`
    : '';
  return html`<ul class="legend" aria-label="Legend">${known}${other}${more}</ul>`;
};

const renderLegend = ({ graph, revision }: GarmentPage): HtmlSafe => {
  const strangers = listGraphValues(graph).some(
    ({ state }) => state !== undefined && getProvenanceClass(state) === 'o',
  );
  const empty = html`<li><b>an empty cell</b>${renderPhraseSlot('an empty cell')} ${renderPhrase('the data holds no such value')}</li>`;
  const bar = revision
    ? html`<li>${renderChangeBarHtml({ changed: { word: 'here', letter: revision.letter } })} <b>a letter</b>${renderPhraseSlot('a letter')} ${renderPhrase('not what it was')}</li>`
    : emptyHtml;
  return renderMarksLegend(strangers, empty, bar);
};

/** Renders the number of open questions, where the body has a list of them. */
const renderQuestionCount = (body: unknown, prefix: string): HtmlSafe | '' => {
  const { list } = readQuestions(body);
  return list === undefined
    ? ''
    : renderPairHtml('open questions', html`<a href="#${prefix}questions">${list.length}</a>`);
};

/** Renders the title block of a garment's page: name, id, profile, counts and legend. */
export const renderTitleBlock = (article: GarmentPage): HtmlSafe => {
  const { graph, reading, now, prefix } = article;
  const only = findGarmentNode(graph);
  const label = only && findNodeLabel(only);
  const own = only?.entries.filter(({ role }) => role === 'value' || role === 'self') ?? [];
  const name = label ?? (only ? undefined : findOwnName(graph));
  // The garment node in the title block has no table row, so its id is shown here.
  const ownId =
    only && !/^#\d+$/.test(only.id) && only.id !== formatSheetId(article)
      ? html` <span class="f"><bdi>${only.id}</bdi></span>`
      : emptyHtml;
  const [id, words] = [
    html`<bdi>${formatSheetId(article)}</bdi>${ownId}`,
    name ? renderLabelHtml(name) : emptyHtml,
  ];
  // The name is the heading because people use it; the id is below it for look-up.
  const title =
    name && formatGarmentName(graph) !== ''
      ? html`<h1>${words}</h1>${renderOtherMembersHtml(name)}<p class="ref">${id}</p>`
      : html`<h1>${id}</h1>${name ? html`<p class="ref">${words}</p>${renderOtherMembersHtml(name)}` : emptyHtml}`;
  return html`<header>
<p class="over">${renderPhrase('Garment sheet')}</p>
${title}
<dl class="block">${renderPairHtml('profile', html`<strong><bdi>${formatKeyAsWords(getSheetProfile(article))}</bdi></strong>${renderNameSlot(formatKeyAsWords(getSheetProfile(article)))}`)}${renderPairHtml('read', html`${formatReadTime(now)}`)}${own.map(renderValuePairHtml)}${renderQuestionCount(reading.confirmations, prefix)}${renderPairHtml('counted on this page', renderCounts(graph))}</dl>
${renderLegend(article)}</header>`;
};

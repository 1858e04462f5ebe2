/**
 * Renders the title block of a sheet: name, ids, header fields, boxes to write in and the legend of the provenance
 * marks. Also returns the texts for the page margins.
 */

import { countProvenance, listGraphValues } from '../../garment/flatten-body.ts';
import { HEADER_FIELDS, WRITE_IN_FIELDS } from '../../garment/header-fields.ts';
import type { NodeRow } from '../../garment/node-table.ts';
import { findGarmentName, findGarmentNode, findGraphName, findNodeLabel } from '../../garment/node-values.ts';
import { PROVENANCE_MARKS } from '../../garment/provenance-marks.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import { formatGarmentId, formatReadTime } from '../views/view-header.ts';
import { renderChangeBarHtml } from './change-bars.ts';
import type { GarmentPage } from './garment-page.ts';
import { renderNameSlot, renderPhrase, renderPhraseSlot } from './phrases.ts';
import { renderRelation } from './trade-table.ts';
import {
  formatKeyAsWords,
  getProvenanceClass,
  renderLabelHtml,
  renderMarkHtml,
  renderOtherMembersHtml,
  renderPairHtml,
  renderValueHtml,
  renderValuePairHtml,
} from './value-html.ts';

/** Returns the garment id of the graph, otherwise the text with which the user named the garment in the command. */
export const formatSheetId = ({ graph, reading }: GarmentPage): string =>
  formatGarmentId(graph.garmentId, { subject: reading.subject });

/** Formats the title of the document, for example `Oxford shirt (GARM-101) factory sheet`. */
export const formatPageTitle = (page: GarmentPage): string => {
  const [id, name] = [formatSheetId(page), findGarmentName(page.graph).replaceAll(/\s+/g, ' ').trim()];
  return `${name === '' ? id : `${name} (${id})`} ${page.reading.profile} sheet`;
};

/** Returns the profile that the graph names, otherwise the requested profile. */
export const getSheetProfile = ({ graph, reading }: GarmentPage): string => graph.profile ?? reading.profile;

/**
 * Returns the letter of the revision, for example `A`, if the garment is compared with an earlier version. Otherwise
 * returns the header field `revision`, or an empty text.
 */
export const formatRevision = ({ head, revision }: GarmentPage): string =>
  revision?.letter ?? toScalarText(head.fields.get('revision')?.value) ?? '';

/**
 * Renders the legend of the provenance marks. If `counts` contains a provenance word, its number is printed after the
 * meaning of the mark. If `hasUnknownWords` is true, the legend has an entry for unknown provenance words.
 */
export const renderMarksLegend = (
  hasUnknownWords: boolean,
  furtherEntries: readonly HtmlSafe[] = [],
  counts: ReadonlyMap<string, number> = new Map(),
): HtmlSafe => {
  const renderCount = (state: string): HtmlSafe => {
    const count = counts.get(state);
    return count === undefined ? emptyHtml : html` <span class="f">${count}</span>`;
  };
  const known = Object.entries(PROVENANCE_MARKS).map(
    ([state, { name, meaning }]) =>
      html`<li>${renderMarkHtml(state)} <b>${name}</b>${renderNameSlot(name)} ${meaning}${renderNameSlot(meaning)}${renderCount(state)}</li>`,
  );
  const other = hasUnknownWords
    ? html`<li><b class="m o">…</b> <b>any other</b>${renderPhraseSlot('any other')} ${renderPhrase('the word is printed beside the value')}</li>`
    : '';
  return html`<ul class="legend" aria-label="Legend">${known}${other}${furtherEntries}</ul>`;
};

const renderLegend = ({ graph, revision }: GarmentPage): HtmlSafe => {
  const { states, none } = countProvenance(listGraphValues(graph));
  const hasUnknownWords = [...states].some(([state]) => getProvenanceClass(state) === 'o');
  const furtherEntries = [
    html`<li><b class="bold">56</b> ${renderPhrase('bold in a grid of numbers: asserted')}</li>`,
    html`<li><span class="x-box"></span> ${renderPhrase('grey: the data has no such value')}</li>`,
    none > 0 ? html`<li>${renderPhrase('without a state')} <span class="f">${none}</span></li>` : emptyHtml,
    revision
      ? html`<li>${renderChangeBarHtml({ changed: { word: 'here', letter: revision.letter } })} <b>a letter</b>${renderPhraseSlot('a letter')} ${renderPhrase('changed since the earlier version')}</li>`
      : emptyHtml,
  ];
  return renderMarksLegend(hasUnknownWords, furtherEntries, states);
};

const renderMainFabric = (row: NodeRow): HtmlSafe => {
  const values = ['label', 'composition', 'weight'].flatMap((name) => row.cells.get(name) ?? []);
  const content = values.map((value, at) => html`${at === 0 ? '' : ', '}${renderLabelHtml(value)}`);
  return renderPairHtml('main fabric', html`${content}`, true);
};

const renderFields = (page: GarmentPage): HtmlSafe => {
  const { head, now, prefix, questionCount } = page;
  const fields = HEADER_FIELDS.map((field) => {
    const value = head.fields.get(field);
    if (value !== undefined)
      return renderPairHtml(field, html`${renderValueHtml(value)}${renderOtherMembersHtml(value)}`);
    if (field === 'main fabric' && head.fabric !== undefined) return renderMainFabric(head.fabric);
    return WRITE_IN_FIELDS.includes(field)
      ? renderPairHtml(field, html`<span class="pen"></span>`)
      : emptyHtml;
  });
  const profile = formatKeyAsWords(getSheetProfile(page));
  const questions =
    questionCount === undefined
      ? emptyHtml
      : renderPairHtml('open questions', html`<a href="#${prefix}questions">${questionCount}</a>`);
  return html`<dl class="block">${fields}${head.others.map(renderValuePairHtml)}${head.relations.map((relation) => renderPairHtml(formatKeyAsWords(relation.name), renderRelation(relation)))}${renderPairHtml('profile', html`<strong><bdi>${profile}</bdi></strong>${renderNameSlot(profile)}`)}${renderPairHtml('read', html`${formatReadTime(now)}`)}${questions}</dl><dl class="block sign">${['prepared', 'checked', 'date'].map((name) => renderPairHtml(name, html`<span class="pen"></span>`))}</dl>`;
};

/** Renders the title block of a garment's page: name, style number, fields, boxes to write in and legend. */
export const renderTitleBlock = (page: GarmentPage): HtmlSafe => {
  const { graph, digest } = page;
  const garment = findGarmentNode(graph);
  const name = garment ? findNodeLabel(garment) : findGraphName(graph);
  const nodeId =
    page.head.id === undefined ? emptyHtml : html` <span class="f"><bdi>${page.head.id}</bdi></span>`;
  const id = html`<bdi>${formatSheetId(page)}</bdi>${nodeId}`;
  const shownName = name ? renderLabelHtml(name) : emptyHtml;
  const shownDigest = html` <span class="f">${renderPhrase('data digest')} ${digest}</span>`;
  // If the garment has a name, the heading is the name, because people use it more than the id.
  const title =
    name && findGarmentName(graph) !== ''
      ? html`<h1>${shownName}</h1>${renderOtherMembersHtml(name)}<p class="ref">${id}${shownDigest}</p>`
      : html`<h1>${id}</h1><p class="ref">${shownName}${shownDigest}</p>${name ? renderOtherMembersHtml(name) : emptyHtml}`;
  return html`<header>
<p class="over">${renderPhrase('Garment sheet')}</p>
${title}
${renderFields(page)}
${renderLegend(page)}</header>`;
};

/** The title block, and what every printed page repeats of it. */

import { html, type Markup, none } from '../border/html.ts';
import type { Entry } from '../garment/entries.ts';
import { tallyOf, valuesOf } from '../garment/flatten-body.ts';
import type { Graph } from '../garment/graph.ts';
import { garmentOf, labelOf } from '../garment/node-values.ts';
import { readQuestions } from '../garment/questions.ts';
import { MARKS } from '../garment/state-marks.ts';
import { scalarText } from '../json/values.ts';
import { identity } from '../view/read-header.ts';
import { barHtml } from './change-bars.ts';
import type { Article } from './parts.ts';
import { asideHtml, entryHtml, labelHtml, lookOf, markHtml, named, pairHtml } from './value-html.ts';
import { after, afterName, say } from './words.ts';

export const headId = ({ graph, reading }: Article): string =>
  identity(graph.garmentId, { subject: reading.subject });

const NAMES: readonly string[] = ['name', 'label', 'title'];

/** What a body without a garment among its nodes calls itself. */
const ownName = ({ rest }: Graph): Entry | undefined =>
  rest.find(({ field, value }) => NAMES.includes(field) && (scalarText(value) ?? '') !== '');

/** Which garment it is, in one line; empty where the body names none or several. */
export const garmentName = (graph: Graph): string =>
  garmentOf(graph)?.label || (scalarText(ownName(graph)?.value) ?? '');

/** What a browser, a printer and a list of files call it. */
export const pageTitle = (article: Article): string => {
  const [id, name] = [headId(article), garmentName(article.graph).replaceAll(/\s+/g, ' ').trim()];
  return `${name === '' ? id : `${name} (${id})`} ${article.reading.profile} sheet`;
};

/** To the minute: two sheets of one day can differ. */
export const readAt = (now: number): string =>
  `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const profileOf = ({ graph, reading }: Article): string => graph.profile ?? reading.profile;

const counts = (graph: Graph): Markup => {
  const { states, none: silent } = tallyOf(valuesOf(graph));
  const parts = [...states].map(
    ([state, number]) =>
      html`<span class="c">${number}\u00a0${markHtml(state)}${lookOf(state) === 'o' ? html` <bdi>${state}</bdi>` : ''}</span> `,
  );
  return html`${graph.nodes.length} nodes${after('nodes')}, ${parts}${silent > 0 ? html`${silent} ${say('with no state given')}` : ''}`;
};

/** The marks and what they mean; with a word of its own for any other, where there is one. */
export const marksLegend = (strangers: boolean, ...more: readonly Markup[]): Markup => {
  const known = Object.entries(MARKS).map(
    ([state, { name, asks }]) =>
      html`<li>${markHtml(state)} <b>${name}</b>${afterName(name)} ${asks}${afterName(asks)}</li>`,
  );
  const other = strangers
    ? html`<li>${markHtml('another word')} <b>any other</b>${after('any other')} ${say('a word that stands beside the value')}</li>`
    : '';
  return html`<ul class="legend" aria-label="Legend">${known}${other}${more}</ul>`;
};

const legend = ({ graph, revision }: Article): Markup => {
  const strangers = [...tallyOf(graph.nodes.flatMap(({ entries }) => entries)).states].some(
    ([state]) => lookOf(state) === 'o',
  );
  const empty = html`<li><b>an empty cell</b>${after('an empty cell')} ${say('the data holds no such value')}</li>`;
  const bar = revision
    ? html`<li>${barHtml({ changed: 'here' })} <b>a bar</b>${after('a bar')} ${say('not what it was')}</li>`
    : none;
  return marksLegend(strangers, empty, bar);
};

/** How many questions wait, where the body has a list of them. */
const asked = (body: unknown, prefix: string): Markup | '' => {
  const { list } = readQuestions(body);
  return list === undefined
    ? ''
    : pairHtml('open questions', html`<a href="#${prefix}questions">${list.length}</a>`);
};

export const head = (article: Article): Markup => {
  const { graph, reading, now, prefix } = article;
  const only = garmentOf(graph);
  const label = only && labelOf(only);
  const own = only?.entries.filter(({ role }) => role === 'value' || role === 'self') ?? [];
  const name = label ?? (only ? undefined : ownName(graph));
  // A garment that stands here has no row, so this is where its own id shows.
  const ownId =
    only && !/^#\d+$/.test(only.id) && only.id !== headId(article)
      ? html` <span class="f"><bdi>${only.id}</bdi></span>`
      : none;
  const [id, words] = [html`<bdi>${headId(article)}</bdi>${ownId}`, name ? labelHtml(name) : none];
  // A name is what people call it by; an id is what they look it up by.
  const title =
    name && garmentName(graph) !== ''
      ? html`<h1>${words}</h1>${asideHtml(name)}<p class="ref">${id}</p>`
      : html`<h1>${id}</h1>${name ? html`<p class="ref">${words}</p>${asideHtml(name)}` : none}`;
  return html`<header>
<p class="over">${say('Garment sheet')}</p>
${title}
<dl class="block">${pairHtml('profile', html`<strong><bdi>${named(profileOf(article))}</bdi></strong>${afterName(named(profileOf(article)))}`)}${pairHtml('read', html`${readAt(now)}`)}${own.map(entryHtml)}${asked(reading.confirmations, prefix)}${pairHtml('counted on this page', counts(graph))}</dl>
${legend(article)}</header>`;
};

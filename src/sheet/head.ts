/** The title block, and what every printed page repeats of it. */

import { html, type Markup } from '../border/html.ts';
import { tallyOf } from '../garment/flatten-body.ts';
import type { Graph } from '../garment/graph.ts';
import { garmentOf, labelOf } from '../garment/node-values.ts';
import { readQuestions } from '../garment/questions.ts';
import { MARKS } from '../garment/state-marks.ts';
import { values } from '../view/kind-blocks.ts';
import { identity } from '../view/read-header.ts';
import type { SheetOf } from './index.ts';
import { entryHtml, lookOf, markHtml, named, pairHtml, valueHtml, whyHtml } from './value-html.ts';

export const garmentId = (graph: Graph, of: SheetOf): string =>
  identity(graph.garmentId, { subject: of.subject });

/** Which garment it is, in one line; empty where the body names none or several. */
export const garmentName = (graph: Graph): string => garmentOf(graph)?.label ?? '';

/** To the minute: two sheets of one day can differ. */
export const readAt = (now: number): string =>
  `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const profileOf = (graph: Graph, of: SheetOf): string => graph.profile ?? of.profile;

function counts(graph: Graph): Markup {
  const { states, none } = tallyOf(values(graph.nodes));
  const parts = [...states].map(
    ([state, number]) =>
      html`<span class="c">${number}\u00a0${markHtml(state)}${lookOf(state) === 'o' ? html` <bdi>${state}</bdi>` : ''}</span> `,
  );
  return html`${graph.nodes.length} nodes, ${parts}${none > 0 ? html`${none} with no state given` : ''}`;
}

function legend(graph: Graph): Markup {
  const strangers = [...tallyOf(graph.nodes.flatMap(({ entries }) => entries)).states].some(
    ([state]) => lookOf(state) === 'o',
  );
  const known = Object.entries(MARKS).map(
    ([state, { name, asks }]) => html`<li>${markHtml(state)} <b>${name}</b> ${asks}</li>`,
  );
  const other = strangers
    ? html`<li>${markHtml('another word')} <b>any other</b> a word that stands beside the value</li>`
    : '';
  return html`<ul class="legend" aria-label="Legend">${known}${other}</ul>`;
}

/** How many questions wait, where the body has a list of them. */
function asked(body: unknown): Markup | '' {
  const { list } = readQuestions(body);
  return list === undefined ? '' : pairHtml('open questions', html`<a href="#questions">${list.length}</a>`);
}

export function head(graph: Graph, of: SheetOf): Markup {
  const only = garmentOf(graph);
  const label = only && labelOf(only);
  const own = only?.entries.filter(({ role }) => role === 'value' || role === 'self') ?? [];
  const name = label ? html`<p class="name">${valueHtml(label)}${whyHtml(label)}</p>` : '';
  return html`<header>
<p class="over">Garment sheet</p>
<h1><bdi>${garmentId(graph, of)}</bdi></h1>
${name}<dl class="block">${pairHtml('profile', html`<strong><bdi>${named(profileOf(graph, of))}</bdi></strong>`)}${pairHtml('read', html`${readAt(of.now)}`)}${own.map(entryHtml)}${asked(of.confirmations)}${pairHtml('counted on this page', counts(graph))}</dl>
${legend(graph)}</header>`;
}

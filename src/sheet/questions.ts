/** Unresolved confirmations as a list to tick off and write answers on. */

import { html, type Markup } from '../border/html.ts';
import { DEPARTMENTS, departmentAsked } from '../garment/departments.ts';
import type { Graph } from '../garment/graph.ts';
import { type Question, readQuestions } from '../garment/questions.ts';
import { type ById, byId } from '../garment/relations.ts';
import type { Stated } from '../garment/stated.ts';
import { isRecord, own, payloadText, scalarText } from '../json/values.ts';
import { STANDING } from '../view/confirmations.ts';
import { textPieces, valuePieces, whyPieces } from '../view/value-pieces.ts';
import type { Section } from './index.ts';
import { capitalised, lineHtml, markHtml, named, piecesHtml } from './value-html.ts';

const BOX = html`<span class="box"></span>`;

function nowHtml({ now }: Question): Markup {
  const bare = (now.value ?? null) === null;
  if (now.state === undefined && bare) return html`<span class="f">nothing is given</span>`;
  const shown: Stated = bare && now.state === 'unstated' ? { ...now, unit: undefined } : now;
  const why = whyPieces(now);
  return html`${markHtml(now.state)}\u00a0${piecesHtml(valuePieces(shown))}${
    why.length > 0 ? html`<small>${piecesHtml(why)}</small>` : ''
  }`;
}

/** An offer that is an object says its words in one of its members. */
function offerText(offer: unknown): string {
  if (!isRecord(offer)) return payloadText(offer);
  const key = ['text', 'label', 'answer', 'title', 'value'].find(
    (name) => scalarText(own(offer, name)) !== undefined,
  );
  return payloadText(key === undefined ? offer : own(offer, key));
}

function rowHtml(question: Question, nodes: ById): Markup {
  const node = nodes.get(question.node);
  const what = node?.label ? html`<bdi>${node.label}</bdi>` : '';
  const id = question.node === '' ? '' : html`<span class="id"><bdi>${question.node}</bdi></span>`;
  const asked = 'stranger' in question ? question.stranger : question.question;
  const offers = question.options.map(
    (offer) => html`<span class="offer">${BOX}<bdi>${offerText(offer)}</bdi></span>`,
  );
  const beside = question.others.filter(({ role }) => role !== 'plain');
  return html`<tr><td class="tick">${BOX}</td><th scope="row" class="no"><bdi>${question.id}</bdi></th><td>${what} <b><bdi>${
    question.field === '' ? '' : named(question.field)
  }</bdi></b>${id}</td><td>${asked === undefined ? '' : piecesHtml(textPieces(asked))}${
    offers.length > 0 ? html`<div>${offers}</div>` : ''
  }${beside.map(lineHtml)}<div class="answer">Answer, by whom, when:</div></td><td>${nowHtml(question)}</td></tr>\n`;
}

const HEAD = html`<thead><tr><th scope="col" class="tick">done</th><th scope="col" class="no">no.</th><th scope="col" class="about">about</th><th scope="col">question</th><th scope="col" class="until">until then</th></tr></thead>`;

export function questionsSection(body: unknown, graph: Graph): readonly Section[] {
  const { list, others } = readQuestions(body);
  const nodes = byId(graph);
  const beside = others.filter(({ role }) => role !== 'plain');
  const tables = DEPARTMENTS.flatMap((department): Markup[] => {
    const asked = (list ?? []).filter(({ node, field }) => departmentAsked(node, field) === department);
    if (asked.length === 0) return [];
    const rows = asked.map((question) => rowHtml(question, nodes));
    return [
      html`<h3>${capitalised(department)} <span class="f">${asked.length}</span></h3>
<table>${HEAD}<tbody>
${rows}</tbody></table>`,
    ];
  });
  const words =
    list === undefined
      ? 'The body holds no list of confirmations.'
      : list.length === 0
        ? 'No unresolved confirmations.'
        : `${list.length} unresolved, counted on this page. ${STANDING}`;
  return [
    {
      id: 'questions',
      title: 'Open questions',
      content: html`<p class="note">${words}</p>${tables}${beside.map(lineHtml)}`,
    },
  ];
}

/** Unresolved confirmations as a list to tick off and write answers on. */

import { html, type Markup } from '../border/html.ts';
import { isUnknown, offerOf, type Question, wordsOf } from '../garment/question.ts';
import { byDepartment, type Questions } from '../garment/questions.ts';
import type { ById } from '../garment/relations.ts';
import { standing } from '../view/question-pieces.ts';
import { textPieces } from '../view/value-pieces.ts';
import { type Barred, barHtml } from './change-bars.ts';
import type { Section } from './index.ts';
import {
  asideHtml,
  BOX,
  capitalised,
  fieldHtml,
  freeHtml,
  labelHtml,
  lineHtml,
  ownHtml,
  piecesHtml,
} from './value-html.ts';
import { after, afterName, afterText, type Said, say } from './words.ts';

const nowHtml = (question: Question): Markup => {
  const { now } = question;
  if (isUnknown(question)) return html`${barHtml(now)}<span class="f">${say('nothing is given')}</span>`;
  return html`${labelHtml(now)}${asideHtml(now)}`;
};

const rowHtml = (question: Question & Barred, nodes: ById, all: boolean): Markup => {
  const node = nodes.get(question.node);
  const what = node?.label ? html`${ownHtml(node.label)}${afterText(node.label)}` : '';
  const id = question.node === '' ? '' : html`<span class="id"><bdi>${question.node}</bdi></span>`;
  const asked = wordsOf(question);
  const offers = question.options.map(
    (offer) =>
      html`<span class="offer">${BOX}${piecesHtml(textPieces(offerOf(offer)))}${freeHtml(offerOf(offer))}</span>`,
  );
  const beside = question.others.filter(({ role }) => all || role !== 'plain');
  return html`<tr><td class="tick">${BOX}</td><th scope="row" class="no">${barHtml(question)}${ownHtml(question.id)}</th><td>${what} <b>${question.field === '' ? '' : fieldHtml(question.field)}</b>${id}</td><td>${asked === undefined ? '' : html`${piecesHtml(textPieces(asked))}${freeHtml(asked)}`}${
    offers.length > 0 ? html`<div>${offers}</div>` : ''
  }${beside.map(lineHtml)}<div class="answer">${say('Answer, by whom, when:')}</div></td><td>${nowHtml(question)}</td></tr>\n`;
};

const HEAD = html`<thead><tr><th scope="col" class="tick">${say('done')}</th><th scope="col" class="no">${say('no.')}</th><th scope="col" class="about">${say('about')}</th><th scope="col">${say('question')}</th><th scope="col" class="until">${say('until then')}</th></tr></thead>`;

/** The same without its number. */
const said = (list: Questions['list']): Said =>
  list === undefined
    ? 'The body holds no list of confirmations.'
    : list.length === 0
      ? 'No unresolved confirmations.'
      : 'unresolved, counted on this page. None blocks a sample or a quotation export.';

export const questionsSection = (questions: Questions, nodes: ById, all: boolean): Section => {
  const { list, others } = questions;
  const beside = others.filter(({ role }) => all || role !== 'plain');
  const tables = byDepartment(list ?? []).map(
    ([
      department,
      asked,
    ]) => html`<h3>${capitalised(department)}${afterName(department)} <span class="f">${asked.length}</span></h3>
<table class="flat">${HEAD}<tbody>
${asked.map((question) => rowHtml(question, nodes, all))}</tbody></table>`,
  );
  const words = standing(questions, 'on this page');
  const content = html`<p class="note">${words}${after(said(list))}</p>${tables}${beside.map(lineHtml)}`;
  return { id: 'questions', title: 'Open questions', content };
};

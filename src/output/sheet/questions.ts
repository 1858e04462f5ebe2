import type { NodeIndex } from '../../garment/node-relations.ts';
import {
  getQuestionWording,
  hasNoPresentValue,
  type OpenQuestion,
  readOptionWording,
} from '../../garment/open-question.ts';
import { groupQuestionsByDepartment, type OpenQuestions } from '../../garment/open-questions.ts';
import { type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { formatOpenCount } from '../views/open-questions.ts';
import { renderBareRuns } from '../views/value-runs.ts';
import { renderChangeBarHtml, type WithChangeBar } from './change-bars.ts';
import type { SheetSection } from './index.ts';
import {
  renderNameSlot,
  renderPhrase,
  renderPhraseSlot,
  renderTextSlot,
  type SheetPhrase,
} from './phrases.ts';
import {
  renderFieldHtml,
  renderIsolatedHtml,
  renderLabelHtml,
  renderOtherMembersHtml,
  renderRunsHtml,
  renderValueLineHtml,
  renderValueTextSlots,
  TICK_BOX,
  toCapitalized,
} from './value-html.ts';

const renderPresentValueHtml = (question: OpenQuestion): HtmlSafe => {
  const { now } = question;
  if (hasNoPresentValue(question))
    return html`${renderChangeBarHtml(now)}<span class="f">${renderPhrase('not given')}</span>`;
  return html`${renderLabelHtml(now)}${renderOtherMembersHtml(now)}`;
};

const renderQuestionRowHtml = (
  question: OpenQuestion & WithChangeBar,
  nodes: NodeIndex,
  all: boolean,
): HtmlSafe => {
  const node = nodes.get(question.node);
  const what = node?.label ? html`${renderIsolatedHtml(node.label)}${renderTextSlot(node.label)}` : '';
  // The id of a node with a name is left out, because a factory does not use ids.
  const hasId = question.node !== '' && (all || what === '');
  const id = hasId ? html`<span class="id"><bdi>${question.node}</bdi></span>` : '';
  const asked = getQuestionWording(question);
  const offers = question.options.map(
    (offer) =>
      html`<span class="offer">${TICK_BOX}${renderRunsHtml(renderBareRuns(readOptionWording(offer)))}${renderValueTextSlots(readOptionWording(offer))}</span>`,
  );
  const beside = question.others.filter(({ role }) => all || role !== 'plain');
  return html`<tr><td class="tick">${TICK_BOX}</td><th scope="row" class="no">${renderChangeBarHtml(question)}${renderIsolatedHtml(question.id)}</th><td>${what} <b>${question.field === '' ? '' : renderFieldHtml(question.field)}</b>${id}</td><td>${asked === undefined ? '' : html`${renderRunsHtml(renderBareRuns(asked))}${renderValueTextSlots(asked)}`}${
    offers.length > 0 ? html`<div>${offers}</div>` : ''
  }${beside.map(renderValueLineHtml)}<div class="answer">${renderPhrase('Answer, answered by, date:')}</div></td><td>${renderPresentValueHtml(question)}</td></tr>\n`;
};

const QUESTION_TABLE_HEAD = html`<thead><tr><th scope="col" class="tick">${renderPhrase('done')}</th><th scope="col" class="no">${renderPhrase('no.')}</th><th scope="col" class="about">${renderPhrase('about')}</th><th scope="col">${renderPhrase('question')}</th><th scope="col" class="until">${renderPhrase('current value')}</th></tr></thead>`;

/** Returns the sentence about the number of open questions without the number, so that it can be translated. */
const findOpenCountPhrase = (list: OpenQuestions['list']): SheetPhrase =>
  list === undefined
    ? 'There is no list of confirmations.'
    : list.length === 0
      ? 'No unresolved confirmations.'
      : 'unresolved, counted on this page. None blocks a sample or a quotation export.';

/**
 * Builds the section `Open questions`: one row per question, grouped by department, with boxes for the options and
 * space for the answer. `all` adds ids and members without provenance.
 */
export const buildQuestionsSection = (
  questions: OpenQuestions,
  nodes: NodeIndex,
  all: boolean,
): SheetSection => {
  const { list, others } = questions;
  const beside = others.filter(({ role }) => all || role !== 'plain');
  const tables = groupQuestionsByDepartment(list ?? [], nodes).map(
    ([
      department,
      asked,
    ]) => html`<h3>${toCapitalized(department)}${renderNameSlot(department)} <span class="f">${asked.length}</span></h3>
<table class="flat">${QUESTION_TABLE_HEAD}<tbody>
${asked.map((question) => renderQuestionRowHtml(question, nodes, all))}</tbody></table>`,
  );
  const words = formatOpenCount(questions, 'on this page');
  const content = html`<p class="note">${words}${renderPhraseSlot(findOpenCountPhrase(list))}</p>${tables}${beside.map(renderValueLineHtml)}`;
  return { id: 'questions', title: 'Open questions', content };
};

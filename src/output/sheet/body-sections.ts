/**
 * Builds the sections `Facts`, `Tailor brief`, `Design Trust` and `Open questions` of a sheet. They print the values
 * that no table of the sheet contains.
 */

import { type DesignTrust, formatPlainCount } from '../../garment/design-trust.ts';
import type { GraphModel } from '../../garment/graph-model.ts';
import type { NodeIndex } from '../../garment/node-relations.ts';
import type { OpenBody } from '../../garment/open-body.ts';
import { isUnstatedWithoutDetails } from '../../garment/open-body.ts';
import {
  getQuestionWording,
  hasNoPresentValue,
  type OpenQuestion,
  readOptionWording,
} from '../../garment/open-question.ts';
import { groupQuestionsByDepartment, type OpenQuestions } from '../../garment/open-questions.ts';
import { isProvenanceWord } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { formatOpenCount } from '../views/open-questions.ts';
import { renderChangeBarHtml, type WithChangeBar } from './change-bars.ts';
import type { SheetSection } from './index.ts';
import { renderNameSlot, renderPhrase, renderPhraseSlot, type SheetPhrase } from './phrases.ts';
import {
  formatKeyAsWords,
  renderBareValueHtml,
  renderFieldHtml,
  renderIsolatedHtml,
  renderLabelHtml,
  renderMarkHtml,
  renderNamesHtml,
  renderOtherMembersHtml,
  renderPairHtml,
  renderTranslatableHtml,
  renderValueHtml,
  renderValueLineHtml,
  renderValuePairHtml,
  selectPrintedValues,
  TICK_BOX,
  toCapitalized,
} from './value-html.ts';

/**
 * Builds the sections `Facts` and `Outside the nodes` from the values of a graph that belong to no node. An empty
 * section is left out. If `all` is true, members without provenance are printed too.
 */
export const buildOtherValueSections = (
  { facts, rest }: Pick<GraphModel, 'facts' | 'rest'>,
  all: boolean,
): readonly SheetSection[] => {
  const buildSection = (id: string, title: string, values: readonly Value[]): readonly SheetSection[] => {
    const pairs = selectPrintedValues(values, all).map(renderValuePairHtml);
    return pairs.length === 0 ? [] : [{ id, title, content: html`<dl class="texts">${pairs}</dl>` }];
  };
  return [...buildSection('facts', 'Facts', facts), ...buildSection('beside', 'Outside the nodes', rest)];
};

/**
 * Returns true if `entry` is an unstated value that shares one printed line with other unstated values. Such a value
 * has no unit, basis or other details, and no change bar.
 */
const canShareLine = (entry: Value & WithChangeBar): boolean =>
  entry.changed === undefined &&
  isUnstatedWithoutDetails(entry) &&
  (entry.unit ?? null) === null &&
  entry.otherMembers.length === 0 &&
  entry.member === undefined;

/**
 * Builds the section `Tailor brief`. The names of all unstated texts are printed in one line. If `all` is true, members
 * without provenance are printed too.
 */
export const buildBriefSection = ({ entries, others }: OpenBody, all: boolean): SheetSection => {
  const printed = [...entries, ...selectPrintedValues(others, all)];
  const unstated = printed.filter(canShareLine);
  const [first] = unstated;
  const rows = printed.filter((entry) => !canShareLine(entry)).map(renderValuePairHtml);
  const sharedRow =
    first !== undefined
      ? html`<div><dt>${renderPhrase('the rest')}</dt><dd>${renderValueHtml(first)}: <bdi>${renderNamesHtml(unstated.map(({ path }) => path))}</bdi></dd></div>`
      : '';
  const content =
    printed.length > 0
      ? html`<dl class="texts">${rows}${sharedRow}</dl>`
      : html`<p class="note">${renderPhrase('The brief has no texts.')}</p>`;
  return { id: 'brief', title: 'Tailor brief', content };
};

const renderTrustValueHtml = (entry: Value & WithChangeBar): HtmlSafe => {
  const count = formatPlainCount(entry);
  return html`${count === undefined ? renderValueHtml(entry) : html`${renderChangeBarHtml(entry)}${count}`}${renderOtherMembersHtml(entry)}`;
};

/**
 * Replaces the dots of a path by spaces, for example in `range.low`. Keeps the decimal points of numbers, for example
 * in `0.9-1.0`.
 */
const splitFieldName = (field: string): string => field.replaceAll(/\.(?!\d)|(?<!\d)\./g, ' ');

const renderTrustTableHtml = ({ columns, rows }: DesignTrust): HtmlSafe => {
  const head = columns.map(
    (name) =>
      html`<th scope="col" class="num">${isProvenanceWord(name) ? html`${renderMarkHtml(name)} ` : ''}${name}${renderNameSlot(name)}</th>`,
  );
  const lines = rows.map(({ name, cells }) => {
    const numbers = columns.map((column) => {
      const entry = cells.get(column);
      return html`<td class="num">${entry ? renderTrustValueHtml(entry) : html`<span class="f">${renderPhrase('not given')}</span>`}</td>`;
    });
    return html`<tr><th scope="row">${renderFieldHtml(name)}</th>${numbers}</tr>`;
  });
  return html`<table class="narrow flat"><thead><tr><th scope="col">${renderPhrase('of')}</th>${head}</tr></thead><tbody>${lines}</tbody></table>`;
};

/**
 * Builds the section `Design Trust`: a table of the counts by provenance, then a list of the remaining counts. If `all`
 * is true, members without provenance are printed too.
 */
export const buildTrustSection = (trust: DesignTrust, all: boolean): SheetSection => {
  const others = selectPrintedValues(trust.others, all);
  const rows = [
    ...trust.confidence.map(({ name, value }) => [`confidence ${name}`, value] as const),
    ...[...trust.rest, ...others].map((entry) => [splitFieldName(entry.path), entry] as const),
  ].map(([name, entry]) => renderPairHtml(formatKeyAsWords(name), renderTrustValueHtml(entry)));
  const content = html`<p class="note">${renderPhrase('Counts that the service derives from the rows of its own pack.')}</p>${
    trust.rows.length > 0 ? renderTrustTableHtml(trust) : emptyHtml
  }${rows.length > 0 ? html`<dl class="texts counts">${rows}</dl>` : emptyHtml}${
    trust.entries.length + others.length === 0
      ? html`<p class="note">${renderPhrase('There are no counts.')}</p>`
      : emptyHtml
  }`;
  return { id: 'trust', title: 'Design Trust', content };
};

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
  const name = node?.label ? renderTranslatableHtml(node.label) : '';
  // A node with a name is shown without its id unless `all` is set, because a factory does not use ids.
  const hasId = question.node !== '' && (all || name === '');
  const id = hasId ? html`<span class="id"><bdi>${question.node}</bdi></span>` : '';
  const wording = getQuestionWording(question);
  const options = question.options.map(
    (option) => html`<span class="offer">${TICK_BOX}${renderBareValueHtml(readOptionWording(option))}</span>`,
  );
  const others = selectPrintedValues(question.others, all);
  return html`<tr><td class="tick">${TICK_BOX}</td><th scope="row" class="no">${renderChangeBarHtml(question)}${renderIsolatedHtml(question.id)}</th><td>${name} <b>${question.field === '' ? '' : renderFieldHtml(question.field)}</b>${id}</td><td>${wording === undefined ? '' : renderBareValueHtml(wording)}${
    options.length > 0 ? html`<div>${options}</div>` : ''
  }${others.map(renderValueLineHtml)}<div class="answer">${renderPhrase('Answer, answered by, date:')}</div></td><td>${renderPresentValueHtml(question)}</td></tr>\n`;
};

const QUESTION_TABLE_HEAD = html`<thead><tr><th scope="col" class="tick">${renderPhrase('done')}</th><th scope="col" class="no">${renderPhrase('no.')}</th><th scope="col" class="about">${renderPhrase('about')}</th><th scope="col">${renderPhrase('question')}</th><th scope="col" class="until">${renderPhrase('current value')}</th></tr></thead>`;

/**
 * Returns the words that are printed after the number of open questions. If there are no open questions, returns a
 * whole sentence instead.
 */
const findOpenCountPhrase = (list: OpenQuestions['list']): SheetPhrase =>
  list === undefined
    ? 'There is no list of confirmations.'
    : list.length === 0
      ? 'No unresolved confirmations.'
      : 'unresolved, counted on this page. None blocks a sample or a quotation export.';

/**
 * Builds the section `Open questions`: one row per question, grouped by department, with boxes for the options and
 * space for the answer. If `all` is true, ids and members without provenance are printed too.
 */
export const buildQuestionsSection = (
  questions: OpenQuestions,
  nodes: NodeIndex,
  all: boolean,
): SheetSection => {
  const { list } = questions;
  const others = selectPrintedValues(questions.others, all);
  const tables = groupQuestionsByDepartment(list ?? [], nodes).map(([department, group]) => {
    const rows = group.map((question) => renderQuestionRowHtml(question, nodes, all));
    return html`<h3>${toCapitalized(department)}${renderNameSlot(department)} <span class="f">${group.length}</span></h3>
<table class="flat">${QUESTION_TABLE_HEAD}<tbody>
${rows}</tbody></table>`;
  });
  const words = formatOpenCount(questions, 'on this page');
  const content = html`<p class="note">${words}${renderPhraseSlot(findOpenCountPhrase(list))}</p>${tables}${others.map(renderValueLineHtml)}`;
  return { id: 'questions', title: 'Open questions', content };
};

import {
  CONFLICT_MEANINGS,
  CONFLICT_RULES,
  type Conflict,
  type ConflictStatement,
} from '../../garment/conflict.ts';
import { formatCount } from '../../garment/format-count.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import type { SheetSection } from './index.ts';
import { renderNameSlot, renderPhrase, renderPhraseSlot, renderTextSlot } from './phrases.ts';
import {
  renderFieldHtml,
  renderIsolatedHtml,
  renderOtherMembersHtml,
  renderValueHtml,
  toCapitalized,
} from './value-html.ts';

const isSamePlace = (one: ConflictStatement | undefined, other: ConflictStatement): boolean =>
  one !== undefined && one.nodeId === other.nodeId && one.label === other.label && one.code === other.code;

/** Groups consecutive statements about several sizes of one node or row. Each group is one line of the table. */
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

const renderPlace = ({ nodeId, label, code }: ConflictStatement): HtmlSafe => {
  const name =
    label === '' ? renderIsolatedHtml(nodeId) : html`${renderIsolatedHtml(label)}${renderTextSlot(label)}`;
  return code === '' ? name : html`<span class="f"><bdi>${code}</bdi></span> ${name}`;
};

const renderField = ({ value: { path, role }, size }: ConflictStatement): HtmlSafe =>
  size === undefined ? renderFieldHtml(role === 'label' ? 'name' : path) : renderFieldHtml('sizes');

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
    return html`<tr><th scope="row">${place}</th><td>${renderField(first)}</td><td>${group.map(renderStatementValue)}</td></tr>\n`;
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

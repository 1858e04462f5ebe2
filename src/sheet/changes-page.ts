/** The first page of a sheet that is a revision: what changed, value and state apart. */

import { html, type Markup, none } from '../border/html.ts';
import type { Side } from '../garment/change.ts';
import { jsonText } from '../json/values.ts';
import { departments, summaryOf, titled } from '../view/diff.ts';
import {
  besideChange,
  countsOf,
  type DiffChange,
  fieldName,
  heldBy,
  statedOf,
} from '../view/diff-changes.ts';
import type { Inline } from '../view/model.ts';
import { barHtml } from './change-bars.ts';
import { readAt } from './head.ts';
import type { Section } from './index.ts';
import { ALL_BODIES, BODIES, changesIn, isCompared, type Revision } from './revision.ts';
import { capitalised, fieldHtml, lookOf, payloadHtml, piecesHtml, signHtml } from './value-html.ts';
import { after, afterName, afterText, type Said, say } from './words.ts';

const gone = html`<span class="f">${say('not there')}</span>`;

const sideHtml = (side: Side | null, field: string, nameless: string | undefined): Markup =>
  side === null
    ? gone
    : nameless === undefined
      ? payloadHtml({ ...statedOf(side), field })
      : html`<bdi>${nameless}</bdi>`;

const stateCell = (side: Side | null, isChanged: string | undefined): Markup => {
  const state = side?.state ?? undefined;
  const words = state === undefined ? '' : state === '' ? '""' : state.replaceAll('_', ' ');
  const sign =
    state === undefined
      ? none
      : html`${signHtml(state)} <bdi class="${lookOf(state)}">${words}</bdi>${afterName(words)}`;
  return html`<td class="st">${barHtml({ changed: isChanged })}${side === null ? none : state === undefined ? html`<span class="f">${say('none given')}</span>` : sign}</td>`;
};

const said = (side: Side | null): string => jsonText([side?.value ?? null, side?.unit ?? null]);

interface Row {
  /** As in the body. */
  readonly field: string;
  readonly before: Side | null;
  readonly after: Side | null;
  readonly word: string;
  /** What stands in for a value. */
  readonly nameless?: string | undefined;
}

/** The bar stands beside what is new of both: the value, its state, or either. */
const rowHtml = ({ field, before, after, word, nameless }: Row): Markup => {
  const isWhole = before === null || after === null;
  const value = after !== null && (isWhole || said(before) !== said(after)) ? word : undefined;
  const state = after !== null && (isWhole || before?.state !== after.state) ? word : undefined;
  const show = (side: Side | null, isChanged: string | undefined): Markup =>
    html`<td>${barHtml({ changed: isChanged })}${sideHtml(side, field, nameless)}</td>`;
  const isDear = /^[A-Z]{2}/.test(word);
  const told = html`${isDear ? html`<b>${word}</b>` : word}${afterName(word)}`;
  return html`<tr><th scope="row">${fieldHtml(field)}</th>${show(before, undefined)}${stateCell(before, undefined)}${show(after, value)}${stateCell(after, state)}<td>${told}</td></tr>\n`;
};

const COLUMNS = 6;

/** A node that is gone stands in no table below: what it held stands here. */
const rowsOf = (change: DiffChange): readonly Row[] => {
  const { role, field, before, after, word } = change;
  if (role !== 'node') return [{ field: fieldName(field), before, after, word }];
  // What is called nothing goes by its id, which has no state.
  const nameless = (before ?? after)?.value === '' ? change.node_id : undefined;
  const whole = { field: 'all of it', before, after, word, nameless };
  const values = before === null ? [] : heldBy(change);
  return [
    whole,
    ...values.map((value) => ({ field: fieldName(value.field), before: value, after: null, word })),
  ];
};

/** What such a line is about, for who does not read its words. */
const saidOf = (line: Inline): Said => {
  const text = typeof line === 'object' && 'text' in line ? line.text : '';
  return text.startsWith('holds')
    ? 'what it holds'
    : text.startsWith('check')
      ? 'to be checked: it did not change with it'
      : 'tolerances as they are now';
};

const besideHtml = (change: DiffChange): readonly Markup[] =>
  (change.role === 'node' && change.before !== null ? [] : besideChange(change)).map(
    (line) =>
      html`<tr><td colspan="${COLUMNS}" class="under">${piecesHtml(Array.isArray(line) ? line : [line])}${after(saidOf(line))}</td></tr>\n`,
  );

/** What changed of one node, under its name; of what stands in none, alone. */
const nodeHtml = (changes: readonly DiffChange[]): Markup => {
  const [first] = changes;
  if (first === undefined) return none;
  const { node_id: id, label, kind } = first;
  const words = label === '' || label === id ? none : html`<bdi>${label}</bdi>${afterText(label)} `;
  const what = kind === '' ? none : html` <span class="f">${fieldHtml(kind)}</span>`;
  const head =
    id === ''
      ? none
      : html`<tr class="of"><th scope="rowgroup" colspan="${COLUMNS}">${words}<span class="id"><bdi>${id}</bdi></span>${what}</th></tr>\n`;
  return html`<tbody>${head}${changes.map((change) => html`${rowsOf(change).map(rowHtml)}${besideHtml(change)}`)}</tbody>\n`;
};

const byNode = (changes: readonly DiffChange[]): readonly (readonly DiffChange[])[] => {
  const nodes = new Map<string, DiffChange[]>();
  for (const change of changes) {
    const own = nodes.get(change.node_id);
    if (own) own.push(change);
    else nodes.set(change.node_id, [change]);
  }
  return [...nodes.values()];
};

const HEAD = html`<thead><tr><th scope="col">${say('field')}</th><th scope="col">${say('value before')}</th><th scope="col" class="st">${say('state before')}</th><th scope="col">${say('value now')}</th><th scope="col" class="st">${say('state now')}</th><th scope="col" class="word">${say('change')}</th></tr></thead>`;

const tableHtml = (title: string, changes: readonly DiffChange[]): Markup =>
  html`<h3>${title}${afterName(title)} <span class="f">${changes.length}</span></h3>
<table class="was">${HEAD}
${byNode(changes).map(nodeHtml)}</table>`;

/** What was compared, and what could not be. */
const comparedWith = (revision: Revision): Markup => {
  const { earlier, changes, other } = revision;
  const name = html`<bdi>${earlier.name}</bdi>`;
  if (!isCompared(revision))
    return html`<p class="note">${name}: ${say('holds nothing of this garment, so nothing is compared.')}</p>`;
  const listed = (is: boolean): Markup =>
    html`${ALL_BODIES.filter((body) => (changes[body] !== undefined) === is).map(
      (body, at) => html`${at > 0 ? ', ' : ''}${say(BODIES[body].words)}`,
    )}`;
  const of = other === undefined ? '' : html`, ${say('which is of')} <bdi>${other}</bdi>`;
  const when = earlier.at === undefined ? '' : html`, ${say('read')} ${readAt(earlier.at)}`;
  const isWhole = ALL_BODIES.every((body) => changes[body] !== undefined);
  const rest = isWhole ? '' : html` ${say('Not compared')}: ${listed(false)}.`;
  return html`<p class="note">${say('Compared with')} ${name}${of}${when}: ${listed(true)}.${rest} ${say('A bar stands beside what is new, here and in the tables that follow.')}</p>`;
};

/** So many changed, came and went; and what is not shown for that. */
const summaryHtml = (revision: Revision): Markup => {
  const all = changesIn(revision);
  const { minor } = revision;
  const summary = summaryOf({ same: all.length === 0, counts: countsOf(all), minor });
  const said = all.length > 0 ? 'changed, added, removed' : 'No change.';
  const left =
    Object.keys(minor).length === 0 ? none : after('differences in reasons, order or spelling alone');
  return html`<p class="sum">${summary}${after(said)}${left}</p>`;
};

export const changesSection = (revision: Revision | undefined): readonly Section[] => {
  if (revision === undefined) return [];
  const tables = ALL_BODIES.flatMap((body) =>
    departments(revision.changes[body] ?? []).map(([name, changes]) =>
      tableHtml(BODIES[body].title || capitalised(titled(name, '')), changes),
    ),
  );
  const content = html`${comparedWith(revision)}${isCompared(revision) ? summaryHtml(revision) : none}${tables}`;
  return [{ id: 'changes', title: 'What changed', content, pages: 'changes' }];
};

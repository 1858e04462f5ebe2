/** Values with their marks, in HTML. */

import { html, type Markup, none } from '../border/html.ts';
import type { Entry } from '../garment/entries.ts';
import type { GraphNode } from '../garment/graph.ts';
import { labelOf } from '../garment/node-values.ts';
import { MARKS, signOf } from '../garment/state-marks.ts';
import { isStateWord, type Stated } from '../garment/stated.ts';
import { lexeme } from '../json/values.ts';
import type { Piece } from '../view/model.ts';
import { besides, type Pieces, textPieces, valuePieces, whyPieces } from '../view/value-pieces.ts';

import { type Barred, barHtml } from './change-bars.ts';

import { classesIn } from './classes.ts';
import { after, afterCode, afterName, afterText, type Said, say } from './words.ts';

/** A class of the style sheet: the first letter of a known state, `o` for another word. */
export const lookOf = (state: string | undefined): string =>
  state === undefined ? 'n' : isStateWord(state) ? state.slice(0, 1) : 'o';

const drawnMark = (state: string): Markup =>
  html`<b class="m ${lookOf(state)}" role="img" aria-label="${state === '' ? 'no word' : state}">${signOf(state)}</b>`;

const KNOWN: ReadonlyMap<string, Markup> = new Map(
  Object.keys(MARKS).map((state) => [state, drawnMark(state)]),
);

/** The mark of a state, with the word for those who cannot see it. */
export const markHtml = (state: string | undefined): Markup =>
  state === undefined ? none : (KNOWN.get(state) ?? drawnMark(state));

/** The mark alone, where the word stands beside it. */
export const signHtml = (state: string): Markup =>
  html`<b class="m ${lookOf(state)}" aria-hidden="true">${signOf(state)}</b>`;

/** Words that may be broken anywhere: a table would rather leave the page than break one. */
const LONG = /\S{18}/;

/** Words of a body in their own direction. */
export const ownHtml = (text: string, look = 'n'): Markup => {
  const isLong = text.length >= 18 && LONG.test(text);
  if (look === 'n') return isLong ? html`<bdi class="l">${text}</bdi>` : html`<bdi>${text}</bdi>`;
  return html`<bdi class="${isLong ? `${look} l` : look}">${text}</bdi>`;
};

const afterFaint = (text: string): Markup =>
  text === 'why: ' ? after('why') : text === 'confidence ' ? after('confidence') : none;

const pieceHtml = (piece: string | Piece): Markup => {
  if (typeof piece === 'string') return piece.trim() === '' ? html` ` : pieceHtml({ text: piece });
  if (piece.mark) return html`${markHtml(piece.state)}\u00a0`;
  if (piece.tone === 'faint') return html`<span class="f">${piece.text}${afterFaint(piece.text)}</span>`;
  const text = piece.state === 'unstated' ? piece.text.replace(/^not stated/, 'not\u00a0stated') : piece.text;
  return ownHtml(text, lookOf(piece.state));
};

/** Neighbours of the same state are one run of text: a page of many values stays small. */
const joined = (pieces: Pieces): Pieces => {
  const out: (string | Piece)[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    const blank = typeof piece === 'string' && piece.trim() === '';
    const both = typeof last === 'object' && !last.mark && last.tone === undefined;
    // One blank stands before a unit: no line may break there.
    if (both && blank)
      out[out.length - 1] = { ...last, text: last.text + (piece === ' ' ? '\u00a0' : piece) };
    else if (both && typeof piece === 'object' && !piece.mark && piece.state === last.state && !piece.tone)
      out[out.length - 1] = { ...last, text: last.text + piece.text };
    else out.push(piece);
  }
  return out;
};

export const piecesHtml = (pieces: Pieces): Markup => html`${joined(pieces).map(pieceHtml)}`;

type Shown = Stated & { readonly role?: string; readonly field?: string };

/** The places behind texts that somebody wrote: a text, or a list of such. */
export const freeHtml = (value: unknown): Markup =>
  html`${(Array.isArray(value) ? value : [value]).map((each) => (typeof each === 'string' ? afterText(each) : none))}`;

/** Fields whose values are codes, which read the same in every language. */
const CODES = /^(?:id|ref|code|size|sku|grade)$|(?:_id|_code|_size|_class|_no|_number|article|ticket)$/;

/** What toile says in the place of a value, or the places behind one that was given. */
const afterValue = (entry: Shown): Markup => {
  const { state, value, field = '' } = entry;
  if (entry.role === 'deep') return none;
  const said: Said | undefined =
    state === 'unstated'
      ? 'Not stated'
      : value === undefined
        ? '(no value)'
        : value === null && state === 'asserted'
          ? 'none (stated)'
          : undefined;
  const classes =
    typeof value === 'string' || lexeme(value) !== undefined ? classesIn(field, String(value)) : [];
  const texts = CODES.test(field) ? none : freeHtml(value);
  return html`${said === undefined ? none : after(said)}${classes.map(afterCode)}${texts}`;
};

/** A value without its mark. */
export const payloadHtml = (entry: Shown): Markup =>
  html`${piecesHtml(valuePieces(entry))}${afterValue(entry)}`;

const unbarred = (entry: Shown): Markup =>
  entry.role === 'plain'
    ? html`${piecesHtml(textPieces(entry.value))}${freeHtml(entry.value)}`
    : entry.state === undefined
      ? html`${payloadHtml(entry)} <span class="f">${say('no state given')}</span>`
      : html`${markHtml(entry.state)}\u00a0${payloadHtml(entry)}`;

export const valueHtml = (entry: Shown & Barred): Markup => html`${barHtml(entry)}${unbarred(entry)}`;

/** A name; that names carry no state is said once, with the counts. */
export const labelHtml = (entry: Stated & Barred): Markup =>
  entry.state === undefined ? html`${barHtml(entry)}${payloadHtml(entry)}` : valueHtml(entry);

/** A state of another word is said with why it is so. */
const afterWhy = ({ state, basis }: Stated): Markup =>
  html`${state === undefined || isStateWord(state) ? none : after('state')}${freeHtml(basis)}`;

/** Why a value is what it is, on one line; nothing where nobody says. */
export const whyHtml = (entry: Stated): Markup => {
  const why = whyPieces(entry);
  return why.length === 0 ? none : html`<span class="y">${piecesHtml(why)}${afterWhy(entry)}</span>`;
};

/** What stands beside a value, in small letters; with why it is so, unless that stands elsewhere. */
export const asideHtml = (entry: Stated, withWhy = true): Markup => {
  const why = withWhy ? whyPieces(entry) : [];
  const beside = besides(entry).filter(([, value]) => value !== null);
  if (why.length + beside.length === 0) return none;
  const members = beside.map(
    ([key, value]) =>
      html`<span class="m-b"><span class="k">${fieldHtml(key)}</span> ${piecesHtml(textPieces(value))}${CODES.test(key) ? none : freeHtml(value)}</span> `,
  );
  return html`<small>${members}${piecesHtml(why)}${withWhy ? afterWhy(entry) : none}</small>`;
};

/** A key as a word: only its underscores go. */
export const named = (field: string): string => field.replaceAll('_', ' ').trim() || '(itself)';

export const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The name of a field, a kind or a relation, and what the trade calls it. */
export const fieldHtml = (field: string): Markup => {
  const name = named(field);
  return html`${ownHtml(name)}${afterName(name)}`;
};

/** Several in one line, each with how often it is meant where that is said. */
export const namesHtml = (fields: Iterable<string | readonly [string, number]>): Markup =>
  html`${[...fields].map((each, at) => {
    const [field, number] = typeof each === 'string' ? [each, undefined] : each;
    return html`${at > 0 ? ', ' : ''}${named(field)}${number === undefined ? '' : ` ${number}`}${afterName(named(field))}`;
  })}`;

/** To be ticked off. */
export const BOX = html`<span class="box"></span>`;

/** A name and what stands behind it, in a list of such pairs. */
export const pairHtml = (name: string, content: Markup): Markup =>
  html`<div><dt><bdi>${name}</bdi>${afterName(name)}</dt><dd>${content}</dd></div>`;

export const entryHtml = (entry: Entry): Markup =>
  pairHtml(named(entry.field), html`${valueHtml(entry)}${asideHtml(entry)}`);

/** One value among others on a line. */
export const inlineHtml = (entry: Entry): Markup =>
  html`<span class="o"><span class="k">${fieldHtml(entry.field)}</span> ${valueHtml(entry)}${asideHtml(entry, false)}${whyHtml(entry)}</span> `;

/** One value on a line of its own, with its name before it. */
export const lineHtml = (entry: Entry): Markup =>
  html`<div${entry.within === undefined ? '' : html` class="in"`}><span class="k">${fieldHtml(entry.field)}</span> ${valueHtml(entry)}${asideHtml(entry)}</div>`;

/** What a node is called: its label with its mark, and its id below. Why it is called so stands below its values. */
export const nameHtml = (node: GraphNode & Barred): Markup => {
  const label = labelOf(node);
  const bar = barHtml(node);
  const id = html`<span class="id"><bdi>${node.id}</bdi></span>`;
  if (label) return html`${bar}${labelHtml(label)}${id}${asideHtml(label, false)}`;
  const words = node.label === '' ? none : html`${ownHtml(node.label)}${afterText(node.label)}`;
  return html`${bar}${markHtml(node.state)}${node.state === undefined ? '' : '\u00a0'}${words}${id}`;
};

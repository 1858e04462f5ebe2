import { PROVENANCE_MARKS } from '../../garment/provenance-marks.ts';
import { isProvenanceWord, type StatedValue } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';
import { replaceInvisible } from '../../platform/escape/invisible-characters.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { toNumberText } from '../../platform/json/json-values.ts';
import {
  listOtherMembers,
  renderBareRuns,
  renderReasonRuns,
  renderValueRuns,
  type TextRuns,
} from '../views/value-runs.ts';
import type { TextRun } from '../views/view-model.ts';
import { renderChangeBarHtml, type WithChangeBar } from './change-bars.ts';
import {
  renderCodeSlot,
  renderNameSlot,
  renderPhrase,
  renderPhraseSlot,
  renderTextSlot,
  type SheetPhrase,
} from './phrases.ts';
import { findStitchAndSeamClasses } from './stitch-classes.ts';

/** Returns the CSS class of a provenance: `a`, `i` or `u` for a known word, `o` for an unknown one, `n` for none. */
export const getProvenanceClass = (state: string | undefined): string =>
  state === undefined ? 'n' : isProvenanceWord(state) ? state.slice(0, 1) : 'o';

/**
 * The maximum length of an unknown provenance word in a mark. A longer word is cut in the mark, and printed in full
 * with the reason of the value.
 */
const MAX_MARK_LENGTH = 14;

/** Returns true for a word without visible characters. Its mark would be empty. */
const isInvisible = (word: string): boolean => replaceInvisible(word).trim() === '';

/**
 * Returns the sign that is printed on paper for a provenance. For an unknown provenance word, returns the word itself,
 * shortened if it is long. The sign `!`, which a screen shows for such a word, marks critical measurements on paper.
 */
const findPaperSign = (state: string): string => {
  if (isProvenanceWord(state)) return PROVENANCE_MARKS[state].sign;
  if (isInvisible(state)) return '–';
  return state.length > MAX_MARK_LENGTH ? `${[...state].slice(0, MAX_MARK_LENGTH).join('')}…` : state;
};

const createMarkHtml = (state: string): HtmlSafe =>
  html`<b class="m ${getProvenanceClass(state)}" role="img" aria-label="${isInvisible(state) ? 'no word' : state}">${findPaperSign(state)}</b>`;

const KNOWN_MARKS: ReadonlyMap<string, HtmlSafe> = new Map(
  Object.keys(PROVENANCE_MARKS).map((state) => [state, createMarkHtml(state)]),
);

/** Renders a provenance mark, with the provenance word for screen readers. */
export const renderMarkHtml = (state: string | undefined): HtmlSafe =>
  state === undefined ? emptyHtml : (KNOWN_MARKS.get(state) ?? createMarkHtml(state));

/** Renders only the sign of a provenance mark, for places that print the provenance word beside it. */
export const renderSignHtml = (state: string): HtmlSafe =>
  html`<b class="m ${getProvenanceClass(state)}" aria-hidden="true">${findPaperSign(state)}</b>`;

/** Matches a word of at least 18 characters. Such a word would make a table too wide. */
const LONG_WORD = /\S{18}/;

/**
 * Renders a text of a body in a `bdi` element, which isolates its writing direction. `look` is the CSS class of the
 * element; the default `n` means no class. A text with a word of 18 or more characters can be broken anywhere.
 */
export const renderIsolatedHtml = (text: string, look = 'n'): HtmlSafe => {
  const isLong = text.length >= 18 && LONG_WORD.test(text);
  if (look === 'n') return isLong ? html`<bdi class="l">${text}</bdi>` : html`<bdi>${text}</bdi>`;
  return html`<bdi class="${isLong ? `${look} l` : look}">${text}</bdi>`;
};

/**
 * Renders a text of a body with `renderIsolatedHtml`, followed by an element that a translator fills with the
 * translation of the text.
 */
export const renderTranslatableHtml = (text: string): HtmlSafe =>
  html`${renderIsolatedHtml(text)}${renderTextSlot(text)}`;

const renderFaintSlot = (text: string): HtmlSafe =>
  text === 'why: '
    ? renderPhraseSlot('why')
    : text === 'confidence '
      ? renderPhraseSlot('confidence')
      : emptyHtml;

const renderRunHtml = (run: string | TextRun): HtmlSafe => {
  if (typeof run === 'string') return run.trim() === '' ? html` ` : renderRunHtml({ text: run });
  if (run.mark) return html`${renderMarkHtml(run.state)}\u00a0`;
  if (run.tone === 'faint') return html`<span class="f">${run.text}${renderFaintSlot(run.text)}</span>`;
  const text = run.state === 'unstated' ? run.text.replace(/^not stated/, 'not\u00a0stated') : run.text;
  return renderIsolatedHtml(text, getProvenanceClass(run.state));
};

/** Merges neighbouring text runs of equal provenance, so that a page with many values has fewer elements. */
const mergeRuns = (runs: TextRuns): TextRuns => {
  const merged: (string | TextRun)[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    const isBlank = typeof run === 'string' && run.trim() === '';
    const canExtend = typeof last === 'object' && !last.mark && last.tone === undefined;
    // A single space stands before a unit. It becomes a no-break space, so that number and unit stay on one line.
    if (canExtend && isBlank)
      merged[merged.length - 1] = { ...last, text: last.text + (run === ' ' ? '\u00a0' : run) };
    else if (canExtend && typeof run === 'object' && !run.mark && run.state === last.state && !run.tone)
      merged[merged.length - 1] = { ...last, text: last.text + run.text };
    else merged.push(run);
  }
  return merged;
};

/** Renders text runs as HTML. The CSS class of a run shows its provenance or tone. */
export const renderRunsHtml = (runs: TextRuns): HtmlSafe => html`${mergeRuns(runs).map(renderRunHtml)}`;

type ShownValue = StatedValue & { readonly role?: string; readonly path?: string };

/**
 * Renders an HTML element for the translation of a text, for example `<x-t>Collar stand</x-t>`. For a list, renders one
 * element for each text in it. Renders nothing for any other value.
 */
export const renderValueTextSlots = (value: unknown): HtmlSafe =>
  html`${(Array.isArray(value) ? value : [value]).map((each) => (typeof each === 'string' ? renderTextSlot(each) : emptyHtml))}`;

/**
 * Renders a JSON value without a provenance mark, followed by an `x-t` element for the translation of each of its
 * texts.
 */
export const renderBareValueHtml = (value: unknown): HtmlSafe =>
  html`${renderRunsHtml(renderBareRuns(value))}${renderValueTextSlots(value)}`;

/** Matches the name of a field that has a code as its value, for example `sku`. Codes are not translated. */
const CODE_FIELDS = /^(?:id|ref|code|size|sku|grade)$|(?:_id|_code|_size|_class|_no|_number|article|ticket)$/;

/**
 * Renders the translation slots of a value, which are elements that later receive a translation. A slot is for a phrase
 * such as `Not stated`, for the name of a stitch or seam class, or for a text of the body.
 */
const renderValueSlots = (entry: ShownValue): HtmlSafe => {
  const { state, value, path = '' } = entry;
  if (entry.role === 'deep') return emptyHtml;
  const phrase: SheetPhrase | undefined =
    state === 'unstated'
      ? 'Not stated'
      : value === undefined
        ? '(no value)'
        : value === null && state === 'asserted'
          ? 'none (stated)'
          : undefined;
  const classes =
    typeof value === 'string' || toNumberText(value) !== undefined
      ? findStitchAndSeamClasses(path, String(value))
      : [];
  const texts = CODE_FIELDS.test(path) ? emptyHtml : renderValueTextSlots(value);
  return html`${phrase === undefined ? emptyHtml : renderPhraseSlot(phrase)}${classes.map(renderCodeSlot)}${texts}`;
};

/**
 * Renders a value with its unit and without its provenance mark. Adds the translation slots, which are elements that
 * later receive a translation.
 */
export const renderPayloadHtml = (entry: ShownValue): HtmlSafe =>
  html`${renderRunsHtml(renderValueRuns(entry))}${renderValueSlots(entry)}`;

const renderMarkedValueHtml = (entry: ShownValue): HtmlSafe =>
  entry.role === 'plain'
    ? renderBareValueHtml(entry.value)
    : entry.state === undefined
      ? html`${renderPayloadHtml(entry)} <span class="f">${renderPhrase('without a state')}</span>`
      : html`${renderMarkHtml(entry.state)}\u00a0${renderPayloadHtml(entry)}`;

/**
 * Renders a value with its provenance mark. If the value has changed, the letter of the change is printed before it. An
 * object that has a value but no provenance is followed by the words `without a state`.
 */
export const renderValueHtml = (entry: ShownValue & WithChangeBar): HtmlSafe =>
  html`${renderChangeBarHtml(entry)}${renderMarkedValueHtml(entry)}`;

/**
 * Renders a label with its change bar and its provenance mark. A label without provenance has no mark. Unlike in
 * `renderValueHtml`, the words `without a state` do not follow it. The legend gives the number of all values without
 * provenance, including such labels.
 */
export const renderLabelHtml = (entry: StatedValue & WithChangeBar): HtmlSafe =>
  entry.state === undefined
    ? html`${renderChangeBarHtml(entry)}${renderPayloadHtml(entry)}`
    : renderValueHtml(entry);

const renderReasonTextSlots = ({ state, basis }: StatedValue): HtmlSafe =>
  html`${state === undefined || isProvenanceWord(state) ? emptyHtml : renderPhraseSlot('state')}${renderValueTextSlots(basis)}`;

/** Renders the reason for a value (its basis and confidence) on one line, or nothing if the body gives none. */
export const renderReasonHtml = (entry: StatedValue): HtmlSafe => {
  const why = renderReasonRuns(entry);
  return why.length === 0
    ? emptyHtml
    : html`<span class="y">${renderRunsHtml(why)}${renderReasonTextSlots(entry)}</span>`;
};

/**
 * Renders the further members of a value, for example its `note`, in small text. Null members are left out. The reason
 * of the value (its basis and confidence) follows, unless `withWhy` is false.
 */
export const renderOtherMembersHtml = (entry: StatedValue, withWhy = true): HtmlSafe => {
  const why = withWhy ? renderReasonRuns(entry) : [];
  const shown = listOtherMembers(entry).filter(([, value]) => value !== null);
  if (why.length + shown.length === 0) return emptyHtml;
  const members = shown.map(
    ([key, value]) =>
      html`<span class="m-b"><span class="k">${renderFieldHtml(key)}</span> ${renderRunsHtml(renderBareRuns(value))}${CODE_FIELDS.test(key) ? emptyHtml : renderValueTextSlots(value)}</span> `,
  );
  return html`<small>${members}${renderRunsHtml(why)}${withWhy ? renderReasonTextSlots(entry) : emptyHtml}</small>`;
};

/**
 * Returns a key with spaces instead of underscores, for example `seam class` for `seam_class`. Returns `(itself)` for
 * an empty key.
 */
export const formatKeyAsWords = (field: string): string => field.replaceAll('_', ' ').trim() || '(itself)';

/** Returns the text with its first letter in upper case. */
export const toCapitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * Renders the name of a field, kind or relation as words, for example `seam allowance` for `seam_allowance`. Adds a
 * translation slot, which is an element that later receives the translation of the name.
 */
export const renderFieldHtml = (field: string): HtmlSafe => {
  const name = formatKeyAsWords(field);
  return html`${renderIsolatedHtml(name)}${renderNameSlot(name)}`;
};

/**
 * Renders names on one line, separated by commas. A number that is given with a name follows it: `hem 2, button`. After
 * each name there is a place for its translation.
 */
export const renderNamesHtml = (fields: Iterable<string | readonly [string, number]>): HtmlSafe =>
  html`${[...fields].map((item, at) => {
    const [field, number] = typeof item === 'string' ? [item, undefined] : item;
    const name = formatKeyAsWords(field);
    return html`${at > 0 ? ', ' : ''}${name}${number === undefined ? '' : ` ${number}`}${renderNameSlot(name)}`;
  })}`;

/** Returns the values that are printed. Members without provenance are included only if `all` is true. */
export const selectPrintedValues = (values: readonly Value[], all: boolean): readonly Value[] =>
  all ? values : values.filter(({ role }) => role !== 'plain');

/** An empty box to tick. */
export const TICK_BOX = html`<span class="box"></span>`;

/**
 * Renders a name and its content as one entry of a description list. If `isWide` is true, the entry has twice the
 * width.
 */
export const renderPairHtml = (name: string, content: HtmlSafe, isWide = false): HtmlSafe =>
  html`<div${isWide ? html` class="wide"` : ''}><dt><bdi>${name}</bdi>${renderNameSlot(name)}</dt><dd>${content}</dd></div>`;

/**
 * Renders a value as one entry of a description list: its path as words, the value itself, and its further members, for
 * example a note.
 */
export const renderValuePairHtml = (entry: Value): HtmlSafe =>
  renderPairHtml(
    formatKeyAsWords(entry.path),
    html`${renderValueHtml(entry)}${renderOtherMembersHtml(entry)}`,
  );

/**
 * Renders a value on one line: the name of its field in readable words, the value itself, then members that explain the
 * value, such as its basis.
 */
export const renderValueLineHtml = (entry: Value): HtmlSafe =>
  html`<div${entry.parent === undefined ? '' : html` class="in"`}><span class="k">${renderFieldHtml(entry.path)}</span> ${renderValueHtml(entry)}${renderOtherMembersHtml(entry)}</div>`;

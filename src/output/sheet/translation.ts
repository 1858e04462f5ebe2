/**
 * Translates a sheet into a second language. A dictionary of toile translates the fixed phrases and the names. The
 * user's own list of terms translates the texts of the garment.
 */

import { hasOtherWrittenNumbers } from '../../garment/change-meaning.ts';
import { formatCount } from '../../garment/format-count.ts';
import { emptyHtml, html, unescapeHtml } from '../../platform/escape/markup.ts';
import { renderPhraseSlot } from './phrases.ts';

/** The dictionary of one language. */
export interface SheetDictionary {
  /** The language tag, for example `zh-Hans`. */
  readonly tag: string;
  /** CSS font families that contain the characters of the language. */
  readonly fonts: string;
  /** The translations, by the English text in lower case. */
  readonly words: ReadonlyMap<string, string>;
}

/** A second language for a sheet: its dictionary and the user's terms. */
export interface SheetTranslation {
  readonly language: SheetDictionary;
  /** The user's translations by their English text. */
  readonly terms: ReadonlyMap<string, string>;
}

/** The parts of a page, with translations inserted, and the texts that have no translation. */
export interface TranslatedPage {
  readonly parts: readonly string[];
  readonly missing: readonly string[];
}

/**
 * The content of a dictionary file. Each item of `words` is a list: an English text in lower case, its translation, and
 * the source of the translation.
 */
export interface DictionaryFile {
  readonly tag: string;
  readonly fonts: string;
  readonly words: readonly (readonly string[])[];
}

/** Converts the content of one of toile's dictionary files to a dictionary, without checks. */
export const convertDictionaryFile = ({ tag, fonts, words }: DictionaryFile): SheetDictionary => ({
  tag,
  fonts,
  words: new Map(words.map(([word = '', translation = '']) => [word, translation])),
});

const SLOT = /<x-([ntc])>([^<]*)<\/x-\1>/g;

const collapseSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns true for a text that needs a translation: three letters in a row, or a character such as Han. */
const hasWords = (text: string): boolean => /\p{L}{3}|\p{Lo}/u.test(text);

/** Removes the placeholders for translations, such as `<x-c>lockstitch</x-c>`, from markup in English only. */
export const removeSlots = (markup: string): string => markup.replace(SLOT, '');

const renderTranslationNotes = (
  missing: number,
  termsWithOtherNumbers: ReadonlyMap<string, string>,
): string => {
  if (missing === 0 && termsWithOtherNumbers.size === 0) return '';
  const count =
    missing === 0
      ? emptyHtml
      : html`<p class="note">${formatCount(missing, 'text')} without a translation, counted on this page.${renderPhraseSlot('texts without a translation, counted on this page')}</p>`;
  const list =
    termsWithOtherNumbers.size === 0
      ? emptyHtml
      : html`<p class="note">Translations with other numbers than their text:${renderPhraseSlot('translations with other numbers than their text')}</p><ul class="left">${[...termsWithOtherNumbers].map(([text, term]) => html`<li><bdi>${text}</bdi>: <bdi>${term}</bdi></li>`)}</ul>`;
  return html`<div class="untranslated">${count}${list}</div>\n`.markup;
};

/** Translates the parts of a page in order, and remembers the texts without a translation. */
export interface SheetTranslator {
  /** Replaces the placeholders in a part of a page, such as `<x-n>seam class</x-n>`, with translations. */
  fillSlots(markup: string): string;
  /**
   * Returns the notes at the end of the page. They count the texts without a translation, and list each translation in
   * which the numbers differ from those in the original text.
   */
  renderNotes(): string;
  listMissing(): readonly string[];
}

/** Creates a translator for one page. */
export const createTranslator = ({ language, terms }: SheetTranslation): SheetTranslator => {
  const { tag, words } = language;
  const missing = new Set<string>();
  const termsByText = new Map([...terms].map(([text, term]) => [collapseSpaces(text), term]));
  const termsWithOtherNumbers = new Map<string, string>();
  const filledSlots = new Map<string, string>();
  const renderSpan = (text: string, lang = tag): string =>
    html` <span class="tr" lang="${lang}">${text}</span>`.markup;
  const findTerm = (spacedText: string): string | undefined => {
    const text = collapseSpaces(spacedText);
    const term = termsByText.get(text);
    if (term === undefined && hasWords(text)) missing.add(text);
    if (term !== undefined && hasOtherWrittenNumbers(spacedText, term)) termsWithOtherNumbers.set(text, term);
    return term;
  };
  const translateName = (name: string): string | undefined => words.get(name.toLowerCase()) ?? findTerm(name);
  const fillSlot = (kind: string, text: string): string => {
    if (kind === 'c') return renderSpan(text, 'en') + renderSpan(translateName(text) ?? '');
    const translation = kind === 't' ? findTerm(text) : translateName(text);
    return translation === undefined ? '' : renderSpan(translation);
  };
  const fillSlots = (text: string): string =>
    text.replace(SLOT, (slot, kind: string, inside: string) => {
      const filled = filledSlots.get(slot) ?? fillSlot(kind, unescapeHtml(inside));
      filledSlots.set(slot, filled);
      return filled;
    });
  return {
    fillSlots,
    renderNotes: () => fillSlots(renderTranslationNotes(missing.size, termsWithOtherNumbers)),
    listMissing: () => [...missing],
  };
};

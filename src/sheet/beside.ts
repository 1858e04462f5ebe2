/** A second language behind the first: fixed words by a dictionary, texts by the terms of whoever prints the page. */

import { html, plainOf } from '../border/html.ts';

export interface Language {
  /** As `lang` has it. */
  readonly tag: string;
  /** Families of fonts that have its signs, for CSS. */
  readonly fonts: string;
  /** By the English in small letters. */
  readonly words: ReadonlyMap<string, string>;
}

export interface Beside {
  readonly language: Language;
  /** What texts are called in that language; of the user's own making. */
  readonly terms: ReadonlyMap<string, string>;
}

export interface Spoken {
  readonly page: string;
  /** Texts and names without a term, as written, each once. */
  readonly missing: readonly string[];
}

/** A dictionary as it is kept: a line for a word in small letters, what it is called, and where that was found. */
export interface Dictionary {
  readonly tag: string;
  readonly fonts: string;
  readonly words: readonly (readonly string[])[];
}

export const languageOf = ({ tag, fonts, words }: Dictionary): Language => ({
  tag,
  fonts,
  words: new Map(words.map(([word = '', other = '']) => [word, other])),
});

const PLACE = /<x-([ntc])>([^<]*)<\/x-\1>/g;

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Figures, codes and single letters are the same in every language. */
const isWords = (text: string): boolean => /\p{L}{3}|\p{Lo}/u.test(text);

/** The page in English alone: no place holds anything. */
export const inEnglish = (markup: string): Spoken => ({ page: markup.replace(PLACE, ''), missing: [] });

export const spoken = (markup: string, { language, terms }: Beside): Spoken => {
  const { tag, words } = language;
  const missing = new Set<string>();
  const own = new Map([...terms].map(([text, term]) => [flat(text), term]));
  const known = new Map<string, string>();
  const span = (text: string): string => html` <span class="tr" lang="${tag}">${text}</span>`.markup;
  const termed = (text: string): string | undefined => {
    const term = own.get(flat(text));
    if (term === undefined && isWords(text)) missing.add(flat(text));
    return term;
  };
  const named = (name: string): string | undefined => words.get(name.toLowerCase()) ?? termed(name);
  const filled = (kind: string, text: string): string => {
    if (kind === 'c')
      return html` <span class="tr" lang="en">${text}</span>`.markup + span(named(text) ?? '');
    const other = kind === 't' ? termed(text) : named(text);
    return other === undefined ? '' : span(other);
  };
  const page = markup.replace(PLACE, (place, kind: string, inside: string) => {
    const before = known.get(place);
    if (before !== undefined) return before;
    const after = filled(kind, plainOf(inside));
    known.set(place, after);
    return after;
  });
  return { page, missing: [...missing] };
};

/** Reads the dictionaries of the sheet and renders their table for docs/languages.md. */

import { readFileSync } from 'node:fs';
import type { DictionaryFile } from '../../../src/output/sheet/translation.ts';
import { SHEET_LANGUAGES } from '../../../src/output/views/sheet-parts.ts';

interface Kept extends DictionaryFile {
  readonly name: string;
  readonly about: string;
  readonly sources: Readonly<Record<string, string>>;
}

export const FOLDER = new URL('../../../src/output/sheet/languages/', import.meta.url);

export const kept = (tag: string): Kept => JSON.parse(readFileSync(new URL(`${tag}.json`, FOLDER), 'utf8'));

/** The source of a word of the trade that has no source yet. */
export const UNCHECKED = 'unchecked';

/** Words of the trade, each with its source or that mark; plain words of the page have neither. */
export const listTradeWords = ({ words }: DictionaryFile): readonly (readonly string[])[] =>
  words.filter(([, , source]) => source !== undefined);

const isChecked = ([, , source]: readonly string[]): boolean => source !== UNCHECKED;

const renderRow = (tag: string): string => {
  const { name, words, ...dictionary } = kept(tag);
  const trade = listTradeWords({ words, ...dictionary });
  const checked = trade.filter(isChecked).length;
  const sources = Object.keys(dictionary.sources).length;
  return `| ${name} (\`${tag}\`) | ${words.length} | ${trade.length} | ${checked} | ${sources} |`;
};

const listUnchecked = (tag: string): string => {
  const without = listTradeWords(kept(tag)).filter((word) => !isChecked(word));
  return `- \`${tag}\`: ${without.map(([word]) => word).join(', ')}`;
};

const renderTable = (): string =>
  [
    '| language | words | of the trade | with a source | sources |',
    '|---|---|---|---|---|',
    ...SHEET_LANGUAGES.map(renderRow),
    '',
    'Without a source yet:',
    '',
    ...SHEET_LANGUAGES.map(listUnchecked),
  ].join('\n');

const BETWEEN = /(<!-- languages -->\n)[\s\S]*?(<!-- \/languages -->)/;

/** The page with the figures as the dictionaries have them now. */
export const insertLanguages = (page: string): string =>
  page.replace(BETWEEN, (_, open, close) => `${open}\n${renderTable()}\n\n${close}`);

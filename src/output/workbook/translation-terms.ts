/**
 * Reads and creates translation files for the texts of a sheet. A translation file is a CSV file of the user, with a
 * text and its translation on each line.
 */

import { readCsvSheets } from './read-csv.ts';
import { createWorkbookError } from './unzip-parts.ts';

/** The name of the first column in the header line of a translation file. The header line is optional. */
const ENGLISH_HEADER = 'english';

/**
 * Reads a translation file and returns a map from each text to its translation. `name` is the file as the user typed
 * it, and `tag` is the language of the sheet, for example `de`. Texts without a translation are skipped. Throws a
 * UsageError if the header names another language, or if a text has two translations.
 */
export const readTranslationTerms = (
  bytes: Uint8Array,
  name: string,
  tag: string,
): ReadonlyMap<string, string> => {
  const terms = new Map<string, string>();
  for (const [at, row] of (readCsvSheets(bytes, name)[0]?.rows ?? []).entries()) {
    const readColumn = (column: number): string =>
      row.find((cell) => cell.column === column)?.text.trim() ?? '';
    const [text, term] = [readColumn(1), readColumn(2)];
    if (at === 0 && text.toLowerCase() === ENGLISH_HEADER) {
      if (term !== '' && term !== tag)
        throw createWorkbookError(
          name,
          `has its terms in ${JSON.stringify(term)}, and --lang says ${tag}`,
          'other_language',
        );
      continue;
    }
    const earlierTerm = terms.get(text);
    if (earlierTerm !== undefined && term !== '' && earlierTerm !== term)
      throw createWorkbookError(
        name,
        `has two terms for ${JSON.stringify(text)}, the second on line ${row[0]?.row}`,
        'two_terms',
      );
    if (text !== '' && term !== '') terms.set(text, term);
  }
  return terms;
};

/** Builds the rows of a translation file to fill in: each text with an empty translation. */
export const buildTermRows = (texts: readonly string[]): readonly (readonly [string, string])[] =>
  texts.map((text) => [text, '']);
/** Returns the header of a translation file: `english` and the tag of the language. */
export const listTermColumns = (tag: string): readonly [string, string] => [ENGLISH_HEADER, tag];

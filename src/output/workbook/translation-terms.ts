/**
 * The user's translations of texts on a sheet: a CSV file with a text and its translation on each line.
 */

import { readCsvSheets } from './read-csv.ts';
import { createWorkbookError } from './unzip-parts.ts';

/** The first column's name, where the file has a header line. */
const ENGLISH_HEADER = 'english';

/**
 * Reads the translations by text. `name` is the file as typed, `tag` the wanted language. Throws a
 * UsageError where the file has another language or two translations of one text.
 */
export const readTranslationTerms = (
  bytes: Uint8Array,
  name: string,
  tag: string,
): ReadonlyMap<string, string> => {
  const terms = new Map<string, string>();
  for (const [at, row] of (readCsvSheets(bytes, name)[0]?.rows ?? []).entries()) {
    const of = (column: number): string => row.find((cell) => cell.column === column)?.text.trim() ?? '';
    const [text, term] = [of(1), of(2)];
    if (at === 0 && text.toLowerCase() === ENGLISH_HEADER) {
      if (term !== '' && term !== tag)
        throw createWorkbookError(
          name,
          `has its terms in ${JSON.stringify(term)}, and --lang says ${tag}`,
          'other_language',
        );
      continue;
    }
    const before = terms.get(text);
    if (before !== undefined && term !== '' && before !== term)
      throw createWorkbookError(
        name,
        `has two terms for ${JSON.stringify(text)}, the second on line ${row[0]?.row}`,
        'two_terms',
      );
    if (text !== '' && term !== '') terms.set(text, term);
  }
  return terms;
};

/** Builds the lines of a file with translations to fill in. */
export const buildTermRows = (texts: readonly string[]): readonly (readonly [string, string])[] =>
  texts.map((text) => [text, '']);
/** Returns the header of such a file. */
export const listTermColumns = (tag: string): readonly [string, string] => [ENGLISH_HEADER, tag];

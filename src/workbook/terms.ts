/** Words of whoever prints a page: a text, and what it is called in another language, a line for each. */

import { readCsv } from './read-csv.ts';
import { refused } from './unpack.ts';

/** The first line of such a file may say what stands in its columns. */
const HEAD = 'english';

/** `name` is the file as typed, `tag` the language that is asked for. Throws a UsageError for what holds no terms. */
export const readTerms = (bytes: Uint8Array, name: string, tag: string): ReadonlyMap<string, string> => {
  const terms = new Map<string, string>();
  for (const [at, row] of (readCsv(bytes, name)[0]?.rows ?? []).entries()) {
    const of = (column: number): string => row.find((cell) => cell.column === column)?.text.trim() ?? '';
    const [text, term] = [of(1), of(2)];
    if (at === 0 && text.toLowerCase() === HEAD) {
      if (term !== '' && term !== tag)
        throw refused(
          name,
          `has its terms in ${JSON.stringify(term)}, and --lang says ${tag}`,
          'other_language',
        );
      continue;
    }
    const before = terms.get(text);
    if (before !== undefined && term !== '' && before !== term)
      throw refused(
        name,
        `has two terms for ${JSON.stringify(text)}, the second on line ${row[0]?.row}`,
        'two_terms',
      );
    if (text !== '' && term !== '') terms.set(text, term);
  }
  return terms;
};

/** The lines of a file whose terms are still to be written. */
export const termRows = (texts: readonly string[]): readonly (readonly [string, string])[] =>
  texts.map((text) => [text, '']);
export const termColumns = (tag: string): readonly [string, string] => [HEAD, tag];

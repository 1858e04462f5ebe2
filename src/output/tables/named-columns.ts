import { UsageError } from '../../platform/errors.ts';
import { quoteShellWords, shellText } from '../../platform/escape/shell.ts';
import { isLikelyTypo } from '../../platform/likely-typo.ts';
import type { FlatTable } from './flat-table.ts';

/** A column with the name under which another program knows it. */
export interface NamedColumn {
  readonly title: string;
  /** The column of toile; empty for a column that a template needs and toile does not have. */
  readonly column: string;
}

/** Splits text at a sign that is not escaped with `\`. */
const splitUnescaped = (text: string, sign: string): readonly string[] => {
  const found = [''];
  for (const piece of text.match(/\\.|[^\\]|\\$/gsu) ?? [])
    if (piece === sign) found.push('');
    else found[found.length - 1] += piece;
  return found;
};

const unescapeName = (text: string): string => text.trim().replaceAll(/\\(.)/gs, '$1');

/**
 * Parses the value of `--columns`, for example `Code=code,Tol+=tol_plus`: names to print and their columns.
 * A name alone is also the column. In a file each may be on its own line, and `#` starts a comment. `\,`
 * and `\=` belong to a name.
 * @throws UsageError when no column or an empty name is given.
 */
export const parseNamedColumns = (typed: string): readonly NamedColumn[] => {
  const words = typed
    .split(/\r\n|\r|\n/)
    .filter((line) => !line.trimStart().startsWith('#'))
    .flatMap((line) => splitUnescaped(line, ','))
    .filter((word) => word.trim() !== '');
  if (words.length === 0)
    throw new UsageError('--columns names no column', { hint: shellText`--columns Code=code,Tol+=tol_plus` });
  return words.map((word) => {
    const [head = '', ...rest] = splitUnescaped(word, '=');
    const from = rest.length === 0 ? head : rest.join('=');
    if (unescapeName(head) === '')
      throw new UsageError(`--columns: ${JSON.stringify(word.trim())} has no name to write`);
    return { title: unescapeName(head), column: unescapeName(from) };
  });
};

/** A selected column that does not exist, and the nearest one that does. */
interface MissingColumn {
  readonly name: string;
  readonly near: string | undefined;
}

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/**
 * Returns the column with nearly the same name: `tol_plus` for `Tol Plus` or `tol_pls`. Returns undefined
 * for none.
 */
const findNearestColumn = (name: string, columns: readonly string[]): string | undefined =>
  columns.find((column) => normalizeName(column) === normalizeName(name)) ??
  columns.find(
    (column) => normalizeName(name).length > 2 && isLikelyTypo(normalizeName(name), normalizeName(column), 2),
  );

/** Formats a suggestion: ` (did you mean tol_plus?)`, or nothing. */
export const formatColumnSuggestion = (near: string | undefined): string =>
  near === undefined ? '' : ` (did you mean ${near}?)`;

/**
 * Returns the table under the given names, and the selected columns that do not exist. Those are empty.
 * @throws UsageError when none of the columns exists.
 */
export const selectNamedColumns = (
  { columns, rows }: FlatTable,
  wanted: readonly NamedColumn[],
): { readonly table: FlatTable; readonly missing: readonly MissingColumn[] } => {
  const places = wanted.map(({ column }) => columns.indexOf(column));
  const unknown = wanted.flatMap(({ column }, at) => (column !== '' && places[at] === -1 ? [column] : []));
  const missing = unknown.map((name) => ({ name, near: findNearestColumn(name, columns) }));
  if (missing.length > 0 && places.every((at) => at === -1))
    throw new UsageError(
      `there is no column ${missing.map(({ name, near }) => JSON.stringify(name) + formatColumnSuggestion(near)).join(' or ')}`,
      { hint: shellText`--columns ${quoteShellWords(columns, ',')}` },
    );
  const chosen = function* () {
    for (const row of rows) yield places.map((at) => (at === -1 ? null : (row[at] ?? null)));
  };
  return {
    table: { columns: wanted.map(({ title }) => title), rows: { [Symbol.iterator]: chosen } },
    missing,
  };
};

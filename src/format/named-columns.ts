import { shellWords, typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { slips } from '../slips.ts';
import type { Table } from './cell.ts';

/** A column under the name that another program knows it by. */
export interface NamedColumn {
  readonly head: string;
  /** Empty for a column that stays empty: a template may want one that toile knows nothing of. */
  readonly from: string;
}

/** At signs that are not typed behind a `\`. */
const parts = (text: string, sign: string): readonly string[] => {
  const found = [''];
  for (const piece of text.match(/\\.|[^\\]|\\$/gsu) ?? [])
    if (piece === sign) found.push('');
    else found[found.length - 1] += piece;
  return found;
};

const meant = (text: string): string => text.trim().replaceAll(/\\(.)/gs, '$1');

/**
 * `Code=code,Tol+=tol_plus`: names to write, and the columns that they stand for; a name alone keeps its own. In a file
 * they may stand on lines of their own, `#` begins a remark. `\,` and `\=` belong to a name.
 */
export const parseColumns = (typed: string): readonly NamedColumn[] => {
  const words = typed
    .split(/\r\n|\r|\n/)
    .filter((line) => !line.trimStart().startsWith('#'))
    .flatMap((line) => parts(line, ','))
    .filter((word) => word.trim() !== '');
  if (words.length === 0)
    throw new UsageError('--columns names no column', { hint: typeable`--columns Code=code,Tol+=tol_plus` });
  return words.map((word) => {
    const [head = '', ...rest] = parts(word, '=');
    const from = rest.length === 0 ? head : rest.join('=');
    if (meant(head) === '')
      throw new UsageError(`--columns: ${JSON.stringify(word.trim())} has no name to write`);
    return { head: meant(head), from: meant(from) };
  });
};

/** A column that was asked for and is not there, and one that may have been meant. */
interface Missing {
  readonly name: string;
  readonly near: string | undefined;
}

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** `Tol Plus` and `tol_pls` are near `tol_plus`. */
const nearest = (name: string, columns: readonly string[]): string | undefined =>
  columns.find((column) => bare(column) === bare(name)) ??
  columns.find((column) => bare(name).length > 2 && slips(bare(name), bare(column), 2));

export const meaning = (near: string | undefined): string =>
  near === undefined ? '' : ` (did you mean ${near}?)`;

/** The table under these names, and which columns it does not have: those are empty. Throws where it has none of them. */
export const namedColumns = (
  { columns, rows }: Table,
  wanted: readonly NamedColumn[],
): { readonly table: Table; readonly missing: readonly Missing[] } => {
  const places = wanted.map(({ from }) => columns.indexOf(from));
  const unknown = wanted.flatMap(({ from }, at) => (from !== '' && places[at] === -1 ? [from] : []));
  const missing = unknown.map((name) => ({ name, near: nearest(name, columns) }));
  if (missing.length > 0 && places.every((at) => at === -1))
    throw new UsageError(
      `there is no column ${missing.map(({ name, near }) => JSON.stringify(name) + meaning(near)).join(' or ')}`,
      { hint: typeable`--columns ${shellWords(columns, ',')}` },
    );
  const chosen = function* () {
    for (const row of rows) yield places.map((at) => (at === -1 ? null : (row[at] ?? null)));
  };
  return {
    table: { columns: wanted.map(({ head }) => head), rows: { [Symbol.iterator]: chosen } },
    missing,
  };
};

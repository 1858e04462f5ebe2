/**
 * Determines the rows and columns of each standard table of a tech pack. The rows are nodes of certain kinds, and the
 * columns are certain members of these nodes. The words for both are in `trade-vocabulary.ts`.
 */

import { cacheByWord } from '../platform/cache-by-word.ts';
import { formatKindTitle, isSameKind } from './node-kinds.ts';
import { isSizeName } from './sizes.ts';
import { listTradeNames, toTradeKind } from './trade-kinds.ts';
import {
  normalizeName,
  SIZE_GROUPS,
  TOLERANCE_GROUPS,
  TRADE_VOCABULARY,
  type TradeField,
  type TradeTableWords,
} from './trade-vocabulary.ts';

/**
 * Maps the name of each standard table, such as `bom`, to a description of the table: its title, its other names, the
 * kinds of its nodes, and its columns.
 */
export const TRADE_TABLES: Readonly<Record<TableName, TradeTableWords>> = TRADE_VOCABULARY;

/** The name of a standard table on the command line, for example `bom`. */
export type TableName = keyof typeof TRADE_VOCABULARY;
/** The names of all tables of the trade, in the order of a tech pack. */
export const TABLE_NAMES = Object.keys(TRADE_VOCABULARY) as readonly TableName[];

/** Returns the table that a typed word means: `pom` for `poms`, `cut` for `pieces`. Undefined for any other word. */
export const findTableName = (word: string): TableName | undefined => {
  const name = normalizeName(word);
  return TABLE_NAMES.find((table) => table === name || TRADE_TABLES[table].aliases.includes(name));
};

/**
 * A field of a table that was found for a name in a body. `rank` is 0 if the name equals the key of the field, and
 * higher if it is another spelling.
 */
export interface FieldMatch {
  readonly field: TradeField;
  readonly rank: number;
}

/**
 * The specification of one table: a standard table such as the bill of materials, or a table with the nodes of one
 * kind, for example `garment`.
 */
export interface TableSpec {
  /**
   * The name of a standard table, for example `bom`. In a table for the nodes of one kind, this is the kind, for
   * example `garment`.
   */
  readonly name: string;
  readonly title: string;
  /**
   * The name of the standard table that defines the columns, for example `bom`. Undefined if no standard table is for
   * nodes of this kind.
   */
  readonly table: TableName | undefined;
  readonly fields: readonly TradeField[];
  hasKind(kind: string): boolean;
  /**
   * Returns the field of a tech pack to which a path belongs, for example `tol_plus` for `tolerance.plus`. `isSized` is
   * true for the value of one size. `path` then omits the size, for example `sizes.spec` for `sizes.M.spec`.
   */
  findField(path: string, isSized: boolean): FieldMatch | undefined;
}

/**
 * Returns two names for a kind: the whole kind and its last word, for example `size_label` and `label` for `size
 * label`. The first word is not used for the table of sizes, because `size` would wrongly put a `size label` in it.
 */
const takeWholeAndLastWord = (kind: string): readonly string[] => {
  const words = listTradeNames(kind);
  return [words[0] ?? '', words.at(-1) ?? ''];
};

const isKnownKind = (name: TableName, word: string): boolean => {
  const { kinds } = TRADE_TABLES[name];
  return kinds.includes(word) || kinds.includes(toTradeKind(word.replace(/s$/, '')));
};

/**
 * Returns true if a table can contain nodes of this kind. For example, the cut list can contain nodes of the kind
 * `pieces`, and the bill of materials nodes of the kind `BOMLine`.
 */
const isTableKind = (name: TableName, kind: string): boolean => {
  const words = name === 'sizes' ? takeWholeAndLastWord(kind) : listTradeNames(kind);
  // Labels and packaging are also rows of the bill of materials, because they are bought.
  const tables: readonly TableName[] = name === 'bom' ? ['bom', 'labels'] : [name];
  return words.some((word) => tables.some((table) => isKnownKind(table, word)));
};

/**
 * The tables in order of precedence. If the words in the name of a kind fit several tables, the kind belongs to the
 * first of them. So a `construction note` is a callout and not a seam, and a `care note` belongs to the labels.
 */
const TABLE_PRECEDENCE: readonly TableName[] = [
  ...(['labels', 'callouts', 'pom', 'allowances', 'construction'] as const),
  ...(['bom', 'cut', 'colourways', 'sizes'] as const),
];

/**
 * Returns the name of the table in which a tech pack prints nodes of this kind. Returns an empty text if no table has
 * this kind.
 */
export const findKindTable = cacheByWord((kind: string): TableName | '' => {
  const [whole = '', ...words] = kind === '' ? [] : listTradeNames(kind);
  return (
    TABLE_PRECEDENCE.find((name) => isKnownKind(name, whole)) ??
    TABLE_PRECEDENCE.find((name) =>
      (name === 'sizes' ? [words.at(-1) ?? ''] : words).some((word) => isKnownKind(name, word)),
    ) ??
    ''
  );
});

const indexFields = cacheByWord((name: string): ReadonlyMap<string, FieldMatch> => {
  const found = new Map<string, FieldMatch>();
  for (const field of TRADE_TABLES[name as TableName].fields)
    for (const [rank, spelling] of [field.key, ...(field.spellings?.split(' ') ?? [])].entries())
      if (!found.has(spelling)) found.set(spelling, { field, rank });
  return found;
});

const createFieldFinder = (table: TableName | undefined): TableSpec['findField'] => {
  if (table === undefined) return () => undefined;
  const fields = indexFields(table);
  const findSteps = (steps: readonly string[]): FieldMatch | undefined =>
    steps.length > 1 && TOLERANCE_GROUPS.includes(steps[0] ?? '')
      ? fields.get(['tolerance', ...steps.slice(1)].join('.'))
      : fields.get(steps.join('.'));
  const findPlain = cacheByWord((path) => findSteps(path.split('.').map(normalizeName)));
  const findSized = cacheByWord((path) => {
    const steps = path.split('.').map(normalizeName);
    const unsizedSteps = steps.filter((step) => !SIZE_GROUPS.includes(step));
    return unsizedSteps.length === 0 ? fields.get('spec') : findSteps(unsizedSteps);
  });
  return (path, isSized) => (isSized ? findSized : findPlain)(path);
};

/** Returns the function `listTradeFields` for one kind of node, for example `pom`. Its results are cached. */
const findKindFields = cacheByWord((kind) => {
  const findField = createFieldFinder(findKindTable(kind) || undefined);
  return cacheByWord((path): readonly string[] => {
    const dot = path.lastIndexOf('.');
    const base = dot > 0 && isSizeName(path.slice(dot + 1)) ? path.slice(0, dot) : undefined;
    const found =
      findField(path, false) ??
      findField(path, true) ??
      (base === undefined ? undefined : findField(base, true));
    return found === undefined ? [] : [found.field.key, ...(found.field.covers ?? [])];
  });
});

/**
 * Returns the keys of the trade fields (usual fields of a tech pack) that a path stands for in a node of this kind. For
 * example, `tol` of a measurement stands for `tolerance`, `tol_minus` and `tol_plus`. Returns an empty list if the path
 * stands for no such field.
 */
export const listTradeFields = (kind: string, path: string): readonly string[] => findKindFields(kind)(path);

/**
 * Creates the specification of a table, or returns the cached one. A name such as `poms` means a standard table of a
 * tech pack. Any other word means a table of the nodes of that kind. Its columns are those of the standard table to
 * which the kind belongs, if there is one.
 */
export const createTableSpec = cacheByWord((name: string): TableSpec => {
  const named = findTableName(name);
  const table = named ?? (findKindTable(name) || undefined);
  return {
    name: named ?? name,
    title: named ? TRADE_TABLES[named].title : formatKindTitle(name),
    table,
    fields: table ? TRADE_TABLES[table].fields : [],
    hasKind: cacheByWord((kind) =>
      named ? isTableKind(named, kind) : kind !== '' && isSameKind(name, kind),
    ),
    findField: createFieldFinder(table),
  };
});

/**
 * Creates the specification of a table that contains only the nodes of the kind `kind`. It has no standard fields of a
 * tech pack, such as `tol_plus`. All its columns are named after the paths in the body.
 */
export const createKindSpec = (kind: string): TableSpec => ({
  name: kind,
  title: formatKindTitle(kind),
  table: undefined,
  fields: [],
  hasKind: (otherKind) => otherKind === kind,
  findField: () => undefined,
});

/**
 * Creates the specification of a standard table for a tech pack, for example of the bill of materials. Each kind of
 * node belongs to only one of these tables.
 */
export const createPackTableSpec = (name: TableName): TableSpec => ({
  ...createTableSpec(name),
  hasKind: (kind) => findKindTable(kind) === name,
});

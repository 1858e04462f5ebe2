import { countLeftOut, formatLeftOut } from '../../garment/left-out.ts';
import { UsageError } from '../../platform/errors.ts';
import { quoteShellWords, shellText } from '../../platform/escape/shell.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import { isLikelyTypo } from '../../platform/typed-words.ts';
import { type FlatTable, findStateColumns } from './flat-table.ts';

/**
 * A field selected with `--fields`, for example `pack.ready` with the path `pack`, `ready`. If the value at `pack` is a
 * list, `ready` is read from each of its items. A dot that belongs to a name is typed `\.`.
 */
export interface OutputField {
  readonly typed: string;
  /** The title that the user typed for the column, for example `Code` in `Code=code`. */
  readonly title: string | undefined;
  readonly path: readonly string[];
}

/**
 * Parses the value of `--fields`, for example `id,Code=code,pack.ready`.
 * @throws UsageError if a name is empty.
 */
export const parseFields = (typed: string): readonly OutputField[] => {
  const removeEscapes = (name: string) => name.replaceAll(/\\(.)/g, '$1');
  const fields = splitUnescaped(typed, ',').map((word) => {
    const parts = splitUnescaped(word.trim(), '=');
    return { field: parts.at(-1) ?? '', title: parts.length > 1 ? parts.slice(0, -1).join('=') : undefined };
  });
  if (fields.some(({ field, title }) => title === '' || splitUnescaped(field, '.').includes('')))
    throw new UsageError(`--fields contains an empty name: ${JSON.stringify(typed)}`, {
      hint: shellText`Separate names by commas and steps by dots: --fields id,pack.ready`,
    });
  return fields.map(({ field, title }) => ({
    typed: field,
    title: title === undefined ? undefined : removeEscapes(title),
    path: splitUnescaped(field, '.').map(removeEscapes),
  }));
};

/**
 * Builds a table with one row per value and one column per field. A field that a value does not have is null.
 * @throws UsageError for a field that no value has.
 */
export const buildFieldTable = (values: readonly unknown[], fields: readonly OutputField[]): FlatTable => {
  for (const field of fields) assertFieldExists(values, field);
  return {
    columns: fields.map(({ title, typed }) => title ?? typed),
    rows: values.map((value) => fields.map(({ path }) => readAtPath(value, path) ?? null)),
  };
};

/**
 * A table with only the columns that the user selected. If the user did not select the provenance column of a cell,
 * `readHiddenStates` returns the provenance of the cell.
 */
export interface SelectedTable extends FlatTable {
  /**
   * Returns the provenance of each selected cell of `row`, which must be one of `rows`. It is undefined if the user
   * selected the provenance column too, if the cell has no provenance, or if the cell contains a unit.
   */
  readHiddenStates(row: readonly unknown[]): readonly (string | undefined)[];
  /**
   * Formats a note with the number of printed cells that are not asserted and have no provenance column beside them.
   * Counts only the rows that were already read from `rows`. Returns undefined if there are no such cells.
   */
  formatHiddenStates(): string | undefined;
}

const ASSERTED_ALONE = /^(?:asserted ?)*$/;

/**
 * Selects columns of a table in the given order. The field `pack.ready` selects the column with the name `pack.ready`.
 * If there is none, it selects the column `pack` and reads the member `ready` of each cell.
 * @throws UsageError for a column that does not exist.
 */
export const selectFieldColumns = (
  { columns, rows }: FlatTable,
  fields: readonly OutputField[],
): SelectedTable => {
  const selected = fields.map(({ typed, path: [first = '', ...rest] }) => {
    const whole = columns.indexOf(typed);
    const column = whole === -1 ? columns.indexOf(first) : whole;
    if (column === -1) throw createUnknownFieldError(typed, columns);
    return { column, path: whole === -1 ? rest : [] };
  });
  const shown = new Set(selected.map(({ column }) => column));
  const states = findStateColumns(columns).map((state, at) =>
    shown.has(state) || /(?:^|_)unit$/.test(columns[at] ?? '') ? -1 : state,
  );
  const hidden = new WeakMap<readonly unknown[], readonly (string | undefined)[]>();
  const titlesByState: Record<'inferred' | 'unstated' | 'other', string[]> = {
    inferred: [],
    unstated: [],
    other: [],
  };
  const titles = fields.map(({ title, typed }) => title ?? typed);
  const readRows = function* () {
    for (const row of rows) {
      const cells = selected.map(({ column, path }) => readAtPath(row[column], path) ?? null);
      const rowStates = selected.map(({ column }) => {
        const state = row[states[column] ?? -1];
        return typeof state === 'string' ? state : undefined;
      });
      hidden.set(cells, rowStates);
      for (const [at, state] of rowStates.entries())
        if (state !== undefined && !ASSERTED_ALONE.test(state))
          titlesByState[state === 'inferred' || state === 'unstated' ? state : 'other'].push(
            titles[at] ?? '',
          );
      yield cells;
    }
  };
  return {
    columns: titles,
    rows: { [Symbol.iterator]: readRows },
    readHiddenStates: (row) => hidden.get(row) ?? [],
    formatHiddenStates() {
      const found = Object.entries(titlesByState).flatMap(([state, names]) =>
        countLeftOut(`mark of ${state} values`, names),
      );
      return found.length === 0 ? undefined : formatLeftOut(found);
    },
  };
};

/**
 * Returns the value with only the given fields, in the given order. If the value is a list, does this for each of its
 * items.
 * @throws UsageError for a field that neither the value nor any item of the list has.
 */
export const pickFields = (value: unknown, fields: readonly OutputField[]): unknown => {
  const values = Array.isArray(value) ? value : [value];
  for (const field of fields) assertFieldExists(values, field);
  return pickBranches(value, buildFieldTree(fields.map(({ path }) => path)));
};

/**
 * Returns a body with only the given fields. If the body has exactly one list, a field that is not a member of the body
 * is looked up in the items of this list. For example, `id` means `designs.id` if the list is `designs`.
 * @throws UsageError for a field that is found neither in the body nor in the items.
 */
export const pickBodyFields = (body: unknown, fields: readonly OutputField[]): unknown => {
  const members = isRecord(body) ? Object.entries(body) : [];
  const [list, ...others] = members.filter(([, value]) => Array.isArray(value));
  const isInList = ({ path: [first = ''] }: OutputField): boolean =>
    list !== undefined && others.length === 0 && !members.some(([name]) => name === first);
  if (list === undefined || !fields.some(isInList)) return pickFields(body, fields);
  const inItems = fields.filter(isInList);
  const outside = fields.filter((field) => !isInList(field));
  return { ...Object(pickFields(body, outside)), [list[0]]: pickFields(list[1], inItems) };
};

/**
 * A tree of the selected fields: `pack.ready` is a node `pack` with the child `ready`. A node without children selects
 * the complete member.
 */
type FieldTree = Map<string, FieldTree>;

const buildFieldTree = (paths: readonly (readonly string[])[]): FieldTree => {
  const root: FieldTree = new Map();
  for (const path of paths) {
    let branch = root;
    for (const [step, name] of path.entries()) {
      const next = branch.get(name);
      // If the whole member is already selected, a field inside this member adds nothing.
      if (next?.size === 0) break;
      const child: FieldTree = step < path.length - 1 ? (next ?? new Map()) : new Map();
      branch.set(name, child);
      branch = child;
    }
  }
  return root;
};

const pickBranches = (value: unknown, tree: FieldTree): unknown => {
  if (tree.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => pickBranches(item, tree));
  if (!isRecord(value)) return null;
  const members = [...tree].filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(members.map(([name, rest]) => [name, pickBranches(value[name], rest)]));
};

/**
 * Returns the value at a path, or undefined if it does not exist. If a value on the path is a list, follows the rest of
 * the path in each item and returns the list of the values found.
 */
const readAtPath = (value: unknown, path: readonly string[]): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    const found = value.map((item) => readAtPath(item, path)).filter((item) => item !== undefined);
    return found.length === 0 ? undefined : found;
  }
  return isRecord(value) && Object.hasOwn(value, name) ? readAtPath(value[name], rest) : undefined;
};

const assertFieldExists = (values: readonly unknown[], { typed, path }: OutputField): void => {
  if (values.length === 0 || readAtPath(values, path) !== undefined) return;
  const missing = path.findIndex((_, step) => readAtPath(values, path.slice(0, step + 1)) === undefined);
  const parent = path.slice(0, Math.max(0, missing));
  const names = new Set(listMemberNames(readAtPath(values, parent)));
  const existing = [...names].map((name) => [...parent, name].map(escapeFieldName).join('.'));
  throw createUnknownFieldError(typed, existing);
};

const listMemberNames = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(listMemberNames);
  return isRecord(value) ? Object.keys(value) : [];
};

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Returns ` (did you mean tol_plus?)` for `Tol Plus` or `tol_pls`; an empty text if no field is similar. */
const suggestField = (typed: string, existing: readonly string[]): string => {
  const name = normalizeName(typed);
  const similar =
    existing.find((each) => normalizeName(each) === name) ??
    existing.find((each) => name.length > 2 && isLikelyTypo(name, normalizeName(each), 2));
  return similar === undefined ? '' : ` (did you mean ${similar}?)`;
};

const createUnknownFieldError = (typed: string, existing: readonly string[]): UsageError =>
  new UsageError(`there is no field ${JSON.stringify(typed)}${suggestField(typed, existing)}`, {
    hint:
      existing.length > 0
        ? shellText`--fields ${quoteShellWords(existing, ',')}`
        : shellText`The result has no fields there.`,
  });

const escapeFieldName = (name: string): string => name.replaceAll(/[\\.,=]/g, '\\$&');

const splitUnescaped = (text: string, separator: ',' | '.' | '='): readonly string[] => {
  const parts = [''];
  for (const sign of text.match(/\\.|[^\\]|\\$/gsu) ?? []) {
    if (sign === separator) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
};

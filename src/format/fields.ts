import { shellWords, typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { isLexeme } from '../json/lossless.ts';
import type { Table } from './cell.ts';

/** A path through objects, typed `a.b`; a dot that belongs to a name is typed `\.`. Arrays are passed through. */
export interface Field {
  readonly typed: string;
  readonly path: readonly string[];
}

/** The value of `--fields`. Throws a UsageError where a name is empty. */
export const parseFields = (typed: string): readonly Field[] => {
  const fields = split(typed, ',').map((field) => field.trim());
  if (fields.some((field) => field === '' || split(field, '.').includes('')))
    throw new UsageError(`--fields holds an empty name: ${JSON.stringify(typed)}`, {
      hint: typeable`Names stand between commas, steps between dots: --fields id,pack.ready`,
    });
  return fields.map((field) => ({
    typed: field,
    path: split(field, '.').map((name) => name.replaceAll(/\\(.)/g, '$1')),
  }));
};

/** A column per field over values of any shape; absent is null. Throws a UsageError for a field that none has. */
export const fieldTable = (values: readonly unknown[], fields: readonly Field[]): Table => {
  for (const field of fields) mustExist(values, field);
  return {
    columns: fields.map(({ typed }) => typed),
    rows: values.map((value) => fields.map(({ path }) => at(value, path) ?? null)),
  };
};

/** The columns named, in the order named; a further step goes into the cell. Throws as `fieldTable` does. */
export const fieldColumns = ({ columns, rows }: Table, fields: readonly Field[]): Table => {
  const chosen = fields.map(({ typed, path: [first = '', ...rest] }) => {
    const whole = columns.indexOf(typed);
    const column = whole === -1 ? columns.indexOf(first) : whole;
    if (column === -1) throw unknown(typed, columns);
    return { column, path: whole === -1 ? rest : [] };
  });
  const project = function* () {
    for (const row of rows) yield chosen.map(({ column, path }) => at(row[column], path) ?? null);
  };
  return { columns: fields.map(({ typed }) => typed), rows: { [Symbol.iterator]: project } };
};

/** The same value with only the fields named, in the order named. Throws as `fieldTable` does. */
export const pickFields = (value: unknown, fields: readonly Field[]): unknown => {
  const values = Array.isArray(value) ? value : [value];
  for (const field of fields) mustExist(values, field);
  return pick(value, branches(fields.map(({ path }) => path)));
};

type Branches = Map<string, Branches>;

const branches = (paths: readonly (readonly string[])[]): Branches => {
  const root: Branches = new Map();
  for (const path of paths) {
    let branch = root;
    for (const [step, name] of path.entries()) {
      const next = branch.get(name);
      // A branch without branches is wanted whole, and stays so whatever else is named inside it.
      if (next?.size === 0) break;
      const grown: Branches = step < path.length - 1 ? (next ?? new Map()) : new Map();
      branch.set(name, grown);
      branch = grown;
    }
  }
  return root;
};

const pick = (value: unknown, wanted: Branches): unknown => {
  if (wanted.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, wanted));
  if (!isObject(value)) return null;
  const members = [...wanted].filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(members.map(([name, rest]) => [name, pick(value[name], rest)]));
};

const at = (value: unknown, path: readonly string[]): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    const found = value.map((item) => at(item, path)).filter((item) => item !== undefined);
    return found.length === 0 ? undefined : found;
  }
  return isObject(value) && Object.hasOwn(value, name) ? at(value[name], rest) : undefined;
};

const mustExist = (values: readonly unknown[], { typed, path }: Field): void => {
  if (values.length === 0 || at(values, path) !== undefined) return;
  const existing = path.findIndex((_, step) => at(values, path.slice(0, step + 1)) === undefined);
  const parent = path.slice(0, Math.max(0, existing));
  const names = new Set(namesIn(at(values, parent)));
  throw unknown(
    typed,
    [...names].map((name) => [...parent, name].map(typable).join('.')),
  );
};

const namesIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isObject(value) ? Object.keys(value) : [];
};

const unknown = (typed: string, existing: readonly string[]): UsageError =>
  new UsageError(`there is no field ${JSON.stringify(typed)}`, {
    hint:
      existing.length > 0
        ? typeable`--fields ${shellWords(existing, ',')}`
        : typeable`What was answered has no fields there.`,
  });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLexeme(value);

const typable = (name: string): string => name.replaceAll(/[\\.,]/g, '\\$&');

const split = (text: string, separator: ',' | '.'): readonly string[] => {
  const parts = [''];
  for (const sign of text.match(/\\.|[^\\]|\\$/gsu) ?? []) {
    if (sign === separator) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
};

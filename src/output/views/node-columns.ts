/**
 * The columns of a table of nodes in rows: a value or relation, followed by its unit, provenance and other
 * members.
 */

import type { NodeRelation } from '../../garment/node-relations.ts';
import type { NodeRow } from '../../garment/node-table.ts';
import { toProvenanceName } from '../../garment/provenance-filter.ts';
import { listQualifierNames, readQualifier } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';

/** A column of output rows: its name, and the cell of each row. */
export interface RowColumn<R = NodeRow> {
  readonly name: string;
  cell(row: R): unknown;
}

/** Selects the members of a value that get columns. */
export interface ColumnOptions {
  /** Basis and confidence. */
  readonly why: boolean;
  /** All other members, in the column `beside`. */
  readonly all: boolean;
}

/** A member beside a value: the name of its column and the function that reads it. */
type MemberReader = readonly [key: string, said: (entry: Value) => unknown];

const readOtherMembers = ({ otherMembers }: Value): unknown =>
  otherMembers.length === 0 ? null : Object.fromEntries(otherMembers);

/**
 * Lists the members that get columns: the qualifiers, and what the options ask for where a value has it.
 */
const listMemberReaders = (
  entries: readonly Value[],
  { why, all }: ColumnOptions,
): readonly MemberReader[] => {
  const which = listQualifierNames(entries).map(
    (key): MemberReader => [key, (entry) => readQualifier(entry, key)],
  );
  const whys: readonly MemberReader[] = [
    ['basis', ({ basis }) => basis],
    ['confidence', ({ confidence }) => confidence],
  ];
  const others = [...(why ? whys : []), ...(all ? [['beside', readOtherMembers] as const] : [])];
  return [...which, ...others.filter(([, said]) => entries.some((entry) => (said(entry) ?? null) !== null))];
};

/**
 * Builds the columns of one field: the value, its unit where any row has one, its provenance and its other
 * members.
 */
export const buildValueColumns = <R extends Pick<NodeRow, 'cells'>>(
  name: string,
  rows: readonly R[],
  asked: ColumnOptions,
): readonly RowColumn<R>[] => {
  const entries = rows.flatMap(({ cells }) => cells.get(name) ?? []);
  const field = (key: string, said: (entry: Value) => unknown): RowColumn<R> => ({
    name: key === '' ? name : `${name}_${key}`,
    cell: ({ cells }) => {
      const entry = cells.get(name);
      return entry === undefined ? null : (said(entry) ?? null);
    },
  });
  const hasUnit = entries.some(({ unit }) => (unit ?? null) !== null);
  return [
    field('', ({ value }) => value),
    ...(hasUnit ? [field('unit', ({ unit }) => unit)] : []),
    field('state', ({ state }) => state),
    ...listMemberReaders(entries, asked).map(([key, said]) => field(key, said)),
  ];
};

/**
 * Builds the columns of one relation: target and provenance. Several targets of a row stand in one cell, in
 * their order. `of` returns the relations of a row, each with its target.
 */
export const buildRelationColumns = (
  name: string,
  rows: readonly NodeRow[],
  of: (row: NodeRow) => readonly (readonly [string, NodeRelation])[],
  asked: ColumnOptions,
): readonly RowColumn[] => {
  const joined = (words: readonly string[]): unknown =>
    words.length > 1 && words.some((word) => /\s/.test(word) || word === '') ? words : words.join(' ');
  const entries = rows.flatMap((row) => of(row).map(([, { value }]) => value));
  return [
    { name, cell: (row) => (of(row).length === 0 ? null : joined(of(row).map(([id]) => id))) },
    {
      name: `${name}_state`,
      cell: (row) => {
        const states = of(row).map(([, { state }]) => state);
        const [first, ...others] = new Set(states);
        return others.length === 0
          ? (first ?? null)
          : states.map((state) => toProvenanceName({ state })).join(' ');
      },
    },
    ...listMemberReaders(entries, asked).map(
      ([key, said]): RowColumn => ({
        name: `${name}_${key}`,
        cell: (row) => {
          const all = of(row).map(([, { value }]) => said(value) ?? null);
          return all.length > 1 ? all : (all[0] ?? null);
        },
      }),
    ),
  ];
};

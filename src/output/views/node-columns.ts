import type { NodeRelation } from '../../garment/node-relations.ts';
import type { NodeRow } from '../../garment/node-table.ts';
import { toProvenanceName } from '../../garment/provenance-filter.ts';
import { findQualifier, listQualifierNames } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';

/** A column of output rows: its name, and a function that returns the cell of a row. */
export interface RowColumn<R = NodeRow> {
  readonly name: string;
  cell(row: R): unknown;
}

/** Selects the further columns of a value. */
export interface ColumnOptions {
  /** Adds columns for basis and confidence. */
  readonly why: boolean;
  /** Adds a column `beside` with all other members as one JSON object. */
  readonly all: boolean;
}

type MemberReader = readonly [key: string, said: (entry: Value) => unknown];

const readOtherMembers = ({ otherMembers }: Value): unknown =>
  otherMembers.length === 0 ? null : Object.fromEntries(otherMembers);

/** Lists the members that get a column: qualifiers, then those of basis, confidence and `beside` that are selected. */
const listMemberReaders = (
  entries: readonly Value[],
  { why, all }: ColumnOptions,
): readonly MemberReader[] => {
  const which = listQualifierNames(entries).map(
    (key): MemberReader => [key, (entry) => findQualifier(entry, key)],
  );
  const whys: readonly MemberReader[] = [
    ['basis', ({ basis }) => basis],
    ['confidence', ({ confidence }) => confidence],
  ];
  const others = [...(why ? whys : []), ...(all ? [['beside', readOtherMembers] as const] : [])];
  return [...which, ...others.filter(([, said]) => entries.some((entry) => (said(entry) ?? null) !== null))];
};

/** Builds the columns of a field: `spec`, `spec_unit` if a row has a unit, `spec_state`, and others: `spec_basis`. */
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
 * Builds the columns of one relation: targets (`made_of`), provenance (`made_of_state`) and the members that the
 * options select. One cell has all targets of a row. `of` returns the relations of a row, each with the text of its
 * target.
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

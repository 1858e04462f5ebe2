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

/** Options that add columns for the other members of values. */
export interface ColumnOptions {
  /** Adds columns for basis and confidence. */
  readonly why: boolean;
  /** Adds a column `beside` with all other members as one JSON object. */
  readonly all: boolean;
}

type MemberReader = readonly [key: string, readMember: (entry: Value) => unknown];

const readOtherMembers = ({ otherMembers }: Value): unknown =>
  otherMembers.length === 0 ? null : Object.fromEntries(otherMembers);

/**
 * Lists the members that get a column: qualifiers, then basis and confidence with `why`, and `beside` with `all`. A
 * member that no value has gets no column.
 */
const listMemberReaders = (
  entries: readonly Value[],
  { why, all }: ColumnOptions,
): readonly MemberReader[] => {
  const qualifiers = listQualifierNames(entries).map(
    (key): MemberReader => [key, (entry) => findQualifier(entry, key)],
  );
  const reasons: readonly MemberReader[] = [
    ['basis', ({ basis }) => basis],
    ['confidence', ({ confidence }) => confidence],
  ];
  const further = [...(why ? reasons : []), ...(all ? [['beside', readOtherMembers] as const] : [])];
  return [
    ...qualifiers,
    ...further.filter(([, readMember]) => entries.some((entry) => (readMember(entry) ?? null) !== null)),
  ];
};

/**
 * Builds the columns of a field: `spec`, `spec_unit` if a row has a unit, `spec_state`, a column for each qualifier,
 * and those that `options` selects, for example `spec_basis`.
 */
export const buildValueColumns = <R extends Pick<NodeRow, 'cells'>>(
  name: string,
  rows: readonly R[],
  options: ColumnOptions,
): readonly RowColumn<R>[] => {
  const entries = rows.flatMap(({ cells }) => cells.get(name) ?? []);
  const createColumn = (key: string, readMember: (entry: Value) => unknown): RowColumn<R> => ({
    name: key === '' ? name : `${name}_${key}`,
    cell: ({ cells }) => {
      const entry = cells.get(name);
      return entry === undefined ? null : (readMember(entry) ?? null);
    },
  });
  const hasUnit = entries.some(({ unit }) => (unit ?? null) !== null);
  return [
    createColumn('', ({ value }) => value),
    ...(hasUnit ? [createColumn('unit', ({ unit }) => unit)] : []),
    createColumn('state', ({ state }) => state),
    ...listMemberReaders(entries, options).map(([key, readMember]) => createColumn(key, readMember)),
  ];
};

/**
 * Builds the columns of one relation: targets (`made_of`), provenance (`made_of_state`), a column for each qualifier,
 * and those that `options` selects. If a row has several targets, one cell has all of them. `listTargets` returns the
 * relations of a row, each as a pair of the printed target and the relation.
 */
export const buildRelationColumns = (
  name: string,
  rows: readonly NodeRow[],
  listTargets: (row: NodeRow) => readonly (readonly [string, NodeRelation])[],
  options: ColumnOptions,
): readonly RowColumn[] => {
  const joinTargets = (targets: readonly string[]): unknown =>
    targets.length > 1 && targets.some((word) => /\s/.test(word) || word === '')
      ? targets
      : targets.join(' ');
  const entries = rows.flatMap((row) => listTargets(row).map(([, { value }]) => value));
  return [
    {
      name,
      cell: (row) => (listTargets(row).length === 0 ? null : joinTargets(listTargets(row).map(([id]) => id))),
    },
    {
      name: `${name}_state`,
      cell: (row) => {
        const states = listTargets(row).map(([, { state }]) => state);
        const [first, ...others] = new Set(states);
        return others.length === 0
          ? (first ?? null)
          : states.map((state) => toProvenanceName({ state })).join(' ');
      },
    },
    ...listMemberReaders(entries, options).map(
      ([key, readMember]): RowColumn => ({
        name: `${name}_${key}`,
        cell: (row) => {
          const members = listTargets(row).map(([, { value }]) => readMember(value) ?? null);
          return members.length > 1 ? members : (members[0] ?? null);
        },
      }),
    ),
  ];
};

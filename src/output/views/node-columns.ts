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

/**
 * Options that add columns to a table of nodes. Without options, the table shows each value with its unit, provenance
 * and qualifiers, but not with other members such as `basis`.
 */
export interface ColumnOptions {
  /** If true, the table also has columns for the basis and the confidence of values. */
  readonly why: boolean;
  /**
   * If true, the table also has a column `beside`. It contains, as one JSON object, the members of a value besides its
   * unit, provenance, basis and confidence, for example a note.
   */
  readonly all: boolean;
}

type MemberReader = readonly [key: string, readMember: (entry: Value) => unknown];

const readOtherMembers = ({ otherMembers }: Value): unknown =>
  otherMembers.length === 0 ? null : Object.fromEntries(otherMembers);

/**
 * Lists the members of values that are printed in extra columns. Qualifiers (members such as `size` that help to
 * identify a value) always get a column. The basis, the confidence and the other members get a column only if the
 * options ask for it and at least one value has them.
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
 * Builds the columns of one field, for example of `spec`: the value (`spec`), its unit (`spec_unit`) if a row has one,
 * and its provenance (`spec_state`). Each qualifier, such as `currency`, gets a column too. `options` adds further
 * columns, such as `spec_basis`.
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
 * Builds the table columns of one relation between nodes. For `made_of`, the column `made_of` has the nodes to which
 * the relation points, and `made_of_state` has their provenance. Further columns have the qualifiers of the relation,
 * and the members that `options` selects. `listTargets` returns all targets of a row, which are printed in one cell.
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

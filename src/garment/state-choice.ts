/** A table with the values of some states only: what to ask at a fit, or what may be taken without asking. */

import type { Entry } from './entries.ts';
import { type LeftOut, leaving } from './left-out.ts';
import type { NodeRow, NodeTable } from './node-table.ts';

/** How a value without a state is asked for. */
export const NO_STATE = 'none';

export const stateName = ({ state }: Pick<Entry, 'state'>): string => state ?? NO_STATE;

export const hasState = (states: readonly string[] | undefined, entry: Pick<Entry, 'state'>): boolean =>
  states === undefined || states.includes(stateName(entry));

/** They only say which row it is: where the designer stated them they stay. */
const NAMING: readonly string[] = ['label', 'code'];

export const otherStates = (entries: Iterable<Pick<Entry, 'state'>>): readonly LeftOut[] =>
  leaving('value of another state', [...entries].map(stateName));

const staysAsName = (column: string, { state }: Entry): boolean =>
  NAMING.includes(column) && state === 'asserted';

const rowOf = (row: NodeRow, states: readonly string[], gone: Entry[]): NodeRow | undefined => {
  const fits = (entry: Entry): boolean => {
    const kept = hasState(states, entry);
    if (!kept) gone.push(entry);
    return kept;
  };
  const before = gone.length;
  const cells = [...row.cells].filter(([name, entry]) => staysAsName(name, entry) || fits(entry));
  const relations = row.relations.filter(({ entry }) => fits(entry));
  const leftover = row.leftover.filter(fits);
  const has = (entry: Entry): boolean => hasState(states, entry);
  const found = cells.some(([, entry]) => has(entry)) || relations.length > 0 || leftover.length > 0;
  if (!found) gone.splice(before, Number.POSITIVE_INFINITY, ...entriesOf(row));
  const usedBy = row.usedBy.filter((relation) => hasState(states, relation));
  const within = row.within.filter(has);
  return found ? { ...row, cells: new Map(cells), relations, usedBy, within, leftover } : undefined;
};

const entriesOf = ({ cells, relations, leftover }: NodeRow): readonly Entry[] => [
  ...cells.values(),
  ...relations.map(({ entry }) => entry),
  ...leftover,
];

/** The rows that have such a value, with the others emptied; and how many these are. Columns of none go. */
export const ofStates = (
  table: NodeTable,
  states: readonly string[] | undefined,
): { readonly table: NodeTable; readonly gone: readonly LeftOut[] } => {
  if (states === undefined) return { table, gone: [] };
  const gone: Entry[] = [];
  const rows = table.rows.flatMap((row) => rowOf(row, states, gone) ?? []);
  const held = new Set(rows.flatMap(({ cells }) => [...cells.keys()]));
  const named = new Set(rows.flatMap(({ relations }) => relations.map(({ name }) => name)));
  return {
    table: {
      ...table,
      rows,
      columns: table.columns.filter(({ name }) => held.has(name)),
      relations: table.relations.filter((name) => named.has(name)),
    },
    gone: otherStates(gone),
  };
};

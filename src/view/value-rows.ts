/** The values of many garments for pipes, a row each. */

import { plain } from '../garment/entries.ts';
import { type Flat, flatten } from '../garment/flatten-body.ts';
import { readGraph } from '../garment/graph.ts';
import { hasState } from '../garment/state-choice.ts';
import { leavingRowless } from '../garment/table-left-out.ts';
import { choosing, type ValueChoice } from '../garment/value-choice.ts';
import { scalarText } from '../json/values.ts';
import { cellsOf, notInCells, whyCells } from './entry-cells.ts';
import type { Rows } from './model.ts';

/** Whose body a value stands in. */
export interface BodyOf {
  readonly design_id: string | null;
  readonly garment_id: string | null;
  readonly name: unknown;
  /** For whom a graph says that it is. */
  readonly profile: string | null;
  /** A file, or the read of the service. */
  readonly where: string;
}

export const VALUE_COLUMNS = [
  ...(['design_id', 'garment_id', 'name', 'node_id', 'kind', 'label', 'field'] as const),
  ...(['value', 'unit', 'state', 'basis', 'confidence', 'profile', 'where'] as const),
] as const;
export type ValueColumn = (typeof VALUE_COLUMNS)[number];

export type ValueRow = Readonly<Record<ValueColumn, unknown>>;

/**
 * The rows of one value: its own, and with `all` (or where it says which value it is, such as a size) those of what
 * stands beside it, whose state is empty.
 */
const rowsOfValue = (
  of: BodyOf,
  { nodeId, kind, label, labelState, entry }: Flat,
  { all, states }: { readonly all: boolean; readonly states: readonly string[] | undefined },
): readonly ValueRow[] => {
  // A name that was guessed is not to stand beside what was asked for as if it were of it.
  const isName = states === undefined || labelState === 'asserted' || hasState(states, { state: labelState });
  const [basis, confidence] = whyCells(entry);
  return cellsOf(entry, all, true).map(({ field, value, unit, state }, at) => ({
    ...{ design_id: of.design_id, garment_id: of.garment_id, name: of.name ?? null },
    ...{ node_id: nodeId, kind, label: isName ? label : '', field, value, unit, state },
    ...{
      basis: at === 0 ? basis : null,
      confidence: at === 0 ? confidence : null,
      profile: of.profile,
      where: of.where,
    },
  }));
};

export interface Chosen {
  readonly choice: ValueChoice;
  /** Members without a state too. */
  readonly all: boolean;
}

/** What fits of a body: the rows of each value, and what of the body they leave out unasked. */
export const valuesOf = (of: Omit<BodyOf, 'profile'>, body: unknown, { choice, all }: Chosen) => {
  const { profile, nodes } = readGraph(body);
  const chosen = flatten(body).filter(choosing(choice));
  const { kinds, states, ...others } = choice;
  const isEvery = states === undefined && Object.values(others).every((wish) => wish === undefined);
  const shown = { ...of, profile: scalarText(profile) ?? null };
  const values = chosen
    .map((one) => rowsOfValue(shown, one, { all, states }))
    .filter((rows) => rows.length > 0);
  const isEmpty = isEvery && values.length === 0;
  // With no row there is no place for the profile.
  const unsaid = isEmpty && shown.profile !== null ? [plain('profile', shown.profile)] : [];
  const outside = { nodeId: '', kind: '', label: '', labelState: undefined, garmentId: undefined };
  return {
    values,
    /** A body that holds no value has a row where everything is asked for. */
    bare:
      isEmpty && all ? rowsOfValue(shown, { ...outside, entry: plain('', undefined) }, { all, states }) : [],
    left: [
      ...(isEvery && !all ? leavingRowless(nodes, kinds) : []),
      ...notInCells([...chosen.map(({ entry }) => entry), ...unsaid], all, true),
    ],
    kinds: nodes.map(({ kind }) => kind),
  };
};

export const cellsUnder = (
  items: readonly unknown[],
  columns: readonly string[],
): readonly (readonly unknown[])[] =>
  (items as readonly Readonly<Record<string, unknown>>[]).map((row) =>
    columns.map((column) => row[column] ?? null),
  );

/** Rows that were counted have columns of their own. */
export const valuesRows = (items: readonly unknown[], columns: readonly string[]): Rows => ({
  columns,
  rows: cellsUnder(items, columns),
});

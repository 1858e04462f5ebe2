/** Materials and trims of a season in rows: a use each, what is the same together. */

import type { JoinedBy } from '../garment/bought.ts';
import { type Entry, plain } from '../garment/entries.ts';
import type { Result } from '../garment/multiplied.ts';
import type { Rows } from './model.ts';
import { type Field, valueFields } from './node-fields.ts';
import { unique } from './node-rows.ts';

/** One value as it was sent, and what stands beside it. */
export interface TrimValue {
  readonly field: string;
  readonly value: unknown;
  readonly unit: unknown;
  readonly state: string | null;
  readonly basis: unknown;
  readonly confidence: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
}

export interface Use {
  readonly design_id: string | null;
  readonly garment_id: string | null;
  readonly name: unknown;
  readonly node_id: string;
  /** Of a line that is nested in a node; empty for the node itself. */
  readonly line: string;
  readonly kind: string;
  readonly values: readonly TrimValue[];
  /** With --multiply: how much of it times what it costs. */
  readonly counted?: Result;
  readonly where: string;
}

export interface TrimItem {
  readonly item: string;
  readonly joined_by: JoinedBy;
  readonly uses: readonly Use[];
  /** With --multiply: added up over its uses, by field; `counted` for what was multiplied. */
  readonly sums?: Readonly<Record<string, Result>>;
}

export interface TrimsData {
  readonly dir: string;
  /** Values that have a column, in the order in which the trade reads them. */
  readonly columns: readonly string[];
  readonly items: readonly TrimItem[];
  readonly left_out: string | null;
}

export const USE_COLUMNS = [
  ...(['item', 'joined_by', 'design_id', 'garment_id', 'name', 'node_id', 'line', 'kind', 'where'] as const),
];

/** What stands beside every number that no body holds. */
export const COUNTED_HERE = '~ counted here';

export const COUNTED_COLUMNS = ['counted', 'counted_unit', 'counted_of', 'counted_why'] as const;

export const entryOf = ({ beside, unit, basis, confidence, state, value, field }: TrimValue): Entry => ({
  ...plain(field, value, 'value'),
  ...{ state: state ?? undefined, unit: unit ?? undefined, basis: basis ?? undefined },
  confidence: confidence ?? undefined,
  extras: Object.entries(beside),
});

interface Row {
  readonly item: TrimItem;
  /** Undefined for the row of its sums. */
  readonly use: Use | undefined;
  readonly cells: ReadonlyMap<string, Entry>;
}

const resultCells = (result: Result | undefined): readonly unknown[] =>
  result === undefined
    ? [null, null, null, null]
    : 'why' in result
      ? [null, null, null, result.why]
      : [result.value, result.unit, result.of, COUNTED_HERE];

const sumCells = (sums: TrimItem['sums']): ReadonlyMap<string, Entry> =>
  new Map(
    Object.entries(sums ?? {}).flatMap(([name, result]) =>
      name === 'counted' || 'why' in result
        ? []
        : [[name, { ...plain(name, result.value, 'value'), unit: result.unit ?? undefined }] as const],
    ),
  );

/** Why of a sum there is none, field by field. */
export const unsummed = (sums: TrimItem['sums']): readonly string[] =>
  Object.entries(sums ?? {}).flatMap(([name, result]) => ('why' in result ? [`${name}: ${result.why}`] : []));

const rowsOf = (item: TrimItem): readonly Row[] => [
  ...item.uses.map((use) => ({
    item,
    use,
    cells: new Map(use.values.map((value) => [value.field, entryOf(value)] as const)),
  })),
  ...(item.sums === undefined ? [] : [{ item, use: undefined, cells: sumCells(item.sums) }]),
];

export const trimsRows = (
  data: TrimsData,
  { whole, multiply }: { whole: boolean; multiply: boolean },
): Rows => {
  const rows = data.items.flatMap(rowsOf);
  const fields: readonly Field<Row>[] = data.columns.flatMap((name) =>
    valueFields(name, rows, { why: whole, all: whole }),
  );
  const ends = ({ item, use }: Row): readonly unknown[] => {
    if (use !== undefined) return resultCells(use.counted);
    const [value, unit, of] = resultCells(item.sums?.counted);
    return [value, unit, of, [COUNTED_HERE, ...unsummed(item.sums)].join('; ')];
  };
  return {
    columns: unique([
      ...(multiply ? ['what'] : []),
      ...USE_COLUMNS,
      ...fields.map(({ name }) => name),
      ...(multiply ? COUNTED_COLUMNS : []),
    ]),
    ofBody: true,
    rows: rows.map((row) => [
      ...(multiply ? [row.use === undefined ? COUNTED_HERE : 'use'] : []),
      ...[row.item.item, row.item.joined_by],
      ...USE_COLUMNS.slice(2).map((name) => row.use?.[name as keyof Use] ?? null),
      ...fields.map(({ cell }) => cell(row)),
      ...(multiply ? ends(row) : []),
    ]),
    note: data.left_out === null ? undefined : `left out: ${data.left_out}`,
  };
};

import type { AmountResult } from '../../garment/amounts.ts';
import type { JoinCriterion } from '../../garment/trade-items.ts';
import { createBareValue, type Value } from '../../garment/value.ts';
import { buildValueColumns, type RowColumn } from './node-columns.ts';
import { numberDuplicateColumns } from './node-rows.ts';
import { buildRecordRows, type OutputRows } from './view-model.ts';

/**
 * One value of a material or trim as the service sent it. `beside` has all other members of the value, for example
 * `note`. Printed as JSON.
 */
export interface TrimValue {
  readonly field: string;
  readonly value: unknown;
  readonly unit: unknown;
  readonly state: string | null;
  readonly basis: unknown;
  readonly confidence: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
}

/** One use of a material or trim in a garment. Printed as JSON. */
export interface TrimUse {
  readonly design_id: string | null;
  readonly garment_id: string | null;
  readonly name: string;
  readonly node_id: string;
  /** The path of the row inside its node. It is empty if the node itself is the row. */
  readonly line: string;
  readonly kind: string;
  readonly values: readonly TrimValue[];
  /** The product of quantity and cost in this garment. Present only with `--multiply`. */
  readonly counted?: AmountResult;
  readonly where: string;
}

/** A material or trim that the designs of a season use. It is printed as JSON. */
export interface TrimItem {
  readonly item: string;
  /**
   * How the uses of the item were recognized: by `supplier and article`, by `article` or by `name`. `nothing` means
   * that the item has only one use, which has neither an article nor a name.
   */
  readonly joined_by: JoinCriterion;
  readonly kinds: readonly string[];
  readonly suppliers: readonly string[];
  readonly designs: number;
  /** The number of times that all designs together use the item. One design can use the item several times. */
  readonly uses: number;
  /** The uses of the item, each with its values. Present only with `--long` or `--multiply`. */
  readonly used_in?: readonly TrimUse[];
  /**
   * Maps each field with quantities to the sum of its values over all uses of the item, or to the reason why there is
   * no sum. The additional key `counted` has the total cost, which is the sum of quantity times cost. Present only with
   * `--multiply`.
   */
  readonly sums?: Readonly<Record<string, AmountResult>>;
}

/** The result of `toile trims`. Printed as JSON. */
export interface TrimsData {
  readonly dir: string;
  /** The names of the fields for which the result has a column, in the usual order of a bill of materials. */
  readonly columns: readonly string[];
  readonly items: readonly TrimItem[];
  readonly totals: { readonly items: number; readonly designs: number; readonly uses: number };
  readonly left_out: string | null;
}

/** The columns of `toile trims` with one row per item. */
export const TRIM_ITEM_COLUMNS = ['item', 'kind', 'supplier', 'joined_by', 'designs', 'uses'] as const;

/** The fixed columns of `toile trims --long`. Columns for the values follow. */
export const TRIM_USE_COLUMNS = [
  ...['item', 'joined_by', 'design_id', 'garment_id', 'name', 'node_id', 'line', 'kind', 'where'],
];

/** The text that marks a row with a number that toile calculated. It begins with `~`, the mark of inferred values. */
const COUNTED_BY_TOILE_NOTE = '~ counted by toile';

/** The columns that `--multiply` adds. */
export const TRIM_AMOUNT_COLUMNS = ['counted', 'counted_unit', 'counted_of', 'counted_why'] as const;

/** Converts a value of the JSON result to a `Value`, so that it can be rendered like a value of a body. */
export const convertTrimValue = ({
  beside,
  unit,
  basis,
  confidence,
  state,
  value,
  field,
}: TrimValue): Value => ({
  ...createBareValue(field, value, 'value'),
  state: state ?? undefined,
  unit: unit ?? undefined,
  basis: basis ?? undefined,
  confidence: confidence ?? undefined,
  otherMembers: Object.entries(beside),
});

interface TrimRow {
  readonly item: TrimItem;
  /** The use that this row shows. It is undefined if the row shows the sums over all uses of `item`. */
  readonly use: TrimUse | undefined;
  readonly cells: ReadonlyMap<string, Value>;
}

const buildAmountCells = (result: AmountResult | undefined): readonly unknown[] =>
  result === undefined
    ? [null, null, null, null]
    : 'why' in result
      ? [null, null, null, result.why]
      : [result.value, result.unit, result.of, COUNTED_BY_TOILE_NOTE];

const buildSumCells = (sums: TrimItem['sums']): ReadonlyMap<string, Value> =>
  new Map(
    Object.entries(sums ?? {}).flatMap(([name, result]) =>
      name === 'counted' || 'why' in result
        ? []
        : [[name, { ...createBareValue(name, result.value, 'value'), unit: result.unit ?? undefined }]],
    ),
  );

/** Lists the fields that could not be added up, each with the reason, for example `price: units differ`. */
export const listMissingSums = (sums: TrimItem['sums']): readonly string[] =>
  Object.entries(sums ?? {}).flatMap(([name, result]) => ('why' in result ? [`${name}: ${result.why}`] : []));

const buildItemRows = (item: TrimItem): readonly TrimRow[] => [
  ...(item.used_in ?? []).map((use) => ({
    item,
    use,
    cells: new Map(use.values.map((value) => [value.field, convertTrimValue(value)] as const)),
  })),
  ...(item.sums === undefined ? [] : [{ item, use: undefined, cells: buildSumCells(item.sums) }]),
];

const buildItemCountRows = ({ items }: TrimsData): OutputRows =>
  buildRecordRows(
    items.map((item) => ({ ...item, kind: item.kinds.join(', '), supplier: item.suppliers.join(', ') })),
    TRIM_ITEM_COLUMNS,
  );

/**
 * Builds the output rows of materials and trims, one per item. With `details`, there is one row for each use of an item
 * instead, and a row with the sums if the item has any. Then `whole` adds columns for members such as `basis`, and
 * `multiply` adds the column `what` and columns for computed amounts.
 */
export const buildTrimRows = (
  data: TrimsData,
  { details, whole, multiply }: { details: boolean; whole: boolean; multiply: boolean },
): OutputRows => {
  if (!details) return buildItemCountRows(data);
  const rows = data.items.flatMap(buildItemRows);
  const fields: readonly RowColumn<TrimRow>[] = data.columns.flatMap((name) =>
    buildValueColumns(name, rows, { why: whole, all: whole }),
  );
  const buildEndCells = ({ item, use }: TrimRow): readonly unknown[] => {
    if (use !== undefined) return buildAmountCells(use.counted);
    const [value, unit, of] = buildAmountCells(item.sums?.counted);
    return [value, unit, of, [COUNTED_BY_TOILE_NOTE, ...listMissingSums(item.sums)].join('; ')];
  };
  return {
    columns: numberDuplicateColumns([
      ...(multiply ? ['what'] : []),
      ...TRIM_USE_COLUMNS,
      ...fields.map(({ name }) => name),
      ...(multiply ? TRIM_AMOUNT_COLUMNS : []),
    ]),
    hasBodyColumns: true,
    rows: rows.map((row) => [
      ...(multiply ? [row.use === undefined ? COUNTED_BY_TOILE_NOTE : 'use'] : []),
      ...[row.item.item, row.item.joined_by],
      ...TRIM_USE_COLUMNS.slice(2).map((name) => row.use?.[name as keyof TrimUse] ?? null),
      ...fields.map(({ cell }) => cell(row)),
      ...(multiply ? buildEndCells(row) : []),
    ]),
    note: data.left_out === null ? undefined : `left out: ${data.left_out}`,
  };
};

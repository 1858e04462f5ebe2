/** Joins the same materials and trims across the designs of a pulled folder. */

import type { CollectionItem } from '../../collection/index.ts';
import { type AmountResult, calculateCost, sumAmounts, sumQuantities } from '../../garment/amounts.ts';
import { type BillRow, buildBillOfMaterials } from '../../garment/bill-of-materials.ts';
import { readGraph } from '../../garment/graph-model.ts';
import { formatLeftOutNames, mergeLeftOut } from '../../garment/left-out.ts';
import { findGarmentNode } from '../../garment/node-values.ts';
import { sortTradeColumns, type TradeItem } from '../../garment/trade-items.ts';
import { foldCase } from '../../garment/value-filter.ts';
import type { FailedItem } from '../../output/views/saved-files.ts';
import {
  convertTrimValue,
  type TrimItem,
  type TrimsData,
  type TrimUse,
  type TrimValue,
} from '../../output/views/trims-rows.ts';
import { NotFound } from '../../platform/errors.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import type { CommandContext } from '../command-context.ts';
import {
  findGraphFile,
  formatCollectionPath,
  mapCollection,
  readPulledIdentity,
} from '../designs/collection-bodies.ts';

/** The folder, the filters and the computations of `toile trims`. */
export interface TrimsFilter {
  readonly dir: string;
  readonly profile: string | undefined;
  readonly kinds: readonly string[] | undefined;
  /** Text that the name of an item or of its supplier must contain. */
  readonly search: string | undefined;
  readonly whole: boolean;
  readonly multiply: boolean;
}

/** The items of all designs, and the designs that could not be read. */
export interface JoinedTrims extends TrimsData {
  readonly failed: readonly FailedItem[];
}

interface TrimGroup {
  readonly item: TradeItem;
  readonly called: string;
  readonly uses: TrimUse[];
}

/** Returns the values of a bill row in these columns. */
const listTrimValues = ({ row }: BillRow, columns: readonly string[]): readonly TrimValue[] => {
  return columns.flatMap((field) => {
    const entry = row.cells.get(field);
    if (entry === undefined) return [];
    const { value = null, unit = null, state = null, basis = null, confidence = null, otherMembers } = entry;
    return [{ field, value, unit, state, basis, confidence, beside: Object.fromEntries(otherMembers) }];
  });
};

/** Returns the bill rows of one design. */
const listDesignUses = (one: CollectionItem, choice: TrimsFilter) => {
  const file = findGraphFile(one, choice.profile);
  if (file === undefined) throw new NotFound(`${choice.dir} holds no graph of ${one.of.id}`);
  const body = one.json(file);
  const graph = readGraph(body);
  const bill = buildBillOfMaterials(body, `${one.of.kind} ${one.of.id}`, choice);
  const known = readPulledIdentity(one);
  const about = {
    design_id: known.design_id,
    garment_id: graph.garmentId ?? toScalarText(known.garment_id) ?? null,
    name: known.name ?? findGarmentNode(graph)?.label ?? null,
  };
  const uses = bill.rows.map((bought) => ({
    ...bought,
    use: {
      ...about,
      ...{ node_id: bought.row.node.id, line: bought.row.line, kind: bought.row.node.kind },
      values: listTrimValues(bought, bill.columns),
      where: formatCollectionPath(choice.dir, one, file),
    },
  }));
  return { uses, left: bill.leftOut };
};

/** Returns one item with its uses; with `--multiply` also their products and sums. */
const buildTrimItem = ({ item, called, uses }: TrimGroup, multiply: boolean): TrimItem => {
  const named = { item: called, joined_by: item.joinedBy };
  if (!multiply) return { ...named, uses };
  const counted = uses.map((use) => ({
    ...use,
    counted: calculateCost(use.values.map((value) => [value.field, convertTrimValue(value)] as const)),
  }));
  const fields = [...new Set(uses.flatMap(({ values }) => values.map(({ field }) => field)))];
  const sums = fields.flatMap((field): readonly (readonly [string, AmountResult])[] => {
    const entries = uses.map(({ values }) => values.find((value) => value.field === field));
    const sum = sumQuantities(
      field,
      entries.map((value) => value && convertTrimValue(value)),
    );
    return sum === undefined ? [] : [[field, sum]];
  });
  const products = sumAmounts(
    counted.map(({ counted: result }) =>
      'why' in result ? { value: undefined, unit: '' } : { value: result.value, unit: result.unit ?? '' },
    ),
  );
  return { ...named, uses: counted, sums: { ...Object.fromEntries(sums), counted: products } };
};

const compareByName = (one: TrimGroup, other: TrimGroup): number => {
  const [a, b] = [foldCase(one.called), foldCase(other.called)];
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Returns all items of the folder, each with its uses. */
export const joinTrims = async (deps: CommandContext, choice: TrimsFilter): Promise<JoinedTrims> => {
  const { dir, search, multiply } = choice;
  const part = search === undefined ? undefined : foldCase(search);
  const groups = new Map<string, TrimGroup>();
  const {
    results: bills,
    failed,
    unfinished,
  } = await mapCollection(deps, dir, (one) => listDesignUses(one, choice));
  const left = mergeLeftOut(bills.flatMap((bill) => bill.left));
  for (const { item, displayName, use } of bills.flatMap(({ uses }) => uses)) {
    const group = groups.get(item.key);
    if (group) group.uses.push(use);
    else groups.set(item.key, { item, called: displayName, uses: [use] });
  }
  const fits = ({ called: name, uses }: TrimGroup): boolean =>
    part === undefined ||
    [name, ...uses.flatMap(({ values }) => values.map(({ value }) => toScalarText(value) ?? ''))].some(
      (text) => foldCase(text).includes(part),
    );
  const items = [...groups.values()].filter(fits).toSorted(compareByName);
  return {
    ...{
      dir,
      columns: sortTradeColumns(
        items.flatMap(({ uses }) => uses.flatMap(({ values }) => values.map(({ field }) => field))),
      ),
    },
    items: items.map((group) => buildTrimItem(group, multiply)),
    left_out: left.length > 0 ? formatLeftOutNames(left) : null,
    failed,
    ...unfinished,
  };
};

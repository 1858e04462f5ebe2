import type { CollectionItem } from '../../collection/load-collection.ts';
import { createAbsentFieldFinder } from '../../garment/absent-fields.ts';
import { type AmountResult, calculateCost, sumAmounts, sumQuantities } from '../../garment/amounts.ts';
import { type BillRow, buildBillOfMaterials, listBillRows } from '../../garment/bill-of-materials.ts';
import { flattenBody, type OwnedValue, toOwnedValue } from '../../garment/flatten-body.ts';
import { type GraphNode, readGraph } from '../../garment/graph-model.ts';
import { formatLeftOutNames, mergeLeftOut } from '../../garment/left-out.ts';
import { findSupplierCell, sortTradeColumns, type TradeItem } from '../../garment/trade-items.ts';
import { createUnknownWordFinder } from '../../garment/unknown-words.ts';
import {
  createOwnerFilter,
  createValueFilter,
  foldCase,
  hasValueFilter,
  type ValueFilter,
} from '../../garment/value-filter.ts';
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
  describePulledGarment,
  findGraphFile,
  formatCollectionPath,
  mapCollection,
} from '../designs/collection-bodies.ts';
import { refuseUnknownWords } from '../flags/filter-flags.ts';

/** The parsed arguments and flags of `toile trims`. */
export interface TrimsOptions {
  readonly dir: string;
  readonly profile: string | undefined;
  readonly filter: ValueFilter;
  /** Text that the name or a value of an item must contain. */
  readonly search: string | undefined;
  /** An item is listed only if at least this many designs use it. */
  readonly minStyles: number;
  /** True if the output lists each use of an item in a design, with the values of this use. */
  readonly details: boolean;
  readonly whole: boolean;
  readonly multiply: boolean;
}

/** The materials and trims of all designs, and the designs that could not be read. */
export interface JoinedTrims extends TrimsData {
  readonly failed: readonly FailedItem[];
}

/**
 * One use of a material or trim: a row in the bill of materials of a design. The member `use` has the printed values of
 * the row.
 */
interface ItemUse extends Pick<BillRow, 'item' | 'displayName'> {
  /** The row as a node, so that a filter can be applied to it. Undefined if there is no filter, to save memory. */
  readonly node: GraphNode | undefined;
  readonly supplier: string;
  /** The design, as its kind and id: `garment GARM-101`. */
  readonly design: string;
  readonly use: TrimUse;
}

interface TrimGroup {
  readonly item: TradeItem;
  readonly name: string;
  readonly uses: readonly ItemUse[];
  readonly designs: number;
}

const listTrimValues = ({ row }: BillRow, columns: readonly string[]): readonly TrimValue[] => {
  return columns.flatMap((field) => {
    const entry = row.cells.get(field);
    if (entry === undefined) return [];
    const { value = null, unit = null, state = null, basis = null, confidence = null, otherMembers } = entry;
    return [{ field, value, unit, state, basis, confidence, beside: Object.fromEntries(otherMembers) }];
  });
};

/**
 * Converts a row of a bill of materials to a node. If the row shows only a part of a node, for example one item of a
 * list, the label of the result is the name of the row, and its kind is the name of the list, for example `lines`.
 */
const toRowNode = ({ row: { node, line, cells, leftover, ...row }, displayName }: BillRow): GraphNode =>
  line === ''
    ? node
    : {
        ...node,
        kind: /^[^.[]*/.exec(line)?.[0] ?? '',
        label: displayName,
        entries: [
          ...[...cells].map(([path, value]) => ({ ...value, path })),
          ...leftover,
          ...row.nestedValues,
        ],
      };

/**
 * Returns the uses of materials and trims in one design. Also passes to `collect` a function that lists all values of
 * this design.
 */
const listDesignUses = (
  source: CollectionItem,
  options: TrimsOptions,
  collect: (values: () => readonly OwnedValue[]) => void,
) => {
  const file = findGraphFile(source, options.profile);
  if (file === undefined) throw new NotFound(`${options.dir} has no graph of ${source.subjectId.id}`);
  const body = source.readJson(file);
  const { whole, filter, details, search } = options;
  const design = `${source.subjectId.kind} ${source.subjectId.id}`;
  const bill =
    details || search !== undefined
      ? buildBillOfMaterials(body, design, { shouldShowAll: whole, kinds: filter.kinds })
      : undefined;
  const rows = bill?.rows ?? listBillRows(body, design, filter.kinds);
  const garmentMembers = describePulledGarment(source, readGraph(body));
  const where = formatCollectionPath(options.dir, source, file);
  const uses = rows.map((billRow): ItemUse => {
    const { row, item, displayName } = billRow;
    return {
      item,
      displayName,
      design,
      node: hasUseFilter(filter) ? toRowNode(billRow) : undefined,
      supplier: toScalarText(findSupplierCell(row)?.value) ?? '',
      use: {
        ...garmentMembers,
        node_id: row.node.id,
        line: row.line,
        kind: row.node.kind,
        values: bill ? listTrimValues(billRow, bill.columns) : [],
        where,
      },
    };
  });
  collect(() => [...flattenBody(body), ...rows.flatMap((row) => listOwnedValues(toRowNode(row)))]);
  return { uses, left: details && bill ? bill.findLeftOut() : [] };
};

const hasUseFilter = (filter: ValueFilter): boolean => hasValueFilter({ ...filter, kinds: undefined });

const listOwnedValues = (node: GraphNode | undefined): readonly OwnedValue[] =>
  node === undefined
    ? []
    : (node.entries.length > 0 ? node.entries : [undefined]).map((value) => toOwnedValue(node, value));

/**
 * Creates a function that returns true for the uses (rows of a bill of materials) that match a filter. A use matches if
 * at least one of its values matches. With a filter for absent fields, a use also matches if it lacks one of these
 * fields.
 */
const createUseFilter = (
  { kinds: _, ...filter }: ValueFilter,
  uses: readonly ItemUse[],
): ((use: ItemUse) => boolean) => {
  const isWanted = createValueFilter(filter);
  const finder = createAbsentFieldFinder(filter);
  if (finder.isWanted) finder.add(uses.flatMap(({ node }) => listOwnedValues(node)));
  const isOwner = createOwnerFilter(filter);
  return ({ node }) =>
    listOwnedValues(node).some(isWanted) ||
    (finder.isWanted &&
      node !== undefined &&
      isOwner(toOwnedValue(node)) &&
      finder.find({ kind: node.kind, node }).length > 0);
};

const listTexts = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].filter((text) => text !== '');

const countDesigns = (uses: readonly ItemUse[]): number => new Set(uses.map(({ design }) => design)).size;

/**
 * Returns one item with the numbers of its designs and uses. With `--long`, `--whole` or `--multiply`, the item also
 * has the list of its uses. With `--multiply`, each use also has the product of its quantity and cost, and the item has
 * sums over all uses.
 */
const buildTrimItem = (
  { item, name, uses: itemUses, designs }: TrimGroup,
  { details, multiply }: TrimsOptions,
): TrimItem => {
  const uses = itemUses.map(({ use }) => use);
  const suppliers = itemUses.map(({ supplier }) => supplier);
  const members = {
    item: name,
    joined_by: item.joinedBy,
    kinds: listTexts(uses.map(({ kind }) => kind)),
    suppliers: listTexts(suppliers),
    designs,
    uses: uses.length,
  };
  if (!multiply) return details ? { ...members, used_in: uses } : members;
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
  return { ...members, used_in: counted, sums: { ...Object.fromEntries(sums), counted: products } };
};

const compareByUse = (a: TrimGroup, b: TrimGroup): number => {
  const [nameA, nameB] = [foldCase(a.name), foldCase(b.name)];
  const byName = nameA < nameB ? -1 : nameA > nameB ? 1 : 0;
  return b.designs - a.designs || b.uses.length - a.uses.length || byName;
};

/**
 * Joins the bills of materials of a pulled folder. Returns the items that match the filters, the most used first, and
 * the designs that could not be read. Throws a UsageError for a filter word that occurs nowhere, but only if all
 * designs could be read.
 */
export const joinTrims = async (deps: CommandContext, options: TrimsOptions): Promise<JoinedTrims> => {
  const { dir, filter, search, minStyles, details } = options;
  const searchText = search === undefined ? undefined : foldCase(search);
  const vocabulary = createUnknownWordFinder(filter);
  const collect = (values: () => readonly OwnedValue[]): void => {
    if (!vocabulary.isComplete()) vocabulary.add(values());
  };
  const {
    results: bills,
    failed,
    unfinished,
  } = await mapCollection(deps, dir, (item) => listDesignUses(item, options, collect));
  if (failed.length === 0) refuseUnknownWords(vocabulary.findUnknown());
  const leftOut = mergeLeftOut(bills.flatMap((bill) => bill.left));
  const all = bills.flatMap(({ uses }) => uses);
  const isWanted = hasUseFilter(filter) ? createUseFilter(filter, all) : undefined;
  const groups = new Map<string, { item: TradeItem; name: string; uses: ItemUse[] }>();
  for (const use of isWanted ? all.filter(isWanted) : all) {
    const group = groups.get(use.item.key);
    if (group) group.uses.push(use);
    else groups.set(use.item.key, { item: use.item, name: use.displayName, uses: [use] });
  }
  const isMatch = ({ name, uses }: Omit<TrimGroup, 'designs'>): boolean =>
    searchText === undefined ||
    [name, ...uses.flatMap(({ use }) => use.values.map(({ value }) => toScalarText(value) ?? ''))].some(
      (text) => foldCase(text).includes(searchText),
    );
  const selected = [...groups.values()]
    .filter(isMatch)
    .map((group) => ({ ...group, designs: countDesigns(group.uses) }))
    .filter(({ designs }) => designs >= minStyles)
    .toSorted(compareByUse);
  const shown = selected.flatMap(({ uses }) => uses);
  const fields = details ? shown.flatMap(({ use }) => use.values.map(({ field }) => field)) : [];
  return {
    dir,
    columns: sortTradeColumns(fields),
    items: selected.map((group) => buildTrimItem(group, options)),
    totals: { items: selected.length, designs: countDesigns(shown), uses: shown.length },
    left_out: leftOut.length > 0 ? formatLeftOutNames(leftOut) : null,
    failed,
    ...unfinished,
  };
};

/** The materials and trims of a pulled folder, the same ones together. */

import { NotFound } from '../../errors.ts';
import { type Item, inOrder } from '../../garment/bought.ts';
import { readGraph } from '../../garment/graph.ts';
import { type Bought, billOf } from '../../garment/joined.ts';
import { leftOutNames, together } from '../../garment/left-out.ts';
import { costOf, quantitySum, type Result, sumOf } from '../../garment/multiplied.ts';
import { garmentOf } from '../../garment/node-values.ts';
import { folded } from '../../garment/value-choice.ts';
import { scalarText } from '../../json/values.ts';
import type { HeldOne } from '../../mirror/index.ts';
import type { NotTaken } from '../../view/exported-files.ts';
import { entryOf, type TrimItem, type TrimsData, type TrimValue, type Use } from '../../view/trims-rows.ts';
import { fromEachHeld, graphFile, identityIn, placeOf } from '../designs/held-bodies.ts';
import type { Base, Folders } from '../facets.ts';

export interface Choice {
  readonly dir: string;
  readonly profile: string | undefined;
  readonly kinds: readonly string[] | undefined;
  /** Part of what an item is called, or of its supplier. */
  readonly search: string | undefined;
  readonly whole: boolean;
  readonly multiply: boolean;
}

export interface Joined extends TrimsData {
  readonly failed: readonly NotTaken[];
}

interface Group {
  readonly item: Item;
  readonly called: string;
  readonly uses: Use[];
}

const valuesOf = ({ row }: Bought, columns: readonly string[]): readonly TrimValue[] => {
  return columns.flatMap((field) => {
    const entry = row.cells.get(field);
    if (entry === undefined) return [];
    const { value = null, unit = null, state = null, basis = null, confidence = null, extras } = entry;
    return [{ field, value, unit, state, basis, confidence, beside: Object.fromEntries(extras) }];
  });
};

/** What one design buys. */
const usesOf = (one: HeldOne, choice: Choice) => {
  const file = graphFile(one, choice.profile);
  if (file === undefined) throw new NotFound(`${choice.dir} holds no graph of ${one.of.id}`);
  const body = one.json(file);
  const graph = readGraph(body);
  const bill = billOf(body, `${one.of.kind} ${one.of.id}`, choice);
  const known = identityIn(one);
  const about = {
    design_id: known.design_id,
    garment_id: graph.garmentId ?? scalarText(known.garment_id) ?? null,
    name: known.name ?? garmentOf(graph)?.label ?? null,
  };
  const uses = bill.bought.map((bought) => ({
    ...bought,
    use: {
      ...about,
      ...{ node_id: bought.row.node.id, line: bought.row.line, kind: bought.row.node.kind },
      values: valuesOf(bought, bill.columns),
      where: placeOf(choice.dir, one, file),
    },
  }));
  return { uses, left: bill.left };
};

/** Of each use, and of all of them. */
const multiplied = ({ item, called, uses }: Group, multiply: boolean): TrimItem => {
  const named = { item: called, joined_by: item.joinedBy };
  if (!multiply) return { ...named, uses };
  const counted = uses.map((use) => ({
    ...use,
    counted: costOf(use.values.map((value) => [value.field, entryOf(value)] as const)),
  }));
  const fields = [...new Set(uses.flatMap(({ values }) => values.map(({ field }) => field)))];
  const sums = fields.flatMap((field): readonly (readonly [string, Result])[] => {
    const entries = uses.map(({ values }) => values.find((value) => value.field === field));
    const sum = quantitySum(
      field,
      entries.map((value) => value && entryOf(value)),
    );
    return sum === undefined ? [] : [[field, sum]];
  });
  const products = sumOf(
    counted.map(({ counted: result }) =>
      'why' in result ? { value: undefined, unit: '' } : { value: result.value, unit: result.unit ?? '' },
    ),
  );
  return { ...named, uses: counted, sums: { ...Object.fromEntries(sums), counted: products } };
};

const byName = (one: Group, other: Group): number => {
  const [a, b] = [folded(one.called), folded(other.called)];
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Each use once, below the item that it is one of. */
export const joinedOf = async (deps: Base & Folders, choice: Choice): Promise<Joined> => {
  const { dir, search, multiply } = choice;
  const part = search === undefined ? undefined : folded(search);
  const groups = new Map<string, Group>();
  const { made: bills, failed, unfinished } = await fromEachHeld(deps, dir, (one) => usesOf(one, choice));
  const left = together(bills.flatMap((bill) => bill.left));
  for (const { item, called, use } of bills.flatMap(({ uses }) => uses)) {
    const group = groups.get(item.key);
    if (group) group.uses.push(use);
    else groups.set(item.key, { item, called, uses: [use] });
  }
  const fits = ({ called: name, uses }: Group): boolean =>
    part === undefined ||
    [name, ...uses.flatMap(({ values }) => values.map(({ value }) => scalarText(value) ?? ''))].some((text) =>
      folded(text).includes(part),
    );
  const items = [...groups.values()].filter(fits).toSorted(byName);
  return {
    ...{
      dir,
      columns: inOrder(
        items.flatMap(({ uses }) => uses.flatMap(({ values }) => values.map(({ field }) => field))),
      ),
    },
    items: items.map((group) => multiplied(group, multiply)),
    left_out: left.length > 0 ? leftOutNames(left) : null,
    failed,
    ...unfinished,
  };
};

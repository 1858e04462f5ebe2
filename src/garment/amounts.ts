/** Calculates costs and totals for `toile trims` in exact decimals. Units are never converted. */

import { multiplyDecimals, normalizeDecimal, subtractDecimals } from '../platform/json/decimals.ts';
import { toPayloadText } from '../platform/json/json-values.ts';
import { findQualifier } from './stated-value.ts';
import { isCostColumn, isQuantityColumn } from './trade-items.ts';
import type { Value } from './value.ts';
import { foldCase } from './value-filter.ts';

/**
 * The result of a calculation. `value` is the number, and `of` says how it was calculated, for example `3 uses` or
 * `quantity × cost`. If the number cannot be calculated, there is only the reason (`why`), for example `no cost`.
 */
export type AmountResult =
  | { readonly value: string; readonly unit: string | null; readonly of: string }
  | { readonly why: string };

/** The name of a column and the value of one row in that column. */
export type NamedAmount = readonly [name: string, entry: Value];

const readNumber = ({ value }: Value): string | undefined =>
  (value ?? null) === null ? undefined : normalizeDecimal(toPayloadText(value));

const readPayloadText = (value: unknown): string => toPayloadText(value ?? undefined);
const readUnit = ({ unit }: Value): string => readPayloadText(unit);

const isNeededPerGarment = ([name, entry]: NamedAmount): boolean =>
  isQuantityColumn(name) && !/spare|wastage/i.test(name) && readUnit(entry) !== '%';

const PIECE_UNITS = /^(?:pcs?|pieces?|ea|each|units?|)$/i;
const isSameUnit = (one: string, other: string): boolean =>
  foldCase(one) === foldCase(other) || (PIECE_UNITS.test(one) && PIECE_UNITS.test(other));

/**
 * Multiplies the quantity of an item by its cost. `amounts` has the quantities and costs of one row. If the cost is per
 * unit, for example per metre, only quantities in that unit are used. If there is not exactly one such quantity and
 * exactly one cost, or if the cost is not a number, returns the reason (`why`) instead of a product.
 */
export const calculateCost = (amounts: readonly NamedAmount[]): AmountResult => {
  const [cost, secondCost] = amounts.filter(([name]) => isCostColumn(name));
  if (cost === undefined) return { why: 'no cost' };
  if (secondCost !== undefined) return { why: 'several costs' };
  const [name, entry] = cost;
  const price = readNumber(entry);
  if (price === undefined) return { why: `${name} is not a number` };
  const [currencyUnit = '', perUnit] = readUnit(entry).split('/');
  const per = readPayloadText(findQualifier(entry, 'per')) || perUnit;
  const quantities = amounts
    .filter(isNeededPerGarment)
    .filter(
      ([, each]) => readNumber(each) !== undefined && (per === undefined || isSameUnit(per, readUnit(each))),
    );
  const [quantity, secondQuantity] = quantities;
  if (quantity === undefined) return { why: `no quantity${per === undefined ? '' : ` in ${per}`}` };
  if (secondQuantity !== undefined)
    return { why: `several quantities: ${quantities.map(([each]) => each).join(', ')}` };
  const unit = readPayloadText(findQualifier(entry, 'currency')) || currencyUnit;
  return {
    value: multiplyDecimals(readNumber(quantity[1]) ?? '0', price),
    unit: unit === '' ? null : unit,
    of: `${quantity[0]} × ${name}`,
  };
};

/**
 * Adds numbers with equal units. An empty `unit` means that a number has no unit. If a number is missing or the units
 * differ, returns the reason why there is no sum.
 */
export const sumAmounts = (
  amounts: readonly { readonly value: string | undefined; readonly unit: string }[],
): AmountResult => {
  const missingCount = amounts.filter(({ value }) => value === undefined).length;
  if (missingCount > 0) return { why: `${missingCount} of ${amounts.length} have no number` };
  const units = [...new Set(amounts.map(({ unit }) => unit))];
  const [unit = '', secondUnit] = units;
  if (secondUnit !== undefined)
    return { why: `units differ: ${units.map((each) => each || 'none').join(', ')}` };
  const sum = amounts.reduce(
    (total, { value = '0' }) => subtractDecimals(total, negateDecimal(value)) ?? total,
    '0',
  );
  return { value: sum, unit: unit === '' ? null : unit, of: `${amounts.length} uses` };
};

const negateDecimal = (value: string): string => (value.startsWith('-') ? value.slice(1) : `-${value}`);

/**
 * Adds the values of the quantity column `name` over all uses of an item. If a use has no number or the units differ,
 * returns the reason why there is no sum. Returns undefined for percentages, and for a column that is not a quantity.
 */
export const sumQuantities = (
  name: string,
  entries: readonly (Value | undefined)[],
): AmountResult | undefined =>
  isQuantityColumn(name) && entries.every((entry) => entry === undefined || readUnit(entry) !== '%')
    ? sumAmounts(
        entries.map((entry) => ({ value: entry && readNumber(entry), unit: entry ? readUnit(entry) : '' })),
      )
    : undefined;

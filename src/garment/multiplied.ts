/** What toile multiplies and adds up where it is asked to: by the digits as written, and only what fits together. */

import { decimalDifference, decimalText } from '../json/decimals.ts';
import { payloadText } from '../json/values.ts';
import { isCost, isQuantity } from './bought.ts';
import type { Entry } from './entries.ts';
import { qualifierOf } from './stated.ts';
import { folded } from './value-choice.ts';

/** A number, or why there is none. */
export type Result =
  | { readonly value: string; readonly unit: string | null; readonly of: string }
  | { readonly why: string };

export type Amount = readonly [name: string, entry: Entry];

const numberOf = ({ value }: Entry): string | undefined =>
  (value ?? null) === null ? undefined : decimalText(payloadText(value));

const textOf = (value: unknown): string => ((value ?? null) === null ? '' : payloadText(value));
const unitOf = ({ unit }: Entry): string => textOf(unit);

/** A spare is bought as well, but not per garment; what is given in percent is a part of something else. */
const isNeeded = ([name, entry]: Amount): boolean =>
  isQuantity(name) && !/spare|wastage/i.test(name) && unitOf(entry) !== '%';

const product = (one: string, other: string): string => {
  const [a = '', b = ''] = [one, other];
  const places = [a, b].reduce((sum, text) => sum + (text.split('.')[1]?.length ?? 0), 0);
  const digits = BigInt(a.replace('.', '')) * BigInt(b.replace('.', ''));
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const sign = digits < 0n ? '-' : '';
  return places === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
};

const PIECE = /^(?:pcs?|pieces?|ea|each|units?|)$/i;
const sameUnit = (one: string, other: string): boolean =>
  folded(one) === folded(other) || (PIECE.test(one) && PIECE.test(other));

/** How much of it times what it costs, where it is clear which of both is meant. */
export const costOf = (amounts: readonly Amount[]): Result => {
  const [cost, second] = amounts.filter(([name]) => isCost(name));
  if (cost === undefined) return { why: 'no cost' };
  if (second !== undefined) return { why: 'several costs' };
  const [name, entry] = cost;
  const price = numberOf(entry);
  if (price === undefined) return { why: `${name} is no number` };
  const [money = '', by] = unitOf(entry).split('/');
  const per = textOf(qualifierOf(entry, 'per')) || by;
  const fitting = amounts
    .filter(isNeeded)
    .filter(([, each]) => numberOf(each) !== undefined && (per === undefined || sameUnit(per, unitOf(each))));
  const [quantity, other] = fitting;
  if (quantity === undefined) return { why: `no quantity${per === undefined ? '' : ` in ${per}`}` };
  if (other !== undefined) return { why: `several quantities: ${fitting.map(([each]) => each).join(', ')}` };
  const unit = textOf(qualifierOf(entry, 'currency')) || money;
  return {
    value: product(numberOf(quantity[1]) ?? '0', price),
    unit: unit === '' ? null : unit,
    of: `${quantity[0]} × ${name}`,
  };
};

/** Numbers of one unit added up; none may be without a number. */
export const sumOf = (
  all: readonly { readonly value: string | undefined; readonly unit: string }[],
): Result => {
  const silent = all.filter(({ value }) => value === undefined).length;
  if (silent > 0) return { why: `${silent} of ${all.length} give no number` };
  const units = [...new Set(all.map(({ unit }) => unit))];
  const [unit = '', another] = units;
  if (another !== undefined)
    return { why: `units differ: ${units.map((each) => each || 'none').join(', ')}` };
  const sum = all.reduce((total, { value = '0' }) => decimalDifference(total, negative(value)) ?? total, '0');
  return { value: sum, unit: unit === '' ? null : unit, of: `${all.length} uses` };
};

const negative = (value: string): string => (value.startsWith('-') ? value.slice(1) : `-${value}`);

/** Of one amount over all uses of an item: undefined for what makes no sense as a sum. */
export const quantitySum = (name: string, entries: readonly (Entry | undefined)[]): Result | undefined =>
  isQuantity(name) && entries.every((entry) => entry === undefined || unitOf(entry) !== '%')
    ? sumOf(
        entries.map((entry) => ({
          value: entry && numberOf(entry),
          unit: entry ? unitOf(entry) : '',
        })),
      )
    : undefined;

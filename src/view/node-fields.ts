/** The columns of a table of nodes in rows: a value or a relation, and behind it what stands beside it. */

import type { Entry } from '../garment/entries.ts';
import type { NodeRow } from '../garment/node-table.ts';
import type { Relation } from '../garment/relations.ts';
import { stateName } from '../garment/state-choice.ts';
import { qualifierNames, qualifierOf } from '../garment/stated.ts';

export interface Field<R = NodeRow> {
  readonly name: string;
  cell(row: R): unknown;
}

export interface Asked {
  /** Why a value is what it is. */
  readonly why: boolean;
  readonly all: boolean;
}

type Said = readonly [key: string, said: (entry: Entry) => unknown];

const besideOf = ({ extras }: Entry): unknown => (extras.length === 0 ? null : Object.fromEntries(extras));

/** What says which one it is, and what was asked for, where any of these has it. */
const beside = (entries: readonly Entry[], { why, all }: Asked): readonly Said[] => {
  const which = qualifierNames(entries).map((key): Said => [key, (entry) => qualifierOf(entry, key)]);
  const whys: readonly Said[] = [
    ['basis', ({ basis }) => basis],
    ['confidence', ({ confidence }) => confidence],
  ];
  const others = [...(why ? whys : []), ...(all ? [['beside', besideOf] as const] : [])];
  return [...which, ...others.filter(([, said]) => entries.some((entry) => (said(entry) ?? null) !== null))];
};

/** A value with its state, and with its unit where any has one. */
export const valueFields = <R extends Pick<NodeRow, 'cells'>>(
  name: string,
  rows: readonly R[],
  asked: Asked,
): readonly Field<R>[] => {
  const entries = rows.flatMap(({ cells }) => cells.get(name) ?? []);
  const field = (key: string, said: (entry: Entry) => unknown): Field<R> => ({
    name: key === '' ? name : `${name}_${key}`,
    cell: ({ cells }) => {
      const entry = cells.get(name);
      return entry === undefined ? null : (said(entry) ?? null);
    },
  });
  const hasUnit = entries.some(({ unit }) => (unit ?? null) !== null);
  return [
    field('', ({ value }) => value),
    ...(hasUnit ? [field('unit', ({ unit }) => unit)] : []),
    field('state', ({ state }) => state),
    ...beside(entries, asked).map(([key, said]) => field(key, said)),
  ];
};

/** Of one relation the target and its state; of several all of them, in their order. `of` gives each with its target. */
export const relationFields = (
  name: string,
  rows: readonly NodeRow[],
  of: (row: NodeRow) => readonly (readonly [string, Relation])[],
  asked: Asked,
): readonly Field[] => {
  const joined = (words: readonly string[]): unknown =>
    words.length > 1 && words.some((word) => /\s/.test(word) || word === '') ? words : words.join(' ');
  const entries = rows.flatMap((row) => of(row).map(([, { entry }]) => entry));
  return [
    { name, cell: (row) => (of(row).length === 0 ? null : joined(of(row).map(([id]) => id))) },
    {
      name: `${name}_state`,
      cell: (row) => {
        const states = of(row).map(([, { state }]) => state);
        const [first, ...others] = new Set(states);
        return others.length === 0 ? (first ?? null) : states.map((state) => stateName({ state })).join(' ');
      },
    },
    ...beside(entries, asked).map(
      ([key, said]): Field => ({
        name: `${name}_${key}`,
        cell: (row) => {
          const all = of(row).map(([, { entry }]) => said(entry) ?? null);
          return all.length > 1 ? all : (all[0] ?? null);
        },
      }),
    ),
  ];
};

/**
 * Finds conflicts about sizes: a specification that rises between some sizes and falls between others, a difference
 * between two sizes that is not the stated grade (the step from size to size), size ranges that differ, and a size that
 * is in no range.
 */

import { addToGroup } from '../platform/group-items.ts';
import { multiplyDecimals, subtractDecimals } from '../platform/json/decimals.ts';
import { toScalarText } from '../platform/json/json-values.ts';
import {
  type Conflict,
  type ConflictRule,
  type ConflictSource,
  type ConflictStatement,
  createBodyStatement,
  createRowStatement,
  findConflictProvenance,
  findStatement,
  isComparableStatement,
  joinConflictProvenance,
} from './conflict.ts';
import { toOwnedValue } from './flatten-body.ts';
import type { GraphModel } from './graph-model.ts';
import { type HeaderField, listHeaderValues } from './header-fields.ts';
import type { NodeRow, NodeTable } from './node-table.ts';
import { findGarmentNode } from './node-values.ts';
import { findSizeOrder, type SizeOrder } from './sizes.ts';
import { listQualifiers } from './stated-value.ts';
import type { Value } from './value.ts';
import { compareAmounts, getDecimalSign, readWrittenAmount, type WrittenAmount } from './written-amount.ts';

const isPointTable = ({ name }: NodeTable): boolean => name === 'pom';

interface SizedAmount {
  readonly size: string;
  readonly order: SizeOrder;
  readonly value: Value;
  readonly amount: WrittenAmount;
}

/** Returns the specifications of a row, each with its size. A value for only one colour or side is left out. */
const listSizedSpecs = (table: NodeTable, row: NodeRow): readonly (readonly [string, Value])[] =>
  table.columns.flatMap(({ name, role, size }) => {
    const value = role === 'spec' && size !== undefined ? findStatement(row, name) : undefined;
    const isWhole = value !== undefined && listQualifiers(value).every(([key]) => key === 'size');
    return size !== undefined && isWhole ? [[size, value] as const] : [];
  });

/**
 * Returns the amounts of a table row in groups of comparable sizes, with the smallest size first. For example, the
 * sizes `28x32` and `30x32` are in one group, and `28x34` is in another. Leaves out a group if an amount in it has an
 * unknown notation, or if its amounts use two systems of units. Returns an empty list if any size of the row is
 * unknown.
 */
const listSizeLines = (table: NodeTable, row: NodeRow): readonly (readonly SizedAmount[])[] => {
  const lines = new Map<string, (SizedAmount | undefined)[]>();
  for (const [size, value] of listSizedSpecs(table, row)) {
    const order = findSizeOrder(size);
    if (order === undefined) return [];
    const amount = readWrittenAmount(value.value, value.unit);
    addToGroup(lines, order.line, amount && { size, order, value, amount });
  }
  return [...lines.values()].flatMap((line) => {
    const known = line.filter((each) => each !== undefined);
    const isWhole =
      known.length === line.length && new Set(known.map(({ amount }) => amount.system)).size === 1;
    return isWhole ? [known.toSorted((one, other) => one.order.rank - other.order.rank)] : [];
  });
};

/**
 * Returns true if the amounts of one row, sorted by size, rise between some neighbouring sizes and fall between others.
 */
const isReversing = (line: readonly SizedAmount[]): boolean => {
  const signs = new Set(
    line.slice(1).map(({ amount }, at) => compareAmounts(amount, line[at]?.amount ?? amount)),
  );
  return signs.has(1) && signs.has(-1);
};

/**
 * Finds rows in which the specification rises between some sizes and falls between others, for example 9 1/2, 9, 9 1/4,
 * 9 1/2 from XS to L. A row that only falls is not a conflict. Equal specifications in some sizes are not a conflict
 * either.
 */
export const findReversingRows = ({ tables }: ConflictSource): readonly Conflict[] =>
  tables.filter(isPointTable).flatMap((table) =>
    table.rows.flatMap((row) =>
      listSizeLines(table, row)
        .filter(isReversing)
        .map((line): Conflict => {
          const filterByState = (...states: readonly string[]) =>
            line.filter(({ value: { state } }) => states.includes(state ?? ''));
          const values = line.map(({ value }) => value);
          const between = isReversing(filterByState('asserted'))
            ? 'asserted against asserted'
            : isReversing(filterByState('inferred'))
              ? 'inferred against inferred'
              : findConflictProvenance([{ state: 'asserted' }], values);
          return {
            rule: 'size-row',
            between,
            statements: line.map(({ size, value }) => createRowStatement(row, value, size)),
          };
        }),
    ),
  );

/**
 * Returns the grade of a row (the difference between neighbouring sizes) as an amount. Returns undefined if the grade
 * does not have the unit system `system` of the sizes. If the sizes have a unit, a grade without a unit is accepted
 * only with a sign, such as `+2`.
 */
const readGradeStep = (grade: Value, system: string): WrittenAmount | undefined => {
  const step = readWrittenAmount(grade.value, grade.unit);
  if (step === undefined) return undefined;
  // A grade without unit and sign, such as `2`, may be the number of a grade rule. It is not used if the sizes have a
  // unit. With a sign, such as `+2`, it is a difference in the unit of the sizes.
  const isBare = step.system === '' && system !== '' && step.isSigned;
  return step.system === system || isBare ? { ...step, system } : undefined;
};

/**
 * Finds rows in which two sizes differ by another amount than the grade (the step from size to size). For example, 66,
 * 70 and 75 cm conflict with a grade of 4.0 cm. In a table with only even sizes, neighbours such as 26 and 28 may
 * differ by one grade or by two.
 */
export const findGradeConflicts = ({ tables }: ConflictSource): readonly Conflict[] =>
  tables.filter(isPointTable).flatMap((table) => {
    const orders = table.sizes.map(findSizeOrder);
    return table.rows.flatMap((row) => {
      const grade = findStatement(row, 'grade');
      return listSizeLines(table, row).flatMap((line): readonly Conflict[] => {
        const step = grade && readGradeStep(grade, line[0]?.amount.system ?? '');
        if (grade === undefined || step === undefined) return [];
        const ranks = [
          ...new Set(orders.flatMap((order) => (order?.line === line[0]?.order.line ? order?.rank : []))),
        ].toSorted((one, other) => (one ?? 0) - (other ?? 0));
        const isStep = (from: SizedAmount, to: SizedAmount): boolean => {
          const difference = subtractDecimals(to.amount.decimal, from.amount.decimal) ?? '0';
          const counts = [
            ranks.indexOf(to.order.rank) - ranks.indexOf(from.order.rank),
            to.order.rank - from.order.rank,
          ];
          return counts.filter(Number.isInteger).some((count) => {
            const expected = multiplyDecimals(step.decimal.replace('-', ''), String(count));
            return getDecimalSign(subtractDecimals(difference.replace('-', ''), expected) ?? '1') === 0;
          });
        };
        const pairs = line.slice(1).flatMap((to, at) => {
          const from = line[at];
          return from === undefined || isStep(from, to) ? [] : [[from, to] as const];
        });
        if (pairs.length === 0) return [];
        const between = joinConflictProvenance(
          pairs.map((pair) =>
            findConflictProvenance(
              [grade],
              pair.map(({ value }) => value),
            ),
          ),
        );
        const steps = [...new Set(pairs.flat())].map(({ size, value }) =>
          createRowStatement(row, value, size),
        );
        return [{ rule: 'grade-step', between, statements: [createRowStatement(row, grade), ...steps] }];
      });
    });
  });

/** A size range. `sizes` has all its sizes or, if `isSpan` is true, only its first and last size. */
interface SizeRange {
  readonly statement: ConflictStatement;
  readonly sizes: readonly SizeOrder[];
  readonly isSpan: boolean;
  readonly keys: ReadonlySet<string>;
  readonly systems: ReadonlySet<string>;
}

const listKeys = (sizes: readonly SizeOrder[]): ReadonlySet<string> => new Set(sizes.map(({ key }) => key));

const listSystems = (sizes: readonly SizeOrder[]): ReadonlySet<string> =>
  new Set(sizes.map(({ system }) => system));

const SPAN_SIGN = /[-–—~→至到]|\.{2,3}|\b(?:to|through|bis)\b/gu;

/** Splits a span such as `XS-XL` or `26 to 34` into its two ends. Returns undefined for any other text. */
const splitSpan = (text: string): readonly [string, string] | undefined => {
  for (const { index, 0: sign } of text.matchAll(SPAN_SIGN)) {
    const [from, to] = [text.slice(0, index).trim(), text.slice(index + sign.length).trim()];
    if (from !== '' && to !== '') return [from, to];
  }
  return undefined;
};

const listSizeWords = (value: unknown): readonly string[] | undefined => {
  if (!Array.isArray(value)) return toScalarText(value)?.split(/[,;|、，]/u);
  const words = value.map((each) => toScalarText(each));
  return words.every((word) => word !== undefined) ? words : undefined;
};

/**
 * Reads a size range such as `["XS", "S"]`, `XS, S, M`, `XS-XL` or `26 to 34`. Returns undefined for any other
 * notation, and for a single size. `known` has the sizes of the tables, because a text such as `10-12` can also be a
 * single size.
 */
const readSizeRange = (statement: ConflictStatement, known: ReadonlySet<string>): SizeRange | undefined => {
  const words = listSizeWords(statement.value.value)?.flatMap((word) => word.trim() || []) ?? [];
  const [first = '', second] = words;
  const span = second === undefined && !known.has(first) ? splitSpan(first) : undefined;
  const isSpan = span !== undefined;
  const sizeWords = span ?? words;
  const sizes = sizeWords.flatMap((word) => findSizeOrder(word) ?? []);
  const isKnown =
    sizes.length === sizeWords.length &&
    (isSpan || sizeWords.every((word) => known.has(word) || !splitSpan(word)));
  const isOneSystem = !isSpan || sizes[0]?.system === sizes[1]?.system;
  const [keys, systems] = [listKeys(sizes), listSystems(sizes)];
  return isKnown && isOneSystem && keys.size > 1 ? { statement, sizes, isSpan, keys, systems } : undefined;
};

const isInRange = ({ sizes, keys, isSpan }: SizeRange, { key, rank }: SizeOrder): boolean => {
  if (!isSpan) return keys.has(key);
  const [from = 0, to = 0] = sizes.map((size) => size.rank);
  return rank >= Math.min(from, to) && rank <= Math.max(from, to);
};

const listHeaderStatements = (graph: GraphModel, field: HeaderField): readonly ConflictStatement[] => {
  const garment = findGarmentNode(graph);
  const own = listHeaderValues(garment?.entries ?? [], field).map((value) => ({
    ...createBodyStatement(value),
    ...(garment && toOwnedValue(garment, value)),
  }));
  const others = listHeaderValues([...graph.facts, ...graph.rest], field).map(createBodyStatement);
  return [...own, ...others].filter(({ value }) => isComparableStatement(value));
};

/** The maximum number of size ranges that are compared. A body usually has one or two. */
const MAX_RANGES = 20;

const listRanges = ({ graph, tables }: ConflictSource): readonly SizeRange[] => {
  const known = new Set(tables.flatMap(({ sizes }) => sizes));
  return listHeaderStatements(graph, 'size range')
    .slice(0, MAX_RANGES)
    .flatMap((statement) => readSizeRange(statement, known) ?? []);
};

/**
 * Returns true if two size ranges contradict each other. Ranges in different size systems, such as S, M, L and 36, 38,
 * 40, are compared only by their number of sizes.
 */
const areRangesDifferent = (range: SizeRange, otherRange: SizeRange): boolean => {
  if (![...range.systems].some((system) => otherRange.systems.has(system)))
    return !range.isSpan && !otherRange.isSpan && range.keys.size !== otherRange.keys.size;
  const [span, list] = range.isSpan ? [range, otherRange] : [otherRange, range];
  return (
    [...span.keys].some((key) => !list.keys.has(key)) ||
    (span.isSpan !== list.isSpan
      ? list.sizes.some((size) => !isInRange(span, size))
      : range.keys.size !== otherRange.keys.size)
  );
};

const createRangeConflict = (
  rule: ConflictRule,
  { statement }: SizeRange,
  others: readonly ConflictStatement[],
): Conflict => ({
  rule,
  between: joinConflictProvenance(
    others.map(({ value }) => findConflictProvenance([statement.value], [value])),
  ),
  statements: [statement, ...others],
});

/**
 * Finds size ranges that differ from the sizes of the points of measure, for example a range from XS to XL with
 * specifications from S to XXL. Also finds size ranges that differ from the first size range of the body.
 * Specifications in only one size are a sample and are not compared.
 */
export const findRangeConflicts = (source: ConflictSource): readonly Conflict[] => {
  const ranges = listRanges(source);
  const [first, ...others] = ranges;
  const rangePairs = others.flatMap((other) =>
    first !== undefined && areRangesDifferent(first, other)
      ? [createRangeConflict('size-range', first, [other.statement])]
      : [],
  );
  const grids = source.tables.filter(isPointTable).flatMap((table) => {
    const cells = table.rows.flatMap((row) =>
      listSizedSpecs(table, row).flatMap(([size, value]) => {
        const order = findSizeOrder(size);
        return order ? [{ row, size, value, order }] : [];
      }),
    );
    // The sizes of a table are the sizes of its specification columns, including columns without a stated value.
    const columnOrders = table.columns.flatMap(({ role, size }) =>
      role === 'spec' && size !== undefined ? [findSizeOrder(size)] : [],
    );
    const sizes = columnOrders.filter((order) => order !== undefined);
    const isKnown = sizes.length === columnOrders.length && listKeys(sizes).size > 1;
    return isKnown && cells.length > 0 ? [{ cells, keys: listKeys(sizes), systems: listSystems(sizes) }] : [];
  });
  const gridConflicts = ranges.flatMap((range) =>
    grids.flatMap(({ cells, keys, systems }): readonly Conflict[] => {
      const outside = cells.filter(
        ({ order }) => range.systems.has(order.system) && !isInRange(range, order),
      );
      const extra = [
        ...new Map(outside.toReversed().map((cell) => [cell.order.key, cell] as const)).values(),
      ].toReversed();
      const isAbsent = range.sizes.some(({ key, system }) => systems.has(system) && !keys.has(key));
      if (extra.length === 0 && !isAbsent) return [];
      // The conflict lists the values for sizes outside the size range. If there are none, the table lacks a size of
      // the range, and the conflict lists the values of the first row as an example.
      const shown = extra.length > 0 ? extra : cells.filter(({ row }) => row === cells[0]?.row);
      const statements = shown.map(({ row, value, size }) => createRowStatement(row, value, size));
      return [createRangeConflict('size-range', range, statements)];
    }),
  );
  return [...rangePairs, ...gridConflicts];
};

/**
 * Returns a conflict for each size that no size range of the body contains. A size is checked only if every range has
 * sizes of the same size system, such as letters. Checks the sample size and the sizes in the columns of tables.
 * `findRangeConflicts` checks the table of points of measure, so this function skips it.
 */
export const findOutsideSizes = (source: ConflictSource): readonly Conflict[] => {
  const { graph, tables } = source;
  const ranges = listRanges(source);
  const [range] = ranges;
  if (range === undefined) return [];
  const samples = listHeaderStatements(graph, 'sample size').map(
    (statement) => [toScalarText(statement.value.value) ?? '', statement] as const,
  );
  const columns = tables
    .filter((table) => !isPointTable(table))
    .flatMap((table) => {
      // A column such as `dimensions.L` may be a length and not the size L. It is checked only if `dimensions` also has
      // a column for a size in one of the size ranges of the garment, for example `dimensions.M`.
      const graded = new Set(
        table.columns.flatMap(({ size, base }) => {
          const order = size === undefined ? undefined : findSizeOrder(size);
          return order && ranges.some((each) => isInRange(each, order)) ? [base] : [];
        }),
      );
      return table.columns.flatMap(({ name, size, base }) => {
        const row =
          size === undefined || !graded.has(base)
            ? undefined
            : table.rows.find((each) => findStatement(each, name));
        const value = row && findStatement(row, name);
        return row && value && size !== undefined
          ? [[size, createRowStatement(row, value, size)] as const]
          : [];
      });
    });
  return [...samples, ...columns].flatMap(([size, statement]): readonly Conflict[] => {
    const order = findSizeOrder(size);
    const isOutside =
      order !== undefined &&
      ranges.every((each) => !isInRange(each, order)) &&
      ranges.every(({ systems }) => systems.has(order.system));
    return isOutside ? [createRangeConflict('outside-range', range, [statement])] : [];
  });
};

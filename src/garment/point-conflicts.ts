/**
 * Finds points of measure that contradict each other. Also finds materials with a stated quantity that is too small.
 */

import { addToGroup } from '../platform/group-items.ts';
import { subtractDecimals } from '../platform/json/decimals.ts';
import { toScalarText } from '../platform/json/json-values.ts';
import { normalizeTextNotation } from './change-meaning.ts';
import {
  type Conflict,
  type ConflictSource,
  createPairConflict,
  createRowStatement,
  findConflictProvenance,
  findStatement,
  getStatementText,
  listConflictRows,
} from './conflict.ts';
import type { GraphNode } from './graph-model.ts';
import type { NodeRow } from './node-table.ts';
import type { Value } from './value.ts';
import { foldCase } from './value-filter.ts';
import { compareAmounts, getDecimalSign, readWrittenAmount, type WrittenAmount } from './written-amount.ts';

/**
 * `AROUND` matches words for a length all around the garment, for example `circumference`. `ACROSS` matches words for a
 * length from edge to edge of the flat garment, for example `pit to pit`.
 */
const AROUND =
  /\bcircumference\b|\bgirth\b|\ball[- ]round\b|\ball the way (?:a)?round\b|周长|周長|一周|全围|全圍|chu vi/u;
const ACROSS = /\bedge[- ]to[- ]edge\b|\bside[- ]to[- ]side\b|\bpit[- ]to[- ]pit\b|边到边|邊到邊/u;
/**
 * Matches words for a doubled or halved measurement, such as `twice`. A text with such a word may mean the length from
 * edge to edge or the length all around, so `readBasis` ignores it. Exceptions are the column `extent` and labels that
 * begin with `1/2`.
 */
const DOUBLED = /\bdoubled?\b|\btwice\b|[x×*]\s?2\b|\b2\s?[x×]|\bhalf\b|\b1\/2\b|双|雙|两倍|兩倍|半/u;
const HALF_NAME = /^\s*1\/2\s/;

const readBasis = (column: string, text: string): 'around' | 'across' | undefined => {
  const plain = normalizeTextNotation(text);
  // In the column `extent`, `half` means a length from edge to edge. `full` is ignored there, because it can mean the
  // length around the body or the whole width of a part.
  if (column === 'extent') return /^half\b/.test(plain) ? 'across' : undefined;
  const [around, across] = [AROUND.test(plain), ACROSS.test(plain)];
  if (column === 'label' && HALF_NAME.test(plain)) return around ? undefined : 'across';
  if (DOUBLED.test(plain) || around === across) return undefined;
  return around ? 'around' : 'across';
};

const BASIS_COLUMNS = ['label', 'description', 'extent', 'how_to_measure'] as const;

/**
 * Finds points of measure with two contradicting texts. One text means a measurement all around the garment, for
 * example `circumference`, and the other a flat measurement, for example `edge to edge`. Compares the name, the
 * description, the extent and the method. Ignores texts about a doubled measurement.
 */
export const findBasisConflicts = (source: ConflictSource): readonly Conflict[] =>
  listConflictRows(source, 'pom').flatMap((row) => {
    const statements = BASIS_COLUMNS.flatMap((column) => {
      const value = findStatement(row, column);
      const basis = value && readBasis(column, getStatementText(value));
      return value && basis ? [{ value, basis }] : [];
    });
    const [first] = statements;
    const other = statements.find(({ basis }) => basis !== first?.basis);
    return first && other
      ? [createPairConflict('round-or-flat', [row, first.value], [row, other.value])]
      : [];
  });

/**
 * Finds the original value in the body for a value in a table. For example, a table splits the tolerance `±1` into
 * `tol_minus` and `tol_plus`. For both, the original value is `±1`.
 */
const findWrittenValue = ({ node }: NodeRow, value: Value): Value =>
  node.entries.find(({ path, parent }) => path === value.path && parent === undefined) ?? value;

/**
 * Returns the place of a nested row (an item of a list in a node): the id of the node and the path of the list, for
 * example `n1 measurements`. Returns an empty text for a row that is a whole node.
 */
const getRowList = ({ node, line }: NodeRow): string =>
  line === '' ? '' : `${node.id} ${line.replace(/(?:\[\d+\]|\.[^.[]+)$/, '')}`;

/**
 * Columns that tell apart points of measure with the same code. If two rows have different texts in one of these
 * columns, they are different points of measure. A missing text does not count as different.
 */
const APART_COLUMNS = ['piece', 'position', 'section', 'size', 'colour', 'color', 'stage', 'round'] as const;

/** Returns true if two rows with the same code are the same point of measure. */
const isSamePoint = (row: NodeRow, otherRow: NodeRow): boolean => {
  const [name, otherName] = [row, otherRow].map(({ cells }) =>
    foldCase(getStatementText(cells.get('label'))).trim(),
  );
  const isElsewhere = APART_COLUMNS.some((column) => {
    const [a, b] = [row, otherRow].map(({ cells }) => getStatementText(cells.get(column)));
    return a !== '' && b !== '' && a !== b;
  });
  // Two lists of measurements may belong to two garments that use the same codes. Therefore, rows from different lists
  // are the same point only if their names are equal too.
  return !isElsewhere && (name === otherName || getRowList(row) === getRowList(otherRow));
};

const compareValues = (value: Value, otherValue: Value): number | undefined => {
  const [a, b] = [value, otherValue].map(({ value, unit }) => readWrittenAmount(value, unit));
  return a && b ? compareAmounts(a, b) : undefined;
};

/**
 * Finds points of measure that have two different tolerances: in two rows with the same code, or in two columns of one
 * row, such as `±1` and a different `tol +`.
 */
export const findToleranceConflicts = (source: ConflictSource): readonly Conflict[] => {
  const rows = listConflictRows(source, 'pom');
  const byCode = new Map<string, NodeRow[]>();
  for (const row of rows) {
    const code = foldCase(getStatementText(row.cells.get('code'))).trim();
    if (code !== '') addToGroup(byCode, code, row);
  }
  const compareCells = (a: NodeRow, column: string, b: NodeRow, otherColumn: string): readonly Conflict[] => {
    const [value, otherValue] = [findStatement(a, column), findStatement(b, otherColumn)];
    if (!value || !otherValue || (compareValues(value, otherValue) ?? 0) === 0) return [];
    const [written, otherWritten] = [findWrittenValue(a, value), findWrittenValue(b, otherValue)];
    return [createPairConflict('code-tolerance', [a, written], [b, otherWritten])];
  };
  const rowConflicts = rows.flatMap((row) =>
    ['tol_minus', 'tol_plus'].flatMap((column) => compareCells(row, 'tolerance', row, column)),
  );
  const codeConflicts = [...byCode.values()].flatMap(([first, ...others]) =>
    others.flatMap((other) =>
      first !== undefined && isSamePoint(first, other)
        ? ['tol_minus', 'tol_plus'].flatMap((column) => compareCells(first, column, other, column))
        : [],
    ),
  );
  const seen = new Set<string>();
  // Two tolerances such as `±1` and `±0.5` conflict in `tol_minus` and again in `tol_plus`. Only the first of these two
  // conflicts is reported.
  return [...rowConflicts, ...codeConflicts].filter(({ statements }) => {
    const key = JSON.stringify(statements.map(({ nodeId, label, value }) => [nodeId, label, value.path]));
    return !seen.has(key) && seen.add(key).size > 0;
  });
};

/**
 * Matches nouns of items that are counted and not measured, such as `button`. It is used for names and types in lower
 * case.
 */
export const COUNTED_NOUNS =
  /button|snap|press stud|popper|hook|eyelet|rivet|buckle|toggle|zip(?:per)?\b|slider|stopper|d-ring/;

const BUNDLE = /\b(?:tape|strip|set|card|pair|pack)s?\b/i;

const readCount = (value: Value | undefined): WrittenAmount | undefined => {
  const amount = value && readWrittenAmount(value.value, value.unit);
  return amount?.system === '' && /^\d+(?:\.0+)?$/.test(amount.decimal) ? amount : undefined;
};

/**
 * Reads a basis such as `7 front + 2 cuff` as pairs of a number and a word: `7` with `front`, and `2` with `cuff`.
 * Returns an empty list for any other text.
 */
const readCountedReason = (basis: unknown): readonly (readonly [number: string, word: string])[] => {
  const terms =
    toScalarText(basis)
      ?.split('+')
      .map((term) => term.trim()) ?? [];
  const read = terms.flatMap((term) => {
    const [, number, word] = /^(\d{1,4}) ([\p{L}-]{3,20})$/u.exec(term) ?? [];
    return number !== undefined && word !== undefined ? [[number, foldCase(word)] as const] : [];
  });
  return terms.length > 1 && read.length === terms.length ? read : [];
};

/** A table row with the count or quantity that is compared. `amount` is the same number as `value` in exact form. */
interface CountedRow {
  readonly row: NodeRow;
  readonly value: Value;
  readonly amount: WrittenAmount;
}

const sumCounts = (rows: readonly CountedRow[]): string =>
  rows.reduce((sum, { amount }) => subtractDecimals(sum, `-${amount.decimal}`) ?? sum, '0');

const createCountConflict = (bill: readonly CountedRow[], uses: readonly CountedRow[]): Conflict => ({
  rule: 'bill-count',
  between: findConflictProvenance(
    bill.map(({ value }) => value),
    uses.map(({ value }) => value),
  ),
  statements: [...bill, ...uses].map(({ row, value }) => createRowStatement(row, value)),
});

/**
 * Returns the first known noun in the name of a row, for example `button` for `button and buttonhole`. If the name has
 * none, returns the first known noun in the type of the row. Returns undefined if the type has none either.
 */
export const findRowNoun = ({ cells }: NodeRow): string | undefined =>
  ['label', 'type']
    .map((column) => COUNTED_NOUNS.exec(normalizeTextNotation(getStatementText(cells.get(column))))?.[0])
    .find((noun) => noun !== undefined);

/**
 * Finds two kinds of conflicts about quantities in the bill of materials. A quantity can be too small: the bill of
 * materials has 6 buttons, but the rows with a `count` of buttons add up to 7. The basis of a quantity can be outdated:
 * it is `7 front + 2 cuff`, but the node with `cuff` in its name has a count of 3. A quantity that is too large is no
 * conflict, because the body may not list every use.
 */
export const findCountConflicts = (source: ConflictSource): readonly Conflict[] => {
  const bill = new Map<string, (CountedRow | undefined)[]>();
  const uses = new Map<string, CountedRow[]>();
  const counts = new Map<GraphNode, CountedRow>();
  const rowsWithReason: CountedRow[] = [];
  for (const row of listConflictRows(source, 'bom', 'labels')) {
    const noun = findRowNoun(row);
    const value = findStatement(row, row.cells.has('count') ? 'count' : 'quantity');
    const amount = readCount(value);
    const counted = value && amount ? { row, value, amount } : undefined;
    if (row.cells.has('count')) {
      if (counted && row.line === '') counts.set(row.node, counted);
      if (counted && noun !== undefined) addToGroup(uses, noun, counted);
      continue;
    }
    // If a row of the bill of materials is a tape or a set, for example a tape of snaps, the number of pieces in it is
    // unknown. So the number of snaps in the bill is not compared with the number of snaps that the garment uses.
    const isBundle = BUNDLE.test(getStatementText(row.cells.get('label')));
    if (noun !== undefined) addToGroup(bill, noun, isBundle ? undefined : counted);
    if (counted && readCountedReason(counted.value.basis).length > 0) rowsWithReason.push(counted);
  }
  const shortages = [...bill].flatMap(([noun, items]) => {
    const known = items.filter((item) => item !== undefined);
    const used = uses.get(noun) ?? [];
    const difference = subtractDecimals(sumCounts(known), sumCounts(used)) ?? '0';
    return known.length === items.length && getDecimalSign(difference) < 0
      ? [createCountConflict(known, used)]
      : [];
  });
  const outdated = rowsWithReason.flatMap((item) => {
    const users = [...new Set(item.row.usedBy.map(({ from }) => from))];
    return readCountedReason(item.value.basis).flatMap(([number, word]) => {
      const [only, second] = users.filter(({ label }) =>
        foldCase(label)
          .split(/[^\p{L}]+/u)
          .includes(word),
      );
      const use = only && !second ? counts.get(only) : undefined;
      const difference = use && subtractDecimals(use.amount.decimal, number);
      return use && difference !== undefined && getDecimalSign(difference) !== 0
        ? [createCountConflict([item], [use])]
        : [];
    });
  });
  return [...shortages, ...outdated];
};

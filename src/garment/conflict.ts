/**
 * Defines conflicts. A conflict consists of values of one body that cannot all be true. toile shows each value with its
 * node and provenance, and does not decide which one is right.
 */

import { toPayloadText, toScalarText } from '../platform/json/json-values.ts';
import { NO_NODE, type OwnedValue, toOwnedValue } from './flatten-body.ts';
import type { GraphModel } from './graph-model.ts';
import { BODY_NODE_ID, type NodeRow, type NodeTable } from './node-table.ts';
import type { Value } from './value.ts';

/** The rules that find conflicts, with their printed titles. */
export const CONFLICT_RULES = {
  'size-row': 'a row of sizes reverses',
  'grade-step': 'the grade and the steps between sizes',
  'size-range': 'sizes that differ from the size range',
  'outside-range': 'a size outside the range',
  'round-or-flat': 'measured round or flat',
  'code-tolerance': 'one code with two tolerances',
  'bill-count': 'the quantity in the bill and the counts in use',
  'callout-number': 'a number in a text and in its row',
} as const;

/** The name of a rule, for example `size-row`. */
export type ConflictRule = keyof typeof CONFLICT_RULES;

/**
 * Explains to the reader what a conflict means. There is one sentence for each combination of the provenance of its two
 * sides.
 */
export const CONFLICT_MEANINGS = {
  'asserted against asserted': 'Stated on both sides: a question for the designer.',
  'asserted against inferred': 'Stated on one side and inferred on the other: the inference is out of date.',
  'inferred against inferred': 'Inferred on both sides: nothing is stated, and the two inferences differ.',
  'without a known state': 'A side has no known state: the garment data does not say where it comes from.',
} as const;

/** The provenance of the two sides of a conflict, for example `asserted against inferred`. */
export type ConflictProvenance = keyof typeof CONFLICT_MEANINGS;

/** One of the contradicting values of a conflict. */
export interface ConflictStatement extends OwnedValue {
  /** The size to which the value applies. Undefined if the value applies to all sizes. */
  readonly size: string | undefined;
  /** The code of the point of measure or part; empty if it has none. */
  readonly code: string;
}

/** Values of one body that cannot all be true, and the rule that found them. */
export interface Conflict {
  readonly rule: ConflictRule;
  readonly between: ConflictProvenance;
  readonly statements: readonly ConflictStatement[];
}

/** The input of every conflict rule: the graph of a body, and all its tables. */
export interface ConflictSource {
  readonly graph: GraphModel;
  readonly tables: readonly NodeTable[];
}

/** Returns true for a value that is neither unstated nor null. */
export const isComparableStatement = ({ state, value }: Pick<Value, 'state' | 'value'>): boolean =>
  state !== 'unstated' && (value ?? null) !== null;

/** Returns the value of a cell; undefined if the cell is missing, unstated or null. */
export const findStatement = ({ cells }: NodeRow, column: string): Value | undefined => {
  const value = cells.get(column);
  return value !== undefined && isComparableStatement(value) ? value : undefined;
};

/**
 * Creates a ConflictStatement (one of the contradicting values of a conflict) from a value of a table row. Its label is
 * the label of the node if the row is a whole node, and otherwise the label of the row.
 */
export const createRowStatement = (row: NodeRow, value: Value, size?: string): ConflictStatement => {
  const { node, line, cells } = row;
  const code = toPayloadText(cells.get('code')?.value ?? undefined);
  const isOfBody = node.id === BODY_NODE_ID;
  if (line === '' && !isOfBody) return { ...toOwnedValue(node, value), size, code };
  const label = cells.get('label');
  return {
    nodeId: isOfBody ? '' : node.id,
    kind: node.kind,
    node: undefined,
    value,
    size,
    code,
    label: toPayloadText(label?.value ?? undefined),
    labelState: label?.state,
  };
};

/**
 * Creates a `ConflictStatement` (one of the contradicting values of a conflict) for a value that belongs to no node.
 */
export const createBodyStatement = (value: Value): ConflictStatement => ({
  ...NO_NODE,
  value,
  size: undefined,
  code: '',
});

type Stated = Pick<Value, 'state'>;

const findSideState = (side: readonly Stated[]): 'asserted' | 'inferred' | undefined =>
  side.every(({ state }) => state === 'asserted')
    ? 'asserted'
    : side.every(({ state }) => state === 'asserted' || state === 'inferred')
      ? 'inferred'
      : undefined;

/**
 * Returns the provenance of the two sides of a conflict, for example `asserted against inferred`. A side is asserted if
 * all its values are asserted. It is inferred if all its values are asserted or inferred, and at least one is inferred.
 * If a side has any other provenance, returns `without a known state`.
 */
export const findConflictProvenance = (a: readonly Stated[], b: readonly Stated[]): ConflictProvenance => {
  const [state, otherState] = [findSideState(a), findSideState(b)];
  if (state === undefined || otherState === undefined) return 'without a known state';
  if (state !== otherState) return 'asserted against inferred';
  return state === 'asserted' ? 'asserted against asserted' : 'inferred against inferred';
};

/**
 * Returns the provenance of a conflict that consists of several pairs of values. `pairs` has the provenance of each
 * pair, for example `asserted against asserted`. Of these, the one that comes first in `CONFLICT_MEANINGS` is returned.
 */
export const joinConflictProvenance = (pairs: readonly ConflictProvenance[]): ConflictProvenance =>
  (Object.keys(CONFLICT_MEANINGS) as readonly ConflictProvenance[]).find((each) => pairs.includes(each)) ??
  'without a known state';

/** Returns all rows of the tables with the given names, for example `pom`. */
export const listConflictRows = (
  { tables }: ConflictSource,
  ...names: readonly string[]
): readonly NodeRow[] => tables.filter(({ name }) => names.includes(name)).flatMap(({ rows }) => rows);

/** Returns the text of a value. Returns an empty text if the value is undefined, unstated, null or not a scalar. */
export const getStatementText = (value: Value | undefined): string =>
  value !== undefined && isComparableStatement(value) ? (toScalarText(value.value) ?? '') : '';

/** Creates a conflict between two values, each given with its row. */
export const createPairConflict = (
  rule: ConflictRule,
  [row, value]: readonly [NodeRow, Value],
  [otherRow, otherValue]: readonly [NodeRow, Value],
): Conflict => ({
  rule,
  between: findConflictProvenance([value], [otherValue]),
  statements: [createRowStatement(row, value), createRowStatement(otherRow, otherValue)],
});

/**
 * Converts a conflict to JSON form. Adds `about`, the title of the rule that found the conflict. Also adds `means`, a
 * sentence that explains the provenance in `between`, such as `asserted against inferred`.
 */
export const toShownConflict = ({ rule, between, statements }: Conflict) => ({
  rule,
  about: CONFLICT_RULES[rule],
  between,
  means: CONFLICT_MEANINGS[between],
  statements: statements.map(({ nodeId, kind, label, code, size, value }) => ({
    node_id: nodeId,
    kind,
    label,
    code: code || null,
    field: value.path,
    size: size ?? null,
    value: value.value ?? null,
    unit: value.unit ?? null,
    state: value.state ?? null,
    basis: value.basis ?? null,
    confidence: value.confidence ?? null,
  })),
});

/**
 * A conflict in the JSON output: the rule that found it, the title of this rule, the contradicting values
 * (`statements`), and the provenance of the two sides.
 */
export type ShownConflict = ReturnType<typeof toShownConflict>;
/** A statement of a conflict in the JSON output: a value with its node, field, size, provenance and basis. */
export type ShownStatement = ShownConflict['statements'][number];

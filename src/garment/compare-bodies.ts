/** Compares two bodies. Value and provenance are compared separately; the order of nodes and members is ignored. */

import { addToGroup } from '../platform/group-items.ts';
import { toScalarText } from '../platform/json/json-values.ts';
import { findFieldMeaning } from './change-meaning.ts';
import { MINOR_CLASS } from './change-words.ts';
import { type ComparisonContext, NO_COMPARED_NODE } from './classify-change.ts';
import { type ComparableBody, type ComparableNode, readComparableBodies } from './comparable-value.ts';
import { DEPARTMENT_NAMES, isMeasurementKind, isPieceKind } from './departments.ts';
import { joinGradedPairs, joinSizePairs, type MatchedNode } from './graded-changes.ts';
import { hasOnlyNumbers, type MatchedValues, matchInSteps, matchValues } from './match-values.ts';
import {
  buildNodeChange,
  buildOrderChange,
  buildValueChanges,
  type RelatedValue,
  toRelatedValue,
  type ValueChange,
} from './value-change.ts';

/**
 * Values that help to judge a changed measurement: its tolerances, and the unchanged measurements of the pieces to
 * which it is linked. They are printed with the first change of the measurement.
 */
export interface MeasurementContext {
  /** The tolerances that the second of the two compared bodies gives for the changed measurement. */
  readonly tolerances: readonly RelatedValue[];
  /**
   * The pieces to which the changed measurement is linked. For each piece, `unchanged` lists those of its other
   * measurements that did not change. Pieces without such measurements are left out.
   */
  readonly check: readonly {
    readonly piece: string;
    readonly unchanged: readonly Pick<ComparableNode, 'id' | 'label'>[];
  }[];
}

/**
 * A change between two bodies. A change of a measurement also has related values, such as the tolerances of the
 * measurement. If several values of one measurement changed, only the first change has the related values.
 */
export type BodyChange = ValueChange & Partial<MeasurementContext>;

/**
 * The changes between two bodies, and the garment ids and profiles of these bodies. In `garmentIds` and `profiles`, the
 * entry of the first body comes first.
 */
export interface BodyComparison {
  /** The changes, sorted by department, then by class, then in the order of the bodies. */
  readonly changes: readonly BodyChange[];
  readonly garmentIds: readonly [string | undefined, string | undefined];
  readonly profiles: readonly [string | undefined, string | undefined];
}

const isMeasurement = ({ kind }: Pick<ComparableNode, 'kind'>): boolean => isMeasurementKind(kind);

interface MatchedBodies {
  readonly unpaired: readonly (readonly [ComparableNode | undefined, ComparableNode | undefined])[];
  /**
   * The pairs of nodes that changed between the two bodies, each with the pairs of their values. The last entry is not
   * for nodes: it has the pairs of values outside all nodes.
   */
  readonly matched: readonly (MatchedNode & MatchedValues)[];
}

const listRepeatedIds = (nodes: readonly ComparableNode[]): readonly string[] => {
  const seen = new Set<string>();
  return nodes.flatMap(({ id }) => (seen.size < seen.add(id).size ? [] : [id]));
};

/**
 * Pairs nodes by id, and nodes without an id by kind and content. Nodes that share an id are paired by content, then in
 * their order.
 */
const matchBodies = (from: ComparableBody, to: ComparableBody): MatchedBodies => {
  const getNodeKey = (node: ComparableNode): string =>
    node.isNamed ? `id ${node.id}` : `without id ${node.kind} ${node.whole}`;
  const repeated = new Set([from, to].flatMap(({ nodes }) => listRepeatedIds(nodes)));
  // Nodes are first paired by a key. For a node with a unique id, this key is made from its id alone. For any other
  // node, it also contains the whole content of the node, which takes more time to build.
  const pairs = matchInSteps(from.nodes, to.nodes, [
    (node) =>
      node.isNamed && !repeated.has(node.id) ? getNodeKey(node) : `${getNodeKey(node)}\n${node.whole}`,
    getNodeKey,
  ]);
  return {
    unpaired: pairs.filter(([a, b]) => a === undefined || b === undefined),
    matched: [
      ...pairs.flatMap(([a, b]) =>
        a && b && !a.isEqualTo(b)
          ? [{ node: b, ...matchValues(a.values, b.values, [a, b].some(isMeasurement)) }]
          : [],
      ),
      { node: NO_COMPARED_NODE, ...matchValues(from.rest, to.rest, false) },
    ],
  };
};

const listSizes = ({ nodes, rest }: ComparableBody): ReadonlySet<string> =>
  new Set(
    [...nodes, { kind: '', values: rest }].flatMap(({ kind, values }) =>
      matchValues(values, [], isMeasurementKind(kind)).pairs.flatMap(({ size }) => size ?? []),
    ),
  );

const hasOneSidedSize = ({ matched }: MatchedBodies): boolean =>
  matched.some(({ pairs }) =>
    pairs.some(({ size, before, after }) => size !== undefined && (!before || !after)),
  );

const compareMatched = (
  bodies: MatchedBodies,
  [from, to]: readonly [ComparableBody, ComparableBody],
  comparison: ComparisonContext,
): readonly ValueChange[] => {
  const { unpaired, matched } = bodies;
  const bodySizes = hasOneSidedSize(bodies)
    ? ([listSizes(from), listSizes(to)] as const)
    : ([new Set<string>(), new Set<string>()] as const);
  const sizeChanges = joinSizePairs(matched, bodySizes, comparison);
  return [
    ...unpaired.flatMap(([old, now]) =>
      now ? [buildNodeChange(now, true, comparison)] : old ? [buildNodeChange(old, false, comparison)] : [],
    ),
    ...sizeChanges.changes,
    ...matched.flatMap(({ node, pairs, reordered }) => {
      const context = { ...comparison, node };
      const remaining = pairs.filter((pair) => !sizeChanges.joined.has(pair));
      const graded = joinGradedPairs(remaining, context);
      return [
        ...graded.changes,
        ...reordered.map(({ path, before, after }) =>
          buildOrderChange(path, before, after, hasOnlyNumbers([...before, ...after]), context),
        ),
        ...remaining.flatMap((pair) => {
          const changes = buildValueChanges(pair.before, pair.after, context);
          return graded.joined.has(pair) ? changes.filter(({ role }) => role === 'beside') : changes;
        }),
      ];
    }),
  ];
};

/**
 * Compares two bodies of any shape. Returns the changes, and the garment ids and profiles of the bodies. Never throws.
 * Except for sorting, the time is linear in the size of the bodies.
 */
export const compareBodies = (a: unknown, b: unknown): BodyComparison => {
  const [from, to] = readComparableBodies(a, b);
  const comparison: ComparisonContext = {
    profile:
      from.profile !== undefined && to.profile !== undefined && from.profile !== to.profile
        ? to.profile
        : undefined,
    hasNoNodes: !from.isGraph && !to.isGraph && from.nodes.length + to.nodes.length === 0,
    isGraph: from.isGraph || to.isGraph,
  };
  const departmentRanks = new Map(DEPARTMENT_NAMES.map((name, at) => [name, at] as const));
  const changes = compareMatched(matchBodies(from, to), [from, to], comparison).toSorted(
    (one, other) =>
      (departmentRanks.get(one.department) ?? 0) - (departmentRanks.get(other.department) ?? 0) ||
      one.class - other.class,
  );
  return {
    changes: addMeasurementContext(changes, to.nodes),
    garmentIds: [from.garmentId, to.garmentId],
    profiles: [from.profile, to.profile],
  };
};

const listLinkTargets = ({ values }: ComparableNode): readonly string[] =>
  values.flatMap(({ role, value }) => (role === 'link' ? [toScalarText(value) ?? ''] : []));

/**
 * Adds related values to the first change of each measurement: its tolerances, and the unchanged measurements of the
 * same piece.
 */
const addMeasurementContext = (
  changes: readonly ValueChange[],
  nodes: readonly ComparableNode[],
): readonly BodyChange[] => {
  const isMajor = (change: ValueChange): boolean => change.class < MINOR_CLASS;
  const changedIds = new Set(changes.filter(isMajor).map(({ node_id }) => node_id));
  const isRevisedMeasurement = ({ kind, role, class: rank, after, before }: ValueChange): boolean =>
    isMeasurementKind(kind) &&
    ['value', 'sizes'].includes(role) &&
    rank < 9 &&
    before !== null &&
    after !== null;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const pieceIds = new Set(nodes.filter(({ kind }) => isPieceKind(kind)).map(({ id }) => id));
  const measurementsByPiece = new Map<string, ComparableNode[]>();
  for (const node of nodes) {
    if (!isMeasurementKind(node.kind)) continue;
    for (const piece of new Set(listLinkTargets(node).filter((id) => pieceIds.has(id))))
      addToGroup(measurementsByPiece, piece, node);
  }
  const readContext = (id: string): MeasurementContext | undefined => {
    const node = byId.get(id);
    if (!node) return undefined;
    const tolerances = node.values
      .filter(({ role, path }) => role === 'value' && findFieldMeaning(path, node.kind) === 'tolerance')
      .map(toRelatedValue);
    const check = [...new Set(listLinkTargets(node))].flatMap((piece) => {
      const unchanged = (measurementsByPiece.get(piece) ?? []).filter((other) => !changedIds.has(other.id));
      return unchanged.length > 0
        ? [{ piece, unchanged: unchanged.map(({ id, label }) => ({ id, label })) }]
        : [];
    });
    return { tolerances, check };
  };
  const revisedIds = new Set(changes.filter(isRevisedMeasurement).map(({ node_id }) => node_id));
  return changes.map((change) => {
    if (!isMajor(change) || !revisedIds.delete(change.node_id)) return change;
    return { ...change, ...readContext(change.node_id) };
  });
};

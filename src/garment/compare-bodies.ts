/** Compares two bodies. Value and provenance are compared separately; positions are ignored. */

import { toScalarText } from '../platform/json/json-values.ts';
import { type ComparableNode, type ComparableValue, readComparableBodies } from './comparable-value.ts';
import { DEPARTMENT_NAMES, isMeasurementKind, isPieceKind } from './departments.ts';
import {
  buildNodeChange,
  buildValueChange,
  type ComparisonContext,
  type RelatedValue,
  toRelatedValue,
  type ValueChange,
} from './value-change.ts';

/** Values that help to judge a changed measurement. */
export interface MeasurementContext {
  /** The tolerances of the measurement in the second body. */
  readonly tolerances: readonly RelatedValue[];
  /** Unchanged measurements on the same piece, which may depend on the changed one. */
  readonly check: readonly {
    readonly piece: string;
    readonly unchanged: readonly Pick<ComparableNode, 'id' | 'label'>[];
  }[];
}

/** The changes between two bodies. */
export interface BodyComparison {
  /** Sorted by department, then by class, then in the order of the bodies. */
  readonly changes: readonly ValueChange[];
  readonly garmentIds: readonly [string | undefined, string | undefined];
  readonly profiles: readonly [string | undefined, string | undefined];
  /** Context of changed measurements, by the id of the node. */
  readonly measurementContext: ReadonlyMap<string, MeasurementContext>;
}

/**
 * Compares two bodies of the same kind and of any shape. Never throws. The time is linear in their size,
 * apart from sorting.
 */
export const compareBodies = (a: unknown, b: unknown): BodyComparison => {
  const [from, to] = readComparableBodies(a, b);
  const setting: ComparisonContext = {
    profile:
      from.profile !== undefined && to.profile !== undefined && from.profile !== to.profile
        ? to.profile
        : undefined,
    texts: !from.isGraph && !to.isGraph && from.nodes.length + to.nodes.length === 0,
  };
  const nowhere = { id: '', kind: '', label: '' };
  const changes: ValueChange[] = [];
  for (const [old, now] of matchByKey(from.nodes, to.nodes, ({ key }) => key)) {
    if (old && now) changes.push(...compareValues(old.values, now.values, now, setting));
    else if (now) changes.push(buildNodeChange(now, true, setting));
    else if (old) changes.push(buildNodeChange(old, false, setting));
  }
  changes.push(...compareValues(from.rest, to.rest, nowhere, setting));
  const place = new Map(DEPARTMENT_NAMES.map((name, at) => [name, at] as const));
  changes.sort(
    (one, other) =>
      (place.get(one.department) ?? 0) - (place.get(other.department) ?? 0) || one.class - other.class,
  );
  return {
    changes,
    garmentIds: [from.garmentId, to.garmentId],
    profiles: [from.profile, to.profile],
    measurementContext: buildMeasurementContext(changes, to.nodes),
  };
};

/** Pairs items with equal keys, in their order. Items without a partner are paired with undefined. */
const matchByKey = <T>(
  from: readonly T[],
  to: readonly T[],
  keyOf: (item: T) => string,
): readonly (readonly [T | undefined, T | undefined])[] => {
  const waiting = new Map<string, T[]>();
  for (const item of from) {
    const key = keyOf(item);
    const list = waiting.get(key);
    if (list) list.push(item);
    else waiting.set(key, [item]);
  }
  for (const list of waiting.values()) if (list.length > 1) list.reverse();
  const found = to.map((item) => [waiting.get(keyOf(item))?.pop(), item] as const);
  const left = new Set([...waiting.values()].flat());
  return left.size === 0
    ? found
    : [...found, ...from.filter((item) => left.has(item)).map((item) => [item, undefined] as const)];
};

/**
 * Compares the values of one node. Several values with one path are matched in steps: identical ones first,
 * then those of equal meaning, then the rest.
 */
const compareValues = (
  from: readonly ComparableValue[],
  to: readonly ComparableValue[],
  node: Parameters<typeof buildValueChange>[2],
  setting: ComparisonContext,
): readonly ValueChange[] => {
  const out: ValueChange[] = [];
  let [old, now]: readonly (readonly ComparableValue[])[] = [from, to];
  const steps: ((atom: ComparableValue) => string)[] = [
    ({ key, state, normalized, written }) => `${key} ${state} ${normalized} ${written}`,
    ({ key, state, normalized }) => `${key} ${state} ${normalized}`,
    ({ key, normalized }) => `${key} ${normalized}`,
    ({ key }) => key,
  ];
  for (const [at, keyOf] of steps.entries()) {
    const matched = matchByKey(old ?? [], now ?? [], keyOf);
    for (const [a, b] of matched) {
      if (!a || !b || at === 0) continue;
      const change = buildValueChange(a, b, node, setting);
      if (change) out.push(change);
    }
    old = matched.flatMap(([a, b]) => (a && !b ? [a] : []));
    now = matched.flatMap(([a, b]) => (b && !a ? [b] : []));
    if (old.length === 0 && now.length === 0) break;
  }
  for (const atom of old ?? [])
    out.push(...[buildValueChange(atom, undefined, node, setting)].filter((it) => it !== undefined));
  for (const atom of now ?? [])
    out.push(...[buildValueChange(undefined, atom, node, setting)].filter((it) => it !== undefined));
  return out;
};

/** Returns the ids of the nodes that a node is linked to. */
const listLinkTargets = ({ values }: ComparableNode): readonly string[] =>
  values.flatMap(({ role, value }) => (role === 'link' ? [toScalarText(value) ?? ''] : []));

/** Returns tolerances and unchanged neighbours of every changed measurement, by the id of the node. */
const buildMeasurementContext = (
  changes: readonly ValueChange[],
  nodes: readonly ComparableNode[],
): ReadonlyMap<string, MeasurementContext> => {
  const changed = new Set(changes.filter((change) => change.class < 10).map(({ node_id }) => node_id));
  const moved = changes.filter(
    ({ kind, role, class: rank, after, before }) =>
      isMeasurementKind(kind) && role === 'value' && rank < 9 && before && after,
  );
  const pieces = new Set(nodes.filter(({ kind }) => isPieceKind(kind)).map(({ id }) => id));
  const onPiece = new Map<string, ComparableNode[]>();
  for (const node of nodes) {
    if (!isMeasurementKind(node.kind)) continue;
    for (const piece of new Set(listLinkTargets(node).filter((id) => pieces.has(id)))) {
      const list = onPiece.get(piece);
      if (list) list.push(node);
      else onPiece.set(piece, [node]);
    }
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return new Map(
    [...new Set(moved.map(({ node_id }) => node_id))].flatMap((id) => {
      const node = byId.get(id);
      if (!node) return [];
      const tolerances = node.values
        .filter(({ role, path }) => role === 'value' && /^tol/i.test(path))
        .map(toRelatedValue);
      const check = [...new Set(listLinkTargets(node))].flatMap((piece) => {
        const unchanged = (onPiece.get(piece) ?? []).filter((other) => !changed.has(other.id));
        return unchanged.length > 0
          ? [{ piece, unchanged: unchanged.map(({ id, label }) => ({ id, label })) }]
          : [];
      });
      return [[id, { tolerances, check }] as const];
    }),
  );
};

/** What changed between two bodies: value and state are two axes, and position is none. */

import { scalarText } from '../json/values.ts';
import { type Beside, besideOf, type Change, nodeChange, type Setting, valueChange } from './change.ts';
import { type Atom, type AtomNode, comparables } from './comparable.ts';
import { DEPARTMENTS, isMeasured, isPiece } from './departments.ts';

/** What belongs beside a changed measurement, for its reader to judge. */
export interface Measured {
  /** Its tolerances as they are now. */
  readonly tolerances: readonly Beside[];
  /** Unchanged measurements on the same piece, which may depend on it. */
  readonly check: readonly {
    readonly piece: string;
    readonly unchanged: readonly Pick<AtomNode, 'id' | 'label'>[];
  }[];
}

export interface Comparison {
  /** By department, then by class, then in the order of the bodies. */
  readonly changes: readonly Change[];
  readonly garmentIds: readonly [string | undefined, string | undefined];
  readonly profiles: readonly [string | undefined, string | undefined];
  /** By id of node. */
  readonly measured: ReadonlyMap<string, Measured>;
}

/** Compares two bodies of the same kind, of any shape. Never throws. Linear in their size, but for sorting. */
export const compare = (a: unknown, b: unknown): Comparison => {
  const [from, to] = comparables(a, b);
  const setting: Setting = {
    profile:
      from.profile !== undefined && to.profile !== undefined && from.profile !== to.profile
        ? to.profile
        : undefined,
    texts: !from.isGraph && !to.isGraph && from.nodes.length + to.nodes.length === 0,
  };
  const nowhere = { id: '', kind: '', label: '' };
  const changes: Change[] = [];
  for (const [old, now] of pairs(from.nodes, to.nodes, ({ key }) => key)) {
    if (old && now) changes.push(...atomChanges(old.atoms, now.atoms, now, setting));
    else if (now) changes.push(nodeChange(now, true, setting));
    else if (old) changes.push(nodeChange(old, false, setting));
  }
  changes.push(...atomChanges(from.rest, to.rest, nowhere, setting));
  const place = new Map(DEPARTMENTS.map((name, at) => [name, at] as const));
  changes.sort(
    (one, other) =>
      (place.get(one.department) ?? 0) - (place.get(other.department) ?? 0) || one.class - other.class,
  );
  return {
    changes,
    garmentIds: [from.garmentId, to.garmentId],
    profiles: [from.profile, to.profile],
    measured: measuredBeside(changes, to.nodes),
  };
};

/** Pairs by key, in order within a key; what is left of either side stands alone. */
const pairs = <T>(
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

/** Where several values share a place, those that are the same belong together, then those that say the same. */
const atomChanges = (
  from: readonly Atom[],
  to: readonly Atom[],
  node: Parameters<typeof valueChange>[2],
  setting: Setting,
): readonly Change[] => {
  const out: Change[] = [];
  let [old, now]: readonly (readonly Atom[])[] = [from, to];
  const steps: ((atom: Atom) => string)[] = [
    ({ key, state, meaning, written }) => `${key} ${state} ${meaning} ${written}`,
    ({ key, state, meaning }) => `${key} ${state} ${meaning}`,
    ({ key, meaning }) => `${key} ${meaning}`,
    ({ key }) => key,
  ];
  for (const [at, keyOf] of steps.entries()) {
    const matched = pairs(old ?? [], now ?? [], keyOf);
    for (const [a, b] of matched) {
      if (!a || !b || at === 0) continue;
      const change = valueChange(a, b, node, setting);
      if (change) out.push(change);
    }
    old = matched.flatMap(([a, b]) => (a && !b ? [a] : []));
    now = matched.flatMap(([a, b]) => (b && !a ? [b] : []));
    if (old.length === 0 && now.length === 0) break;
  }
  for (const atom of old ?? [])
    out.push(...[valueChange(atom, undefined, node, setting)].filter((it) => it !== undefined));
  for (const atom of now ?? [])
    out.push(...[valueChange(undefined, atom, node, setting)].filter((it) => it !== undefined));
  return out;
};

const targetsOf = ({ atoms }: AtomNode): readonly string[] =>
  atoms.flatMap(({ role, value }) => (role === 'link' ? [scalarText(value) ?? ''] : []));

const measuredBeside = (
  changes: readonly Change[],
  nodes: readonly AtomNode[],
): ReadonlyMap<string, Measured> => {
  const changed = new Set(changes.filter((change) => change.class < 10).map(({ node_id }) => node_id));
  const moved = changes.filter(
    ({ kind, role, class: rank, after, before }) =>
      isMeasured(kind) && role === 'value' && rank < 9 && before && after,
  );
  const pieces = new Set(nodes.filter(({ kind }) => isPiece(kind)).map(({ id }) => id));
  const onPiece = new Map<string, AtomNode[]>();
  for (const node of nodes) {
    if (!isMeasured(node.kind)) continue;
    for (const piece of new Set(targetsOf(node).filter((id) => pieces.has(id)))) {
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
      const tolerances = node.atoms
        .filter(({ role, field }) => role === 'value' && /^tol/i.test(field))
        .map(besideOf);
      const check = [...new Set(targetsOf(node))].flatMap((piece) => {
        const unchanged = (onPiece.get(piece) ?? []).filter((other) => !changed.has(other.id));
        return unchanged.length > 0
          ? [{ piece, unchanged: unchanged.map(({ id, label }) => ({ id, label })) }]
          : [];
      });
      return [[id, { tolerances, check }] as const];
    }),
  );
};

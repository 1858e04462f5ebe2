/** Which part of a drawing means which node: a construction document names its nodes, and editors keep the names. */

import { attributeIn, type Drawn, SVG } from '../border/drawn.ts';
import type { GraphNode } from '../garment/graph.ts';

export interface Ties {
  /** In the order of the drawing; the first of each node. */
  readonly first: ReadonlyMap<GraphNode, Drawn>;
  readonly all: ReadonlyMap<Drawn, GraphNode>;
  /** Ids that the drawing gives as those of nodes, and the graph does not know. */
  readonly strangers: readonly string[];
}

/** Signs that no id may hold, as Illustrator writes them: `_x2E_` for a full stop. */
const decoded = (id: string): string =>
  id.replace(/_x([0-9A-Fa-f]{1,5})_/g, (all, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code > 0x1f && code < 0xd800 ? String.fromCodePoint(code) : all;
  });

const loose = (id: string): string => id.replaceAll(/[^\p{L}\p{N}]+/gu, '_').toLowerCase();

/** By a name that only one node has. */
const unique = (
  nodes: readonly GraphNode[],
  name: (id: string) => string,
): ReadonlyMap<string, GraphNode> => {
  const found = new Map<string, GraphNode>();
  const twice = new Set<string>();
  for (const node of nodes) {
    const key = name(node.id);
    if (found.has(key)) twice.add(key);
    found.set(key, node);
  }
  // Nothing is called by what all signs are written as.
  for (const key of [...twice, '', '_']) found.delete(key);
  return found;
};

export const tiesOf = (root: Drawn, nodes: readonly GraphNode[]): Ties => {
  const [exact, nearly] = [unique(nodes, (id) => id), unique(nodes, loose)];
  const all = new Map<Drawn, GraphNode>();
  const first = new Map<GraphNode, Drawn>();
  const strangers = new Set<string>();
  const look = (of: Drawn): void => {
    const [named, id] = [attributeIn(of, 'data-node'), attributeIn(of, 'id')];
    const node =
      named === undefined
        ? (exact.get(attributeIn(of, 'data-name') ?? '') ??
          (id === undefined ? undefined : (exact.get(decoded(id)) ?? nearly.get(loose(decoded(id))))))
        : exact.get(named);
    if (node === undefined && named !== undefined) strangers.add(named);
    if (node !== undefined && of.uri === SVG) {
      all.set(of, node);
      if (!first.has(node)) first.set(node, of);
    }
    for (const child of of.children) if (typeof child !== 'string') look(child);
  };
  look(root);
  return { first, all, strangers: [...strangers] };
};

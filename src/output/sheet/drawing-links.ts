/**
 * Finds the element of a drawing that represents a node. A construction document names its nodes in ids or
 * data attributes, which editors preserve.
 */

import type { GraphNode } from '../../garment/graph-model.ts';
import { readSvgAttribute, SVG_NAMESPACE, type SvgElement } from '../../platform/svg/svg-element.ts';

/** The elements of a drawing and the nodes that they stand for. */
export interface DrawingLinks {
  /** The first element of each node, in the order of the drawing. */
  readonly firstElements: ReadonlyMap<GraphNode, SvgElement>;
  /** The node of each element. */
  readonly nodesByElement: ReadonlyMap<SvgElement, GraphNode>;
  /** Node ids in the drawing that the graph does not have. */
  readonly unknownIds: readonly string[];
}

/** Decodes characters that Illustrator escapes in ids, for example `_x2E_` for a full stop. */
const decodeIllustratorId = (id: string): string =>
  id.replace(/_x([0-9A-Fa-f]{1,5})_/g, (all, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code > 0x1f && code < 0xd800 ? String.fromCodePoint(code) : all;
  });

const simplifyId = (id: string): string => id.replaceAll(/[^\p{L}\p{N}]+/gu, '_').toLowerCase();

/** Indexes the nodes by a name, without names that several nodes share. */
const indexUniqueNames = (
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
  // An empty name and `_` name nothing: `_` is the result of replacing every character.
  for (const key of [...twice, '', '_']) found.delete(key);
  return found;
};

/**
 * Finds the elements of a drawing that stand for nodes: by `data-node`, else by `data-name`, else by id.
 */
export const linkDrawingToNodes = (root: SvgElement, nodes: readonly GraphNode[]): DrawingLinks => {
  const [exact, nearly] = [indexUniqueNames(nodes, (id) => id), indexUniqueNames(nodes, simplifyId)];
  const all = new Map<SvgElement, GraphNode>();
  const first = new Map<GraphNode, SvgElement>();
  const strangers = new Set<string>();
  const look = (of: SvgElement): void => {
    const [named, id] = [readSvgAttribute(of, 'data-node'), readSvgAttribute(of, 'id')];
    const node =
      named === undefined
        ? (exact.get(readSvgAttribute(of, 'data-name') ?? '') ??
          (id === undefined
            ? undefined
            : (exact.get(decodeIllustratorId(id)) ?? nearly.get(simplifyId(decodeIllustratorId(id))))))
        : exact.get(named);
    if (node === undefined && named !== undefined) strangers.add(named);
    if (node !== undefined && of.uri === SVG_NAMESPACE) {
      all.set(of, node);
      if (!first.has(node)) first.set(node, of);
    }
    for (const child of of.children) if (typeof child !== 'string') look(child);
  };
  look(root);
  return { firstElements: first, nodesByElement: all, unknownIds: [...strangers] };
};

/** What is drawn: the whole graph where it fits a page, else its kinds, and each piece with what belongs to it. */

import type { Graph, GraphNode } from '../garment/graph.ts';
import { type Relation, relations } from '../garment/relations.ts';
import { tradeKind } from '../garment/trade-kinds.ts';
import type { Arrow, Box } from './diagram-layout.ts';
import { named } from './value-html.ts';

export interface Figure {
  readonly title: string;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  /** Names of kinds and relations in it, each once. */
  readonly words: readonly string[];
  /** Nodes that belong in it and found no room. */
  readonly left: number;
}

/** A drawing of more boxes is read by nobody. */
const MOST = 30;

const boxOf = (node: GraphNode): Box => ({
  label: node.label || node.id,
  kind: named(node.kind || 'node'),
  state: node.state,
});

/** The nodes and the relations between them; ends that the graph does not hold are drawn as strangers. */
const drawn = (nodes: readonly GraphNode[], links: readonly Relation[], focus?: GraphNode) => {
  const boxes: Box[] = nodes.map((node) => ({ ...boxOf(node), ...(node === focus && { focus: true }) }));
  const places = new Map(nodes.map((node, at) => [node, at]));
  const strangers = new Map<string, number>();
  const arrows = links.flatMap(({ from, to, target, name, state }): Arrow[] => {
    const start = places.get(from);
    let end = to === undefined ? strangers.get(target) : places.get(to);
    if (start === undefined || (to !== undefined && end === undefined)) return [];
    if (end === undefined) {
      end = boxes.push({ label: target, kind: 'not in the graph', state: undefined, stranger: true }) - 1;
      strangers.set(target, end);
    }
    return [{ from: start, to: end, label: named(name), state }];
  });
  const words = [...boxes.map(({ kind }) => kind), ...arrows.map(({ label }) => label)];
  return { boxes, arrows, words: [...new Set(words)] };
};

/** All nodes that are related to any; the others are in the tables and would only push these apart. */
export const whole = (graph: Graph): Figure => {
  const links = relations(graph);
  const related = new Set(links.flatMap(({ from, to }) => (to ? [from, to] : [from])));
  const nodes = graph.nodes.filter((node) => related.has(node));
  return {
    title: 'How the nodes are related',
    ...drawn(nodes, links),
    left: graph.nodes.length - nodes.length,
  };
};

/** Kinds with their numbers, and how many relations of each name lead from one to the other. */
export const kinds = (graph: Graph): Figure => {
  const names = [...new Set(graph.nodes.map(({ kind }) => kind))];
  const boxes = names.map((kind): Box => {
    const number = graph.nodes.filter((node) => node.kind === kind).length;
    return { label: `${number} ${named(kind || 'no kind')}`, kind: '', state: undefined };
  });
  const counted = new Map<string, { from: number; to: number; name: string; number: number }>();
  for (const { from, to, name } of relations(graph)) {
    if (!to) continue;
    const ends = { from: names.indexOf(from.kind), to: names.indexOf(to.kind) };
    const key = JSON.stringify([ends.from, name, ends.to]);
    counted.set(key, { ...ends, name, number: (counted.get(key)?.number ?? 0) + 1 });
  }
  const arrows = [...counted.values()].map(({ from, to, name, number }) => ({
    from,
    to,
    label: `${named(name)} ${number}`,
    state: undefined,
  }));
  return {
    title: 'Kinds of nodes, and how many relations lead from one to the other',
    boxes,
    arrows,
    words: [...new Set([...names, ...[...counted.values()].map(({ name }) => name)].map(named))],
    left: 0,
  };
};

type Neighbours = ReadonlyMap<GraphNode, readonly GraphNode[]>;

const neighbours = (links: readonly Relation[]): Neighbours => {
  const found = new Map<GraphNode, GraphNode[]>();
  const add = (from: GraphNode, to: GraphNode): void => {
    const list = found.get(from);
    if (list) list.push(to);
    else found.set(from, [to]);
  };
  for (const { from, to } of links) {
    if (!to || to === from) continue;
    add(from, to);
    add(to, from);
  }
  return found;
};

const is = (node: GraphNode, ...trades: readonly string[]): boolean => trades.includes(tradeKind(node.kind));

/** A piece, what is linked to it, the seams on its edges, and the edges that those join it to. */
const around = (piece: GraphNode, near: Neighbours): readonly GraphNode[] => {
  const own = (node: GraphNode): readonly GraphNode[] => near.get(node) ?? [];
  const first = own(piece).filter((node) => !is(node, 'garment'));
  const edges = first.filter((node) => is(node, 'edge'));
  const seams = [...first, ...edges.flatMap(own)].filter((node) => is(node, 'seam'));
  const partners = seams.flatMap(own).filter((node) => is(node, 'edge', 'piece'));
  return [...new Set([piece, ...first, ...seams, ...partners])];
};

/** One for each piece, in the order of the body. */
export const perPiece = (graph: Graph): readonly Figure[] => {
  const links = relations(graph);
  const near = neighbours(links);
  const from = new Map<GraphNode, Relation[]>();
  for (const link of links) {
    const list = from.get(link.from);
    if (list) list.push(link);
    else from.set(link.from, [link]);
  }
  return graph.nodes
    .filter((node) => is(node, 'piece'))
    .map((piece) => {
      const all = around(piece, near);
      const nodes = all.slice(0, MOST);
      const own = nodes.flatMap((node) => (from.get(node) ?? []).filter(({ to }) => to !== undefined));
      return { title: piece.label || piece.id, ...drawn(nodes, own, piece), left: all.length - nodes.length };
    });
};

/** Where boxes and arrows go, by a layout library; and how large the drawing becomes. */

import { Graph, layout } from '@dagrejs/dagre';
import { columns, lines } from './text-width.ts';

export interface Box {
  readonly label: string;
  readonly kind: string;
  readonly state: string | undefined;
  /** It stands outside the graph: only its id is known. */
  readonly stranger?: true;
  /** What the drawing is about. */
  readonly focus?: true;
}

export interface Arrow {
  /** Places in the list of boxes. */
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly state: string | undefined;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedBox extends Box, Point {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
}

export interface PlacedArrow extends Arrow {
  readonly points: readonly Point[];
  /** The middle of its label. */
  readonly at: Point;
}

/** In CSS pixels, so that one unit prints as 0.75 pt. */
export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
}

const COLUMN = 6.4;
const LABEL_COLUMN = 4.9;
/** Of the words on an arrow, with a little room on both sides. */
export const labelWidth = (label: string): number => (label === '' ? 0 : columns(label) * LABEL_COLUMN + 6);
const LINE = 14;
const WRAP = 20;

const sized = (box: Box): Omit<PlacedBox, 'x' | 'y'> => {
  const text = lines(box.label, WRAP, 3);
  const widest = Math.max(
    ...text.map((line, at) => columns(line) + (at === 0 ? 2 : 0)),
    columns(box.kind) * 0.7,
  );
  return { ...box, lines: text, width: Math.ceil(widest * COLUMN) + 20, height: text.length * LINE + 18 };
};

const arranged = (boxes: readonly Box[], arrows: readonly Arrow[], rankdir: 'LR' | 'TB'): Placed => {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir, nodesep: 12, ranksep: 26, edgesep: 8, marginx: 3, marginy: 3 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = boxes.map(sized);
  // Keyed by place: ids come from outside, and two may be the same.
  for (const [at, { width, height }] of known.entries()) graph.setNode(`b${at}`, { width, height });
  for (const [at, { from, to, label }] of arrows.entries()) {
    const width = labelWidth(label);
    graph.setEdge(`b${from}`, `b${to}`, { width, height: 12, labelpos: 'c' }, `a${at}`);
  }
  layout(graph);
  const size = graph.graph() as { readonly width?: number; readonly height?: number };
  return {
    width: Math.ceil(size.width ?? 0),
    height: Math.ceil(size.height ?? 0),
    boxes: known.map((box, at) => {
      const { x = 0, y = 0 } = graph.node(`b${at}`) as Partial<Point>;
      return { ...box, x, y };
    }),
    arrows: arrows.map((arrow, at) => {
      const edge = graph.edge(`b${arrow.from}`, `b${arrow.to}`, `a${at}`) as Partial<Point> & {
        readonly points?: readonly Point[];
      };
      const points = edge.points ?? [];
      const middle = points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
      return { ...arrow, points, at: { x: edge.x ?? middle.x, y: edge.y ?? middle.y } };
    }),
  };
};

/** How much smaller than drawn it has to be printed to fit. */
export const scaleIn = (
  { width, height }: Placed,
  room: { readonly width: number; readonly height: number },
) => Math.min(1, room.width / Math.max(1, width), room.height / Math.max(1, height));

/** Left to right or top to bottom, whichever prints larger in the room there is. */
export const place = (
  boxes: readonly Box[],
  arrows: readonly Arrow[],
  room: { readonly width: number; readonly height: number },
): Placed => {
  const both = [arranged(boxes, arrows, 'LR'), arranged(boxes, arrows, 'TB')] as const;
  return scaleIn(both[1], room) > scaleIn(both[0], room) ? both[1] : both[0];
};

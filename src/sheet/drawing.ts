/** The drawing of a garment on a page of its own, tied to the rows of the nodes that it names. */

import type { Drawn } from '../border/drawn.ts';
import { html, type Markup, none } from '../border/html.ts';
import { svgHtml, toldBy } from '../border/svg.ts';
import type { Around } from '../border/svg-attributes.ts';
import { referencesIn } from '../garment/drawing-references.ts';
import type { Graph, GraphNode } from '../garment/graph.ts';
import { type LeftOut, leavingFew, leftOutNames } from '../garment/left-out.ts';
import type { Fitted } from './drawing-size.ts';
import { tiesOf } from './drawing-ties.ts';
import { garmentName, readAt } from './head.ts';
import type { Section } from './index.ts';
import type { RowTie, RowTies } from './nodes.ts';
import { nameHtml } from './value-html.ts';
import { say } from './words.ts';

/** A drawing that can stand on a page. */
export interface PageDrawing {
  readonly root: Drawn;
  readonly size: Fitted;
  /** Names of its layers, the lowest first. */
  readonly layers: readonly string[];
  /** The name of a file of the user's; undefined for what the service exported. */
  readonly file: string | undefined;
  /** What was taken out of it. */
  readonly taken: readonly LeftOut[];
}

interface Beside {
  readonly graph: Graph;
  /** Nodes that have a row on a page of this sheet. */
  readonly rows: ReadonlySet<GraphNode>;
  /** Before the ids of this garment. */
  readonly prefix: string;
  readonly now: number;
}

/** What may not stand on the page is told to `taken`, and nothing of it gets there. */
const cleaned = (root: Drawn, prefix: string): Pick<Around, 'id' | 'bears' | 'mayRefer'> => {
  const { numberOf, bears, mayRefer } = referencesIn(root);
  return {
    bears,
    mayRefer,
    id(own) {
      const number = numberOf(own);
      return number === undefined ? undefined : `${prefix}drawing-${number}`;
    },
  };
};

const FRAME = { width: '1mm', height: '1mm', viewBox: [0, 0, 1, 1], title: '', desc: '', id: 'drawing-1' };

/** What the page will not have of it. */
export const takenFrom = (root: Drawn): readonly LeftOut[] => {
  const names = new Map<string, string[]>();
  svgHtml(root, FRAME, {
    ...cleaned(root, ''),
    link: () => undefined,
    taken: (what, name) => {
      const known = names.get(what);
      if (known) known.push(name);
      else names.set(what, [name]);
    },
  });
  return [...names].flatMap(([what, each]) => leavingFew(what, each));
};

/** What shows on paper whether the printer kept the size. */
const RULE = html`<svg class="doc rule" width="50mm" height="3mm" viewBox="0 0 50 3" role="img" aria-label="50 mm"><path d="M.1 0V3M.1 1.5H49.9M49.9 0V3" fill="none" stroke="#111" stroke-width=".2"/></svg>`;

const listed = (names: readonly string[]): Markup =>
  html`${names.map((name, at) => html`${at > 0 ? ', ' : ''}<bdi>${name}</bdi>`)}`;

const captionHtml = ({ size, layers, file, taken }: PageDrawing, now: number): Markup => {
  const source =
    file === undefined
      ? html`${say('Governed construction document')}, ${readAt(now)}`
      : html`${say('A drawing of whoever made this sheet, which the service did not send')}: <bdi>${file}</bdi>`;
  const scale = size.toScale
    ? html`<b>${say('To scale')}</b>: ${size.width} × ${size.height} mm ${RULE} 50 mm`
    : html`<b>${say('Not to scale')}</b>`;
  const named = layers.length === 0 ? none : html` ${say('Layers, the lowest first')}: ${listed(layers)}.`;
  const left = taken.length === 0 ? none : html` ${say('Taken out of the drawing')}: ${leftOutNames(taken)}.`;
  return html`<figcaption>${source}. ${scale}.${named}${left}</figcaption>`;
};

const NOWHERE = { sections: [], ties: new Map<GraphNode, RowTie>() };

/** Its section, and where each row that it means is to say so. */
export const drawingOn = (
  drawing: PageDrawing | undefined,
  { graph, rows, prefix, now }: Beside,
): { readonly sections: readonly Section[]; readonly ties: RowTies } => {
  if (drawing === undefined) return NOWHERE;
  const { root, size } = drawing;
  const { first, all, strangers } = tiesOf(root, graph.nodes);
  const ties = new Map<GraphNode, RowTie>();
  const placed = new Set<GraphNode>();
  for (const [at, node] of graph.nodes.entries())
    if (first.has(node) && rows.has(node))
      ties.set(node, { row: `${prefix}node-${at + 1}`, callout: `${prefix}callout-${at + 1}` });
  const picture = svgHtml(
    root,
    {
      width: `${size.width}mm`,
      height: `${size.height}mm`,
      viewBox: size.viewBox,
      title: toldBy(root, 'title') || garmentName(graph) || 'Drawing',
      desc: toldBy(root, 'desc'),
      id: `${prefix}drawing-0`,
    },
    {
      ...cleaned(root, prefix),
      taken: () => undefined,
      link(of) {
        const node = all.get(of);
        const tie = node && ties.get(node);
        if (node === undefined || tie === undefined) return undefined;
        const isFirst = !placed.has(node);
        placed.add(node);
        return { id: isFirst ? tie.callout : undefined, to: tie.row, says: node.label || node.id };
      },
    },
  );
  // What is drawn only where something refers to it is no link: its row leads to the drawing as a whole.
  for (const [node, { row }] of ties)
    if (!placed.has(node)) ties.set(node, { row, callout: `${prefix}drawing-0` });
  const known = [...first.keys()].map((node) => {
    const tie = ties.get(node);
    return tie
      ? html`<li><a href="#${tie.row}">${nameHtml(node)}</a></li>`
      : html`<li>${nameHtml(node)} <span class="f">${say('stands on no page of this sheet')}</span></li>`;
  });
  const unknown = strangers.map(
    (id) =>
      html`<li><span class="id"><bdi>${id}</bdi></span> <span class="f">${say('is no node of this graph')}</span></li>`,
  );
  const names =
    known.length + unknown.length === 0
      ? none
      : html`<h3>${say('Nodes that the drawing names')} <span class="f">${known.length + unknown.length}</span></h3><ul class="names">${known}${unknown}</ul>`;
  const content = html`<figure>${captionHtml(drawing, now)}<div class="framed">${picture}</div></figure>${names}`;
  const section: Section = {
    id: 'drawing',
    title: 'Drawing',
    content,
    pages: size.turned ? 'drawn wide' : 'drawn',
  };
  return { sections: [section], ties };
};

/** The relations of the graph as pictures. */

import { html, type Markup } from '../border/html.ts';
import type { Graph } from '../garment/graph.ts';
import { type Placed, place, scaleIn } from './diagram-layout.ts';
import { svg } from './diagram-svg.ts';
import { type Figure, kinds, perPiece, whole } from './figures.ts';
import type { Section } from './index.ts';
import { after, afterText, drawnWord, type Said, say } from './words.ts';

/** More nodes than this have a drawing for each piece: laid out as one they would be wider than any paper. */
const MOST = 60;

/** More pieces than this are not drawn one by one unless that is asked for: a page each, and nobody leafs through them. */
const FEW = 24;

/** Between the margins, in CSS pixels: the smaller of A4 and Letter, less a heading. */
const UPRIGHT = { width: 680, height: 600 };
const TURNED = { width: 950, height: 550 };

const KEY =
  'Box, full line: asserted. Rounded box, dashed: inferred. Six corners, dotted: not stated. Grey dashes: not in the graph. Arrows have the same lines.';

const captioned = (placed: Placed, { title, words }: Figure, caption?: Said): Markup =>
  html`<figure>${caption === undefined ? '' : html`<figcaption>${say(caption)}</figcaption>`}${svg(placed, title)}${words.map(drawnWord)}</figure>`;

const drawing = (figure: Figure, caption?: Said): Markup =>
  captioned(place(figure.boxes, figure.arrows, UPRIGHT), figure, caption);

const note = (text: string, said: Said): Markup => html`<p class="note">${text}${after(said)}</p>`;

const one = (figure: Figure): Section => {
  const upright = place(figure.boxes, figure.arrows, UPRIGHT);
  const turned = place(figure.boxes, figure.arrows, TURNED);
  const wide = scaleIn(turned, TURNED) > scaleIn(upright, UPRIGHT) * 1.15;
  const left =
    figure.left > 0
      ? note(
          `${figure.left} ${figure.left === 1 ? 'node has' : 'nodes have'} no relation and no place in the drawing.`,
          'nodes without a relation have no place in the drawing',
        )
      : '';
  // Behind a drawing as high as a page it would have a page of its own.
  const content = html`${left}${captioned(wide ? turned : upright, figure, KEY)}`;
  return { id: 'relations', title: 'Relations', content, ...(wide && { pages: 'wide' as const }) };
};

export const diagramSection = (graph: Graph, each: boolean): readonly Section[] => {
  const figure = whole(graph);
  if (figure.arrows.length === 0) return [];
  if (graph.nodes.length <= MOST) return [one(figure)];
  const figures = perPiece(graph);
  const overview = drawing(kinds(graph), KEY);
  if (!each && figures.length > FEW) {
    const unshown = note(
      `${figures.length} pieces have a drawing each, which --all adds; what is related stands in the tables.`,
      'pieces have a drawing each, which is not printed here; what is related stands in the tables',
    );
    return [{ id: 'relations', title: 'Relations', content: html`${overview}${unshown}` }];
  }
  const pieces = figures.map(
    (each) =>
      html`<h3><bdi>${each.title}</bdi>${afterText(each.title)}</h3>${drawing(each)}${each.left > 0 ? note(`and ${each.left} more`, 'more') : ''}`,
  );
  return [
    {
      id: 'relations',
      title: 'Relations',
      content: html`${overview}${pieces}`,
    },
  ];
};

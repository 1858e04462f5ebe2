/** A placed diagram as SVG: provenance is in shape and line as well as in the mark. */

import { html, type Markup, type Part } from '../border/html.ts';
import { signOf } from '../garment/state-marks.ts';
import { labelWidth, type Placed, type PlacedArrow, type PlacedBox, type Point } from './diagram-layout.ts';
import { lookOf } from './value-html.ts';

const n = (value: number): string => String(Math.round(value * 10) / 10);

const shape = ({ x, y, width, height, state, stranger, focus }: PlacedBox): Markup => {
  const look = lookOf(state);
  const classes = `shape ${stranger ? 'x' : look}${focus ? ' focus' : ''}`;
  const [left, top] = [x - width / 2, y - height / 2];
  if (state === 'unstated') {
    const cut = 8;
    const corners = [
      [left, y],
      [left + cut, top],
      [left + width - cut, top],
      [left + width, y],
      [left + width - cut, top + height],
      [left + cut, top + height],
    ];
    return html`<polygon class="${classes}" points="${corners.map((corner) => corner.map((value) => n(value ?? 0)).join(',')).join(' ')}"/>`;
  }
  const round = state === 'inferred' ? Math.min(14, height / 2) : 0;
  return html`<rect class="${classes}" x="${n(left)}" y="${n(top)}" width="${n(width)}" height="${n(height)}" rx="${round}"/>`;
};

const boxHtml = (box: PlacedBox): Markup => {
  const { x, y, height, lines, kind, state } = box;
  const top = y - height / 2;
  const sign = state === undefined ? '' : `${signOf(state)} `;
  const text = lines.map(
    (line, at) =>
      html`<text x="${n(x)}" y="${n(top + 22 + at * 14)}" text-anchor="middle">${at === 0 ? sign : ''}\u2068${line}\u2069</text>`,
  );
  return html`<g>${shape(box)}<text class="kind" x="${n(x)}" y="${n(top + 10)}" text-anchor="middle">${kind}</text>${text}</g>\n`;
};

/** A curve through all of its points, so that a label lies on its line. */
const path = (points: readonly Point[]): string => {
  const [first] = points;
  if (!first) return '';
  const bends = points.slice(1).map((end, at) => {
    const start = points[at] ?? end;
    const [before, after] = [points[at - 1] ?? start, points[at + 2] ?? end];
    const out = { x: start.x + (end.x - before.x) / 6, y: start.y + (end.y - before.y) / 6 };
    const into = { x: end.x - (after.x - start.x) / 6, y: end.y - (after.y - start.y) / 6 };
    return `C${[out, into, end].map(({ x, y }) => `${n(x)} ${n(y)}`).join(' ')}`;
  });
  return `M${n(first.x)} ${n(first.y)}${bends.join('')}`;
};

/** A marker would be drawn in the line's own dashes in some printers; a triangle of its own never is. */
const tip = (points: readonly Point[]): Part => {
  const [before, last] = points.slice(-2);
  if (!before || !last) return '';
  const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
  const [dx, dy] = [(last.x - before.x) / length, (last.y - before.y) / length];
  const corner = (side: number): string =>
    `${n(last.x - dx * 7 - dy * 3 * side)},${n(last.y - dy * 7 + dx * 3 * side)}`;
  return html`<polygon class="tip" points="${n(last.x)},${n(last.y)} ${corner(1)} ${corner(-1)}"/>`;
};

const arrowHtml = ({ points, state }: PlacedArrow): Markup =>
  html`<path class="arrow ${lookOf(state)}" d="${path(points)}"/>${tip(points)}\n`;

/** On a ground of its own: an edge of white around its letters is a second text to whoever reads the paper aloud. */
const labelHtml = ({ at, label, state }: PlacedArrow): Part => {
  if (label === '') return '';
  const width = labelWidth(label) - 4;
  const ground = html`<rect class="ground" x="${n(at.x - width / 2)}" y="${n(at.y - 5)}" width="${n(width)}" height="10"/>`;
  return html`${ground}<text class="rel" x="${n(at.x)}" y="${n(at.y + 3)}" text-anchor="middle">${state === undefined || state === 'asserted' ? '' : `${signOf(state)} `}${label}</text>\n`;
};

/** `title` is what it shows, for those who cannot see it; the relations stand in the tables as well. */
export const svg = ({ width, height, boxes, arrows }: Placed, title: string): Markup =>
  html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
${arrows.map(arrowHtml)}${boxes.map(boxHtml)}${arrows.map(labelHtml)}</svg>`;

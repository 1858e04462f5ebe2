import type { GraphModel, GraphNode } from '../../garment/graph-model.ts';
import { findGarmentName, findTradeValue } from '../../garment/node-values.ts';
import type { PageDrawing } from '../../garment/page-drawing.ts';
import { createTableSpec } from '../../garment/trade-tables.ts';
import { emptyHtml, encodeSvgUrl, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import { formatReadTime } from '../views/view-header.ts';
import type { SheetSection } from './index.ts';
import { renderPhrase, renderTextSlot } from './phrases.ts';
import { truncateToColumns } from './truncate-to-columns.ts';
import { renderIsolatedHtml, renderMarkHtml } from './value-html.ts';

/** The maximum width of a callout below the drawing, in characters. The table of callouts has the full text. */
const CALLOUT_COLUMNS = 64;
/** The nominal width of a picture in pixels. The style sheet scales it. */
const PICTURE_WIDTH = 720;

const CALLOUTS = createTableSpec('callouts');

const renderCalloutHtml = (node: GraphNode): HtmlSafe => {
  const number = findTradeValue(node, CALLOUTS, 'callout');
  const text = toScalarText(number?.value) ?? '';
  return text === ''
    ? emptyHtml
    : html`<li>${renderMarkHtml(number?.state)} <b><bdi>${text}</bdi></b> ${renderIsolatedHtml(truncateToColumns(node.label, CALLOUT_COLUMNS))}${renderTextSlot(node.label)}</li>`;
};

/**
 * Builds the section `Drawing`: the picture, the callouts of the graph, and the source of the picture. `id` is used in
 * the alternative text of the picture if the garment has no name. `now` is the time when the bodies were read, in
 * milliseconds since 1970.
 */
export const buildDrawingSection = (
  drawing: PageDrawing | undefined,
  { graph, id, now }: { readonly graph: GraphModel; readonly id: string; readonly now: number },
): readonly SheetSection[] => {
  if (drawing === undefined) return [];
  const { text, ratio, description, file } = drawing;
  const source =
    file === undefined
      ? html`${renderPhrase('Governed construction document')}, ${formatReadTime(now)}`
      : html`${renderPhrase('A drawing added by the author of this sheet, not sent by the service')}: <bdi>${file}</bdi>`;
  const name = findGarmentName(graph) || id;
  const alt = `Construction drawing of ${name}${description && `: ${description}`}`;
  const callouts = graph.nodes.map(renderCalloutHtml).filter((item) => item !== emptyHtml);
  const list = callouts.length === 0 ? emptyHtml : html`<ol class="callouts">${callouts}</ol>`;
  const content = html`<figure class="sketch"><img src="${encodeSvgUrl(text)}" alt="${alt}" width="${PICTURE_WIDTH}" height="${Math.max(1, Math.round(PICTURE_WIDTH / ratio))}">${list}<figcaption>${source}. ${renderPhrase('Not to scale')}.</figcaption></figure>`;
  return [{ id: 'drawing', title: 'Drawing', content }];
};

/** Creates pages with a drawing and finds the pictures on a page. */
import { createHash } from 'node:crypto';
import { type PageDrawing, readPageDrawing } from '../../src/garment/page-drawing.ts';
import type { SheetFilter } from '../../src/output/views/sheet-parts.ts';
import { renderSheetHtml } from './render-sheet.ts';
import { UNFILTERED_SHEET } from './unfiltered-sheet.ts';

export const createSvg = (inside: string, attributes = 'width="100mm" height="50mm" viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ${attributes}>${inside}</svg>`;

export const SVG_LINE = '<path id="line" d="M0 0L9 9"/>';

/** Parses a drawing; throws if it is refused. */
export const parseDrawing = (
  text: string,
  from: { readonly file?: string } = { file: 'x.svg' },
): PageDrawing => {
  const drawing = readPageDrawing(text, from.file);
  if (typeof drawing === 'string') throw new Error(drawing);
  return drawing;
};

export const DRAWING_GRAPH = {
  nodes: [
    {
      id: 'seam.side-seam',
      kind: 'seam',
      label: { value: 'Side seam', state: 'inferred' },
      values: { spi: { value: 9, state: 'asserted' } },
    },
    {
      id: 'pom.B01',
      kind: 'measurement',
      label: { value: 'Chest', state: 'asserted' },
      values: { spec: { value: 56, state: 'asserted' } },
    },
  ],
};

export const renderPageWithDrawing = (
  drawing: PageDrawing | undefined,
  filter: Partial<SheetFilter> = {},
  graph: unknown = DRAWING_GRAPH,
): string =>
  renderSheetHtml({
    garments: [
      { graph, brief: {}, trust: {}, confirmations: {}, subject: 'GARM-1', profile: 'factory', drawing },
    ],
    filter: { ...UNFILTERED_SHEET, ...filter },
    now: Date.parse('2026-11-21T09:00:00Z'),
    digest: (text) => createHash('sha256').update(text).digest('base64'),
  });

const PICTURE =
  /<img src="data:image\/svg\+xml;charset=utf-8;base64,([A-Za-z0-9+/]+=*)" alt="[^"<>]*" width="\d+" height="\d+">/g;

/** Returns the pictures of a page as SVG documents. */
export const findPictures = (page: string): readonly string[] =>
  [...page.matchAll(PICTURE)].map(([, data = '']) => Buffer.from(data, 'base64').toString('utf8'));

/** Removes the pictures, which a browser isolates from the page. */
export const removePictures = (page: string): string => page.replaceAll(PICTURE, '');

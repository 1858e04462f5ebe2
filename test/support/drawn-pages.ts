/** The drawing on a page, looked at by a parser of its own and lists of its own. */
import { SaxesParser } from 'saxes';
import type { PageDrawing } from '../../src/output/sheet/drawing.ts';
import { renderSheetHtml } from '../../src/output/sheet/index.ts';
import { readPageDrawing } from '../../src/output/sheet/read-page-drawing.ts';
import { type SheetFilter, UNFILTERED_SHEET } from '../../src/output/views/sheet-parts.ts';

export const svg = (inside: string, attributes = 'width="100mm" height="50mm" viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ${attributes}>${inside}</svg>`;

export const LINE = '<path id="line" d="M0 0L9 9"/>';

/** Throws for what is refused. */
export const drawingOf = (
  text: string,
  from: { readonly file?: string } = { file: 'x.svg' },
): PageDrawing => {
  const drawing = readPageDrawing(text, from.file);
  if (typeof drawing === 'string') throw new Error(drawing);
  return drawing;
};

export const NODES = {
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

export const pageWith = (
  drawing: PageDrawing | undefined,
  choice: Partial<SheetFilter> = {},
  graph: unknown = NODES,
): string =>
  renderSheetHtml({
    garments: [
      { graph, brief: {}, trust: {}, confirmations: {}, subject: 'GARM-1', profile: 'factory', drawing },
    ],
    choice: { ...UNFILTERED_SHEET, ...choice },
    now: Date.parse('2026-11-21T09:00:00Z'),
    digest: () => 'digest',
  });

/** The drawing alone, as it stands on the page. */
export const drawnOn = (page: string): string =>
  page.match(/<div class="framed">([\s\S]*?)<\/div><\/figure>/)?.[1] ?? '';

const ELEMENTS =
  /^(?:svg|g|a|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|textPath|title|desc|defs|use|symbol|switch|clipPath|mask|pattern|marker|linearGradient|radialGradient|stop)$/;
const ATTRIBUTES =
  /^(?:class|role|id|href|xmlns|lang|xml:space|aria-label|aria-labelledby|aria-describedby|data-[a-z-]+|viewBox|width|height|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|fx|fy|fr|d|dx|dy|points|rotate|transform|offset|orient|refX|refY|side|method|spacing|(?:clipPath|mask|marker|pattern|gradient|maskContent|patternContent)Units|(?:gradient|pattern)Transform|marker(?:Width|Height)|spreadMethod|startOffset|systemLanguage|textLength|lengthAdjust|pathLength|preserveAspectRatio|(?:alignment|dominant)-baseline|baseline-shift|clip-(?:path|rule)|color|direction|display|fill(?:-opacity|-rule)?|font-(?:family|size|stretch|style|variant|weight)|(?:letter|word)-spacing|marker-(?:start|mid|end)|mask|opacity|paint-order|(?:shape|text)-rendering|stop-(?:color|opacity)|stroke(?:-dasharray|-dashoffset|-linecap|-linejoin|-miterlimit|-opacity|-width)?|text-(?:anchor|decoration)|unicode-bidi|vector-effect|visibility|writing-mode)$/;

/** All in it that no drawing may bring onto a page; empty where it is as it should be. Throws for what is no XML. */
export const strangeIn = (drawn: string): readonly string[] => {
  const strange: string[] = [];
  const ids = new Set<string>();
  const meant: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (!ELEMENTS.test(name)) strange.push(`<${name}>`);
    for (const [key, value] of Object.entries(attributes)) {
      if (!ATTRIBUTES.test(key)) strange.push(`${name} ${key}`);
      if (key === 'id') {
        if (ids.has(value)) strange.push(`id twice: ${value}`);
        ids.add(value);
        if (!/^(?:g\d+-)?(?:drawing|callout)-\d+(?:-title|-desc)?$/.test(value)) strange.push(`id ${value}`);
      }
      if (key === 'href') {
        if (name === 'a' ? !/^#(?:g\d+-)?node-\d+$/.test(value) : !/^#(?:g\d+-)?drawing-\d+$/.test(value))
          strange.push(`href ${value}`);
        else if (name !== 'a') meant.push(value.slice(1));
      }
      if (key.startsWith('data-') || key === 'aria-label') continue;
      if (/[:;\\@{}<]/.test(value) && key !== 'xmlns') strange.push(`${key}=${value}`);
      const url = /url\s*\(/i.test(value)
        ? /^url\(#((?:g\d+-)?drawing-\d+)\)(?: [\w#]+)?$/.exec(value)
        : null;
      if (url) meant.push(url[1] ?? '');
      else if (/\b(?:url|src|image|expression|attr|var|env)\s*\(/i.test(value))
        strange.push(`${key}=${value}`);
    }
  });
  parser.write(drawn).close();
  for (const id of meant) if (!ids.has(id)) strange.push(`refers to nothing: ${id}`);
  return strange;
};

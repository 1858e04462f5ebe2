/** The drawing of a garment on a separate page, linked with the rows of the nodes that it names. */

import { resolveDrawingReferences } from '../../garment/drawing-references.ts';
import type { GraphModel, GraphNode } from '../../garment/graph-model.ts';
import { countLeftOutCapped, formatLeftOutNames, type LeftOut } from '../../garment/left-out.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/html.ts';
import { readSvgTitle, sanitizeSvg } from '../../platform/svg/sanitize-svg.ts';
import type { SvgPageContext } from '../../platform/svg/sanitize-svg-attributes.ts';
import type { SvgElement } from '../../platform/svg/svg-element.ts';
import { linkDrawingToNodes } from './drawing-links.ts';
import type { DrawingSize } from './drawing-size.ts';
import type { SheetSection } from './index.ts';
import type { RowLink, RowLinks } from './node-tables.ts';
import { renderPhrase } from './phrases.ts';
import { formatGarmentName, formatReadTime } from './title-block.ts';
import { renderNodeNameHtml } from './value-html.ts';

/** A drawing that can be printed on a page. */
export interface PageDrawing {
  readonly root: SvgElement;
  readonly size: DrawingSize;
  /** Names of its layers, the lowest first. */
  readonly layers: readonly string[];
  /** The name of the user's file; undefined for a document that the service exported. */
  readonly file: string | undefined;
  /** Content that was removed from the drawing. */
  readonly removed: readonly LeftOut[];
}

interface DrawingContext {
  readonly graph: GraphModel;
  /** Nodes that have a row on the sheet. */
  readonly rows: ReadonlySet<GraphNode>;
  /** Put before the ids of this garment. */
  readonly prefix: string;
  readonly now: number;
}

/**
 * Returns the rules for ids and references in a drawing: ids get a prefix, and references that are not
 * allowed are dropped.
 */
const createReferencePolicy = (
  root: SvgElement,
  prefix: string,
): Pick<SvgPageContext, 'id' | 'ownsId' | 'canReference'> => {
  const { findNumber, isIdOwner, mayRefer } = resolveDrawingReferences(root);
  return {
    ownsId: isIdOwner,
    canReference: mayRefer,
    id(own) {
      const number = findNumber(own);
      return number === undefined ? undefined : `${prefix}drawing-${number}`;
    },
  };
};

const TRIAL_FRAME = {
  width: '1mm',
  height: '1mm',
  viewBox: [0, 0, 1, 1],
  title: '',
  desc: '',
  id: 'drawing-1',
};

/** Lists the content of a drawing that is not allowed on the page. */
export const listRemovedContent = (root: SvgElement): readonly LeftOut[] => {
  const names = new Map<string, string[]>();
  sanitizeSvg(root, TRIAL_FRAME, {
    ...createReferencePolicy(root, ''),
    link: () => undefined,
    onRemoved: (what, name) => {
      const known = names.get(what);
      if (known) known.push(name);
      else names.set(what, [name]);
    },
  });
  return [...names].flatMap(([what, each]) => countLeftOutCapped(what, each));
};

/** A line of 50 mm that shows on paper whether the printer kept the size. */
const CALIBRATION_LINE = html`<svg class="doc rule" width="50mm" height="3mm" viewBox="0 0 50 3" role="img" aria-label="50 mm"><path d="M.1 0V3M.1 1.5H49.9M49.9 0V3" fill="none" stroke="#111" stroke-width=".2"/></svg>`;

const renderNameList = (names: readonly string[]): HtmlSafe =>
  html`${names.map((name, at) => html`${at > 0 ? ', ' : ''}<bdi>${name}</bdi>`)}`;

const renderCaptionHtml = ({ size, layers, file, removed }: PageDrawing, now: number): HtmlSafe => {
  const source =
    file === undefined
      ? html`${renderPhrase('Governed construction document')}, ${formatReadTime(now)}`
      : html`${renderPhrase('A drawing added by the author of this sheet, not sent by the service')}: <bdi>${file}</bdi>`;
  const scale = size.isToScale
    ? html`<b>${renderPhrase('To scale')}</b>: ${size.width} × ${size.height} mm ${CALIBRATION_LINE} 50 mm`
    : html`<b>${renderPhrase('Not to scale')}</b>`;
  const named =
    layers.length === 0
      ? emptyHtml
      : html` ${renderPhrase('Layers, the lowest first')}: ${renderNameList(layers)}.`;
  const left =
    removed.length === 0
      ? emptyHtml
      : html` ${renderPhrase('Taken out of the drawing')}: ${formatLeftOutNames(removed)}.`;
  return html`<figcaption>${source}. ${scale}.${named}${left}</figcaption>`;
};

const NO_DRAWING = { sections: [], ties: new Map<GraphNode, RowLink>() };

/** Builds the section of a drawing, and the links from the rows of the nodes that it names. */
export const buildDrawingSection = (
  drawing: PageDrawing | undefined,
  { graph, rows, prefix, now }: DrawingContext,
): { readonly sections: readonly SheetSection[]; readonly ties: RowLinks } => {
  if (drawing === undefined) return NO_DRAWING;
  const { root, size } = drawing;
  const { firstElements, nodesByElement, unknownIds } = linkDrawingToNodes(root, graph.nodes);
  const ties = new Map<GraphNode, RowLink>();
  const placed = new Set<GraphNode>();
  for (const [at, node] of graph.nodes.entries())
    if (firstElements.has(node) && rows.has(node))
      ties.set(node, { row: `${prefix}node-${at + 1}`, callout: `${prefix}callout-${at + 1}` });
  const picture = sanitizeSvg(
    root,
    {
      width: `${size.width}mm`,
      height: `${size.height}mm`,
      viewBox: size.viewBox,
      title: readSvgTitle(root, 'title') || formatGarmentName(graph) || 'Drawing',
      desc: readSvgTitle(root, 'desc'),
      id: `${prefix}drawing-0`,
    },
    {
      ...createReferencePolicy(root, prefix),
      onRemoved: () => undefined,
      link(of) {
        const node = nodesByElement.get(of);
        const tie = node && ties.get(node);
        if (node === undefined || tie === undefined) return undefined;
        const isFirst = !placed.has(node);
        placed.add(node);
        return { id: isFirst ? tie.callout : undefined, to: tie.row, says: node.label || node.id };
      },
    },
  );
  // An element that is drawn only through a reference has no link. Its row links to the whole drawing.
  for (const [node, { row }] of ties)
    if (!placed.has(node)) ties.set(node, { row, callout: `${prefix}drawing-0` });
  const known = [...firstElements.keys()].map((node) => {
    const tie = ties.get(node);
    return tie
      ? html`<li><a href="#${tie.row}">${renderNodeNameHtml(node)}</a></li>`
      : html`<li>${renderNodeNameHtml(node)} <span class="f">${renderPhrase('stands on no page of this sheet')}</span></li>`;
  });
  const unknown = unknownIds.map(
    (id) =>
      html`<li><span class="id"><bdi>${id}</bdi></span> <span class="f">${renderPhrase('is no node of this graph')}</span></li>`,
  );
  const names =
    known.length + unknown.length === 0
      ? emptyHtml
      : html`<h3>${renderPhrase('Nodes that the drawing names')} <span class="f">${known.length + unknown.length}</span></h3><ul class="names">${known}${unknown}</ul>`;
  const content = html`<figure>${renderCaptionHtml(drawing, now)}<div class="framed">${picture}</div></figure>${names}`;
  const section: SheetSection = {
    id: 'drawing',
    title: 'Drawing',
    content,
    pages: size.isLandscape ? 'drawn wide' : 'drawn',
  };
  return { sections: [section], ties };
};

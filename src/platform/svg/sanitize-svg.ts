/** Sanitizes SVG drawings for an HTML page. Only elements on the lists below are kept. */

import { emptyHtml, type HtmlPart, type HtmlSafe, html } from '../escape/html.ts';
import {
  EDITOR_METADATA,
  formatHtmlAttribute,
  type SvgPageContext,
  sanitizeSvgAttributes,
  splitAtSpaces,
} from './sanitize-svg-attributes.ts';
import { SVG_NAMESPACE, type SvgElement } from './svg-element.ts';

/** Elements that draw text. In other elements text is only whitespace. */
const TEXT_ELEMENTS = new Set(['text', 'tspan', 'textPath', 'title', 'desc']);
/** Elements that describe and draw nothing. A browser parses their content as HTML. */
const DESCRIPTION_ELEMENTS = new Set(['title', 'desc']);
const SHAPE_ELEMENTS = new Set(splitAtSpaces('g path rect circle ellipse line polyline polygon use'));
/** Elements that draw their content only where another element refers to it. */
const DEFINITION_ELEMENTS = new Set(
  splitAtSpaces('defs symbol clipPath mask pattern marker linearGradient radialGradient'),
);
const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set([
  ...['svg', 'switch', 'stop', ...TEXT_ELEMENTS, ...SHAPE_ELEMENTS, ...DEFINITION_ELEMENTS],
]);

const reportRemovedElements = (of: SvgElement, around: SvgPageContext): void => {
  const isPicture = of.local === 'image' || of.local === 'feImage' || of.local === 'img';
  around.onRemoved(
    isPicture ? 'picture' : of.uri === SVG_NAMESPACE || of.local === 'script' ? 'element' : EDITOR_METADATA,
    of.name,
  );
  for (const child of of.children) if (typeof child !== 'string') reportRemovedElements(child, around);
};

interface SvgPlacement {
  /** True inside an element that draws text. */
  readonly isText: boolean;
  /** True if the element is drawn in place and is not inside a link yet. */
  readonly canLink: boolean;
}

const readElementText = ({ children }: SvgElement): string =>
  children.map((child) => (typeof child === 'string' ? child : readElementText(child))).join('');

const hasElementText = (of: SvgElement): boolean =>
  of.local === 'text'
    ? readElementText(of).trim() !== ''
    : of.children.some((child) => typeof child !== 'string' && hasElementText(child));

const renderSvgChildren = (
  of: SvgElement,
  around: SvgPageContext,
  place: SvgPlacement,
): readonly HtmlPart[] =>
  of.children.map((child) =>
    typeof child === 'string' ? (place.isText ? child : emptyHtml) : sanitizeSvgElement(child, around, place),
  );

const sanitizeSvgElement = (of: SvgElement, around: SvgPageContext, place: SvgPlacement): HtmlSafe => {
  const { uri, local } = of;
  // A link of the drawing itself leads to another page: remove the link and keep its content.
  if (uri === SVG_NAMESPACE && local === 'a') {
    around.onRemoved('element', of.name);
    return html`${renderSvgChildren(of, around, place)}`;
  }
  const isStyle = uri === SVG_NAMESPACE && local === 'style';
  if (isStyle) return emptyHtml;
  if (uri !== SVG_NAMESPACE || !ALLOWED_ELEMENTS.has(local)) {
    reportRemovedElements(of, around);
    return emptyHtml;
  }
  const attributes = sanitizeSvgAttributes(of, around, false);
  if (DESCRIPTION_ELEMENTS.has(local)) return buildSvgElement(local, attributes, [readElementText(of)]);
  const link = place.canLink ? around.link(of) : undefined;
  const inside = renderSvgChildren(of, around, {
    isText: TEXT_ELEMENTS.has(local),
    canLink:
      place.canLink && link === undefined && !TEXT_ELEMENTS.has(local) && !DEFINITION_ELEMENTS.has(local),
  });
  if (link === undefined) return buildSvgElement(local, attributes, inside);
  // Readable text inside the link names it already.
  const says = hasElementText(of) ? emptyHtml : formatHtmlAttribute('aria-label', link.says);
  const linked = (content: HtmlPart): HtmlSafe =>
    html`<a${link.id === undefined ? emptyHtml : formatHtmlAttribute('id', link.id)} href="#${link.to}"${says}>${content}</a>`;
  return local === 'g'
    ? buildSvgElement(local, attributes, [linked(inside)])
    : linked(buildSvgElement(local, attributes, inside));
};

/** Builds one element. A nested `svg` gets the class of an untrusted drawing too. */
const buildSvgElement = (
  local: string,
  attributes: readonly HtmlSafe[],
  inside: readonly HtmlPart[],
): HtmlSafe => {
  const all = local === 'svg' ? [html` class="doc"`, ...attributes] : attributes;
  return inside.length === 0 ? html`<${local}${all}/>` : html`<${local}${all}>${inside}</${local}>`;
};

/** Size, title and ids of the outer `svg` element. The ids come from toile. */
export interface SvgFrame {
  /** A CSS length. */
  readonly width: string;
  readonly height: string;
  /** Four numbers. */
  readonly viewBox: readonly number[];
  /** The accessible name of the drawing. */
  readonly title: string;
  readonly desc: string;
  readonly id: string;
}

/** Renders the sanitized drawing inside its own outer `svg` element, which clips its content. */
export const sanitizeSvg = (root: SvgElement, frame: SvgFrame, around: SvgPageContext): HtmlSafe => {
  const { id, title, desc } = frame;
  let links = 0;
  const counting: SvgPageContext = {
    ...around,
    link(of) {
      const link = around.link(of);
      if (link) links += 1;
      return link;
    },
  };
  const attributes = sanitizeSvgAttributes(root, counting, true);
  const told = (child: SvgElement | string): boolean =>
    typeof child !== 'string' && child.uri === SVG_NAMESPACE && DESCRIPTION_ELEMENTS.has(child.local);
  const rest = { ...root, children: root.children.filter((child) => !told(child)) };
  const inside = renderSvgChildren(rest, counting, { isText: false, canLink: true });
  // A drawing with links has no image role, because an image hides its content from screen readers.
  const role = links > 0 ? 'group' : 'img';
  const described = desc === '' ? emptyHtml : html` aria-describedby="${id}-desc"`;
  const description = desc === '' ? emptyHtml : html`<desc id="${id}-desc">${desc}</desc>`;
  return html`<svg class="doc" id="${id}"${attributes} width="${frame.width}" height="${frame.height}" viewBox="${frame.viewBox.join(' ')}" role="${role}" aria-labelledby="${id}-title"${described}><title id="${id}-title">${title}</title>${description}${inside}</svg>`;
};

/** Returns the text of the first `title` or `desc` directly under the root; empty if there is none. */
export const readSvgTitle = (root: SvgElement, local: 'title' | 'desc'): string => {
  const found = root.children.find(
    (child): child is SvgElement =>
      typeof child !== 'string' && child.uri === SVG_NAMESPACE && child.local === local,
  );
  return found === undefined ? '' : readElementText(found).replaceAll(/\s+/g, ' ').trim();
};

/** Returns true if the element draws a shape or text, not counting pictures. */
export const hasVisibleShape = (of: SvgElement): boolean =>
  of.uri === SVG_NAMESPACE &&
  ((SHAPE_ELEMENTS.has(of.local) && of.local !== 'g') ||
    (of.local === 'text' && hasElementText(of)) ||
    of.children.some((child) => typeof child !== 'string' && hasVisibleShape(child)));

/** Lists the text of every text, title and desc element. */
export const listSvgText = (of: SvgElement): readonly string[] =>
  of.local === 'text' || DESCRIPTION_ELEMENTS.has(of.local)
    ? [readElementText(of)]
    : of.children.flatMap((child) => (typeof child === 'string' ? [] : listSvgText(child)));

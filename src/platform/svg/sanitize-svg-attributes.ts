/**
 * Sanitizes the attributes of SVG elements for an HTML page. Only attributes on the lists below are kept.
 */

import { type HtmlSafe, html } from '../escape/html.ts';
import { type SvgAttribute, type SvgElement, XLINK_NAMESPACE, XML_NAMESPACE } from './svg-element.ts';

/** A link from a part of the drawing to a node of the garment on the same page. */
export interface SvgLink {
  /** The id of the link and the id of its target. Both come from toile. */
  readonly id: string | undefined;
  readonly to: string;
  readonly says: string;
}

/** The kind of removed markup that a drawing program wrote for itself. */
export const EDITOR_METADATA = 'mark of an editor';

/** Callbacks of the page that contains the drawing. */
export interface SvgPageContext {
  /** Returns the id on the page for an id of the drawing, or undefined if it may not be used. */
  id(own: string): string | undefined;
  /** Returns true for the first of several elements with the same id. */
  ownsId(of: SvgElement): boolean;
  /**
   * Returns true if the element may refer to another one. Limits how often elements are repeated: a few
   * could expand to millions.
   */
  canReference(from: SvgElement): boolean;
  link(of: SvgElement): SvgLink | undefined;
  /** Called for each element or attribute that was removed. */
  onRemoved(what: 'picture' | 'element' | 'attribute' | typeof EDITOR_METADATA, name: string): void;
}

/** Splits text at whitespace. */
export const splitAtSpaces = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Attributes that a style may set too. They say how an element looks and load nothing. */
export const PRESENTATION_ATTRIBUTES: ReadonlySet<string> = new Set(
  splitAtSpaces(`alignment-baseline baseline-shift clip-path clip-rule color direction display dominant-baseline fill
  fill-opacity fill-rule font-family font-size font-stretch font-style font-variant font-weight letter-spacing
  marker-end marker-mid marker-start mask opacity paint-order shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-rendering unicode-bidi vector-effect visibility word-spacing writing-mode`),
);

const GEOMETRY_ATTRIBUTES: ReadonlySet<string> = new Set(
  splitAtSpaces(`clipPathUnits cx cy d dx dy fr fx fy gradientTransform gradientUnits height lengthAdjust markerHeight
  markerUnits markerWidth maskContentUnits maskUnits method offset orient pathLength patternContentUnits
  patternTransform patternUnits points preserveAspectRatio r refX refY rotate rx ry side spacing spreadMethod
  startOffset systemLanguage textLength transform viewBox width x x1 x2 y y1 y2`),
);

/** Attributes that the root may not have: they could draw it over other parts of the page. */
const ROOT_EXCLUDED = new Set(splitAtSpaces('x y width height viewBox preserveAspectRatio transform'));

/** `url(#id)`, with an optional fallback colour. */
const URL_REFERENCE = /^url\(\s*(["']?)#([^\s"'()\\]+)\1\s*\)(\s+[\w#]+)?$/;

const ALLOWED_FUNCTIONS = /^(?:rgba?|hsla?|matrix|translate|scale|rotate|skew[XY])$/;

/** Only so many characters before a bracket are checked. */
const MAX_FUNCTION_NAME = 16;

/**
 * Returns true for numbers, words, font names and allowed functions: a value that cannot contain a URL.
 */
const isSafeAttributeValue = (value: string): boolean =>
  /^[\p{L}\p{M}\p{N}\s#%.,+\-'"()/_]*$/u.test(value) &&
  value
    .split('(')
    .slice(0, -1)
    .every((before) =>
      ALLOWED_FUNCTIONS.test(
        before
          .slice(-MAX_FUNCTION_NAME)
          .trim()
          .split(/[\s,)]/)
          .at(-1) ?? '',
      ),
    );

const REFERENCING_ELEMENTS = new Set(splitAtSpaces('use textPath linearGradient radialGradient pattern'));

/** Returns the id inside the drawing that an attribute refers to, or undefined. */
export const readReferencedId = (
  { local: element }: SvgElement,
  { uri, local, value }: SvgAttribute,
): string | undefined => {
  if (uri === '' && PRESENTATION_ATTRIBUTES.has(local)) return URL_REFERENCE.exec(value.trim())?.[2];
  if (local !== 'href' || (uri !== '' && uri !== XLINK_NAMESPACE) || !REFERENCING_ELEMENTS.has(element))
    return undefined;
  return /^\s*#([^\s"'()\\]+)\s*$/.exec(value)?.[1];
};

/** Formats an HTML attribute with a leading space: ` name="value"`. */
export const formatHtmlAttribute = (name: string, value: string): HtmlSafe => html` ${name}="${value}"`;

/** Returns the sanitized attribute, or undefined if it is removed. */
const sanitizeSvgAttribute = (
  of: SvgElement,
  attribute: SvgAttribute,
  around: SvgPageContext,
): HtmlSafe | undefined => {
  const { uri, local, value } = attribute;
  const own = readReferencedId(of, attribute);
  if (own !== undefined) {
    const id = around.canReference(of) ? around.id(own) : undefined;
    if (id === undefined) return undefined;
    if (local === 'href') return formatHtmlAttribute('href', `#${id}`);
    const otherwise = URL_REFERENCE.exec(value.trim())?.[3] ?? '';
    return formatHtmlAttribute(local, `url(#${id})${otherwise}`);
  }
  if (uri === XML_NAMESPACE && local === 'space')
    return /^(?:preserve|default)$/.test(value) ? formatHtmlAttribute('xml:space', value) : undefined;
  if (uri === XML_NAMESPACE && local === 'lang')
    return /^[A-Za-z0-9-]{1,35}$/.test(value) ? formatHtmlAttribute('lang', value) : undefined;
  if (uri !== '') return undefined;
  if (local === 'id') {
    const id = around.ownsId(of) ? around.id(value) : undefined;
    return id === undefined ? undefined : formatHtmlAttribute('id', id);
  }
  // Data attributes, for example the name of a node. Browsers do nothing with them.
  if (/^data-[a-z]+(?:-[a-z]+)*$/.test(local)) return formatHtmlAttribute(local, value);
  const isKnown = PRESENTATION_ATTRIBUTES.has(local) || GEOMETRY_ATTRIBUTES.has(local);
  return isKnown && isSafeAttributeValue(value) ? formatHtmlAttribute(local, value) : undefined;
};

/** Their effect was already copied to other attributes. */
const STYLE_ATTRIBUTES = new Set(['class', 'style']);

/** Returns the sanitized attributes of an element and reports the removed ones. */
export const sanitizeSvgAttributes = (
  of: SvgElement,
  around: SvgPageContext,
  isRoot: boolean,
): readonly HtmlSafe[] =>
  of.attributes.flatMap((attribute) => {
    const { uri, local, name } = attribute;
    if (name === 'xmlns' || name.startsWith('xmlns:') || (uri === '' && STYLE_ATTRIBUTES.has(local)))
      return [];
    if (isRoot && uri === '' && (local === 'id' || local === 'version')) return [];
    const own = isRoot && ROOT_EXCLUDED.has(local) ? undefined : sanitizeSvgAttribute(of, attribute, around);
    if (own !== undefined) return [own];
    const isEditors = uri !== '' && uri !== XLINK_NAMESPACE && uri !== XML_NAMESPACE;
    if (!(isRoot && uri === '' && /^(?:width|height|viewBox)$/.test(local)))
      around.onRemoved(isEditors ? EDITOR_METADATA : 'attribute', name);
    return [];
  });

/** Attributes of a drawing on their way into a page: what is not on these lists does not get there. */

import { type Drawn, type DrawnAttribute, XLINK, XML } from './drawn.ts';
import { html, type Markup } from './html.ts';

/** Where a node of a garment stands on the page. */
export interface DrawnLink {
  /** Its own id, and where it leads; both of toile's making. */
  readonly id: string | undefined;
  readonly to: string;
  readonly says: string;
}

/** What a program that draws noted for itself. */
export const EDITORS = 'mark of an editor';

/** What the page knows of the drawing that it takes in. */
export interface Around {
  /** What an id of the drawing is called on the page: one of toile's making; undefined for one that may not be used. */
  id(own: string): string | undefined;
  /** Whether it is the one that an id means: only the first of several bears it. */
  bears(of: Drawn): boolean;
  /** Whether it may draw once more what it refers to: a few elements can stand for millions. */
  mayRefer(from: Drawn): boolean;
  link(of: Drawn): DrawnLink | undefined;
  /** Is told of each thing that does not get onto the page. */
  taken(what: 'picture' | 'element' | 'attribute' | typeof EDITORS, name: string): void;
}

export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** What may be said by a style as well: how a thing looks, never where it comes from. */
export const PRESENTATION: ReadonlySet<string> = new Set(
  words(`alignment-baseline baseline-shift clip-path clip-rule color direction display dominant-baseline fill
  fill-opacity fill-rule font-family font-size font-stretch font-style font-variant font-weight letter-spacing
  marker-end marker-mid marker-start mask opacity paint-order shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-rendering unicode-bidi vector-effect visibility word-spacing writing-mode`),
);

const GEOMETRY: ReadonlySet<string> = new Set(
  words(`clipPathUnits cx cy d dx dy fr fx fy gradientTransform gradientUnits height lengthAdjust markerHeight
  markerUnits markerWidth maskContentUnits maskUnits method offset orient pathLength patternContentUnits
  patternTransform patternUnits points preserveAspectRatio r refX refY rotate rx ry side spacing spreadMethod
  startOffset systemLanguage textLength transform viewBox width x x1 x2 y y1 y2`),
);

/** A root that moved, or drew outside its frame, could lie over what the page says. */
const NOT_OF_ROOT = new Set(words('x y width height viewBox preserveAspectRatio transform'));

/** `url(#here)`, with a colour for where that is missing; quotes as people write them. */
const REFERENCE = /^url\(\s*(["']?)#([^\s"'()\\]+)\1\s*\)(\s+[\w#]+)?$/;

const FUNCTIONS = /^(?:rgba?|hsla?|matrix|translate|scale|rotate|skew[XY])$/;

/** More of what stands before a bracket is not looked at. */
const LONGEST_NAME = 16;

/** Numbers, words, names of fonts and the functions above: nothing in it can name a place. */
const isPlain = (value: string): boolean =>
  /^[\p{L}\p{M}\p{N}\s#%.,+\-'"()/_]*$/u.test(value) &&
  value
    .split('(')
    .slice(0, -1)
    .every((before) =>
      FUNCTIONS.test(
        before
          .slice(-LONGEST_NAME)
          .trim()
          .split(/[\s,)]/)
          .at(-1) ?? '',
      ),
    );

const REFERRING = new Set(words('use textPath linearGradient radialGradient pattern'));

/** The id within the drawing that an attribute refers to; undefined for one that refers to nothing there. */
export const referredBy = (
  { local: element }: Drawn,
  { uri, local, value }: DrawnAttribute,
): string | undefined => {
  if (uri === '' && PRESENTATION.has(local)) return REFERENCE.exec(value.trim())?.[2];
  if (local !== 'href' || (uri !== '' && uri !== XLINK) || !REFERRING.has(element)) return undefined;
  return /^\s*#([^\s"'()\\]+)\s*$/.exec(value)?.[1];
};

export const pair = (name: string, value: string): Markup => html` ${name}="${value}"`;

/** Undefined for one that is not taken over. */
const attributeHtml = (of: Drawn, attribute: DrawnAttribute, around: Around): Markup | undefined => {
  const { uri, local, value } = attribute;
  const own = referredBy(of, attribute);
  if (own !== undefined) {
    const id = around.mayRefer(of) ? around.id(own) : undefined;
    if (id === undefined) return undefined;
    if (local === 'href') return pair('href', `#${id}`);
    const otherwise = REFERENCE.exec(value.trim())?.[3] ?? '';
    return pair(local, `url(#${id})${otherwise}`);
  }
  if (uri === XML && local === 'space')
    return /^(?:preserve|default)$/.test(value) ? pair('xml:space', value) : undefined;
  if (uri === XML && local === 'lang')
    return /^[A-Za-z0-9-]{1,35}$/.test(value) ? pair('lang', value) : undefined;
  if (uri !== '') return undefined;
  if (local === 'id') {
    const id = around.bears(of) ? around.id(value) : undefined;
    return id === undefined ? undefined : pair('id', id);
  }
  // What a node is called and how sure it is of itself; nobody acts upon it.
  if (/^data-[a-z]+(?:-[a-z]+)*$/.test(local)) return pair(local, value);
  const isKnown = PRESENTATION.has(local) || GEOMETRY.has(local);
  return isKnown && isPlain(value) ? pair(local, value) : undefined;
};

/** What it looks like is said by other attributes now. */
const SPENT = new Set(['class', 'style']);

export const attributesHtml = (of: Drawn, around: Around, isRoot: boolean): readonly Markup[] =>
  of.attributes.flatMap((attribute) => {
    const { uri, local, name } = attribute;
    if (name === 'xmlns' || name.startsWith('xmlns:') || (uri === '' && SPENT.has(local))) return [];
    if (isRoot && uri === '' && (local === 'id' || local === 'version')) return [];
    const own = isRoot && NOT_OF_ROOT.has(local) ? undefined : attributeHtml(of, attribute, around);
    if (own !== undefined) return [own];
    const isEditors = uri !== '' && uri !== XLINK && uri !== XML;
    if (!(isRoot && uri === '' && /^(?:width|height|viewBox)$/.test(local)))
      around.taken(isEditors ? EDITORS : 'attribute', name);
    return [];
  });

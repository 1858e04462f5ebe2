/** Drawings on their way into a page: what is not on this list does not get there. */

import { type Drawn, SVG } from './drawn.ts';
import { html, type Markup, none, type Part } from './html.ts';
import { type Around, attributesHtml, EDITORS, pair, words } from './svg-attributes.ts';

/** Where text is drawn; elsewhere it is the space between elements. */
const LETTERED = new Set(['text', 'tspan', 'textPath', 'title', 'desc']);
/** Said, and not drawn: a browser reads what stands in these as HTML. */
const TOLD = new Set(['title', 'desc']);
const SHAPES = new Set(words('g path rect circle ellipse line polyline polygon use'));
/** What is in these is drawn where something refers to it. */
const KEPT_BACK = new Set(words('defs symbol clipPath mask pattern marker linearGradient radialGradient'));
const ELEMENTS: ReadonlySet<string> = new Set([
  ...['svg', 'switch', 'stop', ...LETTERED, ...SHAPES, ...KEPT_BACK],
]);

const allTaken = (of: Drawn, around: Around): void => {
  const isPicture = of.local === 'image' || of.local === 'feImage' || of.local === 'img';
  around.taken(
    isPicture ? 'picture' : of.uri === SVG || of.local === 'script' ? 'element' : EDITORS,
    of.name,
  );
  for (const child of of.children) if (typeof child !== 'string') allTaken(child, around);
};

interface Place {
  /** In something that draws text. */
  readonly lettered: boolean;
  /** It is drawn where it stands, and is no link yet. */
  readonly linkable: boolean;
}

const textOf = ({ children }: Drawn): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

const holdsText = (of: Drawn): boolean =>
  of.local === 'text'
    ? textOf(of).trim() !== ''
    : of.children.some((child) => typeof child !== 'string' && holdsText(child));

const childrenHtml = (of: Drawn, around: Around, place: Place): readonly Part[] =>
  of.children.map((child) =>
    typeof child === 'string' ? (place.lettered ? child : none) : elementHtml(child, around, place),
  );

const elementHtml = (of: Drawn, around: Around, place: Place): Markup => {
  const { uri, local } = of;
  // A link of its own leads out of the page: what it shows stays.
  if (uri === SVG && local === 'a') {
    around.taken('element', of.name);
    return html`${childrenHtml(of, around, place)}`;
  }
  const isStyle = uri === SVG && local === 'style';
  if (isStyle) return none;
  if (uri !== SVG || !ELEMENTS.has(local)) {
    allTaken(of, around);
    return none;
  }
  const attributes = attributesHtml(of, around, false);
  if (TOLD.has(local)) return elementOf(local, attributes, [textOf(of)]);
  const link = place.linkable ? around.link(of) : undefined;
  const inside = childrenHtml(of, around, {
    lettered: LETTERED.has(local),
    linkable: place.linkable && link === undefined && !LETTERED.has(local) && !KEPT_BACK.has(local),
  });
  if (link === undefined) return elementOf(local, attributes, inside);
  // What can be read there says it already.
  const says = holdsText(of) ? none : pair('aria-label', link.says);
  const linked = (content: Part): Markup =>
    html`<a${link.id === undefined ? none : pair('id', link.id)} href="#${link.to}"${says}>${content}</a>`;
  return local === 'g'
    ? elementOf(local, attributes, [linked(inside)])
    : linked(elementOf(local, attributes, inside));
};

/** A drawing in a drawing is one of a stranger's too. */
const elementOf = (local: string, attributes: readonly Markup[], inside: readonly Part[]): Markup => {
  const all = local === 'svg' ? [html` class="doc"`, ...attributes] : attributes;
  return inside.length === 0 ? html`<${local}${all}/>` : html`<${local}${all}>${inside}</${local}>`;
};

export interface Frame {
  /** As CSS has them. */
  readonly width: string;
  readonly height: string;
  /** Four numbers. */
  readonly viewBox: readonly number[];
  /** What it is called, and told, for who does not see it; ids of toile's making. */
  readonly title: string;
  readonly desc: string;
  readonly id: string;
}

/** The whole drawing in a frame of its own, out of which nothing of it is drawn. */
export const svgHtml = (root: Drawn, frame: Frame, around: Around): Markup => {
  const { id, title, desc } = frame;
  let links = 0;
  const counting: Around = {
    ...around,
    link(of) {
      const link = around.link(of);
      if (link) links += 1;
      return link;
    },
  };
  const attributes = attributesHtml(root, counting, true);
  const told = (child: Drawn | string): boolean =>
    typeof child !== 'string' && child.uri === SVG && TOLD.has(child.local);
  const rest = { ...root, children: root.children.filter((child) => !told(child)) };
  const inside = childrenHtml(rest, counting, { lettered: false, linkable: true });
  // What holds links is no picture: a picture hides all that is in it.
  const role = links > 0 ? 'group' : 'img';
  const described = desc === '' ? none : html` aria-describedby="${id}-desc"`;
  const description = desc === '' ? none : html`<desc id="${id}-desc">${desc}</desc>`;
  return html`<svg class="doc" id="${id}"${attributes} width="${frame.width}" height="${frame.height}" viewBox="${frame.viewBox.join(' ')}" role="${role}" aria-labelledby="${id}-title"${described}><title id="${id}-title">${title}</title>${description}${inside}</svg>`;
};

/** What the first element of that name directly in the root says. */
export const toldBy = (root: Drawn, local: 'title' | 'desc'): string => {
  const found = root.children.find(
    (child): child is Drawn => typeof child !== 'string' && child.uri === SVG && child.local === local,
  );
  return found === undefined ? '' : textOf(found).replaceAll(/\s+/g, ' ').trim();
};

/** Whether anything of it is drawn that is no picture. */
export const draws = (of: Drawn): boolean =>
  of.uri === SVG &&
  ((SHAPES.has(of.local) && of.local !== 'g') ||
    (of.local === 'text' && holdsText(of)) ||
    of.children.some((child) => typeof child !== 'string' && draws(child)));

/** The text of each piece of lettering, and what it says of itself. */
export const lettering = (of: Drawn): readonly string[] =>
  of.local === 'text' || TOLD.has(of.local)
    ? [textOf(of)]
    : of.children.flatMap((child) => (typeof child === 'string' ? [] : lettering(child)));

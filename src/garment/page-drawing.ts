/**
 * Reads an SVG drawing that a page shows as a picture. Refuses a drawing that is too large, or that needs a script or
 * another file, because a browser uses neither in a picture.
 */

import type { SaxesAttributeNS } from 'saxes';
import { appendAll } from '../platform/lists.ts';
import { PAGE_DRAWING_LIMITS } from '../platform/size-limits.ts';
import { createBoundedXmlReader, DocumentRefused } from './bounded-xml-reader.ts';
import { SVG_NAMESPACE } from './drawing-reader.ts';

/** A drawing that a page can show as a picture. */
export interface PageDrawing {
  /** The text of the document, without a byte order mark. */
  readonly text: string;
  /** The width of the drawing divided by its height. */
  readonly ratio: number;
  /** The text of the `title` and `desc` elements that are direct children of the root element. */
  readonly description: string;
  /** The name of the user's file; undefined for a document that the service exported. */
  readonly file: string | undefined;
}

/**
 * An element of a drawing. `names` contains its tag name, its id and its classes. `references` contains the ids of the
 * elements that it refers to.
 */
interface DrawingElement {
  readonly names: ReadonlySet<string>;
  readonly children: DrawingElement[];
  readonly references: string[];
}

/** A style rule such as `.hem {fill: url(#wave)}`: its selector, and the ids to which it refers. */
interface ReferencingRule {
  readonly selector: string;
  readonly references: readonly string[];
}

const CHUNK_LENGTH = 32 * 1024;
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';
const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

const REFUSED_ELEMENTS: Readonly<Record<string, string>> = {
  script: 'a script',
  foreignObject: 'a foreign object',
  image: 'a picture, which toile cannot check',
  feImage: 'a picture, which toile cannot check',
  animate: 'an animation',
  animateMotion: 'an animation',
  animateTransform: 'an animation',
  set: 'an animation',
};

const VISIBLE_ELEMENTS = new Set('path rect circle ellipse line polyline polygon use text'.split(' '));

const refuse = (reason: string): never => {
  throw new DocumentRefused(reason);
};

/**
 * Returns the ids that a style refers to, for example `wave` for `fill: url(#wave)`. Refuses a style that has escaped
 * characters or refers to another document.
 */
const listStyleReferences = (style: string): readonly string[] => {
  if (style.includes('\\')) refuse('it holds a style with escaped characters');
  if (/@import/i.test(style)) refuse('it refers to another document: @import');
  return style
    .split(/url\(/i)
    .slice(1)
    .map((rest) => {
      const target = (rest.split(')', 1)[0] ?? '').replaceAll(/["'\s]/g, '');
      if (!target.startsWith('#')) refuse(`it refers to another document: url(${target.slice(0, 60)})`);
      return target.slice(1);
    });
};

/**
 * Names of attributes that never contain a style, for example `id`. They are not searched for references such as
 * `url(#cloth)`.
 */
const TEXT_ATTRIBUTE = /^(?:id|class|lang|role|data-.*|aria-.*)$/;

/**
 * Returns the ids to which an attribute of an SVG element refers. Throws DocumentRefused if the attribute is an event
 * handler or refers to another document.
 */
const listAttributeReferences = (element: string, attribute: SaxesAttributeNS): readonly string[] => {
  const { uri, local, value, name } = attribute;
  if (uri === '' && /^on/i.test(local)) refuse(`it holds an event handler: ${name}`);
  if (local === 'href' && (uri === '' || uri === XLINK_NAMESPACE)) {
    const target = value.trim();
    // A link (`a`) does not work in a drawing that is shown as a picture, so its target is not checked.
    if (element === 'a') return [];
    if (!target.startsWith('#')) refuse(`it refers to another document: ${target.slice(0, 60)}`);
    return [target.slice(1)];
  }
  return uri === '' && !TEXT_ATTRIBUTE.test(local) && /url\(|\\/i.test(value)
    ? listStyleReferences(value)
    : [];
};

const readReferencingRules = (sheet: string): readonly ReferencingRule[] => {
  listStyleReferences(sheet);
  return sheet.split('}').flatMap((rule) => {
    const at = rule.lastIndexOf('{');
    const references = listStyleReferences(rule.slice(at + 1));
    return references.length === 0 ? [] : [{ selector: rule.slice(0, Math.max(0, at)), references }];
  });
};

/**
 * Finds the ids to which each style rule refers, for example `cloth` in `url(#cloth)`. Adds them to `references` of
 * each element to which the rule may apply. Throws DocumentRefused if more than `PAGE_DRAWING_LIMITS.repeated` ids are
 * added in total.
 */
const applyReferencingRules = (
  rules: readonly ReferencingRule[],
  elements: readonly DrawingElement[],
): void => {
  let added = 0;
  for (const { selector, references } of rules) {
    const isUniversal = /[*[:{@]/.test(selector);
    const names = selector.split(/[^\p{L}\p{N}_-]+/u).filter((name) => name !== '');
    for (const element of elements) {
      if (!isUniversal && !names.some((name) => element.names.has(name))) continue;
      added += references.length;
      if (added > PAGE_DRAWING_LIMITS.repeated)
        refuse(`its style rules add more than ${PAGE_DRAWING_LIMITS.repeated} references`);
      appendAll(element.references, references);
    }
  }
};

/**
 * Refuses a drawing in which an element refers to itself, or in which references repeat more than
 * `PAGE_DRAWING_LIMITS.repeated` elements. The browser draws an element again for each reference to it, so a few
 * elements that refer to each other can expand to millions.
 */
const checkRepeatedElements = (root: DrawingElement, byId: ReadonlyMap<string, DrawingElement>): void => {
  const counts = new Map<DrawingElement, number | 'open'>();
  const count = (element: DrawingElement, chain: number): number => {
    const known = counts.get(element);
    if (known === 'open' || chain > PAGE_DRAWING_LIMITS.references)
      return refuse('its references form a loop, or a chain that is too long');
    if (known !== undefined) return known;
    counts.set(element, 'open');
    let sum = 1;
    for (const child of element.children) sum += count(child, chain);
    for (const id of element.references) {
      const target = byId.get(id);
      // This sum counts drawn elements. A gradient is only a fill of other elements, so a reference to it is not
      // counted.
      if (target !== undefined && !target.names.has('linearGradient') && !target.names.has('radialGradient'))
        sum += count(target, chain + 1);
    }
    counts.set(element, sum);
    return sum;
  };
  if (count(root, 0) > PAGE_DRAWING_LIMITS.repeated)
    refuse(`its references repeat more than ${PAGE_DRAWING_LIMITS.repeated} elements`);
};

const MAX_COORDINATE = 1_000_000;

/** Returns the width of a drawing divided by its height. Throws DocumentRefused if the drawing states no valid size. */
const readRatio = (attributes: ReadonlyMap<string, string>): number => {
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/, 5)
    .map(Number);
  const [, , boxWidth = 0, boxHeight = 0] = box;
  const sizes = [attributes.get('width'), attributes.get('height')].map((length) =>
    Number.parseFloat(/^\s*(\d{1,6}(?:\.\d{1,20})?)(?:mm|cm|in|pt|px|)\s*$/.exec(length ?? '')?.[1] ?? ''),
  );
  const [width = Number.NaN, height = Number.NaN] = sizes;
  const ratio =
    box.length === 4 && box.every((each) => Math.abs(each) <= MAX_COORDINATE) && boxWidth > 0 && boxHeight > 0
      ? boxWidth / boxHeight
      : width / height;
  return ratio > 0 && Number.isFinite(ratio)
    ? ratio
    : refuse('it has neither a size nor a viewBox, so its extent is unknown');
};

/**
 * Reads the text of an SVG document. Returns the drawing, or the reason why a page cannot show it, for example `it
 * holds a script: <script>`. `file` is the name of the user's file.
 */
export const readPageDrawing = (text: string, file: string | undefined): PageDrawing | string => {
  const plain = text.replace(/^\ufeff/, '');
  const ancestors: DrawingElement[] = [];
  const elements: DrawingElement[] = [];
  const byId = new Map<string, DrawingElement>();
  const styleSheets: string[] = [];
  const descriptions: string[] = [];
  let rootAttributes: ReadonlyMap<string, string> | undefined;
  let tagName = '';
  let depthOfText = 0;
  let hasVisible = false;
  const xml = createBoundedXmlReader(
    {
      doctype(doctype) {
        if (doctype.includes('[')) refuse('its DOCTYPE declares entities or attributes');
      },
      instruction(target) {
        if (target !== 'xml') refuse(`it holds a processing instruction: ${target.slice(0, 60)}`);
      },
      open(tag, depth) {
        const attributes = Object.values(tag.attributes);
        tagName = tag.local;
        depthOfText = depth;
        const isInSvgNamespace = tag.uri === SVG_NAMESPACE;
        if (depth === 1 && (tag.local !== 'svg' || !isInSvgNamespace))
          refuse('it is XML, but not an SVG drawing');
        const kind = Object.hasOwn(REFUSED_ELEMENTS, tag.local) ? REFUSED_ELEMENTS[tag.local] : undefined;
        if (kind !== undefined && (isInSvgNamespace || tag.uri === XHTML_NAMESPACE || tag.local === 'script'))
          refuse(`it holds ${kind}: <${tag.name}>`);
        if (tag.uri === XHTML_NAMESPACE) refuse(`it holds HTML: <${tag.name}>`);
        if (tag.local === 'style') styleSheets.push('');
        hasVisible ||= isInSvgNamespace && VISIBLE_ELEMENTS.has(tag.local);
        const plainAttributes = new Map(
          attributes.flatMap((each) => (each.uri === '' ? [[each.local, each.value] as const] : [])),
        );
        rootAttributes ??= plainAttributes;
        const id = plainAttributes.get('id');
        const element: DrawingElement = {
          names: new Set([tag.local, id ?? '', ...(plainAttributes.get('class') ?? '').split(/\s+/)]),
          children: [],
          references: attributes.flatMap((each) => listAttributeReferences(tag.local, each)),
        };
        if (id !== undefined && !byId.has(id)) byId.set(id, element);
        ancestors.at(-1)?.children.push(element);
        ancestors.push(element);
        elements.push(element);
      },
      close() {
        ancestors.pop();
        tagName = '';
      },
      text(piece) {
        if (tagName === 'style') styleSheets[styleSheets.length - 1] += piece;
        else if (depthOfText === 2 && (tagName === 'title' || tagName === 'desc')) descriptions.push(piece);
      },
    },
    PAGE_DRAWING_LIMITS,
  );
  for (let at = 0; at < plain.length; at += CHUNK_LENGTH)
    if (!xml.write(plain.slice(at, at + CHUNK_LENGTH))) break;
  const error = xml.end();
  if (error !== undefined) return error;
  if (!hasVisible) return 'it has no line, shape or text';
  try {
    const rules = styleSheets.flatMap(readReferencingRules);
    if (rules.length > PAGE_DRAWING_LIMITS.rules)
      refuse(`it has more than ${PAGE_DRAWING_LIMITS.rules} style rules that refer to elements`);
    applyReferencingRules(rules, elements);
    if (elements[0]) checkRepeatedElements(elements[0], byId);
    return {
      text: plain,
      ratio: readRatio(rootAttributes ?? new Map()),
      description: descriptions.join(' ').replaceAll(/\s+/g, ' ').trim(),
      file,
    };
  } catch (error) {
    if (error instanceof DocumentRefused) return error.message;
    throw error;
  }
};

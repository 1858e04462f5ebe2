/** Reads a drawing as a tree, to be printed on a page: completely and within limits, or not at all. */

import { PAGE_DRAWING_LIMITS } from '../platform/size-limits.ts';
import { hasVisibleShape } from '../platform/svg/sanitize-svg.ts';
import { SVG_NAMESPACE, type SvgAttribute, type SvgElement } from '../platform/svg/svg-element.ts';
import { createBoundedXmlReader } from './bounded-xml-reader.ts';
import { readLayerName } from './drawing-reader.ts';
import { applyStyleRules, parseStyleRules, type StyleRule } from './drawing-styles.ts';

/** A drawing that can be printed on a page. */
export interface DrawingTree {
  readonly root: SvgElement;
  /** Names of its layers, the lowest first. */
  readonly layers: readonly string[];
  /** Names of styles that the page cannot apply. */
  readonly unsupportedStyles: readonly string[];
  /** Targets of processing instructions in the file. */
  readonly instructions: readonly string[];
}

/** An element while its children are being read. */
interface MutableElement extends SvgElement {
  readonly children: (SvgElement | string)[];
}

const CHUNK_LENGTH = 32 * 1024;

/** Reads a drawing. Returns the reason as a sentence when it cannot be printed. */
export const readDrawingTree = (text: string): DrawingTree | string => {
  const above: MutableElement[] = [];
  let root: MutableElement | undefined;
  const sheets: string[] = [];
  const unsaid: string[] = [];
  const instructions: string[] = [];
  const xml = createBoundedXmlReader(
    {
      open({ uri, local, name, attributes }) {
        const own = Object.values(attributes).map(
          (attribute): SvgAttribute => ({
            uri: attribute.uri,
            local: attribute.local,
            name: attribute.name,
            value: attribute.value,
          }),
        );
        const element: MutableElement = { uri, local, name, attributes: own, children: [] };
        above.at(-1)?.children.push(element);
        root ??= element;
        above.push(element);
      },
      close() {
        const element = above.pop();
        if (element?.local === 'style' && element.uri === SVG_NAMESPACE)
          sheets.push(element.children.map((child) => (typeof child === 'string' ? child : '')).join(''));
      },
      text(piece) {
        above.at(-1)?.children.push(piece);
      },
      instruction(target) {
        if (target !== 'xml') instructions.push(target);
      },
    },
    PAGE_DRAWING_LIMITS,
  );
  const plain = text.replace(/^\ufeff/, '');
  for (let at = 0; at < plain.length; at += CHUNK_LENGTH)
    if (!xml.write(plain.slice(at, at + CHUNK_LENGTH))) break;
  const broken = xml.end();
  if (broken !== undefined) return broken;
  if (root === undefined || root.local !== 'svg' || root.uri !== SVG_NAMESPACE)
    return 'it is XML, but not an SVG drawing';
  if (!hasVisibleShape(root)) return 'it holds no line, shape or text, and pictures are never printed';
  const rules: StyleRule[] = sheets.flatMap((sheet) => parseStyleRules(sheet, unsaid));
  const layers = root.children.flatMap((child) =>
    typeof child !== 'string' && child.uri === SVG_NAMESPACE && child.local === 'g'
      ? [readLayerName(child.attributes)]
      : [],
  );
  const more = layers.length - PAGE_DRAWING_LIMITS.names;
  return {
    root: applyStyleRules(root, rules, unsaid),
    layers: more > 0 ? [...layers.slice(0, PAGE_DRAWING_LIMITS.names), `+ ${more}`] : layers,
    unsupportedStyles: unsaid,
    instructions,
  };
};

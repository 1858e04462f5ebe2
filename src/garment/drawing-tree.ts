/** A drawing as a tree, to stand on a page: whole and within bounds, or not at all. */

import { type Drawn, type DrawnAttribute, SVG } from '../border/drawn.ts';
import { draws } from '../border/svg.ts';
import { DRAWN } from '../size-limits.ts';
import { boundedXml } from './bounded-xml.ts';
import { layerName } from './drawing-layers.ts';
import { cascaded, type StyleRule, styleRules } from './drawing-style.ts';

export interface DrawingTree {
  readonly root: Drawn;
  /** Names of its layers, the lowest first. */
  readonly layers: readonly string[];
  /** What its styles say and a page cannot. */
  readonly unsaid: readonly string[];
  /** What is said to programs that read it. */
  readonly instructions: readonly string[];
}

interface Growing extends Drawn {
  readonly children: (Drawn | string)[];
}

const PIECE = 32 * 1024;

/** The tree, or why there is none, in words. */
export const drawingTree = (text: string): DrawingTree | string => {
  const above: Growing[] = [];
  let root: Growing | undefined;
  const sheets: string[] = [];
  const unsaid: string[] = [];
  const instructions: string[] = [];
  const xml = boundedXml(
    {
      open({ uri, local, name, attributes }) {
        const own = Object.values(attributes).map(
          (attribute): DrawnAttribute => ({
            uri: attribute.uri,
            local: attribute.local,
            name: attribute.name,
            value: attribute.value,
          }),
        );
        const element: Growing = { uri, local, name, attributes: own, children: [] };
        above.at(-1)?.children.push(element);
        root ??= element;
        above.push(element);
      },
      close() {
        const element = above.pop();
        if (element?.local === 'style' && element.uri === SVG)
          sheets.push(element.children.map((child) => (typeof child === 'string' ? child : '')).join(''));
      },
      text(piece) {
        above.at(-1)?.children.push(piece);
      },
      instruction(target) {
        if (target !== 'xml') instructions.push(target);
      },
    },
    DRAWN,
  );
  const plain = text.replace(/^\ufeff/, '');
  for (let at = 0; at < plain.length; at += PIECE) if (!xml.take(plain.slice(at, at + PIECE))) break;
  const broken = xml.end();
  if (broken !== undefined) return broken;
  if (root === undefined || root.local !== 'svg' || root.uri !== SVG)
    return 'it is XML, but not an SVG drawing';
  if (!draws(root)) return 'it holds no line, shape or text, and pictures are never printed';
  const rules: StyleRule[] = sheets.flatMap((sheet) => styleRules(sheet, unsaid));
  const layers = root.children.flatMap((child) =>
    typeof child !== 'string' && child.uri === SVG && child.local === 'g'
      ? [layerName(child.attributes)]
      : [],
  );
  const more = layers.length - DRAWN.names;
  return {
    root: cascaded(root, rules, unsaid),
    layers: more > 0 ? [...layers.slice(0, DRAWN.names), `+ ${more}`] : layers,
    unsaid,
    instructions,
  };
};

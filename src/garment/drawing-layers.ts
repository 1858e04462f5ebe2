/** Reading the layers of a downloaded SVG: what a designer will find in the layers panel. Nothing is drawn. */

import type { SaxesTagNS } from 'saxes';
import { type DrawnAttribute, SVG } from '../border/drawn.ts';
import { DRAWING } from '../size-limits.ts';
import { boundedXml } from './bounded-xml.ts';

/** A named group directly under the root, as the editors take it for a layer. */
export interface Layer {
  /** The name for people; the id where it has none, `(unnamed)` where it has neither. */
  readonly name: string;
  /** Elements inside it, groups included. */
  readonly elements: number;
}

/** What can be told of a drawing without drawing it. */
export interface Drawing {
  /** Width and height as written: `210mm`. */
  readonly width: string | undefined;
  readonly height: string | undefined;
  readonly viewBox: string | undefined;
  /** In the order of the file: the first is painted first and lies at the bottom. */
  readonly layers: readonly Layer[];
  /** What does not belong in a construction document, in words; empty where there is nothing of the kind. */
  readonly warnings: readonly string[];
}

/** Takes a drawing in pieces, each of which costs no more than its length. */
export interface DrawingReader {
  /** False where nothing more need be read. */
  take(piece: string): boolean;
  end(): Drawing;
}

const INKSCAPE = 'http://www.inkscape.org/namespaces/inkscape';
const ILLUSTRATOR = 'http://ns.adobe.com/AdobeIllustrator/10.0/';

const NAMED_IN_WARNING = 3;

const times = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** Whatever ends the reading early is told as a warning. */
export const drawingReader = (): DrawingReader => {
  const layers: { name: string; elements: number }[] = [];
  const ids = new Map<string, number>();
  const found = { image: 0, script: 0, layerHint: 0, unlisted: 0 };
  let root: SaxesTagNS | undefined;
  let layer: { name: string; elements: number } | undefined;
  let declares = false;

  const xml = boundedXml({
    doctype(doctype) {
      declares ||= /<!ENTITY/i.test(doctype);
    },
    open(tag, depth) {
      const attributes = Object.values(tag.attributes);
      const id = attributeOf(attributes, 'id');
      if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1);
      if (attributes.some(({ uri, local }) => uri === ILLUSTRATOR && local === 'layer')) found.layerHint += 1;
      if (tag.uri === SVG && tag.local === 'image') found.image += 1;
      if (tag.local === 'script' && tag.uri !== '') found.script += 1;
      if (depth === 1) root = tag;
      else if (depth === 2 && tag.local === 'g' && tag.uri === SVG) {
        layer = { name: layerName(attributes), elements: 0 };
        if (layers.length < DRAWING.layers) layers.push(layer);
        else found.unlisted += 1;
      } else if (layer) layer.elements += 1;
    },
    close(depth) {
      if (depth === 2) layer = undefined;
    },
  });

  return {
    take: xml.take,
    end() {
      const broken = xml.end();
      const isSvg = root?.local === 'svg' && root.uri === SVG;
      const twice = [...ids].filter(([, count]) => count > 1).map(([id]) => id);
      const few = twice.slice(0, NAMED_IN_WARNING).join(', ');
      const more =
        twice.length > NAMED_IN_WARNING ? `${few} and ${twice.length - NAMED_IN_WARNING} more` : few;
      const attributes = isSvg ? Object.values(root?.attributes ?? {}) : [];
      const warnings: readonly (readonly [boolean, string])[] = [
        [broken !== undefined, `${broken}; read up to there`],
        [broken === undefined && !isSvg, 'it is XML, but not an SVG drawing'],
        [declares, 'it declares entities, which are not expanded'],
        [found.image > 0, `it holds ${times(found.image, '<image>')}: a picture, not construction`],
        [found.script > 0, `it holds ${times(found.script, '<script>')}: a program; open it with care`],
        [twice.length > 0, `${times(twice.length, 'id is', 'ids are')} used more than once: ${more}`],
        [
          found.layerHint > 0,
          `it holds ${times(found.layerHint, 'i:layer hint')}, on which Illustrator loses layers when placing a file`,
        ],
        [
          found.unlisted > 0,
          `${times(found.unlisted, 'layer')} beyond the first ${DRAWING.layers} not listed`,
        ],
      ];
      return {
        width: attributeOf(attributes, 'width'),
        height: attributeOf(attributes, 'height'),
        viewBox: attributeOf(attributes, 'viewBox'),
        layers,
        warnings: warnings.flatMap(([applies, words]) => (applies ? [words] : [])),
      };
    },
  };
};

/** What people know a layer by. */
export const layerName = (attributes: readonly DrawnAttribute[]): string =>
  attributeOf(attributes, 'label', INKSCAPE) ||
  attributeOf(attributes, 'data-name') ||
  attributeOf(attributes, 'id') ||
  '(unnamed)';

const attributeOf = (attributes: readonly DrawnAttribute[], local: string, uri = ''): string | undefined =>
  attributes.find((attribute) => attribute.local === local && attribute.uri === uri)?.value;

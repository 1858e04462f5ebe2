/** Reading the layers of a downloaded SVG: what a designer will find in the layers panel. Nothing is drawn. */

import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { DRAWING } from '../size-limits.ts';

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

const SVG = 'http://www.w3.org/2000/svg';
const INKSCAPE = 'http://www.inkscape.org/namespaces/inkscape';
const ILLUSTRATOR = 'http://ns.adobe.com/AdobeIllustrator/10.0/';

const NAMED_IN_WARNING = 3;

const times = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** It goes beyond what is read. */
class Beyond extends Error {}

/**
 * Entities that a drawing declares are never expanded: one that is used ends the reading there, which is told as a
 * warning, as is any other text that is not well-formed XML, and whatever is more than DRAWING allows.
 */
export const drawingReader = (): DrawingReader => {
  const layers: { name: string; elements: number }[] = [];
  const ids = new Map<string, number>();
  const found = { image: 0, script: 0, layerHint: 0, elements: 0, unlisted: 0 };
  let root: SaxesTagNS | undefined;
  let layer: { name: string; elements: number } | undefined;
  let depth = 0;
  let declares = false;
  let broken: string | undefined;
  /** What the parser has not come to the end of: how long it is so far, and whether a tag, with how many attributes. */
  let open = { characters: 0, attributes: 0, tag: false, isOld: false };

  const parser = new SaxesParser({ xmlns: true, position: true });
  const cameTo = (): void => {
    open = { characters: 0, attributes: 0, tag: false, isOld: false };
  };
  // Left to itself it goes on, and reports what is no XML at all once for every character.
  parser.on('error', (error) => {
    throw error;
  });
  for (const end of ['comment', 'cdata', 'processinginstruction'] as const) parser.on(end, cameTo);
  parser.on('opentagstart', () => {
    cameTo();
    open.tag = true;
  });
  parser.on('doctype', (doctype) => {
    cameTo();
    declares ||= /<!ENTITY/i.test(doctype);
  });
  parser.on('opentag', (tag) => {
    cameTo();
    depth += 1;
    found.elements += 1;
    // What a name stands for is looked up through all levels above.
    if (depth > DRAWING.levels) throw new Beyond(`more than ${DRAWING.levels} levels`);
    if (found.elements > DRAWING.elements) throw new Beyond(`more than ${DRAWING.elements} elements`);
    const attributes = Object.values(tag.attributes);
    const id = attributeOf(attributes, 'id');
    if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1);
    if (attributes.some(({ uri, local }) => uri === ILLUSTRATOR && local === 'layer')) found.layerHint += 1;
    if (tag.uri === SVG && tag.local === 'image') found.image += 1;
    if (tag.local === 'script' && tag.uri !== '') found.script += 1;
    if (depth === 1) root = tag;
    else if (depth === 2 && tag.local === 'g' && tag.uri === SVG) {
      const name =
        attributeOf(attributes, 'label', INKSCAPE) ||
        attributeOf(attributes, 'data-name') ||
        id ||
        '(unnamed)';
      layer = { name, elements: 0 };
      if (layers.length < DRAWING.layers) layers.push(layer);
      else found.unlisted += 1;
    } else if (layer) layer.elements += 1;
  });
  parser.on('closetag', () => {
    cameTo();
    if (depth === 2) layer = undefined;
    depth -= 1;
  });

  const tried = (step: () => void): void => {
    if (broken !== undefined) return;
    try {
      step();
    } catch (error) {
      broken =
        error instanceof Beyond ? `it has ${error.message}` : `it is not well-formed XML (${placeIn(error)})`;
    }
  };

  return {
    take(piece) {
      tried(() => {
        open.isOld = true;
        parser.write(piece);
        // It began within this piece, and where is not known.
        if (!open.isOld) return;
        open.characters += piece.length;
        if (open.tag) open.attributes += piece.split('=').length - 1;
        if (open.characters > DRAWING.piece)
          throw new Beyond(`a piece of more than ${DRAWING.piece} characters`);
        if (open.attributes > DRAWING.attributes)
          throw new Beyond(`a tag with more than ${DRAWING.attributes} attributes`);
      });
      return broken === undefined;
    },
    end() {
      tried(() => void parser.close());
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

const attributeOf = (attributes: readonly SaxesAttributeNS[], local: string, uri = ''): string | undefined =>
  attributes.find((attribute) => attribute.local === local && attribute.uri === uri)?.value;

/** The parser says `line:column: what`; the rest may quote the file. */
const placeIn = (error: unknown): string => {
  const [, line, column] = /^(\d+):(\d+):/.exec(error instanceof Error ? error.message : '') ?? [];
  return line === undefined ? 'somewhere' : `line ${line}, column ${column}`;
};

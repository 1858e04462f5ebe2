/** Reading the layers of a downloaded SVG: what a designer will find in the layers panel. Nothing is drawn. */

import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';

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

const SVG = 'http://www.w3.org/2000/svg';
const INKSCAPE = 'http://www.inkscape.org/namespaces/inkscape';
const ILLUSTRATOR = 'http://ns.adobe.com/AdobeIllustrator/10.0/';

const NAMED_IN_WARNING = 3;

const times = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/**
 * Reads a drawing as text. Entities that it declares are never expanded: one that is used ends the reading there,
 * which is told as a warning, as is any other text that is not well-formed XML.
 */
export function readDrawing(text: string): Drawing {
  const layers: { name: string; elements: number }[] = [];
  const ids = new Map<string, number>();
  const found = { image: 0, script: 0, layerHint: 0 };
  let root: SaxesTagNS | undefined;
  let layer: { name: string; elements: number } | undefined;
  let depth = 0;
  let declares = false;
  let broken: string | undefined;

  const parser = new SaxesParser({ xmlns: true, position: true });
  // Left to itself it goes on, and reports what is no XML at all once for every character.
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', (doctype) => {
    declares ||= /<!ENTITY/i.test(doctype);
  });
  parser.on('opentag', (tag) => {
    depth += 1;
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
      layers.push(layer);
    } else if (layer) layer.elements += 1;
  });
  parser.on('closetag', () => {
    if (depth === 2) layer = undefined;
    depth -= 1;
  });
  try {
    parser.write(text).close();
  } catch (error) {
    broken = error instanceof Error ? error.message : String(error);
  }

  const isSvg = root?.local === 'svg' && root.uri === SVG;
  const twice = [...ids].filter(([, count]) => count > 1).map(([id]) => id);
  const few = twice.slice(0, NAMED_IN_WARNING).join(', ');
  const more = twice.length > NAMED_IN_WARNING ? `${few} and ${twice.length - NAMED_IN_WARNING} more` : few;
  const attributes = isSvg ? Object.values(root?.attributes ?? {}) : [];
  return {
    width: attributeOf(attributes, 'width'),
    height: attributeOf(attributes, 'height'),
    viewBox: attributeOf(attributes, 'viewBox'),
    layers,
    warnings: [
      ...(broken === undefined ? [] : [`it is not well-formed XML (${placeIn(broken)}); read up to there`]),
      ...(broken === undefined && !isSvg ? ['it is XML, but not an SVG drawing'] : []),
      ...(declares ? ['it declares entities, which are not expanded'] : []),
      ...(found.image > 0 ? [`it holds ${times(found.image, '<image>')}: a picture, not construction`] : []),
      ...(found.script > 0
        ? [`it holds ${times(found.script, '<script>')}: a program; open it with care`]
        : []),
      ...(twice.length > 0
        ? [`${times(twice.length, 'id is', 'ids are')} used more than once: ${more}`]
        : []),
      ...(found.layerHint > 0
        ? [
            `it holds ${times(found.layerHint, 'i:layer hint')}, on which Illustrator loses layers when placing a file`,
          ]
        : []),
    ],
  };
}

const attributeOf = (attributes: readonly SaxesAttributeNS[], local: string, uri = ''): string | undefined =>
  attributes.find((attribute) => attribute.local === local && attribute.uri === uri)?.value;

/** The parser says `line:column: what`; the rest may quote the file. */
const placeIn = (message: string): string => {
  const [, line, column] = /^(\d+):(\d+):/.exec(message) ?? [];
  return line === undefined ? 'somewhere' : `line ${line}, column ${column}`;
};

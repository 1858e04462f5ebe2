/** Reads size, layers and warnings from a downloaded SVG document. */

import type { SaxesAttributeNS, SaxesTagNS } from 'saxes';
import { DRAWING_LIMITS } from '../platform/size-limits.ts';
import { createBoundedXmlReader } from './bounded-xml-reader.ts';

/** A group directly under the root of a drawing. Vector editors show it as a layer. */
export interface DrawingLayer {
  /** The name of the layer: its Inkscape label if it has one, else its `data-name`, else its id, else `(unnamed)`. */
  readonly name: string;
  /** The number of elements inside this layer, also of other namespaces than SVG. Groups are counted too. */
  readonly elements: number;
}

/** Size, layers and warnings of an SVG drawing. */
export interface DrawingSummary {
  /** The width and the height of the drawing, as its root element states them, for example `210mm`. */
  readonly width: string | undefined;
  readonly height: string | undefined;
  readonly viewBox: string | undefined;
  /** The layers in the order of the file. The first one is at the bottom. */
  readonly layers: readonly DrawingLayer[];
  /**
   * Warnings about the drawing, for example `it declares entities, which are not expanded`. If reading stopped early,
   * one of them is the reason.
   */
  readonly warnings: readonly string[];
}

/** Reads an SVG document in chunks; `end` returns its summary. The time for a chunk is proportional to its length. */
export interface DrawingReader {
  /** Reads one chunk. Returns false if the reader has stopped and needs no more chunks. */
  write(chunk: string): boolean;
  end(): DrawingSummary;
}

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const INKSCAPE = 'http://www.inkscape.org/namespaces/inkscape';
const ILLUSTRATOR = 'http://ns.adobe.com/AdobeIllustrator/10.0/';

const MAX_IDS_IN_WARNING = 3;

const formatTimes = (count: number, singular: string, plural = `${singular}s`): string =>
  count === 1 ? `1 ${singular}` : `${count} ${plural}`;

/**
 * Creates a reader for one SVG document. Its result has a warning if reading stopped early or the document is not SVG.
 */
export const createDrawingReader = (): DrawingReader => {
  const layers: { name: string; elements: number }[] = [];
  const ids = new Map<string, number>();
  const counts = { image: 0, script: 0, layerHint: 0, unlisted: 0 };
  let root: SaxesTagNS | undefined;
  let layer: { name: string; elements: number } | undefined;
  let hasEntities = false;

  const xml = createBoundedXmlReader({
    doctype(doctype) {
      hasEntities ||= /<!ENTITY/i.test(doctype);
    },
    open(tag, depth) {
      const attributes = Object.values(tag.attributes);
      const id = findAttribute(attributes, 'id');
      if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1);
      if (attributes.some(({ uri, local }) => uri === ILLUSTRATOR && local === 'layer'))
        counts.layerHint += 1;
      if (tag.uri === SVG_NAMESPACE && tag.local === 'image') counts.image += 1;
      if (tag.local === 'script' && tag.uri !== '') counts.script += 1;
      if (depth === 1) root = tag;
      else if (depth === 2 && tag.local === 'g' && tag.uri === SVG_NAMESPACE) {
        layer = { name: readLayerName(attributes), elements: 0 };
        if (layers.length < DRAWING_LIMITS.layers) layers.push(layer);
        else counts.unlisted += 1;
      } else if (layer) layer.elements += 1;
    },
    close(depth) {
      if (depth === 2) layer = undefined;
    },
  });

  return {
    write: xml.write,
    end() {
      const error = xml.end();
      const isSvg = root?.local === 'svg' && root.uri === SVG_NAMESPACE;
      const repeatedIds = [...ids].filter(([, count]) => count > 1).map(([id]) => id);
      const firstIds = repeatedIds.slice(0, MAX_IDS_IN_WARNING).join(', ');
      const shownIds =
        repeatedIds.length > MAX_IDS_IN_WARNING
          ? `${firstIds} and ${repeatedIds.length - MAX_IDS_IN_WARNING} more`
          : firstIds;
      const attributes = isSvg ? Object.values(root?.attributes ?? {}) : [];
      const { image, script, layerHint, unlisted } = counts;
      const warnings: readonly (readonly [boolean, string])[] = [
        [error !== undefined, `${error}; read up to that point`],
        [error === undefined && !isSvg, 'it is XML, but not an SVG drawing'],
        [hasEntities, 'it declares entities, which are not expanded'],
        [image > 0, `it holds ${formatTimes(image, '<image> element')} (picture, not construction)`],
        [script > 0, `it holds ${formatTimes(script, '<script> element')} (program code); open it with care`],
        [
          repeatedIds.length > 0,
          `${formatTimes(repeatedIds.length, 'id is', 'ids are')} used more than once: ${shownIds}`,
        ],
        [
          layerHint > 0,
          `it holds ${formatTimes(layerHint, 'i:layer hint')}, which makes Illustrator lose layers when it places a file`,
        ],
        [
          unlisted > 0,
          `${formatTimes(unlisted, 'layer')} beyond the first ${DRAWING_LIMITS.layers} not listed`,
        ],
      ];
      return {
        width: findAttribute(attributes, 'width'),
        height: findAttribute(attributes, 'height'),
        viewBox: findAttribute(attributes, 'viewBox'),
        layers,
        warnings: warnings.flatMap(([applies, words]) => (applies ? [words] : [])),
      };
    },
  };
};

const readLayerName = (attributes: readonly SaxesAttributeNS[]): string =>
  findAttribute(attributes, 'label', INKSCAPE) ||
  findAttribute(attributes, 'data-name') ||
  findAttribute(attributes, 'id') ||
  '(unnamed)';

const findAttribute = (attributes: readonly SaxesAttributeNS[], name: string, uri = ''): string | undefined =>
  attributes.find((attribute) => attribute.local === name && attribute.uri === uri)?.value;

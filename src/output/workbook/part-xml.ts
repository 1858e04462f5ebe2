/**
 * Parses the XML files in an .xlsx archive, which are called parts, and calls a function for each tag. A document type
 * declaration is rejected, because no workbook needs it.
 */

import { SaxesParser } from 'saxes';

/** Thrown if a part (a file in the .xlsx archive) cannot be read. The message has no text of the untrusted part. */
export class BrokenPartError extends Error {}

/**
 * The functions that are called for each tag and text of a part (an XML file in the .xlsx archive). Names of tags and
 * attributes have no namespace prefix.
 */
export interface PartXmlHandlers {
  open?(tag: string, attribute: (name: string) => string | undefined): void;
  text?(text: string): void;
  close?(tag: string): void;
}

/** Returns a name without its namespace prefix, because programs write different prefixes. */
const stripPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses the XML of a part (a file in the archive of a workbook) and calls the handlers for its tags and texts, in the
 * order of the text. Throws a BrokenPartError if the XML is not well-formed or declares a document type.
 */
export const parsePartXml = (text: string, { open, text: handleText, close }: PartXmlHandlers): void => {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('doctype', () => {
    throw new BrokenPartError('declares a document type');
  });
  parser.on('error', () => {
    throw new BrokenPartError('is not well-formed');
  });
  parser.on('opentag', ({ name, attributes }) =>
    open?.(stripPrefix(name), (attributeName) => {
      if (Object.hasOwn(attributes, attributeName)) return attributes[attributeName];
      const key = Object.keys(attributes).find(
        (each) => !each.startsWith('xmlns') && stripPrefix(each) === attributeName,
      );
      return key === undefined ? undefined : attributes[key];
    }),
  );
  parser.on('text', (piece) => handleText?.(piece));
  parser.on('cdata', (piece) => handleText?.(piece));
  parser.on('closetag', ({ name }) => close?.(stripPrefix(name)));
  parser.write(text).close();
};

/** Decodes characters that are written by their number (ECMA-376, ST_Xstring): `_x000D_` is a carriage return. */
export const decodeXstring = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The XML of a workbook's parts, tag by tag. What declares a document type is refused: no workbook needs one. */

import { SaxesParser } from 'saxes';

/** Why a part cannot be read; never with words of the part. */
export class BrokenPart extends Error {}

export interface Handlers {
  open?(tag: string, attribute: (name: string) => string | undefined): void;
  text?(text: string): void;
  close?(tag: string): void;
}

/** Names of the format are the same under whatever prefix a program writes them. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

export const readMarkup = (text: string, { open, text: taken, close }: Handlers): void => {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('doctype', () => {
    throw new BrokenPart('declares a document type');
  });
  parser.on('error', () => {
    throw new BrokenPart('is not well-formed');
  });
  parser.on('opentag', ({ name, attributes }) =>
    open?.(local(name), (wanted) => {
      if (Object.hasOwn(attributes, wanted)) return attributes[wanted];
      const key = Object.keys(attributes).find((each) => !each.startsWith('xmlns') && local(each) === wanted);
      return key === undefined ? undefined : attributes[key];
    }),
  );
  parser.on('text', (piece) => taken?.(piece));
  parser.on('cdata', (piece) => taken?.(piece));
  parser.on('closetag', ({ name }) => close?.(local(name)));
  parser.write(text).close();
};

/** Signs that stand by their number (ECMA-376, ST_Xstring), as the signs that they are. */
export const decoded = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

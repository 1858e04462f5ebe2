/** The texts of a workbook, each once: a part of its own, to which cells point by number. */

import { noXml, type Xml, xml, xmlText } from '../border/xml.ts';

export interface SharedTexts {
  of(text: string): number;
  xml(): Xml;
}

export const sharedTexts = (): SharedTexts => {
  const known = new Map<string, number>();
  let uses = 0;
  const textXml = (text: string): Xml =>
    xml`<si><t${/^\s|\s$|\n|\t/.test(text) ? xml` xml:space="preserve"` : noXml}>${xmlText(text)}</t></si>`;
  return {
    of(text) {
      uses++;
      const at = known.get(text);
      if (at !== undefined) return at;
      known.set(text, known.size);
      return known.size - 1;
    },
    xml: () =>
      xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="${uses}" uniqueCount="${known.size}">${[...known.keys()].map(textXml)}</sst>`,
  };
};

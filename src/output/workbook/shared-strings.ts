/** The shared strings of a workbook: a part that contains each text once. Cells refer to a text by its number. */

import {
  emptyXml,
  escapeSpreadsheetText,
  type XmlSafe,
  xml,
} from '../../platform/escape/spreadsheet-text.ts';

/** The table of shared strings of a workbook that is being written. */
export interface SharedStrings {
  /** Adds a text if it is new, and returns its number. */
  register(text: string): number;
  /** Returns the XML of the part in pieces. */
  listXml(): Iterable<XmlSafe>;
}

/** Creates an empty table of shared strings. */
export const createSharedStrings = (): SharedStrings => {
  const known = new Map<string, number>();
  let uses = 0;
  const textXml = (text: string): XmlSafe =>
    xml`<si><t${/^\s|\s$|\n|\t/.test(text) ? xml` xml:space="preserve"` : emptyXml}>${escapeSpreadsheetText(text)}</t></si>`;
  return {
    register(text) {
      uses++;
      const at = known.get(text);
      if (at !== undefined) return at;
      known.set(text, known.size);
      return known.size - 1;
    },
    *listXml() {
      yield xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="${uses}" uniqueCount="${known.size}">`;
      for (const text of known.keys()) yield textXml(text);
      yield xml`</sst>`;
    },
  };
};

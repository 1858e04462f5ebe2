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
  /** Returns the XML of the shared strings in several pieces. Call it after all texts are registered. */
  listXml(): Iterable<XmlSafe>;
}

/** Creates an empty table of shared strings. */
export const createSharedStrings = (): SharedStrings => {
  const numbers = new Map<string, number>();
  let uses = 0;
  const renderTextXml = (text: string): XmlSafe =>
    xml`<si><t${/^\s|\s$|\n|\t/.test(text) ? xml` xml:space="preserve"` : emptyXml}>${escapeSpreadsheetText(text)}</t></si>`;
  return {
    register(text) {
      uses++;
      const at = numbers.get(text);
      if (at !== undefined) return at;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
    *listXml() {
      yield xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="${uses}" uniqueCount="${numbers.size}">`;
      for (const text of numbers.keys()) yield renderTextXml(text);
      yield xml`</sst>`;
    },
  };
};

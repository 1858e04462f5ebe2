/**
 * Defines the cell styles of a workbook. The background colours also differ in brightness, so that they can be told
 * apart in a black and white copy.
 */

import {
  emptyXml,
  escapeSpreadsheetText,
  type XmlSafe,
  xml,
} from '../../platform/escape/spreadsheet-text.ts';
import type { CellStyle } from './workbook-model.ts';

interface StyleDefinition {
  readonly font: number;
  /** The fill colour as alpha, red, green and blue in hexadecimal, for example `FF333333`. */
  readonly fill?: string;
  /** The pattern of the fill (default: solid). */
  readonly pattern?: string;
  readonly border: number;
}

const FONT = 'Arial';
const FONTS: readonly XmlSafe[] = [
  xml`<font><sz val="8"/><name val="${escapeSpreadsheetText(FONT)}"/><family val="2"/></font>`,
  xml`<font><b/><sz val="8"/><name val="${escapeSpreadsheetText(FONT)}"/><family val="2"/></font>`,
  xml`<font><i/><sz val="8"/><name val="${escapeSpreadsheetText(FONT)}"/><family val="2"/></font>`,
  xml`<font><b/><sz val="8"/><color rgb="FFFFFFFF"/><name val="${escapeSpreadsheetText(FONT)}"/><family val="2"/></font>`,
];

const renderBorderSide = (
  name: 'left' | 'right' | 'top' | 'bottom',
  style: string,
  colour: string,
): XmlSafe =>
  xml`<${escapeSpreadsheetText(name)} style="${escapeSpreadsheetText(style)}"><color rgb="${escapeSpreadsheetText(colour)}"/></${escapeSpreadsheetText(name)}>`;
const renderBorder = (style: string, colour: string): XmlSafe =>
  xml`<border>${(['left', 'right', 'top', 'bottom'] as const).map((name) => renderBorderSide(name, style, colour))}<diagonal/></border>`;
const BORDERS: readonly XmlSafe[] = [
  xml`<border><left/><right/><top/><bottom/><diagonal/></border>`,
  renderBorder('thin', 'FF000000'),
  renderBorder('dashed', 'FF404040'),
  renderBorder('dotted', 'FF404040'),
  renderBorder('double', 'FF000000'),
  renderBorder('hair', 'FF808080'),
];

/**
 * The definition of each style. In black and white, the fills differ in brightness: 85 % for `inferred`, 71 % for
 * `unstated`, 56 % for `other`. Styles without a fill, such as `asserted`, are white.
 */
const STYLE_DEFINITIONS: Readonly<Record<CellStyle, StyleDefinition>> = {
  plain: { font: 0, border: 5 },
  hatched: { font: 0, border: 5, fill: 'FFA6A6A6', pattern: 'lightUp' },
  formula: { font: 0, border: 5 },
  head: { font: 3, border: 1, fill: 'FF333333' },
  name: { font: 1, border: 5 },
  asserted: { font: 0, border: 5 },
  inferred: { font: 0, border: 2, fill: 'FFF8D98B' },
  unstated: { font: 2, border: 3, fill: 'FFA9B8D0' },
  other: { font: 1, border: 4, fill: 'FF8F8F8F' },
  'fill-in': { font: 0, border: 1 },
  'fill-in-text': { font: 0, border: 1 },
};
const STYLE_NAMES = Object.keys(STYLE_DEFINITIONS) as readonly CellStyle[];

/**
 * The format that makes numbers above zero stand out in the columns that `markAboveZero` lists: bold with a border,
 * without colour.
 */
const MARKED_FORMAT = xml`<dxf><font><b/></font>${renderBorder('thin', 'FF000000')}</dxf>`;

/** The fills with which the list of fills in an .xlsx file must begin. */
const REQUIRED_FILLS: readonly string[] = ['none', 'gray125'];
const FILLED_STYLES = STYLE_NAMES.filter((style) => STYLE_DEFINITIONS[style].fill !== undefined);
const findFillIndex = (style: CellStyle): number =>
  FILLED_STYLES.includes(style) ? FILLED_STYLES.indexOf(style) + REQUIRED_FILLS.length : 0;

/** The lowest id of a number format that a file defines. Lower ids belong to built-in formats. */
const FIRST_CUSTOM_FORMAT = 164;
/**
 * The id of the built-in format `@` for texts. Everything that the user types in a cell with this format stays text,
 * even a formula.
 */
const TEXT_FORMAT = 49;
const GENERAL_FORMAT = 0;

/** The cell formats of a workbook that is being written. */
export interface CellFormats {
  /** Adds a cell format if it is new, and returns its number. */
  register(style: CellStyle, format: string | undefined): number;
  /** Returns the XML of the file `styles` in the .xlsx archive. Call it after all formats are registered. */
  xml(): XmlSafe;
}

/** Creates a collection that has only the default cell format. */
export const createCellFormats = (): CellFormats => {
  const formats = new Map<string, number>([['0', 1]]);
  const known = new Map<CellStyle, Map<string | undefined, number>>(
    STYLE_NAMES.map((style) => [style, new Map()]),
  );
  const registerNumberFormat = (format: string): number => {
    const id = formats.get(format) ?? FIRST_CUSTOM_FORMAT + formats.size;
    formats.set(format, id);
    return id;
  };
  const records: XmlSafe[] = [xml`<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`];
  const renderFormat = (style: CellStyle, format: string | undefined): XmlSafe => {
    const { font, border } = STYLE_DEFINITIONS[style];
    // Without a number format, a cell of the style `fill-in` or `formula` gets the general format. The spreadsheet
    // program then detects the type of its content. A cell of any other style is formatted as text.
    const isGeneral = style === 'fill-in' || style === 'formula';
    const id =
      format === undefined ? (isGeneral ? GENERAL_FORMAT : TEXT_FORMAT) : registerNumberFormat(format);
    const isRight = format !== undefined || style === 'formula';
    const alignment = escapeSpreadsheetText(isRight ? 'right' : 'left');
    return xml`<xf numFmtId="${id}" fontId="${font}" fillId="${findFillIndex(style)}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="${alignment}" vertical="top" wrapText="${isRight ? 0 : 1}"/></xf>`;
  };
  return {
    register(style, format) {
      const formatsOfStyle = known.get(style);
      const at = formatsOfStyle?.get(format);
      if (at !== undefined) return at;
      formatsOfStyle?.set(format, records.length);
      records.push(renderFormat(style, format));
      return records.length - 1;
    },
    xml() {
      const customFormats = [...formats].filter(([, id]) => id >= FIRST_CUSTOM_FORMAT);
      const numFmts = customFormats.map(
        ([code, id]) => xml`<numFmt numFmtId="${id}" formatCode="${escapeSpreadsheetText(code)}"/>`,
      );
      const fills = [
        ...REQUIRED_FILLS.map(
          (pattern) => xml`<fill><patternFill patternType="${escapeSpreadsheetText(pattern)}"/></fill>`,
        ),
        ...FILLED_STYLES.map(
          (style) =>
            xml`<fill><patternFill patternType="${escapeSpreadsheetText(STYLE_DEFINITIONS[style].pattern ?? 'solid')}"><fgColor rgb="${escapeSpreadsheetText(STYLE_DEFINITIONS[style].fill ?? '')}"/><bgColor rgb="FFFFFFFF"/></patternFill></fill>`,
        ),
      ];
      return xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${numFmts.length > 0 ? xml`<numFmts count="${numFmts.length}">${numFmts}</numFmts>` : emptyXml}<fonts count="${FONTS.length}">${FONTS}</fonts><fills count="${fills.length}">${fills}</fills><borders count="${BORDERS.length}">${BORDERS}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${records.length}">${records}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="1">${MARKED_FORMAT}</dxfs></styleSheet>`;
    },
  };
};

/** Looks as cell formats of a spreadsheet. Each fill has a brightness of its own, so that grey tells them apart. */

import { noXml, type Xml, xml, xmlText } from '../border/xml.ts';
import type { Look } from './book.ts';

interface Style {
  /** Index into FONTS. */
  readonly font: number;
  /** Red, green, blue; how bright it is in grey stands beside it. */
  readonly fill?: string;
  /** Index into BORDERS. */
  readonly border: number;
}

const FONT = 'Arial';
const FONTS: readonly Xml[] = [
  xml`<font><sz val="10"/><name val="${xmlText(FONT)}"/><family val="2"/></font>`,
  xml`<font><b/><sz val="10"/><name val="${xmlText(FONT)}"/><family val="2"/></font>`,
  xml`<font><i/><sz val="10"/><name val="${xmlText(FONT)}"/><family val="2"/></font>`,
  xml`<font><b/><sz val="10"/><color rgb="FFFFFFFF"/><name val="${xmlText(FONT)}"/><family val="2"/></font>`,
];

const side = (name: 'left' | 'right' | 'top' | 'bottom', style: string, colour: string): Xml =>
  xml`<${xmlText(name)} style="${xmlText(style)}"><color rgb="${xmlText(colour)}"/></${xmlText(name)}>`;
const box = (style: string, colour: string): Xml =>
  xml`<border>${(['left', 'right', 'top', 'bottom'] as const).map((name) => side(name, style, colour))}<diagonal/></border>`;
const BORDERS: readonly Xml[] = [
  xml`<border><left/><right/><top/><bottom/><diagonal/></border>`,
  box('thin', 'FF000000'),
  box('dashed', 'FF404040'),
  box('dotted', 'FF404040'),
  box('double', 'FF000000'),
];

/** White, 85 %, 71 % and 56 % in grey. No colour of alarm: a state is no fault. */
const STYLES: Readonly<Record<Look, Style>> = {
  plain: { font: 0, border: 0 },
  head: { font: 3, border: 1, fill: 'FF333333' },
  name: { font: 1, border: 0 },
  asserted: { font: 0, border: 0 },
  inferred: { font: 0, border: 2, fill: 'FFF8D98B' },
  unstated: { font: 2, border: 3, fill: 'FFA9B8D0' },
  other: { font: 1, border: 4, fill: 'FF8F8F8F' },
  'fill-in': { font: 0, border: 1 },
  'fill-in-text': { font: 0, border: 1 },
};
const LOOKS = Object.keys(STYLES) as readonly Look[];

/** The two that every file has to begin with. */
const FILLS: readonly string[] = ['none', 'gray125'];
const filled = LOOKS.filter((look) => STYLES[look].fill !== undefined);
const fillOf = (look: Look): number => (filled.includes(look) ? filled.indexOf(look) + FILLS.length : 0);

/** Numbers below are the spreadsheet's own formats. */
const OWN_FORMATS = 164;
/** Shows a text as it stands and takes what is typed as text, a formula too. */
const AS_TEXT = 49;
const ANY = 0;

/** The formats that a workbook has come to use, each under its number. */
export interface Styles {
  /** `format` is that of a number; a text has none. */
  of(look: Look, format: string | undefined): number;
  xml(): Xml;
}

export const styles = (): Styles => {
  const formats = new Map<string, number>([['0', 1]]);
  const known = new Map<Look, Map<string | undefined, number>>(LOOKS.map((look) => [look, new Map()]));
  const formatId = (format: string): number => {
    const id = formats.get(format) ?? OWN_FORMATS + formats.size;
    formats.set(format, id);
    return id;
  };
  const records: Xml[] = [xml`<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`];
  const record = (look: Look, format: string | undefined): Xml => {
    const { font, border } = STYLES[look];
    // Where a number or a date is to be written the program finds out what it is; all else stays the text that it is.
    const id = format === undefined ? (look === 'fill-in' ? ANY : AS_TEXT) : formatId(format);
    const across = format === undefined ? xmlText('left') : xmlText('right');
    return xml`<xf numFmtId="${id}" fontId="${font}" fillId="${fillOf(look)}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="${across}" vertical="top" indent="${format === undefined ? 0 : 1}" wrapText="${format === undefined ? 1 : 0}"/></xf>`;
  };
  return {
    of(look, format) {
      const same = known.get(look);
      const at = same?.get(format);
      if (at !== undefined) return at;
      same?.set(format, records.length);
      records.push(record(look, format));
      return records.length - 1;
    },
    xml() {
      const own = [...formats].filter(([, id]) => id >= OWN_FORMATS);
      const numFmts = own.map(([code, id]) => xml`<numFmt numFmtId="${id}" formatCode="${xmlText(code)}"/>`);
      const fills = [
        ...FILLS.map((pattern) => xml`<fill><patternFill patternType="${xmlText(pattern)}"/></fill>`),
        ...filled.map(
          (look) =>
            xml`<fill><patternFill patternType="solid"><fgColor rgb="${xmlText(STYLES[look].fill ?? '')}"/><bgColor indexed="64"/></patternFill></fill>`,
        ),
      ];
      return xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${numFmts.length > 0 ? xml`<numFmts count="${numFmts.length}">${numFmts}</numFmts>` : noXml}<fonts count="${FONTS.length}">${FONTS}</fonts><fills count="${fills.length}">${fills}</fills><borders count="${BORDERS.length}">${BORDERS}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${records.length}">${records}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
    },
  };
};

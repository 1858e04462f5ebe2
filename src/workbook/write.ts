/**
 * A workbook as the bytes of an .xlsx file, written for what toile puts into one. The container is fflate's, whose
 * bytes are the same with every version of Node; no date stands in it, so that the same book is the same file.
 */

import { strToU8, type Zippable, zipSync } from 'fflate';
import { type Xml, xml, xmlText } from '../border/xml.ts';
import type { Book } from './book.ts';
import { sharedTexts } from './shared-texts.ts';
import { sheetPart } from './sheet-xml.ts';
import { styles } from './styles.ts';

/** The first day that a ZIP archive knows; without a zone, since archives know none. */
const NO_DATE = '1980-01-01T00:00';

const HEAD = xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const relation = (id: number, type: string, target: string): Xml =>
  xml`<Relationship Id="rId${id}" Type="${xmlText(type)}" Target="${xmlText(target)}"/>`;
const relations = (all: readonly Xml[]): Xml =>
  xml`${HEAD}<Relationships xmlns="${xmlText(RELATIONS)}">${all}</Relationships>`;

const contentTypes = (sheets: number): Xml => {
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const part = (name: string, type: string): Xml =>
    xml`<Override PartName="${xmlText(name)}" ContentType="${xmlText(type)}"/>`;
  return xml`${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', `${kind}.sheet.main+xml`)}${part('/xl/styles.xml', `${kind}.styles+xml`)}${part('/xl/sharedStrings.xml', `${kind}.sharedStrings+xml`)}${part('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')}${Array.from({ length: sheets }, (_, at) => part(`/xl/worksheets/sheet${at + 1}.xml`, `${kind}.worksheet+xml`))}</Types>`;
};

/** Throws a Failure for more rows or columns than the format has. */
export const xlsxOf = ({ title, foot, sheets }: Book): Uint8Array => {
  const [formats, texts] = [styles(), sharedTexts()];
  const parts = sheets.map((sheet) => sheetPart(sheet, foot, { formats, texts }));
  const named = sheets.map(({ name }, at) => ({
    quoted: `'${name.replaceAll("'", "''")}'`,
    isPage: sheets[at]?.isPage === true,
    ...(parts[at] ?? { area: '', sideways: undefined }),
  }));
  const definedNames = named.flatMap(({ quoted, isPage, area, sideways }, at) => [
    ...(isPage
      ? []
      : [
          xml`<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${xmlText(`${quoted}!${area}`)}</definedName>`,
        ]),
    xml`<definedName name="_xlnm.Print_Area" localSheetId="${at}">${xmlText(`${quoted}!${area}`)}</definedName>`,
    xml`<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${xmlText(`${sideways === undefined ? '' : `${quoted}!${sideways},`}${quoted}!$1:$1`)}</definedName>`,
  ]);
  const workbook = xml`${HEAD}<workbook xmlns="${xmlText(MAIN)}" xmlns:r="${xmlText(OFFICE)}"><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15000"/></bookViews><sheets>${sheets.map(({ name }, at) => xml`<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)}</sheets><definedNames>${definedNames}</definedNames><calcPr calcId="0" fullCalcOnLoad="0"/></workbook>`;
  const files: Record<string, Xml> = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': relations([
      relation(1, `${OFFICE}/officeDocument`, 'xl/workbook.xml'),
      relation(
        2,
        'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        'docProps/core.xml',
      ),
    ]),
    'docProps/core.xml': xml`${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xmlText(title)}</dc:title><dc:creator>toile</dc:creator></cp:coreProperties>`,
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at) => relation(at + 1, `${OFFICE}/worksheet`, `worksheets/sheet${at + 1}.xml`)),
      relation(sheets.length + 1, `${OFFICE}/styles`, 'styles.xml'),
      relation(sheets.length + 2, `${OFFICE}/sharedStrings`, 'sharedStrings.xml'),
    ]),
    ...Object.fromEntries(parts.map((part, at) => [`xl/worksheets/sheet${at + 1}.xml`, part.xml])),
    'xl/styles.xml': formats.xml(),
    'xl/sharedStrings.xml': texts.xml(),
  };
  const zipped: Zippable = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, strToU8(text)]),
  );
  return zipSync(zipped, { level: 3, mtime: NO_DATE });
};

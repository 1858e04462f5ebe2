/**
 * Writes a workbook as an .xlsx file. fflate packs it, because its bytes do not depend on the version of Node. The file
 * contains no date, so the same workbook always gives the same bytes.
 */

import { zipSync } from 'fflate';
import {
  emptyXml,
  escapeSpreadsheetText,
  type XmlSafe,
  xml,
} from '../../platform/escape/spreadsheet-text.ts';
import { createCellFormats } from './cell-styles.ts';
import { encodeXml } from './encode-xml.ts';
import { createSharedStrings } from './shared-strings.ts';
import type { WorkbookModel } from './workbook-model.ts';
import { renderWorksheetPart } from './worksheet-xml.ts';

/** The earliest date that a ZIP archive can store. Archives store local times, so it has no time zone. */
const ZIP_EPOCH = '1980-01-01T00:00';

const XML_HEAD = xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const renderRelation = (id: number, type: string, target: string): XmlSafe =>
  xml`<Relationship Id="rId${id}" Type="${escapeSpreadsheetText(type)}" Target="${escapeSpreadsheetText(target)}"/>`;
const renderRelations = (all: readonly XmlSafe[]): XmlSafe =>
  xml`${XML_HEAD}<Relationships xmlns="${escapeSpreadsheetText(RELATIONS_NAMESPACE)}">${all}</Relationships>`;

const renderContentTypes = (sheets: number): XmlSafe => {
  const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const renderOverride = (name: string, type: string): XmlSafe =>
    xml`<Override PartName="${escapeSpreadsheetText(name)}" ContentType="${escapeSpreadsheetText(type)}"/>`;
  return xml`${XML_HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${renderOverride('/xl/workbook.xml', `${mediaType}.sheet.main+xml`)}${renderOverride('/xl/styles.xml', `${mediaType}.styles+xml`)}${renderOverride('/xl/sharedStrings.xml', `${mediaType}.sharedStrings+xml`)}${renderOverride('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')}${Array.from({ length: sheets }, (_, at) => renderOverride(`/xl/worksheets/sheet${at + 1}.xml`, `${mediaType}.worksheet+xml`))}</Types>`;
};

/** Renders a workbook as the bytes of an .xlsx file. Throws a Failure if a sheet has too many rows or columns. */
export const renderXlsxFile = ({
  title,
  footer,
  header = '',
  paper = 'a4',
  sheets,
}: WorkbookModel): Uint8Array => {
  const [formats, texts] = [createCellFormats(), createSharedStrings()];
  const parts = sheets.map((sheet) =>
    renderWorksheetPart(sheet, { title, header, footer }, paper, { formats, texts }),
  );
  const sheetNames = sheets.map(({ name }, at) => ({
    quoted: `'${name.replaceAll("'", "''")}'`,
    isPage: sheets[at]?.isPage === true,
    ...(parts[at] ?? { area: '', printed: '', sideways: undefined }),
  }));
  const definedNames = sheetNames.flatMap(({ quoted, isPage, area, printed, sideways }, at) => [
    ...(isPage
      ? []
      : [
          xml`<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${escapeSpreadsheetText(`${quoted}!${area}`)}</definedName>`,
        ]),
    xml`<definedName name="_xlnm.Print_Area" localSheetId="${at}">${escapeSpreadsheetText(`${quoted}!${printed}`)}</definedName>`,
    xml`<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${escapeSpreadsheetText(`${sideways === undefined ? '' : `${quoted}!${sideways},`}${quoted}!$1:$1`)}</definedName>`,
  ]);
  const hasFormulas = sheets.some(({ rows }) => rows.some((row) => row.some(({ formula }) => formula)));
  const workbook = xml`${XML_HEAD}<workbook xmlns="${escapeSpreadsheetText(MAIN_NAMESPACE)}" xmlns:r="${escapeSpreadsheetText(OFFICE_NAMESPACE)}"><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15000"/></bookViews><sheets>${sheets.map(({ name, isHidden }, at) => xml`<sheet name="${escapeSpreadsheetText(name)}" sheetId="${at + 1}"${isHidden === true ? xml` state="hidden"` : emptyXml} r:id="rId${at + 1}"/>`)}</sheets><definedNames>${definedNames}</definedNames><calcPr calcId="0" fullCalcOnLoad="${hasFormulas ? 1 : 0}"/></workbook>`;
  const files: Readonly<Record<string, XmlSafe | Iterable<XmlSafe> | Uint8Array>> = {
    '[Content_Types].xml': renderContentTypes(sheets.length),
    '_rels/.rels': renderRelations([
      renderRelation(1, `${OFFICE_NAMESPACE}/officeDocument`, 'xl/workbook.xml'),
      renderRelation(
        2,
        'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        'docProps/core.xml',
      ),
    ]),
    'docProps/core.xml': xml`${XML_HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeSpreadsheetText(title)}</dc:title><dc:creator>toile</dc:creator></cp:coreProperties>`,
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': renderRelations([
      ...sheets.map((_, at) =>
        renderRelation(at + 1, `${OFFICE_NAMESPACE}/worksheet`, `worksheets/sheet${at + 1}.xml`),
      ),
      renderRelation(sheets.length + 1, `${OFFICE_NAMESPACE}/styles`, 'styles.xml'),
      renderRelation(sheets.length + 2, `${OFFICE_NAMESPACE}/sharedStrings`, 'sharedStrings.xml'),
    ]),
    ...Object.fromEntries(parts.map((part, at) => [`xl/worksheets/sheet${at + 1}.xml`, part.xml])),
    'xl/styles.xml': formats.xml(),
    'xl/sharedStrings.xml': texts.listXml(),
  };
  const zipped = Object.fromEntries(
    Object.entries(files).map(([name, part]) => [name, part instanceof Uint8Array ? part : encodeXml(part)]),
  );
  return zipSync(zipped, { level: 3, mtime: ZIP_EPOCH });
};

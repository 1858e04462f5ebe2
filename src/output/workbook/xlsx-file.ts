/** Writes a workbook as an .xlsx file. It contains no date, so the same workbook always gives the same bytes. */

import {
  emptyXml,
  escapeSpreadsheetText,
  type XmlSafe,
  xml,
} from '../../platform/escape/spreadsheet-text.ts';
import { createCellFormats } from './cell-styles.ts';
import { createSharedStrings } from './shared-strings.ts';
import type { WorkbookModel, WorkbookSheet } from './workbook-model.ts';
import { createWorksheetPart, type WorksheetPart } from './worksheet-xml.ts';
import { createZipArchive } from './zip-archive.ts';

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

/**
 * Renders the file `workbook.xml`. It contains the names of the sheets and, for each sheet, the cells to filter, to
 * print, and to repeat on each page.
 */
const renderWorkbookPart = (
  sheets: readonly WorkbookSheet[],
  worksheets: readonly WorksheetPart[],
): XmlSafe => {
  const renderName = (name: string, sheet: number, text: string, isHidden = false): XmlSafe =>
    xml`<definedName name="_xlnm.${escapeSpreadsheetText(name)}" localSheetId="${sheet}"${isHidden ? xml` hidden="1"` : emptyXml}>${escapeSpreadsheetText(text)}</definedName>`;
  const definedNames = worksheets.flatMap(({ area, printed, sideways }, at) => {
    const { name = '', isPage } = sheets[at] ?? {};
    const quoted = `'${name.replaceAll("'", "''")}'`;
    const titles = `${sideways === undefined ? '' : `${quoted}!${sideways},`}${quoted}!$1:$1`;
    return [
      ...(isPage ? [] : [renderName('_FilterDatabase', at, `${quoted}!${area}`, true)]),
      renderName('Print_Area', at, `${quoted}!${printed}`),
      renderName('Print_Titles', at, titles),
    ];
  });
  const hasFormulas = sheets.some(({ rows }) => rows.some((row) => row.some(({ formula }) => formula)));
  return xml`${XML_HEAD}<workbook xmlns="${escapeSpreadsheetText(MAIN_NAMESPACE)}" xmlns:r="${escapeSpreadsheetText(OFFICE_NAMESPACE)}"><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15000"/></bookViews><sheets>${sheets.map(({ name, isHidden }, at) => xml`<sheet name="${escapeSpreadsheetText(name)}" sheetId="${at + 1}"${isHidden === true ? xml` state="hidden"` : emptyXml} r:id="rId${at + 1}"/>`)}</sheets><definedNames>${definedNames}</definedNames><calcPr calcId="0" fullCalcOnLoad="${hasFormulas ? 1 : 0}"/></workbook>`;
};

/**
 * Yields the parts of the file with their names. The formats and shared texts are last, because they are complete only
 * after the last worksheet.
 */
const listParts = function* ({
  title,
  footer,
  header = '',
  paper = 'a4',
  sheets,
}: WorkbookModel): Generator<readonly [string, Iterable<XmlSafe>]> {
  const [formats, texts] = [createCellFormats(), createSharedStrings()];
  const worksheets = sheets.map((sheet) =>
    createWorksheetPart(sheet, { title, header, footer }, paper, { formats, texts }),
  );
  yield ['[Content_Types].xml', [renderContentTypes(sheets.length)]];
  const rootRelations = [
    renderRelation(1, `${OFFICE_NAMESPACE}/officeDocument`, 'xl/workbook.xml'),
    renderRelation(
      2,
      'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
      'docProps/core.xml',
    ),
  ];
  yield ['_rels/.rels', [renderRelations(rootRelations)]];
  const properties = xml`${XML_HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeSpreadsheetText(title)}</dc:title><dc:creator>toile</dc:creator></cp:coreProperties>`;
  yield ['docProps/core.xml', [properties]];
  yield ['xl/workbook.xml', [renderWorkbookPart(sheets, worksheets)]];
  const relations = [
    ...sheets.map((_, at) =>
      renderRelation(at + 1, `${OFFICE_NAMESPACE}/worksheet`, `worksheets/sheet${at + 1}.xml`),
    ),
    renderRelation(sheets.length + 1, `${OFFICE_NAMESPACE}/styles`, 'styles.xml'),
    renderRelation(sheets.length + 2, `${OFFICE_NAMESPACE}/sharedStrings`, 'sharedStrings.xml'),
  ];
  yield ['xl/_rels/workbook.xml.rels', [renderRelations(relations)]];
  for (const [at, worksheet] of worksheets.entries())
    yield [`xl/worksheets/sheet${at + 1}.xml`, worksheet.listXml()];
  yield ['xl/styles.xml', [formats.xml()]];
  yield ['xl/sharedStrings.xml', texts.listXml()];
};

/** Renders a workbook as the bytes of an .xlsx file. Throws a Failure if a sheet has too many rows or columns. */
export const renderXlsxFile = (workbook: WorkbookModel): Uint8Array => createZipArchive(listParts(workbook));

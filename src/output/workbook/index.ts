/**
 * Builds a workbook of one or several garments. One sheet lists every value. Another sheet lists what the other sheets
 * leave out.
 */

import { readGraph } from '../../garment/graph-model.ts';
import { findGarmentName } from '../../garment/node-values.ts';
import { computeReadDigest, type GarmentRead } from '../../garment/read-digest.ts';
import { findSmallest } from '../../platform/lists.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';
import { addBaseline } from './baseline.ts';
import { buildCountersignSheet } from './sheets/countersign-sheet.ts';
import { buildCoverSheet, formatBodyReadTime } from './sheets/cover-sheet.ts';
import { buildLeftOutSheet, type SheetWithLeftOut } from './sheets/left-out-sheet.ts';
import { buildNodeSheets } from './sheets/node-sheets.ts';
import { buildPointSheets } from './sheets/point-sheets.ts';
import { buildQuestionsSheet } from './sheets/questions-sheet.ts';
import { buildBriefSheet, buildEveryValueSheet } from './sheets/value-sheets.ts';
import type { GarmentBodies, WorkbookGarment } from './sheets/workbook-garment.ts';
import type { PaperSize, WorkbookModel, WorkbookSheet } from './workbook-model.ts';
import { renderXlsxFile } from './xlsx-file.ts';

export type { GarmentBodies } from './sheets/workbook-garment.ts';

/** The input of a workbook: its garments, and the sheets and columns that it gets. */
export interface WorkbookInput {
  readonly garments: readonly GarmentBodies[];
  /** The sample rounds that are measured, for example `proto` and `fit`. */
  readonly rounds: readonly string[];
  /** The number of pieces measured in an inspection (default: 4). */
  readonly pieces?: number;
  /**
   * True for a workbook in which a person records measurements without seeing the specified values. It has the sheets
   * for sample rounds and inspection, but no specifications and tolerances.
   */
  readonly isBlind?: boolean;
  /** Adds the sheet on which a factory agrees with inferred values or corrects them. */
  readonly hasCountersign?: boolean;
  readonly paper?: PaperSize;
  /**
   * A dictionary that maps English words in lower case to words of a second language. Column heads are printed in both
   * languages.
   */
  readonly words?: ReadonlyMap<string, string>;
}

/**
 * Translates the head or label of a column, but drops the unit in brackets. In a head such as `measured proto,
 * factory`, the name of the sample round (`proto`) is not translated. Returns undefined if the dictionary has no
 * translation.
 */
const translateLabel = (
  label: string,
  words: ReadonlyMap<string, string>,
  isFillIn = false,
): string | undefined => {
  const bareLabel = label.replace(/ \([^()]*\)$/, '');
  // The dictionary has some translations in capitals, for example the one of `revised`. They are converted to lower
  // case, like all column heads.
  const translateWord = (word: string): string | undefined =>
    (words.get(word) ?? words.get(word.replaceAll(' ', '_')))?.replace(/^[\p{Lu} ]+$/u, (capitals) =>
      capitals.toLowerCase().replaceAll('i\u0307', 'i'),
    );
  // In a column that people fill in, the head can end with the name of a sample round, such as `proto` in `measured
  // proto`. In any other column, the whole head is the name of the column, even if it begins with `measured`.
  const [, first = '', round] = (isFillIn && /^(measured|revised|comment) (.+)$/.exec(bareLabel)) || [];
  if (round === undefined || translateWord(first) === undefined)
    return translateWord(bareLabel.toLowerCase());
  const parts = round.replace(/^piece /, '').split(', ');
  return `${translateWord(first)} ${parts.map((part) => (/^(?:factory|buyer)$/.test(part) ? (translateWord(part) ?? part) : part)).join(', ')}`;
};

/** Adds a second line in the second language to the column heads, and to the labels of the rows at the foot. */
const translateHeads = (sheet: WorkbookSheet, words: ReadonlyMap<string, string>): WorkbookSheet => {
  const firstFootRow = sheet.rows.length - (sheet.footRows ?? 0);
  const addTranslation = (label: string, isFillIn?: boolean): string => {
    const translation = translateLabel(label, words, isFillIn);
    return translation === undefined ? label : `${label}\n${translation}`;
  };
  return {
    ...sheet,
    columns: sheet.columns.map((column) => ({
      ...column,
      key: column.key ?? column.head,
      head: addTranslation(column.head, column.isFillIn),
    })),
    rows: sheet.rows.map((row, at) =>
      at < firstFootRow
        ? row
        : row.map((cell) => (cell.style === 'name' ? { ...cell, text: addTranslation(cell.text) } : cell)),
    ),
  };
};

const toWorkbookGarment = (bodies: GarmentBodies): WorkbookGarment => {
  const graph = readGraph(bodies.graph);
  const { brief, trust, confirmations } = bodies;
  const read: GarmentRead = { graph: bodies.graph, brief, trust, confirmations };
  return { bodies, graph, id: graph.garmentId ?? bodies.subject, digest: computeReadDigest(read) };
};

/** The maximum number of garment digests in the page footer of a workbook. The cover sheet has all digests. */
const FOOTER_DIGESTS = 4;

const formatFooterDigests = (garments: readonly WorkbookGarment[]): string => {
  const digests = garments.map(({ digest }) => digest);
  const more = digests.length - FOOTER_DIGESTS;
  return [...digests.slice(0, FOOTER_DIGESTS), ...(more > 0 ? [`and ${more} more on the cover`] : [])].join(
    ' ',
  );
};

/**
 * Builds a workbook without a baseline: cover, tables, sheets to fill in, brief, every value, and what is left out. A
 * measuring copy (`isBlind`) has only the cover, the sheets of measurements, and what is left out.
 */
export const buildWorkbook = (
  input: WorkbookInput,
  garments: readonly WorkbookGarment[] = input.garments.map(toWorkbookGarment),
): WorkbookModel => {
  const { rounds, pieces = 4, isBlind = false, hasCountersign = false, paper = 'a4', words } = input;
  const points = buildPointSheets(garments, { rounds, pieces, isBlind });
  const parts: readonly SheetWithLeftOut[] = isBlind
    ? points
    : [
        ...buildNodeSheets(garments),
        buildQuestionsSheet(garments),
        ...[(hasCountersign && buildCountersignSheet(garments)) || []].flat(),
        ...points,
      ];
  const brief = isBlind ? [] : [buildBriefSheet(garments)];
  const names = garments
    .map(({ id, graph }) => [id, findGarmentName(graph)].filter((part) => part !== '').join(' '))
    .join(', ');
  const profiles = [...new Set(garments.map(({ graph, bodies: { profile } }) => graph.profile ?? profile))];
  const sheets = [
    buildCoverSheet(
      garments,
      parts.map(({ sheet }) => sheet.name),
      isBlind,
    ),
    ...parts.map(({ sheet }) => sheet),
    ...brief.filter(({ rows }) => rows.length > 0),
  ];
  const unprinted = [
    ...(isBlind ? [] : [buildEveryValueSheet(garments)]),
    buildLeftOutSheet(parts.map(({ leftOut }) => leftOut)),
  ].map((sheet) => ({ ...sheet, isUnprinted: true }));
  const [first] = garments;
  return {
    title: names,
    paper,
    header: formatBodyReadTime(first?.bodies.readAt),
    footer: [formatFooterDigests(garments), ...profiles, ...(isBlind ? ['measuring copy'] : [])].join('  '),
    sheets: [
      ...(words === undefined ? sheets : sheets.map((sheet) => translateHeads(sheet, words))),
      ...unprinted,
    ],
  };
};

/** Builds a workbook like `buildWorkbook` and adds a baseline: a hidden sheet that records what was sent. */
export const buildWorkbookWithBaseline = (input: WorkbookInput): WorkbookModel => {
  const garments = input.garments.map(toWorkbookGarment);
  const reads = garments.map(({ id, digest }) => ({ garment_id: id, digest }));
  const times = input.garments.flatMap(({ readAt }) => readAt ?? []);
  return addBaseline(buildWorkbook(input, garments), {
    digest: computeSha256(JSON.stringify(reads)),
    reads,
    read: times.length === 0 ? '' : new Date(findSmallest(times)).toISOString(),
    profile: [...new Set(input.garments.map(({ profile }) => profile))].join(', '),
  });
};

/**
 * Renders a workbook as the bytes of an .xlsx file, with a hidden record of its content (the baseline). If the bodies
 * and their read times are the same, the bytes are the same.
 */
export const renderWorkbookXlsx = (input: WorkbookInput): Uint8Array =>
  renderXlsxFile(buildWorkbookWithBaseline(input));

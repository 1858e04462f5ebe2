/**
 * Builds a workbook of one or several garments: every value is on some sheet, and a sheet lists what the
 * others leave out.
 */

import { readGraph } from '../../garment/graph-model.ts';
import { findGarmentName } from '../../garment/node-values.ts';
import { toJsonText } from '../../platform/json/json-values.ts';
import { computeSha256Fast } from '../../platform/system/fast-sha256.ts';
import { addBaseline } from './baseline.ts';
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

/** The input of a workbook: its garments and the rounds to measure. */
export interface WorkbookInput {
  readonly garments: readonly GarmentBodies[];
  /** The sample rounds to measure, for example `proto` and `fit`. */
  readonly rounds: readonly string[];
  /** The pieces that are measured in an inspection (default: 4). */
  readonly pieces?: number;
  readonly paper?: PaperSize;
  /** The words of a second language by the English ones, for the heads of columns. */
  readonly words?: ReadonlyMap<string, string>;
}

/** Adds the second language to the heads of a sheet: a second line where the dictionary has the word. */
const translateHeads = (sheet: WorkbookSheet, words: ReadonlyMap<string, string>): WorkbookSheet => ({
  ...sheet,
  columns: sheet.columns.map((column) => {
    const bare = column.head.replace(/ \([^()]*\)$/, '').toLowerCase();
    const other = words.get(bare) ?? words.get(bare.replaceAll(' ', '_'));
    return other === undefined
      ? column
      : { ...column, key: column.key ?? column.head, head: `${column.head}\n${other}` };
  }),
});

/** Pieces that an inspection sheet has room for, unless another number is chosen. */
const DEFAULT_PIECES = 4;

/** Builds the sheets of a workbook. */
export const buildWorkbook = (input: WorkbookInput): WorkbookModel => {
  const { rounds, pieces = DEFAULT_PIECES, paper = 'a4', words } = input;
  const garments = input.garments.map((each): WorkbookGarment => {
    const graph = readGraph(each.graph);
    return { bodies: each, graph, id: graph.garmentId ?? each.subject };
  });
  const parts: readonly SheetWithLeftOut[] = [
    ...buildNodeSheets(garments),
    buildQuestionsSheet(garments),
    ...buildPointSheets(garments, rounds, pieces),
  ];
  const brief = buildBriefSheet(garments);
  const names = garments.map(({ id, graph }) => joinWords(id, findGarmentName(graph))).join(', ');
  const profiles = [...new Set(garments.map(({ graph, bodies: { profile } }) => graph.profile ?? profile))];
  const sheets = [
    buildCoverSheet(garments),
    ...parts.map(({ sheet }) => sheet),
    ...(brief.rows.length > 0 ? [brief] : []),
  ];
  const unprinted = [
    buildEveryValueSheet(garments),
    buildLeftOutSheet(parts.map(({ leftOut }) => leftOut)),
  ].map((sheet) => ({ ...sheet, isUnprinted: true }));
  const [first] = garments;
  return {
    title: names,
    paper,
    header: formatBodyReadTime(first?.bodies.readAt),
    footer: [...profiles, `graph ${computeGraphDigest(input).slice(0, 12)}`].join('  '),
    sheets: [
      ...(words === undefined ? sheets : sheets.map((sheet) => translateHeads(sheet, words))),
      ...unprinted,
    ],
  };
};

const joinWords = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' ');

const computeGraphDigest = ({ garments }: WorkbookInput): string =>
  computeSha256Fast(garments.map(({ graph }) => toJsonText(graph)).join('\n'));

/** Builds a workbook that can be compared with what was sent when it comes back. */
export const buildWorkbookWithBaseline = (of: WorkbookInput): WorkbookModel => {
  const times = of.garments.flatMap(({ readAt }) => readAt ?? []);
  return addBaseline(buildWorkbook(of), {
    digest: computeGraphDigest(of),
    read: times.length === 0 ? '' : new Date(Math.min(...times)).toISOString(),
    profile: [...new Set(of.garments.map(({ profile }) => profile))].join(', '),
  });
};

/** Returns the bytes of the .xlsx file. The same bodies, read in the same minute, give the same bytes. */
export const renderWorkbookXlsx = (of: WorkbookInput): Uint8Array =>
  renderXlsxFile(buildWorkbookWithBaseline(of));

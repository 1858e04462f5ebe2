/**
 * Builds a workbook of one or several garments: every value is on some sheet, and a sheet lists what the
 * others leave out.
 */

import { type GraphNode, listRestValues, readGraph } from '../../garment/graph-model.ts';
import { countLeftOut, type LeftOut } from '../../garment/left-out.ts';
import { BODY_NODE_ID } from '../../garment/node-table.ts';
import { countLeftOutNodes } from '../../garment/table-left-out.ts';
import { toJsonText } from '../../platform/json/json-values.ts';
import { computeSha256Fast } from '../../platform/system/fast-sha256.ts';
import { addBaseline } from './baseline.ts';
import { buildCoverSheet } from './sheets/cover-sheet.ts';
import { buildLeftOutSheet } from './sheets/left-out-sheet.ts';
import { buildMeasureSheet } from './sheets/measure-sheet.ts';
import { buildNodeSheet, type NodeSheet } from './sheets/node-sheets.ts';
import { buildQuestionsSheet } from './sheets/questions-sheet.ts';
import { NODE_SHEETS, OUTSIDE_NODE_SHEETS } from './sheets/sheet-names.ts';
import { buildBriefSheet, buildEveryValueSheet } from './sheets/value-sheets.ts';
import type { GarmentBodies, WorkbookGarment } from './sheets/workbook-garment.ts';
import type { WorkbookModel } from './workbook-model.ts';
import { renderXlsxFile } from './xlsx-file.ts';

export type { GarmentBodies } from './sheets/workbook-garment.ts';

/** The input of a workbook: its garments and the rounds to measure. */
export interface WorkbookInput {
  readonly garments: readonly GarmentBodies[];
  /** The sample rounds to measure, for example `proto` and `fit`. */
  readonly rounds: readonly string[];
}

/**
 * Returns what no sheet with a row per node shows. A sheet that has rows from outside the nodes lists its
 * own.
 */
const findLeftOutOfNodeSheets = (
  garments: readonly WorkbookGarment[],
  sheets: readonly NodeSheet[],
): readonly LeftOut[] => {
  const shown = (at: number): ReadonlySet<GraphNode> =>
    new Set(sheets.flatMap(({ tables }) => tables[at]?.rows.map(({ node }) => node) ?? []));
  const onRows = garments.map((_, at) => shown(at));
  const nodes = garments.flatMap(({ graph }, at) => graph.nodes.filter((node) => !onRows[at]?.has(node)));
  const values = garments.flatMap(({ graph }, at) =>
    [...(onRows[at] ?? [])].some(({ id }) => id === BODY_NODE_ID)
      ? []
      : [...graph.facts, ...listRestValues(graph)],
  );
  return [
    ...countLeftOutNodes('node', nodes),
    ...countLeftOut(
      'value beside the nodes',
      values.map(({ path }) => path),
    ),
  ];
};

/** Builds the sheets of a workbook. */
export const buildWorkbook = ({ garments: bodies, rounds }: WorkbookInput): WorkbookModel => {
  const garments = bodies.map((each): WorkbookGarment => {
    const graph = readGraph(each.graph);
    return { bodies: each, graph, id: graph.garmentId ?? each.subject };
  });
  const nodes = NODE_SHEETS.map((name) => buildNodeSheet(garments, name));
  const questions = buildQuestionsSheet(garments);
  const measure = buildMeasureSheet(garments, rounds);
  const names = garments.map(({ id }) => id).join(', ');
  const profiles = [...new Set(garments.map(({ graph, bodies: { profile } }) => graph.profile ?? profile))];
  return {
    title: names,
    footer: [names, ...profiles].join('  '),
    sheets: [
      buildCoverSheet(garments),
      ...nodes.map(({ sheet }) => sheet),
      buildBriefSheet(garments),
      questions.sheet,
      measure.sheet,
      buildEveryValueSheet(garments),
      buildLeftOutSheet([
        ...nodes.map(({ leftOut }) => leftOut),
        { sheet: OUTSIDE_NODE_SHEETS, list: findLeftOutOfNodeSheets(garments, nodes) },
        questions.leftOut,
        measure.leftOut,
      ]),
    ],
  };
};

/** Builds a workbook that can be compared with what was sent when it comes back. */
export const buildWorkbookWithBaseline = (of: WorkbookInput): WorkbookModel => {
  const times = of.garments.flatMap(({ readAt }) => readAt ?? []);
  return addBaseline(buildWorkbook(of), {
    digest: computeSha256Fast(of.garments.map(({ graph }) => toJsonText(graph)).join('\n')),
    read: times.length === 0 ? '' : new Date(Math.min(...times)).toISOString(),
    profile: [...new Set(of.garments.map(({ profile }) => profile))].join(', '),
  });
};

/** Returns the bytes of the .xlsx file. The same bodies, read in the same minute, give the same bytes. */
export const renderWorkbookXlsx = (of: WorkbookInput): Uint8Array =>
  renderXlsxFile(buildWorkbookWithBaseline(of));

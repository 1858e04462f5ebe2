/** A garment, or several, as a workbook: every value on some sheet, and on each sheet what it leaves out. */

import { besideOf, type GraphNode, readGraph } from '../garment/graph.ts';
import { type LeftOut, leaving } from '../garment/left-out.ts';
import { BODY } from '../garment/node-table.ts';
import { leavingNodes } from '../garment/table-left-out.ts';
import type { Book } from './book.ts';
import { coverSheet } from './sheets/cover-sheet.ts';
import { briefSheet, everyValueSheet } from './sheets/entries.ts';
import type { Garment, GarmentBodies } from './sheets/garment.ts';
import { leftOutSheet } from './sheets/left-out.ts';
import { measureSheet } from './sheets/measure-sheet.ts';
import { BESIDE_TABLES, NODE_SHEETS } from './sheets/names.ts';
import { type NodeSheet, nodeSheet } from './sheets/node-sheets.ts';
import { questionsSheet } from './sheets/questions-sheet.ts';
import { xlsxOf } from './write.ts';

export type { GarmentBodies } from './sheets/garment.ts';

export interface WorkbookOf {
  readonly garments: readonly GarmentBodies[];
  /** What is measured when: `proto`, `fit`. */
  readonly rounds: readonly string[];
}

/** What no sheet with a row a node shows. A sheet with lines from beside the nodes says itself what else stands there. */
const besideTables = (garments: readonly Garment[], sheets: readonly NodeSheet[]): readonly LeftOut[] => {
  const shown = (at: number): ReadonlySet<GraphNode> =>
    new Set(sheets.flatMap(({ tables }) => tables[at]?.rows.map(({ node }) => node) ?? []));
  const onRows = garments.map((_, at) => shown(at));
  const nodes = garments.flatMap(({ graph }, at) => graph.nodes.filter((node) => !onRows[at]?.has(node)));
  const values = garments.flatMap(({ graph }, at) =>
    [...(onRows[at] ?? [])].some(({ id }) => id === BODY) ? [] : [...graph.facts, ...besideOf(graph)],
  );
  return [
    ...leavingNodes('node', nodes),
    ...leaving(
      'value beside the nodes',
      values.map(({ field }) => field),
    ),
  ];
};

export const bookOf = ({ garments: bodies, rounds }: WorkbookOf): Book => {
  const garments = bodies.map((each): Garment => {
    const graph = readGraph(each.graph);
    return { bodies: each, graph, id: graph.garmentId ?? each.subject };
  });
  const nodes = NODE_SHEETS.map((name) => nodeSheet(garments, name));
  const questions = questionsSheet(garments);
  const measure = measureSheet(garments, rounds);
  const names = garments.map(({ id }) => id).join(', ');
  const profiles = [...new Set(garments.map(({ graph, bodies: { profile } }) => graph.profile ?? profile))];
  return {
    title: names,
    foot: [names, ...profiles].join('  '),
    sheets: [
      coverSheet(garments),
      ...nodes.map(({ sheet }) => sheet),
      briefSheet(garments),
      questions.sheet,
      measure.sheet,
      everyValueSheet(garments),
      leftOutSheet([
        ...nodes.map(({ leftOut }) => leftOut),
        { sheet: BESIDE_TABLES, list: besideTables(garments, nodes) },
        questions.leftOut,
        measure.leftOut,
      ]),
    ],
  };
};

/** The bytes of the file. The same bodies, read at the same minute, give the same bytes. */
export const workbookXlsx = (of: WorkbookOf): Uint8Array => xlsxOf(bookOf(of));

import { type Department, findKindDepartment } from '../../garment/departments.ts';
import type { GraphModel } from '../../garment/graph-model.ts';
import { isSelectedKind } from '../../garment/node-kinds.ts';
import type { NodeTable } from '../../garment/node-table.ts';
import { buildTradeTables } from '../../garment/read-trade-tables.ts';
import { renderNodeLines } from './node-lines.ts';
import { type RenderedTable, renderTradeTable, type TradeTableOptions } from './trade-table.ts';
import { gap, type ViewBlock } from './view-model.ts';

/**
 * The maximum number of nodes of a graph that is printed completely. Of a larger graph, only the first rows of each
 * table are printed, without reasons (basis and confidence).
 */
export const MAX_UNFOLDED_NODES = 60;
/** The number of rows printed of each table of a large graph: 6, or 3 if the graph has more than 400 nodes. */
const [FOLDED_ROWS, FEWEST_ROWS, MANY_NODES] = [6, 3, 400];

/** Options of `renderGraphTables`: the department, and a function that returns further options for each table. */
export interface GraphTableOptions {
  readonly department?: Department;
  chooseOptions?(table: NodeTable): TradeTableOptions;
}

const findTableDepartment = ({ name, rows }: NodeTable): Department =>
  findKindDepartment(name === 'bom' ? 'material' : (rows[0]?.node.kind ?? ''));

const isGarment = ({ name }: NodeTable): boolean => name === 'garment';

/**
 * Renders the nodes of the given kinds, or of all kinds if `kinds` is empty. A kind that has a table is rendered as a
 * table, any other kind with one line per value. If `kinds` is empty, only the first rows of a large graph are
 * rendered.
 */
export const renderGraphTables = (
  graph: GraphModel,
  kinds: readonly string[] = [],
  { department, chooseOptions = () => ({}) }: GraphTableOptions = {},
): RenderedTable => {
  const nodes = graph.nodes.filter(({ kind }) => isSelectedKind(kind, kinds));
  const selected = kinds.length === 0 ? graph : { ...graph, nodes, facts: [], rest: [] };
  const { tables, further, nestedRowValues } = buildTradeTables(selected);
  const isLarge = kinds.length === 0 && graph.nodes.length > MAX_UNFOLDED_NODES;
  const fold = graph.nodes.length > MANY_NODES ? FEWEST_ROWS : FOLDED_ROWS;
  const foldOption = isLarge ? { fold } : {};
  const renderLines = (table: NodeTable): RenderedTable =>
    renderNodeLines(
      table.name,
      [...new Set(table.rows.map(({ node }) => node))].map((node) => ({
        ...node,
        entries: node.entries.filter((entry) => !nestedRowValues.has(entry)),
      })),
      foldOption,
    );
  const parts = [...further.filter(isGarment), ...tables, ...further.filter((table) => !isGarment(table))]
    .filter((table) => department === undefined || findTableDepartment(table) === department)
    .map((table) =>
      tables.includes(table)
        ? renderTradeTable(table, { why: !isLarge, ...foldOption, ...chooseOptions(table) })
        : renderLines(table),
    );
  return {
    blocks: parts.flatMap(({ blocks }): readonly ViewBlock[] => [gap, ...blocks]),
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
  };
};

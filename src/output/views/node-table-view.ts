import { countProvenance } from '../../garment/flatten-body.ts';
import { findNameValue } from '../../garment/node-values.ts';
import { type NodeTableOptions, readNodeTable, shouldShowReasons } from './node-rows.ts';
import { renderTradeTable } from './trade-table.ts';
import { strong } from './value-runs.ts';
import { formatGarmentId, renderCountLine, renderLeftOutRun, renderTitleLine } from './view-header.ts';
import { gap, line, type TerminalView } from './view-model.ts';

/** Renders the table `options.table` of a graph for a terminal, for example `bom` or `pom`. */
export const renderNodeTableView = (body: unknown, options: NodeTableOptions): TerminalView => {
  const { graph, table, leftOut } = readNodeTable(body, options, 'screen');
  const shown = table.rows.flatMap(({ cells, relations, leftover }) => [
    ...cells.values(),
    ...relations.map(({ value }) => value),
    ...leftover,
  ]);
  return [
    renderTitleLine([strong(formatGarmentId(graph.garmentId, options))], findNameValue(graph), graph.profile),
    renderCountLine('counted by toile: ', countProvenance(shown)),
    gap,
    ...renderTradeTable(table, {
      why: shouldShowReasons(options),
      all: options.all === true,
      relations: true,
    }).blocks,
    ...(table.rows.length > 0 ? [] : [line('The graph has no rows for it.', { indent: 1 })]),
    ...(leftOut.length > 0 ? [gap, line(renderLeftOutRun(leftOut), { indent: 1, hang: 2 })] : []),
  ];
};

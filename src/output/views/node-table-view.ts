/**
 * A table of nodes for a terminal: marks beside values, units with them, and below each row what does not
 * fit.
 */

import { countProvenance } from '../../garment/flatten-body.ts';
import type { NodeRow } from '../../garment/node-table.ts';
import { findGarmentNode, findNodeLabel } from '../../garment/node-values.ts';
import type { Value } from '../../garment/value.ts';
import { type NodeTableOptions, readNodeTable, shouldShowReasons } from './node-rows.ts';
import {
  faint,
  heading,
  listOtherMembers,
  renderBareRuns,
  renderCellRuns,
  renderProvenanceMark,
  renderQualifierRuns,
  renderReasonRuns,
  renderValueRuns,
  strong,
  type TextRuns,
} from './value-runs.ts';
import {
  formatGarmentId,
  PROVENANCE_LEGEND,
  renderLeftOutRun,
  renderTallyRuns,
  renderTitleLine,
} from './view-header.ts';
import {
  gap,
  line,
  type OverflowTable,
  type RichText,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

/** Longer ids move below their rows, since they would squeeze the other columns. */
const MAX_ID_COLUMN = 20;

/** Renders mark, name and value without a line break between them. */
const renderNamedRuns = (name: string, state: string | undefined, shown: TextRuns): TextRuns => [
  renderProvenanceMark(state),
  faint(`\u00a0${name}\u00a0`),
  ...shown,
];

const renderKindCell = (kind: string) => ({
  inside: `  ${kind}`,
  below: kind === '' ? '' : [faint('kind\u00a0'), kind],
});

const formatRowId = ({ node, line: at }: NodeRow): string => (at === '' ? node.id : `${node.id} ${at}`);

const renderOverflowLines = (
  row: NodeRow,
  options: NodeTableOptions,
  withId: boolean,
): readonly RichText[] => {
  const relations = row.relations.flatMap(
    ({ name, state, target, value }, at): TextRuns => [
      at > 0 ? '   ' : '',
      ...renderNamedRuns(name, state, [target, ...renderQualifierRuns(value)]),
    ],
  );
  const lines: readonly (readonly [string, Value])[] = [
    ...row.cells,
    ...[...new Set(row.relations.map(({ value }) => value)), ...row.nestedValues, ...row.leftover].map(
      (entry) => [entry.path, entry] as const,
    ),
  ];
  const whys = lines.flatMap(([name, entry]): RichText[] => {
    const why = shouldShowReasons(options) ? renderReasonRuns(entry) : [];
    const beside = options.all ? listOtherMembers(entry) : [];
    return [
      ...(why.length > 0 ? [[renderProvenanceMark(entry.state), ` ${name}  `, ...why]] : []),
      ...beside.map(([key, value]) => [faint(`${name}.${key} `), ...renderBareRuns(value)]),
    ];
  });
  const over = [...row.nestedValues, ...row.leftover].map((entry) =>
    renderNamedRuns(entry.path, entry.state, renderValueRuns(entry)),
  );
  return [
    ...(withId ? [[faint('id '), formatRowId(row)]] : []),
    ...(relations.length > 0 ? [relations] : []),
    ...over,
    ...whys,
  ];
};

/** Renders a table of nodes for a terminal, such as `bom` or `pom`. */
export const renderNodeTableView = (body: unknown, options: NodeTableOptions): TerminalView => {
  const { graph, table, leftOut } = readNodeTable(body, options, 'screen');
  const { rows, columns } = table;
  const byId = rows.every((row) => formatRowId(row).length <= MAX_ID_COLUMN);
  const kinds = new Set(rows.map(({ node }) => node.kind));
  const [only = ''] = kinds;
  const ofKinds = kinds.size > 1;
  const shown = rows.flatMap(({ cells, relations, leftover }) => [
    ...cells.values(),
    ...relations.map(({ value }) => value),
    ...leftover,
  ]);
  const spread: OverflowTable = {
    kind: 'spread',
    indent: 1,
    columns: [...(byId ? [''] : []), ...(ofKinds ? ['kind'] : []), ...columns.map(({ name }) => name)],
    rows: rows.map((row) => ({
      cells: [
        ...(byId ? [{ inside: strong(formatRowId(row)), below: '' }] : []),
        ...(ofKinds ? [renderKindCell(row.node.kind)] : []),
        ...columns.map(({ name }) => {
          const entry = row.cells.get(name);
          return {
            inside: renderCellRuns(entry),
            below: entry ? renderNamedRuns(name, entry.state, renderValueRuns(entry)) : '',
          };
        }),
      ],
      below: renderOverflowLines(row, options, !byId),
    })),
  };
  const garment = findGarmentNode(graph);
  const head = table.title.toUpperCase();
  const blocks: readonly ViewBlock[] =
    rows.length > 0 ? [spread] : [line('Nothing here belongs to it.', { indent: 1 })];
  return [
    renderTitleLine(
      [strong(formatGarmentId(graph.garmentId, options))],
      garment && garment.label !== '' ? findNodeLabel(garment) : undefined,
      graph.profile,
    ),
    line(['counted here: ', ...renderTallyRuns(countProvenance(shown))], {
      right: PROVENANCE_LEGEND,
      hang: 2,
    }),
    gap,
    line([heading(head), faint(`  ${rows.length}`), ...(ofKinds || only === '' ? [] : [`  ${only}`])], {
      indent: 1,
    }),
    ...blocks,
    ...(leftOut.length > 0 ? [gap, line(renderLeftOutRun(leftOut), { indent: 1, hang: 2 })] : []),
  ];
};

/**
 * Renders the graph of a garment for the factory: tables grouped by department, and one list of all unstated values at
 * the end.
 */

import { DEPARTMENT_NAMES } from '../../garment/departments.ts';
import { countProvenance, listGraphValues, listUnstatedValues } from '../../garment/flatten-body.ts';
import { formatCount } from '../../garment/format-count.ts';
import type { GraphModel, GraphNode } from '../../garment/graph-model.ts';
import { findHeaderValues } from '../../garment/header-fields.ts';
import { groupNodesByKind } from '../../garment/node-kinds.ts';
import { listNodeRelations } from '../../garment/node-relations.ts';
import type { NodeTable } from '../../garment/node-table.ts';
import { findGarmentNode, findTradeValue } from '../../garment/node-values.ts';
import { PROVENANCE_MARKS } from '../../garment/provenance-marks.ts';
import { createTableSpec } from '../../garment/trade-tables.ts';
import type { Value } from '../../garment/value.ts';
import { renderGraphTables } from './graph-tables.ts';
import type { ExtraColumn, RenderedTable } from './trade-table.ts';
import {
  faint,
  heading,
  joinTextRuns,
  renderProvenanceMark,
  renderQualifierRuns,
  renderValueRuns,
  strong,
  type TextRuns,
} from './value-runs.ts';
import {
  formatGarmentId,
  type GraphOptions,
  renderTitleLine,
  renderUnknownWordLegend,
} from './view-header.ts';
import { gap, line, type ViewBlock } from './view-model.ts';

/** Each provenance mark with its meaning for a factory, for example `~ worked out, ask before bulk`. */
const MARK_REQUESTS: TextRuns = Object.entries(PROVENANCE_MARKS).flatMap(([state, { meaning }], at) => [
  at > 0 ? '   ' : '',
  renderProvenanceMark(state),
  ` ${meaning}`,
]);

/**
 * Renders the header for a factory: garment id, name, sample size, and the profile if it is not `factory`; then the
 * meaning of each mark.
 */
export const renderFactoryHeader = (
  graph: GraphModel,
  name: Value | undefined,
  options: GraphOptions,
): readonly ViewBlock[] => {
  const size = findHeaderValues(findGarmentNode(graph)?.entries ?? []).get('sample size');
  const sizeRuns: TextRuns = size
    ? ['   sample size ', renderProvenanceMark(size.state), ' ', ...renderValueRuns(size)]
    : [];
  const title = renderTitleLine([strong(formatGarmentId(graph.garmentId, options))], name);
  const otherProfile =
    graph.profile === undefined || graph.profile === 'factory' ? [] : [faint(`   ${graph.profile}`)];
  return [
    { ...title, right: [heading('FACTORY'), ...otherProfile, ...sizeRuns] },
    line([...MARK_REQUESTS, ...renderUnknownWordLegend(countProvenance(listGraphValues(graph)))], {
      hang: 2,
    }),
  ];
};

const renderLinkRuns = (graph: GraphModel, node: GraphNode, relation: string): readonly TextRuns[] =>
  listNodeRelations(graph, node)
    .filter(({ name }) => name === relation)
    .map(({ state, to, target, value }) => [
      renderProvenanceMark(state),
      `\u00a0${to?.label || target}`,
      ...renderQualifierRuns(value),
    ]);

const ALLOWANCES = createTableSpec('allowances');

const renderAllowanceRuns = (graph: GraphModel, node: GraphNode): readonly TextRuns[] =>
  listNodeRelations(graph, node)
    .filter(({ name }) => name === 'joins' || name === 'finishes')
    .flatMap(({ to }): TextRuns[] => {
      const entry = to && findTradeValue(to, ALLOWANCES, 'seam_allowance');
      return entry ? [[renderProvenanceMark(entry.state), '\u00a0', ...renderValueRuns(entry)]] : [];
    });

/**
 * Returns a list with the additional column of a table: the materials for a table of pieces, or the allowances for a
 * table of seams. The list is empty for any other table, and if no cell of the column has content.
 */
const buildExtraColumns = (graph: GraphModel, { name, rows }: NodeTable): readonly ExtraColumn[] => {
  const columns: Readonly<Record<string, ExtraColumn>> = {
    cut: {
      head: 'material',
      relations: ['made_of', 'fused_with'],
      cell: ({ node }) =>
        joinTextRuns(
          [...renderLinkRuns(graph, node, 'made_of'), ...renderLinkRuns(graph, node, 'fused_with')],
          ' + ',
        ),
    },
    construction: {
      head: 'allowance',
      relations: [],
      cell: ({ node }) => joinTextRuns(renderAllowanceRuns(graph, node), ' / '),
    },
  };
  const column = columns[name];
  // A column without content is left out. Otherwise, a reader could think that its empty cells mean "no material".
  return column && rows.some((row) => (column.cell(row) as TextRuns).length > 0) ? [column] : [];
};

/** Renders the tables of the graph under a heading for each department. Also returns what is left out. */
export const renderDepartmentBlocks = (graph: GraphModel): RenderedTable => {
  const parts = DEPARTMENT_NAMES.map((department) => {
    const chooseOptions = (table: NodeTable) => ({
      extraColumns: buildExtraColumns(graph, table),
      isWithoutIds: true,
    });
    const { blocks, leftOut } = renderGraphTables(graph, [], { department, chooseOptions });
    const head = line(heading(department.toUpperCase()));
    return { blocks: blocks.length > 0 ? [gap, head, ...blocks.slice(1)] : [], leftOut };
  });
  return {
    blocks: parts.flatMap(({ blocks }) => blocks),
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
  };
};

const MAX_LISTED = 60;

/**
 * Renders the names of all unstated values. If there are more than 60, renders their number for each kind of node
 * instead.
 */
export const renderUnstatedBlocks = (graph: GraphModel): readonly ViewBlock[] => {
  const { nodes, otherValues, total } = listUnstatedValues(graph);
  if (total === 0) return [];
  const names =
    total <= MAX_LISTED
      ? [
          ...nodes.flatMap(({ node, open }) => open.map(({ path }) => `${node.label || node.id} ${path}`)),
          ...otherValues.map(({ path }) => path),
        ]
      : [
          ...[...groupNodesByKind(nodes.flatMap(({ node, open }) => open.map(() => node)))].map(
            ([kind, ofKind]) => `${kind || '(no kind)'} ${ofKind.length}`,
          ),
          ...(otherValues.length > 0 ? [`beside the nodes ${otherValues.length}`] : []),
        ];
  return [
    gap,
    line(
      [
        renderProvenanceMark('unstated'),
        ' ',
        heading('NOT STATED'),
        faint(`  ${formatCount(total, 'value')}, counted by toile`),
      ],
      { indent: 1 },
    ),
    line(names.join('; '), { indent: 3 }),
  ];
};

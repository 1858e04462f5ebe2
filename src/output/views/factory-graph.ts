/** The graph for the factory: by department, with all unstated values in one place at the end. */

import { DEPARTMENT_NAMES, findKindDepartment } from '../../garment/departments.ts';
import { formatCount } from '../../garment/format-count.ts';
import type { GraphModel, GraphNode } from '../../garment/graph-model.ts';
import { groupNodesByKind } from '../../garment/node-kinds.ts';
import { indexNodesById, listNodeRelations, type NodeIndex } from '../../garment/node-relations.ts';
import { findFirstValue, findGarmentNode } from '../../garment/node-values.ts';
import { PROVENANCE_MARKS } from '../../garment/provenance-marks.ts';
import { toTradeKind } from '../../garment/trade-kinds.ts';
import { listUnstatedValues } from '../../garment/unstated-values.ts';
import type { Value } from '../../garment/value.ts';
import type { GraphOptions } from './graph-options.ts';
import { MAX_READABLE_NODES, renderCountedKindBlocks, renderKindBlocks } from './kind-blocks.ts';
import type { ExtraColumn } from './table-blocks.ts';
import {
  faint,
  heading,
  renderProvenanceMark,
  renderQualifierRuns,
  renderValueRuns,
  strong,
  type TextRuns,
} from './value-runs.ts';
import { formatGarmentId, renderTitleLine } from './view-header.ts';
import { gap, line, type RichText, type ViewBlock } from './view-model.ts';

/** Each mark with its request to a factory, for example to check an inferred value. */
const MARK_REQUESTS: TextRuns = Object.entries(PROVENANCE_MARKS).flatMap(([state, { meaning }], at) => [
  at > 0 ? '   ' : '',
  renderProvenanceMark(state),
  ` ${meaning}`,
]);

/** Renders the header for a factory: garment, profile, sample size, and what each mark asks for. */
export const renderFactoryHeader = (
  graph: GraphModel,
  name: Value | undefined,
  options: GraphOptions,
): readonly ViewBlock[] => {
  const garment = findGarmentNode(graph);
  const size = garment && findFirstValue(garment, 'sample_size');
  const sized: TextRuns = size
    ? ['   sample size ', renderProvenanceMark(size.state), ' ', ...renderValueRuns(size)]
    : [];
  const [block] = [renderTitleLine([strong(formatGarmentId(graph.garmentId, options))], name)];
  const other =
    graph.profile === undefined || graph.profile === 'factory' ? [] : [faint(`   ${graph.profile}`)];
  return [{ ...block, right: [heading('FACTORY'), ...other, ...sized] }, line(MARK_REQUESTS, { hang: 2 })];
};

/** Renders the targets of a relation, each with the mark of the link and its label where it has one. */
const renderLinkRuns = (node: GraphNode, relation: string, nodes: NodeIndex): readonly TextRuns[] => {
  return listNodeRelations(node, nodes)
    .filter(({ name }) => name === relation)
    .map(({ state, to, target, value }) => [
      renderProvenanceMark(state),
      `\u00a0${to?.label || target}`,
      ...renderQualifierRuns(value),
    ]);
};

const joinRuns = (parts: readonly TextRuns[], between: string): RichText =>
  parts.flatMap((part, at) => (at > 0 ? [between, ...part] : part));

const renderAllowanceRuns = (node: GraphNode, nodes: NodeIndex): readonly TextRuns[] => {
  return listNodeRelations(node, nodes)
    .filter(({ name }) => name === 'joins' || name === 'finishes')
    .flatMap(({ to }): TextRuns[] => {
      const entry = to && findFirstValue(to, 'seam_allowance');
      return entry ? [[renderProvenanceMark(entry.state), '\u00a0', ...renderValueRuns(entry)]] : [];
    });
};

/**
 * Builds columns that a maker would look up elsewhere in the graph: the material of a piece, the allowance
 * of a seam.
 */
const buildExtraColumns = (
  kind: string,
  group: readonly GraphNode[],
  nodes: NodeIndex,
): readonly ExtraColumn[] => {
  const columns: Readonly<Record<string, ExtraColumn>> = {
    piece: {
      head: 'material',
      relations: ['made_of', 'fused_with'],
      cell: (node) =>
        joinRuns(
          [...renderLinkRuns(node, 'made_of', nodes), ...renderLinkRuns(node, 'fused_with', nodes)],
          ' + ',
        ),
    },
    seam: {
      head: 'allowance',
      relations: [],
      cell: (node) => joinRuns(renderAllowanceRuns(node, nodes), ' / '),
    },
  };
  const column = columns[toTradeKind(kind)];
  // An empty column is left out, because it would look like an answer.
  return column && group.some((node) => (column.cell(node) as TextRuns).length > 0) ? [column] : [];
};

/** Renders the nodes of the graph by department. */
export const renderDepartmentBlocks = (graph: GraphModel): readonly ViewBlock[] => {
  const nodes = indexNodesById(graph);
  const counted = graph.nodes.length > MAX_READABLE_NODES;
  const kinds = [...groupNodesByKind(graph.nodes)];
  return DEPARTMENT_NAMES.flatMap((department) => {
    const own = kinds.filter(([kind]) => findKindDepartment(kind) === department);
    if (own.length === 0) return [];
    const blocks = own.flatMap(([kind, group]) =>
      counted
        ? renderCountedKindBlocks(kind, group)
        : renderKindBlocks(kind, group, {
            extraColumns: buildExtraColumns(kind, group, nodes),
            byLabel: true,
          }),
    );
    return [gap, line(heading(department.toUpperCase())), ...blocks.slice(1)];
  });
};

const MAX_LISTED = 60;

/** Renders every unstated value, or the number of each kind where there are many. */
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
            ([kind, each]) => `${kind || '(no kind)'} ${each.length}`,
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
        faint(`  ${formatCount(total, 'value')}, counted here`),
      ],
      {
        indent: 1,
      },
    ),
    line(names.join('; '), { indent: 3 }),
  ];
};

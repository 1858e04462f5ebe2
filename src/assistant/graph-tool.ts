import { toShownConflict } from '../garment/conflict.ts';
import { filterGraph } from '../garment/filter-graph.ts';
import { filterConflicts, findConflicts } from '../garment/find-conflicts.ts';
import { type GraphSummary, summarizeGraph } from '../garment/graph-summary.ts';
import { countNodesByKind } from '../garment/node-kinds.ts';
import { findUnknownWords } from '../garment/unknown-words.ts';
import { hasValueFilter, type ValueFilter } from '../garment/value-filter.ts';
import { getOwnMember, isRecord, toScalarText } from '../platform/json/json-values.ts';
import { buildOpenList, OPEN_LISTS, type PulledGraph } from './open-values.ts';
import type { CachedBody } from './read-tools.ts';
import { countJsonBytes } from './service-tools/body-part.ts';
import { createPartResult, type ToolArguments } from './service-tools/part-result.ts';
import {
  createWordListSchema,
  type JsonSchema,
  type ToolDefinition,
} from './service-tools/tool-definitions.ts';
import { createToolDataResult, createToolErrorResult, type ToolResult } from './service-tools/tool-result.ts';

/** The maximum size of a graph summary in bytes of JSON: about 1,000 tokens. */
export const MAX_SUMMARY_BYTES = 3_000;
/**
 * The maximum size of one part of a list of conflicts or open values, in bytes of JSON. A longer list is returned in
 * several parts. A part has less than 2,000 tokens.
 */
const MAX_LIST_BYTES = 5_000;
/**
 * The maximum size, in bytes of JSON, of the counts by node kind in a summary. It is less than `MAX_SUMMARY_BYTES`, so
 * that the counts of the unstated fields fit into the summary too.
 */
const MAX_KIND_BYTES = 1_800;

/**
 * Returns `[object, count]`. The object has as many of the first rows as fit into `maxBytes` of JSON. The count is the
 * number of rows that do not fit.
 */
const takeFittingRows = <T>(
  rows: readonly (readonly [string, T])[],
  maxBytes: number,
): readonly [Record<string, T>, number] => {
  const fittingRows: [string, T][] = [];
  let bytesLeft = maxBytes;
  for (const [name, value] of rows) {
    bytesLeft -= countJsonBytes(name) + countJsonBytes(value) + 2;
    if (bytesLeft < 0) break;
    fittingRows.push([name, value]);
  }
  return [Object.fromEntries(fittingRows), rows.length - fittingRows.length];
};

const nameKind = (kind: string): string => (kind === '' ? '(no kind)' : kind);

/**
 * Builds the counts of a graph summary. In the result, `kinds` counts the nodes of each kind, and the values of these
 * nodes by provenance. `unstated` counts the unstated values of each field, for example of `seam.stitch_class`.
 */
const buildSummaryCounts = ({ nodes, kinds, beside, links, open }: GraphSummary): Record<string, unknown> => {
  const rows = kinds.map(
    ({ kind, nodes: count, values }) => [nameKind(kind), { nodes: count, ...values }] as const,
  );
  const [byKind, otherKinds] = takeFittingRows(rows, MAX_KIND_BYTES);
  const head = {
    nodes,
    kinds: byKind,
    ...(otherKinds > 0 && { other_kinds: otherKinds }),
    ...(Object.keys(beside).length > 0 && countJsonBytes(beside) < 200 && { beside_nodes: beside }),
    ...(Object.keys(links).length > 0 && countJsonBytes(links) < 200 && { links }),
  };
  const fields = open.map(
    ({ kind, field, unstated }) => [kind === '' ? field : `${kind}.${field}`, unstated] as const,
  );
  const [unstated, others] = takeFittingRows(fields, MAX_SUMMARY_BYTES - 500 - countJsonBytes(head));
  return { ...head, unstated, ...(others > 0 && { other_unstated_fields: others }) };
};

/**
 * Creates the summary of a graph: its garment id and profile, and the counts of the nodes and values that match the
 * filter. Kinds and fields that do not fit into MAX_SUMMARY_BYTES are only counted, for example as `other_kinds`.
 */
export const createGraphSummary = (body: unknown, filter: ValueFilter = {}): Record<string, unknown> => {
  const shortTexts = ['garment_id', 'profile'].flatMap((key) => {
    const text = isRecord(body) ? toScalarText(getOwnMember(body, key)) : undefined;
    return text === undefined || text.length > 60 ? [] : [[key, text]];
  });
  return {
    ...Object.fromEntries(shortTexts),
    counted_here: buildSummaryCounts(summarizeGraph(body, filter)),
  };
};

/** The arguments of `get_garment_graph`: the arguments of the service, and the filters of toile. */
export interface GraphToolArguments extends ToolArguments {
  readonly summary?: boolean;
  readonly conflicts?: boolean;
  readonly open?: (typeof OPEN_LISTS)[number];
  readonly states?: readonly string[];
  readonly nodes?: readonly string[];
  readonly fields?: readonly string[];
  readonly labels?: readonly string[];
}

const FILTER_SCHEMAS: JsonSchema = {
  summary: {
    type: 'boolean',
    description: 'Counts by kind and state, and which fields are unstated, instead of nodes. Start with it.',
  },
  conflicts: {
    type: 'boolean',
    description:
      'Statements that contradict each other, with their states, instead of nodes. `means` says what to do; choose none.',
  },
  open: {
    type: 'string',
    enum: [...OPEN_LISTS],
    description:
      'Instead of nodes: values inferred or unstated, by the production step after which they are fixed, or by basis; or what a factory countersigns. With summary: counts.',
  },
  states: createWordListSchema(
    'Only values in these states: asserted, inferred, unstated; and nodes that have one.',
  ),
  nodes: createWordListSchema('Only nodes with these ids.'),
  labels: createWordListSchema('Only nodes whose label or id contains one of these texts.'),
  fields: createWordListSchema('Only values under these names, for example ["stitch_class"].'),
};

/** Returns `tool`, the definition of `get_garment_graph`, with the filters of toile added. */
export const createGraphDefinition = (tool: ToolDefinition): ToolDefinition => ({
  ...tool,
  description: `${tool.description} Ask for little: \`summary\` first, then \`kinds\`, \`labels\`, \`states\`, \`fields\` and \`nodes\` together.`,
  inputSchema: {
    ...tool.inputSchema,
    properties: { ...Object(tool.inputSchema.properties), ...FILTER_SCHEMAS },
  },
  outputSchema: {
    ...tool.outputSchema,
    properties: {
      ...Object(tool.outputSchema.properties),
      counted_here: {
        type: 'object',
        description: 'With summary, conflicts and open: counts made by toile.',
      },
      conflicts: { type: 'array', description: 'With conflicts: each with its statements.' },
      _chosen: { type: 'object', description: 'How many nodes match, and of how many.' },
    },
  },
});

const MAX_OFFERED_WORDS = 40;
/**
 * The maximum number of entries in each list of the member `_chosen`, which describes what a filter selected. One list
 * has the removed members of the body. The other has the selected nodes that have none of the requested fields.
 */
const MAX_NAMED_IDS = 20;

/**
 * Returns the result of the tool `get_garment_graph`: a summary, a list of open values, the conflicts or the filtered
 * graph. The members in `extraMembers` are added to it. If `pulled` is given, a list of open values by basis also says
 * how many garments, this one and those in `pulled`, have the same value. If a filter word matches nothing, returns an
 * error result.
 */
export const createGraphResult = (
  { value: body, digest }: CachedBody,
  { after, ...question }: GraphToolArguments,
  extraMembers: Readonly<Record<string, unknown>>,
  pulled?: readonly PulledGraph[],
): ToolResult => {
  const unknown = findUnknownWords(body, question);
  if (unknown !== undefined) {
    const { what: wordKind, words: unknownWords, available } = unknown;
    if (wordKind === 'label')
      return createToolErrorResult(`No label or id of the garment contains ${unknownWords.join(' or ')}.`);
    const shownWords = available.slice(0, MAX_OFFERED_WORDS);
    const others =
      available.length > shownWords.length ? ` and ${available.length - shownWords.length} more` : '';
    return createToolErrorResult(
      `No ${wordKind} of the garment is called ${unknownWords.join(' or ')}. Known: ${shownWords.join(', ') || 'none'}${others}.`,
    );
  }
  const openList = question.open && buildOpenList({ list: question.open, body, filter: question, pulled });
  if (question.summary === true && after === undefined)
    return createToolDataResult({
      ...(openList ? { counted_here: openList.counted_here } : createGraphSummary(body, question)),
      ...extraMembers,
    });
  const createListResult = (value: unknown): ToolResult =>
    createPartResult({
      tool: 'get_garment_graph',
      value,
      digest,
      question: { ...question },
      after,
      narrowingHint: `ask for less: ${openList ? 'summary=true, or ' : ''}kinds, labels, states, fields`,
      extraMembers,
      budget: MAX_LIST_BYTES,
    });
  if (openList) return createListResult(openList);
  if (question.conflicts === true) {
    const conflicts = filterConflicts(findConflicts(body), question).map(toShownConflict);
    return createListResult({ counted_here: { conflicts: conflicts.length }, conflicts });
  }
  const { body: value, nodes, totalNodes, leftOut, nodesWithoutFields } = filterGraph(body, question);
  const selectedCounts = {
    nodes,
    of: totalNodes,
    ...(leftOut.length > 0 && { left_out: leftOut.slice(0, MAX_NAMED_IDS) }),
    // A filter by provenance cannot find a node that lacks the requested field, because a missing field has no
    // provenance. Such nodes are listed separately.
    ...(nodesWithoutFields.length > 0 && {
      without_the_fields: nodesWithoutFields.length,
      such_as: nodesWithoutFields.slice(0, MAX_NAMED_IDS),
    }),
  };
  const isUnfiltered = !hasValueFilter(question);
  return createPartResult({
    tool: 'get_garment_graph',
    value,
    digest,
    question: { ...question },
    after,
    narrowingHint: 'ask for less: summary=true, or kinds, labels, states, fields',
    firstPartMembers: isUnfiltered ? { kinds: countNodesByKind(body) } : undefined,
    extraMembers: { ...(isUnfiltered ? {} : { _chosen: selectedCounts }), ...extraMembers },
  });
};

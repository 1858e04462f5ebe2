import { filterGraph } from '../garment/filter-graph.ts';
import { countNodesByKind } from '../garment/kind-counts.ts';
import { findUnknownWords } from '../garment/unknown-words.ts';
import { hasValueFilter } from '../garment/value-filter.ts';
import type { CachedBody } from './body-cache.ts';
import { createGraphSummary } from './create-graph-summary.ts';
import type { ToolArguments } from './service-tools/create-tool-result.ts';
import { createPartResult } from './service-tools/part-result.ts';
import {
  createWordListSchema,
  type JsonSchema,
  type ToolDefinition,
} from './service-tools/tool-definitions.ts';
import { createToolDataResult, createToolErrorResult, type ToolResult } from './service-tools/tool-result.ts';

/**
 * The arguments of `get_garment_graph` with the filters that toile adds. They filter the body that was read
 * and cause no further request.
 */
export interface GraphToolArguments extends ToolArguments {
  readonly summary?: boolean;
  readonly states?: readonly string[];
  readonly nodes?: readonly string[];
  readonly fields?: readonly string[];
  readonly labels?: readonly string[];
}

/** The schemas of the filters. */
const FILTER_SCHEMAS: JsonSchema = {
  summary: {
    type: 'boolean',
    description: 'Counts by kind and state, and which fields are unstated, instead of nodes. Start with it.',
  },
  states: createWordListSchema(
    'Only values in these states: asserted, inferred, unstated; and nodes that have one.',
  ),
  nodes: createWordListSchema('Only nodes with these ids.'),
  labels: createWordListSchema('Only nodes whose label or id contains one of these texts.'),
  fields: createWordListSchema('Only values under these names, for example ["stitch_class"].'),
};

/** Returns the definition of the tool of the service with the filters added. */
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
      counted_here: { type: 'object', description: 'With summary: counts made by toile.' },
      _chosen: { type: 'object', description: 'How many nodes match, and of how many.' },
    },
  },
});

/** Words that an error message offers in place of an unknown one. */
const MAX_OFFERED_WORDS = 40;
/** Ids that a note lists. */
const MAX_NAMED_IDS = 20;

/**
 * Creates the result of `get_garment_graph`: a summary, or the filtered graph. Returns an error result for
 * an unknown word.
 */
export const createGraphResult = (
  { value: body, digest }: CachedBody,
  { after, ...question }: GraphToolArguments,
  beside: Readonly<Record<string, unknown>>,
): ToolResult => {
  const unknown = findUnknownWords(body, question);
  if (unknown !== undefined) {
    const { what, words: lost, available } = unknown;
    if (what === 'label')
      return createToolErrorResult(`No label or id of the garment contains ${lost.join(' or ')}.`);
    const offered = available.slice(0, MAX_OFFERED_WORDS);
    const more = available.length > offered.length ? ` and ${available.length - offered.length} more` : '';
    return createToolErrorResult(
      `No ${what} of the garment is called ${lost.join(' or ')}. Known: ${offered.join(', ') || 'none'}${more}.`,
    );
  }
  if (question.summary === true && after === undefined)
    return createToolDataResult({ ...createGraphSummary(body, question), ...beside });
  const { body: value, nodes, totalNodes, leftOut, nodesWithoutFields } = filterGraph(body, question);
  const chosen = {
    nodes,
    of: totalNodes,
    ...(leftOut.length > 0 && { left_out: leftOut.slice(0, MAX_NAMED_IDS) }),
    // A node without the field has no provenance for it, so it is listed separately.
    ...(nodesWithoutFields.length > 0 && {
      without_the_fields: nodesWithoutFields.length,
      such_as: nodesWithoutFields.slice(0, MAX_NAMED_IDS),
    }),
  };
  const isWhole = !hasValueFilter(question);
  return createPartResult({
    tool: 'get_garment_graph',
    value,
    digest,
    question: { ...question },
    after,
    narrowingHint: 'ask for less: summary=true, or kinds, labels, states, fields',
    firstPartMembers: isWhole ? { kinds: countNodesByKind(body) } : undefined,
    extraMembers: { ...(isWhole ? {} : { _chosen: chosen }), ...beside },
  });
};

import { filterGraph, hasGraphFilter } from '../garment/filter-graph.ts';
import { countNodesByKind } from '../garment/kind-counts.ts';
import { findUnknownWords } from '../garment/unknown-words.ts';
import { parseJson } from '../platform/json/parse-json.ts';
import type { CachedBody } from './body-cache.ts';
import { createGraphSummary } from './create-graph-summary.ts';
import type { ToolArguments } from './service-tools/create-tool-result.ts';
import { createPartResult } from './service-tools/part-result.ts';
import type { JsonSchema, ToolDefinition } from './service-tools/tool-definitions.ts';
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
}

const createWordListSchema = (description: string): JsonSchema => ({
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: { type: 'string', minLength: 1 },
  description,
});

/** The schemas of the filters. */
const FILTER_SCHEMAS: JsonSchema = {
  summary: {
    type: 'boolean',
    description: 'Counts by kind and state, and which fields are unstated, instead of nodes. Begin with it.',
  },
  states: createWordListSchema(
    'Only values in these states: asserted, inferred, unstated; and nodes that have one.',
  ),
  nodes: createWordListSchema('Only nodes with these ids.'),
  fields: createWordListSchema('Only values under these names, for example ["stitch_class"].'),
};

/** Returns the definition of the tool of the service with the filters added. */
export const createGraphDefinition = (tool: ToolDefinition): ToolDefinition => ({
  ...tool,
  description: `${tool.description} Ask for little: \`summary\` first, then \`kinds\`, \`states\`, \`fields\` and \`nodes\` together.`,
  inputSchema: {
    ...tool.inputSchema,
    properties: { ...Object(tool.inputSchema.properties), ...FILTER_SCHEMAS },
  },
  outputSchema: {
    ...tool.outputSchema,
    properties: {
      ...Object(tool.outputSchema.properties),
      counted_here: { type: 'object', description: 'With summary: counts that toile made.' },
      _chosen: { type: 'object', description: 'How many nodes were chosen, of how many.' },
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
  { text, digest }: CachedBody,
  { after, ...question }: GraphToolArguments,
  beside: Readonly<Record<string, unknown>>,
): ToolResult => {
  const body = parseJson(text);
  const unknown = findUnknownWords(body, question);
  if (unknown !== undefined) {
    const { what, words: lost, available } = unknown;
    const offered = available.slice(0, MAX_OFFERED_WORDS);
    const more = available.length > offered.length ? ` and ${available.length - offered.length} more` : '';
    return createToolErrorResult(
      `No ${what} here is called ${lost.join(' or ')}. There are: ${offered.join(', ') || 'none'}${more}.`,
    );
  }
  const { body: value, nodes, totalNodes, leftOut, nodesWithoutFields } = filterGraph(body, question);
  if (question.summary === true && after === undefined)
    return createToolDataResult({ ...createGraphSummary(body, question), ...beside });
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
  const isWhole = !hasGraphFilter(question);
  return createPartResult({
    tool: 'get_garment_graph',
    value,
    digest,
    question: { ...question },
    after,
    narrowingHint: 'ask for less: summary=true, or kinds, states, fields',
    firstPartMembers: isWhole ? { kinds: countNodesByKind(body) } : undefined,
    extraMembers: { ...(isWhole ? {} : { _chosen: chosen }), ...beside },
  });
};

import { kindsIn } from '../garment/kind-counts.ts';
import { isChoice, narrow } from '../garment/narrow-graph.ts';
import { unknownIn } from '../garment/unknown-words.ts';
import { readJson } from '../json/lossless.ts';
import type { Schema, ToolDefinition } from '../tools/definitions.ts';
import { inParts } from '../tools/parts.ts';
import type { Args } from '../tools/result.ts';
import { type ToolResult, trouble, whole } from '../tools/tool-result.ts';
import type { HeldBody } from './held-bodies.ts';
import { summaryOf } from './summary.ts';

/** What toile takes beside what the service does: it narrows what it has read, and asks for nothing more. */
export interface GraphArgs extends Args {
  readonly summary?: boolean;
  readonly states?: readonly string[];
  readonly nodes?: readonly string[];
  readonly fields?: readonly string[];
}

const words = (description: string): Schema => ({
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: { type: 'string', minLength: 1 },
  description,
});

const CHOICES: Schema = {
  summary: {
    type: 'boolean',
    description: 'Counts by kind and state, and which fields are unstated, instead of nodes. Begin with it.',
  },
  states: words('Only values in these states: asserted, inferred, unstated; and nodes that have one.'),
  nodes: words('Only nodes with these ids.'),
  fields: words('Only values under these names, for example ["stitch_class"].'),
};

/** The service's tool, with more to choose by. */
export const graphTool = (tool: ToolDefinition): ToolDefinition => ({
  ...tool,
  description: `${tool.description} Ask for little: \`summary\` first, then \`kinds\`, \`states\`, \`fields\` and \`nodes\` together.`,
  inputSchema: {
    ...tool.inputSchema,
    properties: { ...Object(tool.inputSchema.properties), ...CHOICES },
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

/** So many words are offered in the place of one that fits nothing. */
const OFFERED = 40;
/** And so many are named where there may be many. */
const NAMED = 20;

/** The graph as far as it was asked for. */
export const graphResult = (
  { text, digest }: HeldBody,
  { after, ...question }: GraphArgs,
  beside: Readonly<Record<string, unknown>>,
): ToolResult => {
  const body = readJson(text);
  const unknown = unknownIn(body, question);
  if (unknown !== undefined) {
    const { what, words: lost, there } = unknown;
    const offered = there.slice(0, OFFERED);
    const more = there.length > offered.length ? ` and ${there.length - offered.length} more` : '';
    return trouble(
      `No ${what} here is called ${lost.join(' or ')}. There are: ${offered.join(', ') || 'none'}${more}.`,
    );
  }
  const { body: value, nodes, of, leftOut, lacking } = narrow(body, question);
  if (question.summary === true && after === undefined) return whole({ ...summaryOf(value), ...beside });
  const chosen = {
    nodes,
    of,
    ...(leftOut.length > 0 && { left_out: leftOut.slice(0, NAMED) }),
    // What is not there at all is in no state.
    ...(lacking.length > 0 && { without_the_fields: lacking.length, such_as: lacking.slice(0, NAMED) }),
  };
  const isWhole = !isChoice(question);
  return inParts({
    tool: 'get_garment_graph',
    value,
    digest,
    question: { ...question },
    after,
    less: 'ask for less: summary=true, or kinds, states, fields',
    first: isWhole ? { kinds: kindsIn(body) } : undefined,
    beside: { ...(isWhole ? {} : { _chosen: chosen }), ...beside },
  });
};

/** The definitions of the five tools of the service (specification 4.3): names, descriptions and JSON schemas. */

import { CURSOR_PATTERN } from './tool-result.ts';

/**
 * A JSON schema. The schemas of results allow additional members, because a client rejects a result that does not match
 * its schema.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The resource that each tool for reading a garment returns, by the name of the tool (specification 4.2). */
export const RESOURCE_BY_TOOL = {
  get_garment_graph: 'graph',
  get_tailor_brief: 'tailor-brief',
  run_design_trust: 'design-trust',
  list_unresolved_confirmations: 'confirmations',
} as const;

/** The name of one of the five tools of the service. */
export type ToolName = keyof typeof RESOURCE_BY_TOOL | 'export_design';

/** The definition of a tool, as a client gets it in the list of tools. */
export interface ToolDefinition<N extends string = string> {
  readonly name: N;
  readonly title: string;
  readonly description: string;
  /** The scope that the credential of the caller needs. */
  readonly scope: 'read' | 'export';
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

const PROFILE_SCHEMA = {
  type: 'string',
  enum: ['technical_designer', 'factory'],
  description: 'The audience (default: technical_designer).',
};

/** The schema of the argument `after`: a cursor, with which a call gets the next part of a long result. */
export const AFTER_SCHEMA = {
  type: 'string',
  pattern: CURSOR_PATTERN,
  description: 'Continues an earlier result: the `after` of its `_more`, with the same other arguments.',
};

const MORE_SCHEMA = {
  type: 'object',
  description: 'Only if the result is a part: how much follows, and how to get it.',
  properties: {
    left_out: { type: 'integer' },
    after: { type: 'string' },
    last: { type: 'boolean' },
    kinds: { type: 'object' },
    too_large: { type: 'array', items: { type: 'string' } },
    how: { type: 'string' },
  },
};

/** The MCP annotations of a tool that only reads data. */
export const READ_ONLY_HINTS = { readOnlyHint: true, openWorldHint: false };

/** The sentence that explains the provenance words to a model. */
export const PROVENANCE_EXPLANATION =
  'Each value carries its provenance: asserted (stated), inferred (derived) or unstated (not stated).';

/** Creates the schema of a text of 1 to 200 characters. `description` explains the argument to the model. */
export const createTextSchema = (description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description,
});

/**
 * Creates the schema of a filter, which is a list of 1 to 100 words. If `words` is given, only these words are allowed.
 */
export const createWordListSchema = (description: string, words?: readonly string[]): JsonSchema => ({
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: { type: 'string', ...(words ? { enum: words } : { minLength: 1 }) },
  description,
});

/**
 * Creates the schema of the arguments of a tool. `id` is required. An argument that is not in `properties` is rejected.
 */
export const createInputSchema = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  required: ['id'],
  additionalProperties: false,
});

/** Creates the schema of a result. The result may have members that are not in `properties`. */
export const createResultSchema = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: true,
});

const createPartSchema = (properties: JsonSchema = {}): JsonSchema =>
  createResultSchema({ ...properties, _more: MORE_SCHEMA });

/** Returns the definitions of the five tools of the service. `idDescription` describes the accepted ids. */
export const listToolDefinitions = (idDescription: string): readonly ToolDefinition<ToolName>[] => {
  const id = createTextSchema(idDescription);
  const createReadTool = (name: ToolName, title: string, description: string): ToolDefinition<ToolName> => ({
    name,
    title,
    description,
    scope: 'read',
    inputSchema: createInputSchema({ id, after: AFTER_SCHEMA }),
    outputSchema: createPartSchema(),
    annotations: READ_ONLY_HINTS,
  });
  return [
    {
      name: 'get_garment_graph',
      title: 'Garment graph',
      description: `The structured data of a garment: nodes (pieces, seams, materials, measurements and more), and facts for house garments. ${PROVENANCE_EXPLANATION} A large graph comes in parts; ask for some kinds of nodes, or continue with \`after\`.`,
      scope: 'read',
      inputSchema: createInputSchema({
        id,
        profile: PROFILE_SCHEMA,
        kinds: {
          type: 'array',
          minItems: 1,
          items: { type: 'string', minLength: 1 },
          description: 'Only nodes of these kinds, for example ["measurement"].',
        },
        after: AFTER_SCHEMA,
      }),
      outputSchema: createPartSchema({
        garment_id: { description: 'GARM-<n>, once it has one.' },
        profile: { description: 'The audience.' },
        nodes: { description: 'The nodes; their members are open.' },
        facts: { description: 'House garments only: field, value and state.' },
      }),
      annotations: READ_ONLY_HINTS,
    },
    createReadTool(
      'get_tailor_brief',
      'Tailor brief',
      `What a tailor reads before starting, as texts. ${PROVENANCE_EXPLANATION}`,
    ),
    createReadTool(
      'run_design_trust',
      'Design Trust',
      'Counts derived from the callouts and the bill of materials: provenance, confidence, unresolved. Counts only: no score, grade or verdict.',
    ),
    createReadTool(
      'list_unresolved_confirmations',
      'Unresolved confirmations',
      'The questions that are still open. None of them blocks a sample or quotation export; the designer answers them.',
    ),
    {
      name: 'export_design',
      title: 'Export a design',
      description:
        "A construction document of one of the caller's own designs, never a render. The answer contains a download link that is valid for one hour; anyone with the link can open the document.",
      scope: 'export',
      inputSchema: createInputSchema({
        id,
        profile: PROFILE_SCHEMA,
        driver: {
          type: 'string',
          enum: ['illustrator_svg_stage1', 'json'],
          description: 'A layered vector file, which is the default, or JSON.',
        },
      }),
      outputSchema: createPartSchema({
        export: { description: 'The record of the export.' },
        download_url: { description: 'Opens the document; valid for one hour.' },
        expires_at: { description: 'When the link expires, as an ISO date-time.' },
      }),
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
    },
  ];
};

/** The instructions that the tool server of the service sends to a model. */
export const TOOL_SERVER_INSTRUCTIONS = `Garments as structured data, never images. ${PROVENANCE_EXPLANATION} Do not present what is inferred as stated, nor fill in what is unstated. A result with a member \`_more\` is a part: \`_more.how\` says how to get the rest.`;

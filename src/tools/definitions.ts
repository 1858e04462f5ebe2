/** The five tools (specification 4.3) as the service offers them: names, schemas, and results of a size. */

import { CURSOR } from './cursor.ts';

/**
 * JSON Schema as it is sent. Objects stay open and members untyped where bodies of the service are: a result that
 * its schema refuses would be lost.
 */
export type Schema = Readonly<Record<string, unknown>>;

/** What each tool that reads gives: a resource of the service (4.2). */
export const READS = {
  get_garment_graph: 'graph',
  get_tailor_brief: 'tailor-brief',
  run_design_trust: 'design-trust',
  list_unresolved_confirmations: 'confirmations',
} as const;

export type ToolName = keyof typeof READS | 'export_design';

export interface ToolDefinition<N extends string = string> {
  readonly name: N;
  readonly title: string;
  readonly description: string;
  /** What the credential needs. */
  readonly scope: 'read' | 'export';
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

const PROFILE = {
  type: 'string',
  enum: ['technical_designer', 'factory'],
  description: 'Whom it is for; technical_designer when left out.',
};

export const AFTER = {
  type: 'string',
  pattern: CURSOR,
  description:
    'Where an earlier result left off: the `after` of its `_more`, with the other arguments as they were.',
};

const MORE = {
  type: 'object',
  description: 'Only where the result is a part: how much follows it, and how to get that.',
  properties: {
    left_out: { type: 'integer' },
    after: { type: 'string' },
    last: { type: 'boolean' },
    kinds: { type: 'object' },
    too_large: { type: 'array', items: { type: 'string' } },
    how: { type: 'string' },
  },
};

export const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

export const STATES =
  'Each value carries its provenance: asserted (stated), inferred (derived) or unstated (nobody said).';

export const idOf = (description: string): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description,
});

export const input = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: ['id'],
  additionalProperties: false,
});

const open = (properties: Schema = {}): Schema => ({
  type: 'object',
  properties: { ...properties, _more: MORE },
  additionalProperties: true,
});

/** The five, in the order in which they are listed. `ids` says what may stand for `id`. */
export const toolDefinitions = (ids: string): readonly ToolDefinition<ToolName>[] => {
  const id = idOf(ids);
  return [
    {
      name: 'get_garment_graph',
      title: 'Garment graph',
      description: `The structured data of a garment: nodes (pieces, seams, materials, measurements and more), and facts for house garments. ${STATES} A large graph comes in parts; ask for some kinds of nodes, or go on with \`after\`.`,
      scope: 'read',
      inputSchema: input({
        id,
        profile: PROFILE,
        kinds: {
          type: 'array',
          minItems: 1,
          items: { type: 'string', minLength: 1 },
          description: 'Only nodes of these kinds, for example ["measurement"].',
        },
        after: AFTER,
      }),
      outputSchema: open({
        garment_id: { description: 'GARM-<n>, once it has one.' },
        profile: { description: 'Whom it is for.' },
        nodes: { description: 'The nodes; their members are open.' },
        facts: { description: 'House garments only: field, value and state.' },
      }),
      annotations: READ_ONLY,
    },
    {
      name: 'get_tailor_brief',
      title: 'Tailor brief',
      description: `What a tailor reads before starting, as texts. ${STATES}`,
      scope: 'read',
      inputSchema: input({ id, after: AFTER }),
      outputSchema: open(),
      annotations: READ_ONLY,
    },
    {
      name: 'run_design_trust',
      title: 'Design Trust',
      description:
        'Counts derived from the callouts and the bill of materials: provenance, confidence, unresolved. It is no score, grade or verdict.',
      scope: 'read',
      inputSchema: input({ id, after: AFTER }),
      outputSchema: open(),
      annotations: READ_ONLY,
    },
    {
      name: 'list_unresolved_confirmations',
      title: 'Unresolved confirmations',
      description:
        'The questions that are still open. None of them blocks a sample or quotation export; the designer answers them.',
      scope: 'read',
      inputSchema: input({ id, after: AFTER }),
      outputSchema: open(),
      annotations: READ_ONLY,
    },
    {
      name: 'export_design',
      title: 'Export a design',
      description:
        "A construction document of one of the caller's own designs, never a render. The answer holds a download link that lives one hour and opens the document for anybody who has it.",
      scope: 'export',
      inputSchema: input({
        id,
        profile: PROFILE,
        driver: {
          type: 'string',
          enum: ['illustrator_svg_stage1', 'json'],
          description: 'A layered vector file, which is the default, or JSON.',
        },
      }),
      outputSchema: open({
        export: { description: 'The record of the export.' },
        download_url: { description: 'Opens the document for one hour.' },
        expires_at: { description: 'When the link ends, an ISO date-time.' },
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

/** What a model is told about the whole. */
export const INSTRUCTIONS = `Garments as structured data, never images. ${STATES} Do not present what is inferred as stated, nor fill in what is unstated. A result with a member \`_more\` is a part: \`_more.how\` says how to get the rest.`;

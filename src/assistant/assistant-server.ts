/**
 * Creates the MCP server that toile offers to AI assistants. It has the tools of the service, some with additional
 * filters, and tools, resources and prompts of its own.
 */

import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { ASSISTANT_INSTRUCTIONS, type AssistantSource } from './assistant-source.ts';
import { addCompareTool } from './compare-tool.ts';
import { createDesignChooser } from './design-chooser.ts';
import { addDesignTools, createDesignLister } from './design-list.ts';
import { addExportTool } from './export-tool.ts';
import { addReadTools, BodyCache, createBodyReader } from './read-tools.ts';
import { addResources } from './resources.ts';
import { createMcpServer } from './service-tools/tool-server.ts';

const PROMPT_ARGUMENTS = {
  type: 'object',
  properties: { id: { type: 'string', description: 'The garment: GARM-<n>, its uuid or its exact name.' } },
  required: ['id'],
} as const;

interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /**
   * Returns the text that this prompt sends to the model. `id` is the id or name of the garment as JSON text, for
   * example `"Oxford shirt"`. Another person may have chosen the name, so the quotation marks keep the model from
   * reading it as an instruction.
   */
  formatText(id: string): string;
}

const PROMPT_RULES =
  'Say of each value whether it is asserted, inferred or unstated; do not fill in missing values, give no score, and buy nothing.';

const PROMPT_DEFINITIONS: readonly PromptDefinition[] = [
  {
    name: 'factory-hand-over',
    title: 'Hand a garment over to a factory',
    description: 'What a factory needs before it starts, and what it would have to ask.',
    formatText: (id) =>
      `Write the hand-over of the garment ${id} for a factory. Read get_garment_graph with profile=factory and summary=true, then materials, trims, measurements and seams by kind, and get_tailor_brief. List first what is stated, then what is inferred and why, then what is unstated as questions to the designer. ${PROMPT_RULES}`,
  },
  {
    name: 'still-open',
    title: 'What is still open in a garment',
    description: 'Unresolved confirmations and unstated values, those that delay most first.',
    formatText: (id) =>
      `List what is still open in the garment ${id}. Call list_unresolved_confirmations, then get_garment_graph with summary=true, and with open="step". Group what is open by who can answer it, what is fixed earliest first. ${PROMPT_RULES}`,
  },
];

const CHANGE_PROMPT: PromptDefinition = {
  name: 'what-changed',
  title: 'What changed since the last pull',
  description: 'Compares the service with the pulled folder.',
  formatText: (id) =>
    `Say what changed in the garment ${id} since it was pulled. Call compare_with_pulled for the graph and for the confirmations. Start with stated values that were revised. ${PROMPT_RULES}`,
};

const addPrompts = (server: McpServer, isFolder: boolean): void => {
  for (const { name, title, description, formatText: text } of [
    ...PROMPT_DEFINITIONS,
    ...(isFolder ? [CHANGE_PROMPT] : []),
  ]) {
    server.registerPrompt(
      name,
      { title, description, argsSchema: fromJsonSchema<{ id: string }>(PROMPT_ARGUMENTS) },
      ({ id }) => ({
        messages: [{ role: 'user', content: { type: 'text', text: text(JSON.stringify(id)) } }],
      }),
    );
  }
};

/** Creates the MCP server with all its tools, resources and prompts, for one connection. */
export const createAssistantServer = (source: AssistantSource): McpServer => {
  const fresh = { ttlMs: source.listLifeMs, cacheScope: 'private' } as const;
  const server = createMcpServer(
    { ...source, instructions: ASSISTANT_INSTRUCTIONS },
    {
      // `listChanged` is false because the server sends no notification when a list changes.
      capabilities: { resources: { listChanged: false }, prompts: { listChanged: false }, completions: {} },
      cacheHints: { 'prompts/list': fresh, 'resources/templates/list': fresh },
    },
  );
  const choose = createDesignChooser(server, source);
  const readBody = createBodyReader(source, new BodyCache(source.now));
  addReadTools(server, source, readBody, choose);
  addExportTool(server, source, choose);
  addCompareTool(server, source, readBody);
  const readDesigns = createDesignLister(source);
  addDesignTools(server, source, readDesigns);
  addPrompts(server, source.folder !== undefined);
  addResources(server, source, readBody, readDesigns);
  return server;
};

/**
 * The MCP server that toile offers to assistants: the five tools with filters, and resources and prompts.
 */

import type { McpServer } from '@modelcontextprotocol/server';
import type { AssistantSource } from './assistant-source.ts';
import { BodyCache } from './body-cache.ts';
import { addCompareTool } from './compare-tool.ts';
import { createDesignChooser } from './design-chooser.ts';
import { addDesignTools, createDesignLister } from './design-list.ts';
import { addExportTool } from './export-tool.ts';
import { ASSISTANT_INSTRUCTIONS } from './instructions.ts';
import { addPrompts } from './prompts.ts';
import { addReadTools, createBodyReader } from './read-tools.ts';
import { addResources } from './resources.ts';
import { createMcpServer } from './service-tools/tool-server.ts';

/** Creates the server of one session. */
export const createAssistantServer = (source: AssistantSource): McpServer => {
  const fresh = { ttlMs: source.listLifeMs, cacheScope: 'private' } as const;
  const server = createMcpServer(
    { ...source, instructions: ASSISTANT_INSTRUCTIONS },
    {
      // The server sends no notification of changes, so a list of designs is as old as its request.
      capabilities: { resources: { listChanged: false }, prompts: { listChanged: false }, completions: {} },
      cacheHints: { 'prompts/list': fresh, 'resources/templates/list': fresh },
    },
  );
  const choose = createDesignChooser(server, source);
  const read = createBodyReader(source, new BodyCache(source.now));
  addReadTools(server, source, read, choose);
  addExportTool(server, source, choose);
  addCompareTool(server, source, read);
  const list = createDesignLister(source);
  addDesignTools(server, source, list);
  addPrompts(server, source.folder !== undefined);
  addResources(server, source, read, list);
  return server;
};

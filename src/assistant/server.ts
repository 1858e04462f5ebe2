/** What toile offers an assistant: the five tools with more to choose by, and what makes them easy to hold. */

import type { McpServer } from '@modelcontextprotocol/server';
import { emptyServer } from '../tools/server.ts';
import { choosing } from './choose-design.ts';
import { addCompareTool } from './compare-tool.ts';
import { addExportTool } from './export-tool.ts';
import { HeldBodies } from './held-bodies.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { addPrompts } from './prompts.ts';
import { addReadTools, reading } from './read-tools.ts';
import { addResources } from './resources.ts';
import type { AssistantSource } from './source.ts';

/** A server for one talk. */
export const assistantServer = (source: AssistantSource): McpServer => {
  const fresh = { ttlMs: source.listLife, cacheScope: 'private' } as const;
  const server = emptyServer(
    { ...source, instructions: INSTRUCTIONS },
    {
      // No stream tells of changes: a list of designs is as old as the moment it was asked for.
      capabilities: { resources: { listChanged: false }, prompts: { listChanged: false }, completions: {} },
      cacheHints: { 'prompts/list': fresh, 'resources/templates/list': fresh },
    },
  );
  const choose = choosing(server, source);
  const read = reading(source, new HeldBodies(source.now));
  addReadTools(server, source, read, choose);
  addExportTool(server, source, choose);
  addCompareTool(server, source, read);
  addResources(server, source, read);
  addPrompts(server, source.folder !== undefined);
  return server;
};

/** What toile offers an assistant: the five tools with more to choose by, and what makes them easy to hold. */

import type { McpServer } from '@modelcontextprotocol/server';
import { toolDefinitions } from '../tools/definitions.ts';
import { type Args, resultOf } from '../tools/result.ts';
import { addTool, emptyServer } from '../tools/server.ts';
import { choosing } from './choose-design.ts';
import { HeldBodies } from './held-bodies.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { addReadTools, reading } from './read-tools.ts';
import type { AssistantSource } from './source.ts';

/** A server for one talk. */
export const assistantServer = (source: AssistantSource): McpServer => {
  const server = emptyServer({ ...source, instructions: INSTRUCTIONS });
  const choose = choosing(server, source);
  addReadTools(server, source, reading(source, new HeldBodies(source.now)), choose);
  const exporting = toolDefinitions(source.ids).find(({ name }) => name === 'export_design');
  if (exporting)
    addTool<Args>(server, exporting, source.inWords, (args, context) =>
      choose(args, context, async (id) => {
        const { profile, driver } = args;
        const call = { reads: undefined, id, profile, driver, signal: context.mcpReq.signal };
        return resultOf(exporting.name, await source.body(call), args);
      }),
    );
  return server;
};

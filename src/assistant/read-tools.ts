import type { McpServer } from '@modelcontextprotocol/server';
import type { AssistantSource } from './assistant-source.ts';
import type { BodyCache, CachedBody } from './body-cache.ts';
import {
  type ConfirmationArguments,
  createConfirmationsDefinition,
  createConfirmationsResult,
} from './confirmations-tool.ts';
import type { createDesignChooser } from './design-chooser.ts';
import { createGraphDefinition, createGraphResult, type GraphToolArguments } from './graph-tool.ts';
import { DATA_NOTE } from './instructions.ts';
import { checkCursorQuestion, createPartResult } from './service-tools/part-result.ts';
import { parseResultCursor } from './service-tools/result-cursor.ts';
import {
  listToolDefinitions,
  RESOURCE_BY_TOOL,
  type ToolDefinition,
} from './service-tools/tool-definitions.ts';
import { addTool } from './service-tools/tool-server.ts';
import { withProgress } from './with-progress.ts';

/** A note on parts of a body that has changed since the first part. */
const OLDER_NOTE = {
  _changed: 'The data changed after the first part was read; this part shows it as it was then.',
} as const;

/** Reads a body of the service. */
export type BodyReader = (
  reads: (typeof RESOURCE_BY_TOOL)[keyof typeof RESOURCE_BY_TOOL],
  asked: Pick<GraphToolArguments, 'id' | 'profile' | 'after'>,
  signal: AbortSignal,
) => Promise<CachedBody>;

/** Creates a body reader. A call with `after` gets the cached body of its first part. */
export const createBodyReader =
  (source: Pick<AssistantSource, 'readBody'>, held: BodyCache): BodyReader =>
  async (reads, { id, profile, after }, signal) => {
    const from = JSON.stringify([reads, id, profile]);
    const known = after === undefined ? undefined : held.findBody(from, parseResultCursor(after).body);
    if (known) return known;
    try {
      return held.addBody(from, await source.readBody({ resource: reads, id, profile, signal }));
    } catch (error) {
      // The credential may have expired, and the next sign-in may be that of another user.
      held.clearBodies();
      throw error;
    }
  };

type ReadArguments = GraphToolArguments & ConfirmationArguments;

/** The tools of the service to which toile adds filters. */
const ADD_FILTERS: Readonly<Record<string, (tool: ToolDefinition) => ToolDefinition>> = {
  get_garment_graph: createGraphDefinition,
  list_unresolved_confirmations: createConfirmationsDefinition,
};

/** Adds the four tools that read. */
export const addReadTools = (
  server: McpServer,
  source: AssistantSource,
  read: BodyReader,
  choose: ReturnType<typeof createDesignChooser>,
): void => {
  for (const definition of listToolDefinitions(source.idDescription)) {
    const tool = definition.name;
    if (tool === 'export_design') continue;
    addTool<ReadArguments>(
      server,
      ADD_FILTERS[tool]?.(definition) ?? definition,
      source.explainError,
      (args, context) => {
        const { after, ...question } = args;
        const stray = checkCursorQuestion({ tool, question, after });
        if (stray) return Promise.resolve(stray);
        return choose(args, context, async (id) => {
          const held = await withProgress(source, context, () =>
            read(RESOURCE_BY_TOOL[tool], { ...args, id }, context.mcpReq.signal),
          );
          const beside = { ...(held.changed ? OLDER_NOTE : {}), ...DATA_NOTE };
          if (tool === 'get_garment_graph') return createGraphResult(held, args, beside);
          if (tool === 'list_unresolved_confirmations') return createConfirmationsResult(held, args, beside);
          return createPartResult({
            tool,
            value: held.value,
            digest: held.digest,
            question,
            after,
            extraMembers: beside,
          });
        });
      },
    );
  }
};

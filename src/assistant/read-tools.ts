import type { McpServer } from '@modelcontextprotocol/server';
import { readJson } from '../json/lossless.ts';
import { readCursor } from '../tools/cursor.ts';
import { READS, toolDefinitions } from '../tools/definitions.ts';
import { inParts, strayCursor } from '../tools/parts.ts';
import { addTool } from '../tools/server.ts';
import type { choosing } from './choose-design.ts';
import { type GraphArgs, graphResult, graphTool } from './graph-tool.ts';
import type { HeldBodies, HeldBody } from './held-bodies.ts';
import { MARK } from './instructions.ts';
import { telling } from './progress.ts';
import type { AssistantSource } from './source.ts';

/** What the parts of a body say that is not the newest. */
const OLDER = {
  _changed: 'It has changed since the first of these parts was read; this part is of it as it was then.',
} as const;

export type Reading = (
  reads: (typeof READS)[keyof typeof READS],
  asked: Pick<GraphArgs, 'id' | 'profile' | 'after'>,
  signal: AbortSignal,
) => Promise<HeldBody>;

/** A body by a request; for whoever goes on with a part of one, that body as it was. */
export const reading =
  (source: Pick<AssistantSource, 'body'>, held: HeldBodies): Reading =>
  async (reads, { id, profile, after }, signal) => {
    const from = JSON.stringify([reads, id, profile]);
    const known = after === undefined ? undefined : held.find(from, readCursor(after).body);
    if (known) return known;
    try {
      return held.keep(from, await source.body({ reads, id, profile, signal }));
    } catch (error) {
      // The credential may be over, and whoever signs in next may be somebody else.
      held.forget();
      throw error;
    }
  };

/** The four tools that read. */
export const addReadTools = (
  server: McpServer,
  source: AssistantSource,
  read: Reading,
  choose: ReturnType<typeof choosing>,
): void => {
  for (const definition of toolDefinitions(source.ids)) {
    const tool = definition.name;
    if (tool === 'export_design') continue;
    const isGraph = tool === 'get_garment_graph';
    addTool<GraphArgs>(
      server,
      isGraph ? graphTool(definition) : definition,
      source.inWords,
      (args, context) => {
        const { after, ...question } = args;
        const stray = strayCursor({ tool, question, after });
        if (stray) return Promise.resolve(stray);
        return choose(args, context, async (id) => {
          const held = await telling(source, context, () =>
            read(READS[tool], { ...args, id }, context.mcpReq.signal),
          );
          const beside = { ...(held.changed ? OLDER : {}), ...MARK };
          if (isGraph) return graphResult(held, args, beside);
          return inParts({ tool, value: readJson(held.text), digest: held.digest, question, after, beside });
        });
      },
    );
  }
};

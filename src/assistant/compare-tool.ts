import type { McpServer } from '@modelcontextprotocol/server';
import { compare } from '../garment/compare.ts';
import { readJson } from '../json/lossless.ts';
import { AFTER, idOf, input, READ_ONLY, READS, type ToolDefinition } from '../tools/definitions.ts';
import { inParts, strayCursor } from '../tools/parts.ts';
import { addTool } from '../tools/server.ts';
import { trouble } from '../tools/tool-result.ts';
import { MARK } from './instructions.ts';
import type { Reading } from './read-tools.ts';
import type { AssistantSource, PulledFolder, Read } from './source.ts';

interface Asked {
  readonly id: string;
  readonly read?: Read;
  readonly after?: string;
}

const NAME = 'compare_with_pulled';

const definition = (folder: PulledFolder): ToolDefinition => ({
  name: NAME,
  title: 'Compare with what was pulled',
  description: `What changed in a garment between the folder ${folder.shown}, as it was pulled, and today: value and state of each change, the dearest first.`,
  scope: 'read',
  inputSchema: input({
    id: idOf('As the folder has it: GARM-<n> or the uuid.'),
    read: {
      type: 'string',
      enum: Object.values(READS),
      description: 'What to compare; graph when left out.',
    },
    after: AFTER,
  }),
  outputSchema: {
    type: 'object',
    properties: { same: { type: 'boolean' }, changes: { type: 'array' } },
    additionalProperties: true,
  },
  annotations: READ_ONLY,
});

/** Today's body beside the one in the folder. */
export const addCompareTool = (server: McpServer, source: AssistantSource, read: Reading): void => {
  const { folder } = source;
  if (folder === undefined) return;
  addTool<Asked>(
    server,
    definition(folder),
    source.inWords,
    async ({ id, read: what = 'graph', after }, context) => {
      const question = { id, read: what };
      const stray = strayCursor({ tool: NAME, question, after });
      if (stray) return stray;
      const before = folder.text(id, what);
      if (before === undefined) {
        const ids = folder.listed.slice(0, 20).map((one) => one.id);
        return trouble(`The folder holds no ${what} of ${id}. It has: ${ids.join(', ') || 'nothing'}.`);
      }
      const { text, digest } = await read(what, { id, after }, context.mcpReq.signal);
      const { changes } = compare(readJson(before), readJson(text));
      const value = { same: changes.length === 0, changes };
      return inParts({ tool: NAME, value, digest, question, after, beside: MARK });
    },
  );
};

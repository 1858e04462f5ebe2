import type { McpServer } from '@modelcontextprotocol/server';
import { CHANGE_CLASSES, compareChangeRanks } from '../garment/change-words.ts';
import { compareBodies } from '../garment/compare-bodies.ts';
import { parseJson } from '../platform/json/parse-json.ts';
import type { AssistantCollection, AssistantSource, ReadName } from './assistant-source.ts';
import { DATA_NOTE } from './instructions.ts';
import type { BodyReader } from './read-tools.ts';
import { checkCursorQuestion, createPartResult } from './service-tools/part-result.ts';
import {
  AFTER_SCHEMA,
  createIdSchema,
  createInputSchema,
  READ_ONLY_HINTS,
  RESOURCE_BY_TOOL,
  type ToolDefinition,
} from './service-tools/tool-definitions.ts';
import { createToolErrorResult } from './service-tools/tool-result.ts';
import { addTool } from './service-tools/tool-server.ts';

/** The arguments of the tool `compare_with_pulled`. */
interface CompareArguments {
  readonly id: string;
  readonly read?: ReadName;
  readonly after?: string;
}

const COMPARE_TOOL_NAME = 'compare_with_pulled';

/** Creates the definition of the tool. */
const createCompareDefinition = (folder: AssistantCollection): ToolDefinition => ({
  name: COMPARE_TOOL_NAME,
  title: 'Compare with what was pulled',
  description: `What changed in a garment between the folder ${folder.displayPath}, as it was pulled, and today: value and state of each change, the dearest first.`,
  scope: 'read',
  inputSchema: createInputSchema({
    id: createIdSchema('As the folder has it: GARM-<n> or the uuid.'),
    read: {
      type: 'string',
      enum: Object.values(RESOURCE_BY_TOOL),
      description: 'What to compare; graph when left out.',
    },
    after: AFTER_SCHEMA,
  }),
  outputSchema: {
    type: 'object',
    properties: { same: { type: 'boolean' }, changes: { type: 'array' } },
    additionalProperties: true,
  },
  annotations: READ_ONLY_HINTS,
});

/**
 * Adds the tool that compares a current body with the pulled one. Does nothing without a pulled folder.
 */
export const addCompareTool = (server: McpServer, source: AssistantSource, read: BodyReader): void => {
  const { collection } = source;
  if (collection === undefined) return;
  addTool<CompareArguments>(
    server,
    createCompareDefinition(collection),
    source.explainError,
    async ({ id, read: what = 'graph', after }, context) => {
      const question = { id, read: what };
      const stray = checkCursorQuestion({ tool: COMPARE_TOOL_NAME, question, after });
      if (stray) return stray;
      const before = collection.readText(id, what);
      if (before === undefined) {
        const ids = collection.items.slice(0, 20).map((one) => one.id);
        return createToolErrorResult(
          `The folder holds no ${what} of ${id}. It has: ${ids.join(', ') || 'nothing'}.`,
        );
      }
      const { text, digest } = await read(what, { id, after }, context.mcpReq.signal);
      const changes = compareBodies(parseJson(before), parseJson(text)).changes.toSorted(compareChangeRanks);
      const value = { same: changes.length === 0, classes: CHANGE_CLASSES, changes };
      return createPartResult({
        tool: COMPARE_TOOL_NAME,
        value,
        digest,
        question,
        after,
        extraMembers: DATA_NOTE,
      });
    },
  );
};

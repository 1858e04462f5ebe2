import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isRecord, own } from '../json/values.ts';
import { type ToolResult, trouble } from '../tools/tool-result.ts';
import type { Ambiguous, AssistantSource } from './source.ts';

const KEY = 'design';

/** Whether there is a form in which somebody can be asked. Each request says it in the modern era. */
const canAsk = (server: McpServer, { envelope }: ServerContext['mcpReq']): boolean => {
  const said = isRecord(envelope) ? own(envelope, CLIENT_CAPABILITIES_META_KEY) : undefined;
  const able = said ?? server.server.getClientCapabilities();
  const elicitation = isRecord(able) ? own(able, 'elicitation') : undefined;
  return isRecord(elicitation) && (Object.hasOwn(elicitation, 'form') || !Object.hasOwn(elicitation, 'url'));
};

const question = ({ words, ids }: Ambiguous): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [KEY]: inputRequired.elicit({
        message: words,
        requestedSchema: {
          type: 'object',
          properties: { [KEY]: { type: 'string', title: 'Which design?', enum: [...ids] } },
          required: [KEY],
        },
      }),
    },
  });

/** Most designs that a form may list. */
const MOST = 50;

/**
 * Lets a person choose where a name means several designs, if the host can ask one; the model is told of them
 * otherwise. Whoever goes on with a part is not asked again.
 */
export const choosing = (server: McpServer, source: Pick<AssistantSource, 'several'>) => {
  const chosen = new Map<string, string>();
  return async (
    { id, after }: { readonly id: string; readonly after?: string | undefined },
    { mcpReq }: ServerContext,
    answer: (id: string) => Promise<ToolResult>,
  ): Promise<ToolResult | InputRequiredResult> => {
    const response = inputResponse(mcpReq.inputResponses, KEY);
    if (response.kind === 'elicit') {
      const picked = response.action === 'accept' ? response.content?.[KEY] : undefined;
      if (typeof picked !== 'string') return trouble('Nobody chose one of the designs, so nothing was read.');
      chosen.set(id, picked);
      return answer(picked);
    }
    try {
      return await answer((after === undefined ? undefined : chosen.get(id)) ?? id);
    } catch (error) {
      const several = source.several(error);
      if (several === undefined || several.ids.length > MOST || !canAsk(server, mcpReq)) throw error;
      return question(several);
    }
  };
};

import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { getOwnMember, isRecord } from '../platform/json/json-values.ts';
import type { AssistantSource, DesignChoices } from './assistant-source.ts';
import { createToolErrorResult, type ToolResult } from './service-tools/tool-result.ts';

const DESIGN_KEY = 'design';

/**
 * Returns true if the MCP host can show a form to its user. With newer protocol versions, each request of the host
 * states this ability. With older versions, the host states it once, when it connects.
 */
const canAskUser = (server: McpServer, { envelope }: ServerContext['mcpReq']): boolean => {
  const declared = isRecord(envelope) ? getOwnMember(envelope, CLIENT_CAPABILITIES_META_KEY) : undefined;
  const capabilities = declared ?? server.server.getClientCapabilities();
  const elicitation = isRecord(capabilities) ? getOwnMember(capabilities, 'elicitation') : undefined;
  return isRecord(elicitation) && (Object.hasOwn(elicitation, 'form') || !Object.hasOwn(elicitation, 'url'));
};

const createDesignQuestion = ({ message, ids }: DesignChoices): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [DESIGN_KEY]: inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: { [DESIGN_KEY]: { type: 'string', title: 'Which design?', enum: [...ids] } },
          required: [DESIGN_KEY],
        },
      }),
    },
  });

/** The maximum number of designs that a form offers. */
const MAX_CHOICES = 50;

/**
 * Creates a function that returns the result of `answer` for the design `id`. If several designs have this name, it
 * returns a form in which the user chooses one, and keeps the choice for later parts of the result. If the user chooses
 * none, it returns an error result. If no form can be shown or more than MAX_CHOICES designs match, it throws the error
 * of `answer`.
 */
export const createDesignChooser = (
  server: McpServer,
  source: Pick<AssistantSource, 'findDesignChoices'>,
) => {
  const chosenIds = new Map<string, string>();
  const offeredIds = new Map<string, readonly string[]>();
  return async (
    { id, after }: { readonly id: string; readonly after?: string | undefined },
    { mcpReq }: ServerContext,
    answer: (id: string) => Promise<ToolResult>,
  ): Promise<ToolResult | InputRequiredResult> => {
    const response = inputResponse(mcpReq.inputResponses, DESIGN_KEY);
    if (response.kind === 'elicit') {
      const pickedId = response.action === 'accept' ? response.content?.[DESIGN_KEY] : undefined;
      // Accepts only an id that the form offered to the user, because the MCP client may send any text.
      if (typeof pickedId !== 'string' || !offeredIds.get(id)?.includes(pickedId))
        return createToolErrorResult('No design was chosen, so nothing was read.');
      chosenIds.set(id, pickedId);
      return answer(pickedId);
    }
    try {
      return await answer((after === undefined ? undefined : chosenIds.get(id)) ?? id);
    } catch (error) {
      const choices = source.findDesignChoices(error);
      if (choices === undefined || choices.ids.length > MAX_CHOICES || !canAskUser(server, mcpReq))
        throw error;
      offeredIds.set(id, choices.ids);
      return createDesignQuestion(choices);
    }
  };
};

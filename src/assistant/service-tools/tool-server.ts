import {
  fromJsonSchema,
  type InputRequiredResult,
  McpServer,
  type McpServerOptions,
  requireScopes,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { createBodyResult, type ToolArguments } from './part-result.ts';
import {
  type JsonSchema,
  listToolDefinitions,
  RESOURCE_BY_TOOL,
  TOOL_SERVER_INSTRUCTIONS,
  type ToolDefinition,
} from './tool-definitions.ts';
import { createToolErrorResult, type ToolResult } from './tool-result.ts';

/** The validated arguments of a tool call that reads a resource or exports a design. */
export interface ToolCall {
  /** The resource that the tool reads; undefined for an export. */
  readonly resource: (typeof RESOURCE_BY_TOOL)[keyof typeof RESOURCE_BY_TOOL] | undefined;
  readonly id: string;
  readonly profile?: string | undefined;
  readonly driver?: string | undefined;
  readonly signal: AbortSignal;
}

interface ToolServerInfo {
  readonly name: string;
  readonly version: string;
  /** The number of milliseconds for which a client may cache the lists of tools, resources and prompts. */
  readonly listLifeMs: number;
  readonly instructions: string;
}

/** Functions from which the tools get bodies, and the name and version of the server. */
export interface ToolSource extends Omit<ToolServerInfo, 'instructions'> {
  /** A text that tells the model which ids are accepted. */
  readonly idDescription: string;
  /** Reads the requested resource or exports the design. Returns the response body of the service. */
  readBody(call: ToolCall): Promise<{ readonly text: string }>;
  /**
   * Returns a text that explains the error to the model. Returns undefined if the model must not see the reason of the
   * error.
   */
  explainError(error: unknown): string | undefined;
}

/**
 * Creates an MCP server without tools. Clients may cache its list of tools for `listLifeMs` milliseconds.
 * `extraOptions` can add further MCP capabilities.
 */
export const createMcpServer = (
  { name, version, listLifeMs, instructions }: ToolServerInfo,
  extraOptions: Pick<McpServerOptions, 'capabilities' | 'cacheHints'> = {},
): McpServer => {
  const fresh = { ttlMs: listLifeMs, cacheScope: 'private' } as const;
  return new McpServer(
    { name, title: 'Fashion-Development Data', version },
    {
      // `listChanged` is false, because the set of tools never changes. If it were true, hosts would keep a stream open
      // for notifications.
      capabilities: { tools: { listChanged: false }, ...extraOptions.capabilities },
      instructions,
      cacheHints: { 'tools/list': fresh, 'server/discover': fresh, ...extraOptions.cacheHints },
    },
  );
};

const schemaCache = new Map<string, JsonSchema>();

/**
 * Returns the same object for all schemas with equal content. The MCP library compiles a validator for each schema
 * object, so this saves work.
 */
const reuseSchema = (schema: JsonSchema): JsonSchema => {
  const text = JSON.stringify(schema);
  const first = schemaCache.get(text) ?? schema;
  schemaCache.set(text, first);
  return first;
};

/** Adds a tool to the server. If `answer` rejects, the tool returns an error result with the text of `explainError`. */
export const addTool = <A>(
  server: McpServer,
  { name, title, description, scope, inputSchema, outputSchema, annotations }: ToolDefinition,
  explainError: ToolSource['explainError'],
  answer: (args: A, context: ServerContext) => Promise<ToolResult | InputRequiredResult>,
): void => {
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: fromJsonSchema<A>(reuseSchema(inputSchema)),
      outputSchema: fromJsonSchema<Record<string, unknown>>(reuseSchema(outputSchema)),
      annotations: { title, ...annotations },
      scopeChallenge: requireScopes(scope),
    },
    async (args, context) => {
      try {
        return await answer(args, context);
      } catch (error) {
        return createToolErrorResult(explainError(error) ?? 'The call failed; the reason is unknown.');
      }
    },
  );
};

/**
 * Creates the tool server with the tools of the service, for example `export_design`. They return bodies from `source`.
 */
export const createToolServer = (source: ToolSource): McpServer => {
  const server = createMcpServer({ ...source, instructions: TOOL_SERVER_INSTRUCTIONS });
  for (const definition of listToolDefinitions(source.idDescription)) {
    const { name } = definition;
    addTool<ToolArguments>(server, definition, source.explainError, async (args, context) => {
      const { id, profile, driver } = args;
      const resource = name === 'export_design' ? undefined : RESOURCE_BY_TOOL[name];
      const { signal } = context.mcpReq;
      const { text } = await source.readBody({ resource, id, profile, driver, signal });
      return createBodyResult(name, text, args);
    });
  }
  return server;
};

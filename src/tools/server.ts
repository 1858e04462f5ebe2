import {
  fromJsonSchema,
  type InputRequiredResult,
  McpServer,
  type McpServerOptions,
  requireScopes,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { INSTRUCTIONS, READS, type Schema, type ToolDefinition, toolDefinitions } from './definitions.ts';
import { type Args, resultOf } from './result.ts';
import { type ToolResult, trouble } from './tool-result.ts';

/** What a call asks for; checked against the tool's schema before it gets here. */
export interface ToolCall {
  /** The resource that the tool reads; undefined for an export. */
  readonly reads: (typeof READS)[keyof typeof READS] | undefined;
  readonly id: string;
  readonly profile?: string | undefined;
  readonly driver?: string | undefined;
  readonly signal: AbortSignal;
}

/** Whoever serves tools, as clients are told. */
export interface Serving {
  readonly name: string;
  readonly version: string;
  /** Milliseconds for which a client may keep what is listed. */
  readonly listLife: number;
  readonly instructions: string;
}

/** Who answers the calls. */
export interface ToolSource extends Omit<Serving, 'instructions'> {
  /** What may stand for `id`, for the model. */
  readonly ids: string;
  /** The body of the service, as its text. */
  body(call: ToolCall): Promise<string>;
  /** What went wrong, in words that help; undefined for what is nobody's business. */
  inWords(error: unknown): string | undefined;
}

/** A server without tools yet, for one connection or one request. Speaks whichever era it is connected in. */
export const emptyServer = (
  { name, version, listLife, instructions }: Serving,
  more: Pick<McpServerOptions, 'capabilities' | 'cacheHints'> = {},
): McpServer => {
  const fresh = { ttlMs: listLife, cacheScope: 'private' } as const;
  return new McpServer(
    { name, title: 'Fashion-Development Data', version },
    {
      // The set of tools never changes: saying otherwise makes hosts hold a stream open to hear of it.
      capabilities: { tools: { listChanged: false }, ...more.capabilities },
      instructions,
      cacheHints: { 'tools/list': fresh, 'server/discover': fresh, ...more.cacheHints },
    },
  );
};

const schemas = new Map<string, Schema>();

/** The first schema of that content: the checker of arguments is compiled, and kept, for each object anew. */
const once = (schema: Schema): Schema => {
  const text = JSON.stringify(schema);
  const first = schemas.get(text) ?? schema;
  schemas.set(text, first);
  return first;
};

/** Adds a tool. What `answer` rejects with becomes something that a model can read. */
export const addTool = <A>(
  server: McpServer,
  { name, title, description, scope, inputSchema, outputSchema, annotations }: ToolDefinition,
  inWords: ToolSource['inWords'],
  answer: (args: A, context: ServerContext) => Promise<ToolResult | InputRequiredResult>,
): void => {
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: fromJsonSchema<A>(once(inputSchema)),
      outputSchema: fromJsonSchema<Record<string, unknown>>(once(outputSchema)),
      annotations: { title, ...annotations },
      scopeChallenge: requireScopes(scope),
    },
    async (args, context) => {
      try {
        return await answer(args, context);
      } catch (error) {
        return trouble(inWords(error) ?? 'The call failed for a reason that is not known here.');
      }
    },
  );
};

/** The service's own tool server: the five tools, and nothing beside them. */
export const toolServer = (source: ToolSource): McpServer => {
  const server = emptyServer({ ...source, instructions: INSTRUCTIONS });
  for (const definition of toolDefinitions(source.ids)) {
    const { name } = definition;
    addTool<Args>(server, definition, source.inWords, async (args, context) => {
      const { id, profile, driver } = args;
      const reads = name === 'export_design' ? undefined : READS[name];
      return resultOf(
        name,
        await source.body({ reads, id, profile, driver, signal: context.mcpReq.signal }),
        args,
      );
    });
  }
  return server;
};

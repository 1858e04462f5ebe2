import { fromJsonSchema, McpServer, requireScopes } from '@modelcontextprotocol/server';
import { INSTRUCTIONS, READS, toolDefinitions } from './definitions.ts';
import { resultOf, type ToolResult, trouble } from './result.ts';

/** What a call asks for; checked against the tool's schema before it gets here. */
export interface ToolCall {
  /** The resource that the tool reads; undefined for an export. */
  readonly reads: (typeof READS)[keyof typeof READS] | undefined;
  readonly id: string;
  readonly profile?: string | undefined;
  readonly driver?: string | undefined;
  readonly signal: AbortSignal;
}

/** Who answers the calls. */
export interface ToolSource {
  readonly name: string;
  readonly version: string;
  /** What may stand for `id`, for the model. */
  readonly ids: string;
  /** Milliseconds for which a client may keep the list of tools. */
  readonly listLife: number;
  /** The body of the service, as its text. */
  body(call: ToolCall): Promise<string>;
  /** What went wrong, in words that help; undefined for what is nobody's business. */
  inWords(error: unknown): string | undefined;
}

interface Given {
  readonly id: string;
  readonly profile?: string;
  readonly driver?: string;
  readonly kinds?: readonly string[];
  readonly after?: string;
}

/** A server with the five tools, for one connection or one request. Speaks whichever era it is connected in. */
export function toolServer(source: ToolSource): McpServer {
  const fresh = { ttlMs: source.listLife, cacheScope: 'private' } as const;
  const server = new McpServer(
    { name: source.name, title: 'Fashion-Development Data', version: source.version },
    {
      // The set of tools never changes: saying otherwise makes hosts hold a stream open to hear of it.
      capabilities: { tools: { listChanged: false } },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': fresh, 'server/discover': fresh },
    },
  );
  for (const { name, title, description, scope, inputSchema, outputSchema, annotations } of toolDefinitions(
    source.ids,
  )) {
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: fromJsonSchema<Given>(inputSchema),
        outputSchema: fromJsonSchema<Record<string, unknown>>(outputSchema),
        annotations: { title, ...annotations },
        scopeChallenge: requireScopes(scope),
      },
      async ({ id, profile, driver, kinds, after }, context): Promise<ToolResult> => {
        try {
          const reads = name === 'export_design' ? undefined : READS[name];
          const text = await source.body({ reads, id, profile, driver, signal: context.mcpReq.signal });
          return resultOf(name, text, { kinds, after });
        } catch (error) {
          return trouble(source.inWords(error) ?? 'The call failed for a reason that is not known here.');
        }
      },
    );
  }
  return server;
}

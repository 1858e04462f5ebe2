import {
  Client,
  type PriorDiscovery,
  ProtocolError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { RefusedRequest, ToileError, Unavailable, UsageError } from '../../platform/errors.ts';
import { nextCommand, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import { parseJson, serializeJson } from '../../platform/json/parse-json.ts';
import type { Fetch } from '../../service/client/index.ts';
import { createCallGuard } from './call-guard.ts';
import { findSchemaMismatch } from './schema-mismatch.ts';
import { type CachedToolList, ToolListStore } from './tool-list-store.ts';
import { createToolServerTransport, type ToolServerTransport } from './tool-server-transport.ts';

/** An answer of a tool server: the result as text, and as a value with exact numbers. */
export interface ToolServerAnswer {
  readonly text: string;
  readonly value: unknown;
  /** Where the result does not match the output schema of its tool; undefined when it matches. */
  readonly schemaMismatch?: string;
}

/** A client of a tool server. It rejects with ToileError. */
export interface ToolServerClient {
  listTools(): Promise<ToolServerAnswer>;
  /** The address of the server. */
  readonly url: string;
  /** Calls a tool. With `leaving` the call is written on the wire once, after `leaving` has marked it. */
  callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    leaving?: () => Promise<() => void>,
  ): Promise<ToolServerAnswer>;
  /** Parses JSON inside of an answer with exact numbers; undefined for any other text. */
  parseNestedJson(text: string): unknown;
  close(): Promise<void>;
}

/** Address, credential and environment of a tool server client. */
export interface ToolServerSettings {
  readonly url: string;
  readonly credential: string;
  /** The hint for a credential that is not accepted; undefined for the default hint. */
  readonly signInHint: ShellSafe | undefined;
  readonly version: string;
  readonly signal: AbortSignal;
  readonly fetch: Fetch;
  /** A fetch that writes a request on the wire once, after `leaving` has marked it. */
  fetchOnce(leaving: () => Promise<() => void>): Promise<Fetch>;
  /** Waits that many milliseconds. Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** The facts about this server that an earlier run found, so that a call needs one request. */
  readonly serverCache: {
    read(): Promise<KnownToolServer | undefined>;
    write(found: KnownToolServer | undefined): Promise<void>;
  };
}

/** The protocol era of a server, and its list of tools while the server allows caching. */
export interface KnownToolServer {
  readonly found: PriorDiscovery;
  readonly tools?: CachedToolList | undefined;
}

/**
 * The timeout of the library in milliseconds, which must never happen first: `--max-wait` and the transport
 * limit each request.
 */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Returns true for unknown methods and invalid arguments. Any other error may mean that the protocol era
 * changed.
 */
const isInvalidParamsError = (error: unknown): boolean =>
  error instanceof ProtocolError && error.code === -32602;

/** Creates a client. It connects on the first call, and once more without cached facts if that fails. */
export const createToolServerClient = (setting: ToolServerSettings): ToolServerClient => {
  const { url, credential, version, signal, serverCache } = setting;
  const options = { signal, timeout: MAX_TIMEOUT_MS };
  let connected: { readonly client: Client; readonly store: ToolListStore } | undefined;

  const guard = createCallGuard(setting);

  const connect = async (
    earlier: KnownToolServer | undefined,
    line: ToolServerTransport,
  ): Promise<NonNullable<typeof connected>> => {
    const store = new ToolListStore(earlier?.tools);
    const client = new Client(
      { name: 'toile', version },
      { versionNegotiation: { mode: 'auto' }, capabilities: {}, responseCacheStore: store },
    );
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      fetch: line.fetch,
      requestInit: { headers: { authorization: `Bearer ${credential}` } },
    });
    await client.connect(transport, { ...options, ...(earlier && { prior: earlier.found }) });
    connected = { client, store };
    return connected;
  };

  /** Stores the facts about the server when they are new. */
  const keep = async (earlier: KnownToolServer | undefined): Promise<void> => {
    if (connected === undefined) return;
    const discover = connected.client.getDiscoverResult();
    const found = earlier?.found ?? (discover ? { kind: 'modern', discover } : { kind: 'legacy' });
    const { cachedList: tools } = connected.store;
    if (earlier === undefined || tools !== earlier.tools) await serverCache.write({ found, tools });
  };

  const once = async (
    earlier: KnownToolServer | undefined,
    ask: (client: Client, line: ToolServerTransport) => Promise<unknown>,
  ): Promise<ToolServerAnswer> => {
    const line = createToolServerTransport({ ...setting, fetch: guard.fetch });
    try {
      const operation = async (): Promise<unknown> => {
        const { client } = connected ?? (await connect(earlier, line));
        return ask(client, line);
      };
      const answer = await Promise.race([operation(), line.stalled]);
      await keep(earlier);
      const text = joinResultTexts(line.results(), answer);
      return { text, value: parseJson(text) };
    } catch (error) {
      throw line.lastError() instanceof ToileError ? line.lastError() : error;
    } finally {
      line.close();
    }
  };

  const asked = async (
    ask: (client: Client, line: ToolServerTransport) => Promise<unknown>,
  ): Promise<ToolServerAnswer> => {
    const earlier = connected ? undefined : await serverCache.read();
    try {
      return await once(earlier, ask).catch(async (error: unknown) => {
        // Facts of an earlier run may be outdated, so the call is tried once more without them.
        if (earlier === undefined || error instanceof ToileError || isInvalidParamsError(error)) throw error;
        await close();
        await serverCache.write(undefined);
        return once(undefined, ask);
      });
    } catch (error) {
      throw toToolServerError(error, url, signal);
    }
  };

  const close = async (): Promise<void> => {
    const { client } = connected ?? {};
    connected = undefined;
    await client?.close();
  };

  return {
    listTools: () =>
      asked((client, line) => {
        line.clearResults();
        return client.listTools(undefined, { ...options, cacheMode: 'refresh' });
      }),
    url,
    async callTool(name, args, leaving) {
      guard.mark(leaving);
      const answer = await asked(async (client, line) => {
        // The list defines which arguments the headers of the call repeat (`Mcp-Param-*`), and the output
        // schema.
        await client.listTools(undefined, options);
        line.clearResults();
        return client.callTool({ name, arguments: { ...args } }, options);
      });
      const schema = connected?.store.outputSchema(name);
      const { structuredContent, isError } = isRecord(answer.value) ? answer.value : {};
      const misfit =
        schema === undefined || isError === true ? undefined : findSchemaMismatch(schema, structuredContent);
      return misfit === undefined ? answer : { ...answer, schemaMismatch: misfit };
    },
    parseNestedJson: (text) => {
      try {
        return parseJson(text);
      } catch {
        return undefined;
      }
    },
    close,
  };
};

/** Returns the answer as the server wrote it; several pages of a list are joined into one. */
const joinResultTexts = (results: readonly string[], answer: unknown): string => {
  const [first, ...more] = results;
  if (first === undefined) return serializeJson(answer);
  if (more.length === 0) return first;
  const pages = results.map((text) => parseJson(text)).filter(isRecord);
  const { nextCursor: _, ...head } = pages[0] ?? {};
  const tools = pages.flatMap((page) => (Array.isArray(page.tools) ? page.tools : []));
  return serializeJson({ ...head, tools });
};

/** Turns an error of the library into a ToileError. */
const toToolServerError = (error: unknown, url: string, signal: AbortSignal): unknown => {
  if (error instanceof ToileError) return error;
  if (signal.aborted) return signal.reason;
  if (error instanceof ProtocolError) {
    const told = { code: 'protocol', cause: error };
    return error.code === -32602
      ? new UsageError(`the tool server refused the call: ${error.message}`, {
          ...told,
          hint: nextCommand`toile tools ls`,
        })
      : new RefusedRequest(`the tool server refused the request (${error.code}): ${error.message}`, told);
  }
  const why = error instanceof Error ? error.message : String(error);
  return new Unavailable(`${new URL(url).origin} does not respond like a tool server: ${why}`, {
    code: 'bad_answer',
    cause: error,
    hint: shellText`check the address: TOILE_MCP_URL, or toile login --mcp-url`,
  });
};

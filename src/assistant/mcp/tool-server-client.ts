import {
  type CacheEntry,
  Client,
  InMemoryResponseCacheStore,
  type PriorDiscovery,
  ProtocolError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Failure, RefusedRequest, ToileError, Unavailable, UsageError } from '../../platform/errors.ts';
import { nextCommand, type ShellSafe } from '../../platform/escape/shell.ts';
import { getOwnMember, isRecord, toJsonText } from '../../platform/json/json-values.ts';
import { parseJson } from '../../platform/json/parse-json.ts';
import { tryParseJson } from '../../platform/system/read-json-file.ts';
import type { Fetch } from '../../service/client/index.ts';
import {
  createToolServerFetcher,
  TOOL_SERVER_ADDRESS_HINT,
  type ToolServerFetcher,
} from './tool-server-fetcher.ts';

type BeforeCall = () => Promise<() => void>;

/** Returns true if a request body calls a tool. A body that is not JSON counts as a call. */
const isToolCall = (body: string | undefined): boolean => {
  if (body === undefined) return false;
  const message = tryParseJson(body);
  return !isRecord(message) || message.method === 'tools/call';
};

/**
 * Creates a `fetch` that sends a tool call at most once if the call may cost money. The caller announces such a call
 * with `markCall(beforeCall)`, and the `fetch` runs `beforeCall` before it sends the call. If the MCP library repeats
 * the call, the `fetch` throws a Failure and sends nothing.
 */
const createCallGuard = (senders: {
  readonly fetch: Fetch;
  fetchOnce(beforeCall: BeforeCall): Promise<Fetch>;
}): { readonly fetch: Fetch; markCall(beforeCall: BeforeCall | undefined): void } => {
  let beforeMarkedCall: BeforeCall | undefined;
  let wasCalled = false;
  return {
    markCall: (beforeCall) => {
      beforeMarkedCall = beforeCall;
    },
    async fetch(url, init) {
      if (beforeMarkedCall === undefined || !isToolCall(init.body)) return senders.fetch(url, init);
      // A tool call may be attempted a second time: by the MCP library if the server rejects the HTTP headers of the
      // call, and by toile if the cached protocol version is outdated. After `markCall`, a tool call must be sent only
      // once, so the second time is an error.
      if (wasCalled)
        throw new Failure(
          'the tool was already called once; toile does not repeat a call that may cost money',
          { code: 'called_once' },
        );
      wasCalled = true;
      return (await senders.fetchOnce(beforeMarkedCall))(url, init);
    },
  };
};

/**
 * The maximum number of steps of one check of a tool result against a schema. If a check needs more, it stops and the
 * result is accepted.
 */
const MAX_CHECK_STEPS = 10_000;

const TYPE_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

/**
 * Describes the first place where a value does not match the types and required members of a schema; undefined if it
 * matches. The rest of the schema is not evaluated: it comes from a tool server, and a pattern in it could run forever.
 */
const findSchemaMismatch = (schema: unknown, value: unknown): string | undefined => {
  const pending: { readonly schema: unknown; readonly value: unknown; readonly path: string }[] = [
    { schema, value, path: 'the result' },
  ];
  for (let steps = 0; steps < MAX_CHECK_STEPS; steps++) {
    const check = pending.pop();
    if (check === undefined) return undefined;
    if (!isRecord(check.schema)) continue;
    const { type, required, properties, items } = check.schema;
    const isOfType =
      typeof type === 'string' && Object.hasOwn(TYPE_CHECKS, type) ? TYPE_CHECKS[type] : undefined;
    if (isOfType?.(check.value) === false) return `${check.path} is not of the type ${String(type)}`;
    if (isRecord(check.value)) {
      const members = check.value;
      const names = Array.isArray(required) ? required.slice(0, MAX_CHECK_STEPS) : [];
      const missing = names.find((name) => typeof name === 'string' && !Object.hasOwn(members, name));
      if (missing !== undefined) return `${check.path} lacks the member ${missing}`;
      if (isRecord(properties))
        for (const name of Object.keys(properties).slice(0, MAX_CHECK_STEPS))
          if (Object.hasOwn(members, name))
            pending.push({
              schema: getOwnMember(properties, name),
              value: getOwnMember(members, name),
              path: `its ${name}`,
            });
    } else if (Array.isArray(check.value) && isRecord(items)) {
      for (const item of check.value.slice(0, MAX_CHECK_STEPS))
        pending.push({ schema: items, value: item, path: `an item of ${check.path}` });
    }
  }
  return undefined;
};

/** The list of tools as the MCP library caches it: JSON text and the time when it expires. */
type CachedToolList = Omit<CacheEntry, 'stamp'>;

const parseToolList = ({ value }: CachedToolList): readonly unknown[] => {
  const list: unknown = JSON.parse(value);
  return isRecord(list) && Array.isArray(list.tools) ? list.tools : [];
};

/**
 * Returns a tool list without the output schemas of its tools. The MCP library would evaluate the patterns in these
 * schemas, and this could take forever.
 */
const removeOutputSchemas = <T extends CachedToolList>(entry: T): T => {
  const tools = parseToolList(entry).map((tool) =>
    isRecord(tool) ? { ...tool, outputSchema: undefined } : tool,
  );
  return { ...entry, value: JSON.stringify({ ...JSON.parse(entry.value), tools }) };
};

/**
 * Caches the list of tools of a server. From this list, the MCP library learns which arguments of a tool call it must
 * repeat in HTTP headers.
 */
class ToolListStore extends InMemoryResponseCacheStore {
  cachedList: CachedToolList | undefined;

  constructor(list: CachedToolList | undefined) {
    super();
    this.cachedList = list;
  }

  override get(key: Parameters<InMemoryResponseCacheStore['get']>[0]): CacheEntry | undefined {
    const stored = super.get(key);
    if (stored === undefined && key.method === 'tools/list' && this.cachedList !== undefined)
      super.set(key, removeOutputSchemas(this.cachedList));
    return stored ?? super.get(key);
  }

  override set(...[key, entry]: Parameters<InMemoryResponseCacheStore['set']>): number {
    if (key.method !== 'tools/list') return super.set(key, entry);
    this.cachedList = entry;
    return super.set(key, removeOutputSchemas(entry));
  }

  findOutputSchema(name: string): unknown {
    const tools = this.cachedList === undefined ? [] : parseToolList(this.cachedList);
    return tools.filter(isRecord).find((tool) => tool.name === name)?.outputSchema;
  }
}

/** The result of a tool call as JSON text and as a parsed value. Both keep numbers as the server wrote them: `56.0`. */
interface ToolServerResult {
  readonly text: string;
  readonly value: unknown;
  readonly schemaMismatch?: string;
}

/** The address and the credential of a tool server, and the functions and the cache with which toile calls it. */
export interface ToolServerSettings {
  readonly url: string;
  readonly credential: string;
  /** The hint for a rejected credential; undefined for the default hint. */
  readonly signInHint: ShellSafe | undefined;
  readonly version: string;
  readonly signal: AbortSignal;
  readonly fetch: Fetch;
  /**
   * Returns a `fetch` that sends a request only once, without retries. Before the request, it awaits `beforeCall`,
   * which returns a function. It calls this function right before it sends the first byte.
   */
  fetchOnce(beforeCall: () => Promise<() => void>): Promise<Fetch>;
  /** Waits `ms` milliseconds. Rejects if the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /**
   * Stores the protocol version and the tool list of the server for later runs. With them, a tool call needs only one
   * request.
   */
  readonly serverCache: {
    read(): Promise<KnownToolServer | undefined>;
    write(found: KnownToolServer | undefined): Promise<void>;
  };
}

/**
 * What is known about a tool server: its protocol version, and its list of tools if the server allows clients to cache
 * this list.
 */
export interface KnownToolServer {
  readonly found: PriorDiscovery;
  readonly tools?: CachedToolList | undefined;
}

/**
 * The timeout in milliseconds that the MCP library gets. It is so long that it is never reached, because `--max-wait`
 * ends each request earlier.
 */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Returns true if the error means that the tool is unknown or an argument is invalid. Any other error may mean that the
 * server has changed its protocol version.
 */
const isInvalidParamsError = (error: unknown): boolean =>
  error instanceof ProtocolError && error.code === -32602;

/**
 * Creates a client of a tool server with the methods `listTools`, `callTool` and `close`. It connects on the first
 * call. If a call with a cached protocol version and tool list fails, it clears the cache and tries once more. Its
 * methods reject with a ToileError, or with the reason of an abort.
 */
export const createToolServerClient = (settings: ToolServerSettings) => {
  const { url, credential, version, signal, serverCache } = settings;
  const options = { signal, timeout: MAX_TIMEOUT_MS };
  let connected: { readonly client: Client; readonly store: ToolListStore } | undefined;

  const guard = createCallGuard(settings);

  const connect = async (
    cachedServer: KnownToolServer | undefined,
    connection: ToolServerFetcher,
  ): Promise<NonNullable<typeof connected>> => {
    const store = new ToolListStore(cachedServer?.tools);
    const client = new Client(
      { name: 'toile', version },
      { versionNegotiation: { mode: 'auto' }, capabilities: {}, responseCacheStore: store },
    );
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      fetch: connection.fetch,
      requestInit: { headers: { authorization: `Bearer ${credential}` } },
    });
    await client.connect(transport, { ...options, ...(cachedServer && { prior: cachedServer.found }) });
    connected = { client, store };
    return connected;
  };

  const updateServerCache = async (cachedServer: KnownToolServer | undefined): Promise<void> => {
    if (connected === undefined) return;
    const discover = connected.client.getDiscoverResult();
    const found = cachedServer?.found ?? (discover ? { kind: 'modern', discover } : { kind: 'legacy' });
    const { cachedList: tools } = connected.store;
    if (cachedServer === undefined || tools !== cachedServer.tools) await serverCache.write({ found, tools });
  };

  const requestOnce = async (
    cachedServer: KnownToolServer | undefined,
    send: (client: Client, connection: ToolServerFetcher) => Promise<unknown>,
  ): Promise<ToolServerResult> => {
    const connection = createToolServerFetcher({ ...settings, fetch: guard.fetch });
    try {
      const connectAndSend = async (): Promise<unknown> => {
        const { client } = connected ?? (await connect(cachedServer, connection));
        return send(client, connection);
      };
      const result = await Promise.race([connectAndSend(), connection.stalled]);
      await updateServerCache(cachedServer);
      const text = joinResultTexts(connection.getResults(), result);
      return { text, value: parseJson(text) };
    } catch (error) {
      throw connection.getLastError() instanceof ToileError ? connection.getLastError() : error;
    } finally {
      connection.close();
    }
  };

  const requestWithCache = async (
    send: (client: Client, connection: ToolServerFetcher) => Promise<unknown>,
  ): Promise<ToolServerResult> => {
    const cachedServer = connected ? undefined : await serverCache.read();
    try {
      return await requestOnce(cachedServer, send).catch(async (error: unknown) => {
        // The cached protocol version or tool list may be outdated, so the call is tried once more without them.
        if (cachedServer === undefined || error instanceof ToileError || isInvalidParamsError(error))
          throw error;
        await close();
        await serverCache.write(undefined);
        return requestOnce(undefined, send);
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
      requestWithCache((client, connection) => {
        connection.clearResults();
        return client.listTools(undefined, { ...options, cacheMode: 'refresh' });
      }),
    url,
    /**
     * Calls a tool. With `beforeCall`, the call is sent only after `beforeCall` has resolved, and it is never sent a
     * second time.
     */
    async callTool(
      name: string,
      args: Readonly<Record<string, unknown>>,
      beforeCall?: () => Promise<() => void>,
    ) {
      guard.markCall(beforeCall);
      const result = await requestWithCache(async (client, connection) => {
        // `listTools` has to run before `callTool`. From the list, the MCP library learns which arguments to repeat in
        // HTTP headers (`Mcp-Param-*`). The list also contains the output schemas, with which toile checks the result.
        // The MCP library gets the list without them.
        await client.listTools(undefined, options);
        connection.clearResults();
        return client.callTool({ name, arguments: { ...args } }, options);
      });
      const schema = connected?.store.findOutputSchema(name);
      const { structuredContent, isError } = isRecord(result.value) ? result.value : {};
      const mismatch =
        schema === undefined || isError === true ? undefined : findSchemaMismatch(schema, structuredContent);
      return mismatch === undefined ? result : { ...result, schemaMismatch: mismatch };
    },
    /** Parses JSON text inside a result. Numbers stay as written: `56.0`. Returns undefined if the text is not JSON. */
    parseNestedJson: (text: string) => {
      try {
        return parseJson(text);
      } catch {
        return undefined;
      }
    },
    close,
  };
};

/** A client of a tool server, which lists and calls its tools. */
export type ToolServerClient = ReturnType<typeof createToolServerClient>;

/**
 * Returns the result of a request as the server sent it. If the server sent a list in several pages, joins them into
 * one list.
 */
const joinResultTexts = (results: readonly string[], result: unknown): string => {
  const [firstText, ...otherTexts] = results;
  if (firstText === undefined) return toJsonText(result);
  if (otherTexts.length === 0) return firstText;
  const pages = results.map((text) => parseJson(text)).filter(isRecord);
  const { nextCursor: _, ...head } = pages[0] ?? {};
  const tools = pages.flatMap((page) => (Array.isArray(page.tools) ? page.tools : []));
  return toJsonText({ ...head, tools });
};

/** Converts an error of the MCP library to a ToileError. For an aborted request, returns the reason of the abort. */
const toToolServerError = (error: unknown, url: string, signal: AbortSignal): unknown => {
  if (error instanceof ToileError) return error;
  if (signal.aborted) return signal.reason;
  if (error instanceof ProtocolError) {
    const errorOptions = { code: 'protocol', cause: error };
    return error.code === -32602
      ? new UsageError(`the tool server refused the call: ${error.message}`, {
          ...errorOptions,
          hint: nextCommand`toile tools ls`,
        })
      : new RefusedRequest(
          `the tool server refused the request (${error.code}): ${error.message}`,
          errorOptions,
        );
  }
  const why = error instanceof Error ? error.message : String(error);
  return new Unavailable(`${new URL(url).origin} does not respond like a tool server: ${why}`, {
    code: 'bad_answer',
    cause: error,
    hint: TOOL_SERVER_ADDRESS_HINT,
  });
};

import {
  Client,
  type PriorDiscovery,
  ProtocolError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { type Typeable, toType, typeable } from '../border/shell.ts';
import type { Fetch } from '../client/index.ts';
import { Refused, ToileError, Unavailable, UsageError } from '../errors.ts';
import { readJson, writeJson } from '../json/lossless.ts';
import { isRecord } from '../json/values.ts';
import { createCallGuard } from './call-guard.ts';
import { findMisfit } from './output-shape.ts';
import { type CachedToolList, ToolListStore } from './tool-list-store.ts';
import { type Wire, wire } from './wire.ts';

/** An answer of a tool server: the result as it was sent, and as a value whose numbers kept their spelling. */
export interface Answered {
  readonly text: string;
  readonly value: unknown;
  /** Where the result misses the output schema that its own server gives; undefined where nothing was found. */
  readonly misfit?: string;
}

/** A tool server elsewhere. Errors are toile's own. */
export interface RemoteTools {
  list(): Promise<Answered>;
  /** The address of the server. */
  readonly url: string;
  /** With `leaving` the call is on the wire once; it is called when the first byte may have left. */
  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    leaving?: () => Promise<() => void>,
  ): Promise<Answered>;
  /** JSON inside of an answer, with its numbers as they were written; undefined for what is none. */
  reread(text: string): unknown;
  close(): Promise<void>;
}

export interface RemoteSetting {
  readonly url: string;
  readonly credential: string;
  /** What to type where it is not accepted; undefined where another has to be put into its place. */
  readonly again: Typeable | undefined;
  readonly version: string;
  readonly signal: AbortSignal;
  readonly fetch: Fetch;
  /** A fetch that writes a request on the wire once, after `leaving` has marked it. */
  fetchOnce(leaving: () => Promise<() => void>): Promise<Fetch>;
  /** Milliseconds; rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** What an earlier run found out about this server, so that a call is one request. */
  readonly known: {
    read(): Promise<Known | undefined>;
    write(found: Known | undefined): Promise<void>;
  };
}

/** The era of a server, and its list of tools for as long as the server lets it be kept. */
export interface Known {
  readonly found: PriorDiscovery;
  readonly tools?: CachedToolList | undefined;
}

/**
 * Milliseconds after which the library would give an answer up. It is longer than any wait: the way to the server has
 * its own limits, which `--max-wait` moves, and `Wire` ends an operation whose answer holds no result for it.
 */
const NEVER = 2 ** 31 - 1;

/** Unknown methods and arguments are answers of a server that was understood; anything else may be a change of era. */
const isUnderstood = (error: unknown): boolean => error instanceof ProtocolError && error.code === -32602;

export const remoteTools = (setting: RemoteSetting): RemoteTools => {
  const { url, credential, version, signal, known } = setting;
  const options = { signal, timeout: NEVER };
  let connected: { readonly client: Client; readonly store: ToolListStore } | undefined;

  const guard = createCallGuard(setting);

  const connect = async (earlier: Known | undefined, line: Wire): Promise<NonNullable<typeof connected>> => {
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

  /** Keeps what was found out, where that is new. */
  const keep = async (earlier: Known | undefined): Promise<void> => {
    if (connected === undefined) return;
    const discover = connected.client.getDiscoverResult();
    const found = earlier?.found ?? (discover ? { kind: 'modern', discover } : { kind: 'legacy' });
    const { list: tools } = connected.store;
    if (earlier === undefined || tools !== earlier.tools) await known.write({ found, tools });
  };

  const once = async (
    earlier: Known | undefined,
    ask: (client: Client, line: Wire) => Promise<unknown>,
  ): Promise<Answered> => {
    const line = wire({ ...setting, fetch: guard.fetch });
    try {
      const operation = async (): Promise<unknown> => {
        const { client } = connected ?? (await connect(earlier, line));
        return ask(client, line);
      };
      const answer = await Promise.race([operation(), line.stuck]);
      await keep(earlier);
      const text = textOf(line.results(), answer);
      return { text, value: readJson(text) };
    } catch (error) {
      throw line.refusal() instanceof ToileError ? line.refusal() : error;
    } finally {
      line.close();
    }
  };

  const asked = async (ask: (client: Client, line: Wire) => Promise<unknown>): Promise<Answered> => {
    const earlier = connected ? undefined : await known.read();
    try {
      return await once(earlier, ask).catch(async (error: unknown) => {
        // What was found out some other day may no longer hold.
        if (earlier === undefined || error instanceof ToileError || isUnderstood(error)) throw error;
        await close();
        await known.write(undefined);
        return once(undefined, ask);
      });
    } catch (error) {
      throw inWords(error, url, signal);
    }
  };

  const close = async (): Promise<void> => {
    const { client } = connected ?? {};
    connected = undefined;
    await client?.close();
  };

  return {
    list: () =>
      asked((client, line) => {
        line.forgetResults();
        return client.listTools(undefined, { ...options, cacheMode: 'refresh' });
      }),
    url,
    async call(name, args, leaving) {
      guard.mark(leaving);
      const answer = await asked(async (client, line) => {
        // The list says which arguments the headers of the call repeat (`Mcp-Param-*`), and what it answers.
        await client.listTools(undefined, options);
        line.forgetResults();
        return client.callTool({ name, arguments: { ...args } }, options);
      });
      const schema = connected?.store.outputSchema(name);
      const { structuredContent, isError } = isRecord(answer.value) ? answer.value : {};
      const misfit =
        schema === undefined || isError === true ? undefined : findMisfit(schema, structuredContent);
      return misfit === undefined ? answer : { ...answer, misfit };
    },
    reread: (text) => {
      try {
        return readJson(text);
      } catch {
        return undefined;
      }
    },
    close,
  };
};

/** The answer as it was sent: a result, or the pages of a list as one. What nobody sent is the library's own. */
const textOf = (results: readonly string[], answer: unknown): string => {
  const [first, ...more] = results;
  if (first === undefined) return writeJson(answer);
  if (more.length === 0) return first;
  const pages = results.map((text) => readJson(text)).filter(isRecord);
  const { nextCursor: _, ...head } = pages[0] ?? {};
  const tools = pages.flatMap((page) => (Array.isArray(page.tools) ? page.tools : []));
  return writeJson({ ...head, tools });
};

const inWords = (error: unknown, url: string, signal: AbortSignal): unknown => {
  if (error instanceof ToileError) return error;
  if (signal.aborted) return signal.reason;
  if (error instanceof ProtocolError) {
    const told = { code: 'protocol', cause: error };
    return error.code === -32602
      ? new UsageError(`the tool server refuses the call: ${error.message}`, {
          ...told,
          hint: toType`toile tools ls`,
        })
      : new Refused(`the tool server refuses this (${error.code}): ${error.message}`, told);
  }
  const why = error instanceof Error ? error.message : String(error);
  return new Unavailable(`${new URL(url).origin} does not answer as a tool server does: ${why}`, {
    code: 'bad_answer',
    cause: error,
    hint: typeable`is the address right? See TOILE_MCP_URL, or toile login --mcp-url`,
  });
};

import {
  Client,
  type PriorDiscovery,
  ProtocolError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { type Typeable, typeable } from '../border/shell.ts';
import type { Fetch } from '../client/index.ts';
import { Refused, ToileError, Unavailable, UsageError } from '../errors.ts';
import { readJson, writeJson } from '../json/lossless.ts';
import { wire } from './wire.ts';

/** An answer of a tool server: the result as it was sent, and as a value whose numbers kept their spelling. */
export interface Answered {
  readonly text: string;
  readonly value: unknown;
}

/** A tool server elsewhere. Errors are toile's own. */
export interface RemoteTools {
  list(): Promise<Answered>;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<Answered>;
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
  /** What an earlier run found out about this server, so that a call is one request. */
  readonly known: {
    read(): Promise<PriorDiscovery | undefined>;
    write(found: PriorDiscovery | undefined): Promise<void>;
  };
}

/** Unknown methods and arguments are answers of a server that was understood; anything else may be a change of era. */
const isUnderstood = (error: unknown): boolean => error instanceof ProtocolError && error.code === -32602;

export const remoteTools = (setting: RemoteSetting): RemoteTools => {
  const { url, credential, version, signal, known } = setting;
  let connected: Client | undefined;

  const connect = async (
    prior: PriorDiscovery | undefined,
    line: ReturnType<typeof wire>,
  ): Promise<Client> => {
    const client = new Client(
      { name: 'toile', version },
      { versionNegotiation: { mode: 'auto' }, capabilities: {} },
    );
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      fetch: line.fetch,
      requestInit: { headers: { authorization: `Bearer ${credential}` } },
    });
    await client.connect(transport, { signal, ...(prior && { prior }) });
    connected = client;
    if (prior === undefined) {
      const discover = client.getDiscoverResult();
      await known.write(discover ? { kind: 'modern', discover } : { kind: 'legacy' });
    }
    return client;
  };

  const once = async (
    prior: PriorDiscovery | undefined,
    ask: (client: Client) => Promise<unknown>,
  ): Promise<Answered> => {
    const line = wire(setting.fetch, signal, setting.again);
    try {
      const client = connected ?? (await connect(prior, line));
      const answer = await ask(client);
      const text = line.lastResult() ?? writeJson(answer);
      return { text, value: readJson(text) };
    } catch (error) {
      throw line.refusal() instanceof ToileError ? line.refusal() : error;
    }
  };

  const asked = async (ask: (client: Client) => Promise<unknown>): Promise<Answered> => {
    const prior = connected ? undefined : await known.read();
    try {
      return await once(prior, ask).catch(async (error: unknown) => {
        // What was found out some other day may no longer hold.
        if (prior === undefined || error instanceof ToileError || isUnderstood(error)) throw error;
        await close();
        await known.write(undefined);
        return once(undefined, ask);
      });
    } catch (error) {
      throw inWords(error, url, signal);
    }
  };

  const close = async (): Promise<void> => {
    const client = connected;
    connected = undefined;
    await client?.close();
  };

  return {
    list: () => asked((client) => client.listTools(undefined, { signal })),
    call: (name, args) => asked((client) => client.callTool({ name, arguments: { ...args } }, { signal })),
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

const inWords = (error: unknown, url: string, signal: AbortSignal): unknown => {
  if (error instanceof ToileError) return error;
  if (signal.aborted) return signal.reason;
  if (error instanceof ProtocolError) {
    const told = { code: 'protocol', cause: error };
    return error.code === -32602
      ? new UsageError(`the tool server refuses the call: ${error.message}`, {
          ...told,
          hint: typeable`toile tools ls`,
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

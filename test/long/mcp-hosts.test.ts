/**
 * Hosts take what `mcp config` shows and start it, and libraries that programs are made with list, read and call it. No model and no account is needed for any of it.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { listToolDefinitions } from '../../src/assistant/service-tools/tool-definitions.ts';
import { installPeer, PEERS, type Peer } from '../peers/peers.ts';
import { startSandbox } from '../peers/start-peer-services.ts';
import { BIN } from '../soak/built-program.ts';
import { getOrSkip } from '../support/get-or-skip.ts';

const NAME = 'toile-sandbox';
const SERVE = [BIN, '--sandbox', 'mcp', 'serve'];

let home: string;
let env: Record<string, string>;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'toile-hosts-'));
  await mkdir(join(home, 'bin'));
  await mkdir(join(home, 'project'));
  env = {
    PATH: `${join(home, 'bin')}:${process.env.PATH ?? ''}`,
    HOME: home,
    TOILE_HOME: join(home, 'toile'),
    LANG: 'C.UTF-8',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    DISABLE_TELEMETRY: '1',
  };
  return () => rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const runCommand = async (command: string, ...args: readonly string[]): Promise<string> => {
  const { exitCode, all } = await execa(command, args, {
    env,
    extendEnv: false,
    cwd: join(home, 'project'),
    stdin: 'ignore',
    timeout: 120_000,
    killSignal: 'SIGKILL',
    reject: false,
    all: true,
  });
  expect(exitCode, all.slice(-8_000)).toBe(0);
  return all;
};

/** Returns the answer of `mcp config` for a host. */
const readRegistration = async (host: string): Promise<{ readonly run: string }> =>
  JSON.parse(await runCommand(process.execPath, BIN, '--sandbox', 'mcp', 'config', host, '--json'));

/** Puts a program of others on the path, as its own installer would. */
const installHost = async (context: TestContext, name: string, peer: Peer): Promise<void> => {
  const program = await getOrSkip(context, name, () => installPeer(peer));
  const shim = join(home, 'bin', name);
  await writeFile(shim, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  await chmod(shim, 0o755);
};

describe('hosts', () => {
  it.for([
    ['claude', PEERS.claude],
    ['gemini', PEERS.gemini],
  ] as const)('%s starts the server with the printed command', async ([host, peer], context) => {
    await installHost(context, host, peer);
    await runCommand('sh', '-c', (await readRegistration(host)).run);
    expect(await runCommand(host, 'mcp', 'list')).toMatch(new RegExp(`${NAME}: .* Connected$`, 'm'));
  });

  it('codex accepts the printed command, and keeps its other servers', async (context) => {
    await installHost(context, 'codex', PEERS.codex);
    const file = join(home, '.codex', 'config.toml');
    await mkdir(dirname(file));
    await writeFile(file, '# mine\nmodel = "of mine"\n\n[mcp_servers.other]\ncommand = "true"\n');
    await runCommand('sh', '-c', (await readRegistration('codex')).run);
    // It warns on stderr about the folder of its home.
    const read = await runCommand('codex', 'mcp', 'get', NAME, '--json');
    expect(JSON.parse(read.slice(read.indexOf('{')))).toMatchObject({
      name: NAME,
      enabled: true,
      transport: { type: 'stdio', command: process.execPath, args: SERVE },
    });
    expect(await runCommand('codex', 'mcp', 'list')).toMatch(/^other /m);
  });
});

// --- libraries ------------------------------------------------------------------------------------------

interface ToolResult {
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

const NAMES = listToolDefinitions('')
  .map(({ name }) => name)
  .toSorted();
/** The tools over stdio: those of the service, and those that toile adds. */
const ALL_NAMES = [...NAMES, 'compare_garments', 'get_tech_pack_status', 'list_designs'].toSorted();
const ASKED = { id: 'GARM-101', kinds: ['measurement'] };

describe('the AI SDK', () => {
  interface Sdk {
    createMCPClient(options: { transport: unknown }): Promise<{
      tools(): Promise<Record<string, { execute(asked: unknown, about: unknown): Promise<ToolResult> }>>;
      listResources(): Promise<{ resources: readonly { readonly uri: string }[] }>;
      readResource(asked: { uri: string }): Promise<{ contents: readonly { readonly text: string }[] }>;
      listPrompts(): Promise<{ prompts: readonly { readonly name: string }[] }>;
      close(): Promise<void>;
    }>;
  }
  interface Stdio {
    readonly Experimental_StdioMCPTransport: new (options: object) => unknown;
  }

  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  let kept: string;
  beforeAll(async () => {
    kept = await mkdtemp(join(tmpdir(), 'toile-hosts-'));
    sandbox = await startSandbox({
      PATH: process.env.PATH ?? '',
      HOME: kept,
      TOILE_HOME: join(kept, 'toile'),
    });
  });
  afterAll(async () => {
    sandbox.close();
    await rm(kept, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  it.for(['stdio', 'HTTP'])('lists, reads and calls over %s', async (over, context) => {
    const program = await getOrSkip(context, 'the AI SDK', () => installPeer(PEERS.aiSdk));
    const { createMCPClient } = (await import(pathToFileURL(program).href)) as Sdk;
    const stdio = pathToFileURL(join(dirname(program), 'mcp-stdio', 'index.js')).href;
    const { Experimental_StdioMCPTransport: Transport } = (await import(stdio)) as Stdio;
    const client = await createMCPClient({
      transport:
        over === 'stdio'
          ? new Transport({ command: process.execPath, args: SERVE, env })
          : {
              type: 'http',
              url: `${sandbox.baseUrl}/mcp`,
              headers: { Authorization: `Bearer ${sandbox.key}` },
            },
    });
    try {
      const tools = await client.tools();
      expect(Object.keys(tools).toSorted()).toStrictEqual(over === 'HTTP' ? NAMES : ALL_NAMES);
      const called = await tools.get_garment_graph?.execute(ASKED, { messages: [], toolCallId: '1' });
      expect(called?.structuredContent?.garment_id).toBe('GARM-101');
      // The service's own tools are all that its address has; the rest is what toile adds.
      if (over === 'HTTP') return;
      const [first] = (await client.listResources()).resources;
      const { contents } = await client.readResource({ uri: first?.uri ?? '' });
      expect(JSON.parse(contents[0]?.text ?? '')).toEqual(expect.any(Object));
      expect((await client.listPrompts()).prompts).not.toHaveLength(0);
    } finally {
      await client.close();
    }
  });
});

it('the first SDK, of the protocol of 2024-11-05, lists and calls', async (context) => {
  const program = await getOrSkip(context, 'the first SDK', () => installPeer(PEERS.firstSdk));
  const { Client } = (await import(pathToFileURL(program).href)) as {
    readonly Client: new (
      about: object,
      options: object,
    ) => {
      connect(to: unknown): Promise<void>;
      listTools(): Promise<{ tools: readonly { readonly name: string }[] }>;
      callTool(asked: object): Promise<ToolResult>;
      close(): Promise<void>;
    };
  };
  const stdio = pathToFileURL(join(dirname(program), 'stdio.js')).href;
  const { StdioClientTransport } = (await import(stdio)) as {
    readonly StdioClientTransport: new (options: object) => unknown;
  };
  const client = new Client({ name: 'first', version: '1' }, { capabilities: {} });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: SERVE, env }));
  try {
    expect((await client.listTools()).tools.map(({ name }) => name).toSorted()).toStrictEqual(ALL_NAMES);
    const { structuredContent } = await client.callTool({ name: 'get_garment_graph', arguments: ASKED });
    expect(structuredContent?.garment_id).toBe('GARM-101');
  } finally {
    await client.close();
  }
});

/**
 * The tool server, its client and the sign-in against programs of others. The conformance suite runs on Node 24, which
 * it needs; what it tests runs on the Node that runs this.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { installPeer, PEERS, type Peer } from '../peers/peers.ts';
import { allowConsent, startKeyProxy, startSandbox } from '../peers/start-peer-services.ts';
import { NODES, installRuntime as runtimeOf } from '../runtimes/runtimes.ts';
import { BIN } from '../soak/built-program.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { getOrSkip } from '../support/get-or-skip.ts';

const BASELINES = fileURLToPath(new URL('../peers/', import.meta.url));
const SERVE = [BIN, '--sandbox', 'mcp', 'serve'];

const home = await mkdtemp(join(tmpdir(), 'toile-peers-'));
const env = { PATH: process.env.PATH ?? '', HOME: home, TOILE_HOME: join(home, 'toile'), LANG: 'C.UTF-8' };
const driver = await bundleProgram(new URL('../peers/sign-in-driver.ts', import.meta.url));
const sandbox = await startSandbox(env);
const keyed = await startKeyProxy(sandbox.baseUrl, sandbox.key);

afterAll(async () => {
  keyed.close();
  sandbox.close();
  await rm(driver, { force: true });
  // The last servers may still be putting their things away.
  await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Runs a program to its good end, and gives what it wrote. */
const runToEnd = async (command: string, args: readonly string[], limit = 120_000): Promise<string> => {
  const { exitCode, stdout, all } = await execa(command, args, {
    env,
    extendEnv: false,
    cwd: home,
    stdin: 'ignore',
    timeout: limit,
    killSignal: 'SIGKILL',
    reject: false,
    all: true,
  });
  expect(exitCode, all.slice(-12_000)).toBe(0);
  return stdout;
};

/** Installed when it is first asked for; what could not be installed is not tried again. */
const memoize = <Got>(get: () => Promise<Got>): (() => Promise<Got>) => {
  let got: Promise<Got> | undefined;
  return () => (got ??= get());
};

const createPeer = (name: string, of: Peer) => {
  const program = memoize(() => installPeer(of));
  return (context: TestContext) => getOrSkip(context, name, program);
};

// --- what is tested -------------------------------------------------------------------------------------

/** A design that may be exported. */
const findOwnDesign = async (): Promise<string> => {
  const listed = await fetch(`${sandbox.baseUrl}/v1/designs`, {
    headers: { authorization: `Bearer ${sandbox.key}` },
  });
  const { designs } = (await listed.json()) as { readonly designs: readonly { readonly id: string }[] };
  return designs[0]?.id ?? '';
};

/** A tool, what it is asked, and what its answer cannot be without. */
const CALLS: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['get_garment_graph', { id: 'GARM-101', kinds: ['measurement'] }, 'garment_id'],
  ['get_tailor_brief', { id: 'GARM-101' }, 'garment_id'],
  ['run_design_trust', { id: 'GARM-101' }, 'garment_id'],
  ['list_unresolved_confirmations', { id: 'GARM-101' }, 'garment_id'],
  ['export_design', { id: await findOwnDesign(), driver: 'json' }, 'download_url'],
];

interface ToolResult {
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

const ADDED = ['compare_garments', 'get_tech_pack_status', 'list_designs'];

type Tools = readonly { readonly name: string }[];

/** The tools of the service, and over stdio those that toile adds. */
const expectTools = (tools: Tools, added: readonly string[] = ADDED): void =>
  expect(tools.map(({ name }) => name).toSorted()).toStrictEqual(
    [...CALLS.map(([name]) => name), ...added].toSorted(),
  );

/** The body in a result, as data and as text. */
const expectBody = ({ structuredContent, content, isError }: ToolResult, member: string): void => {
  expect(isError ?? false).toBe(false);
  expect(structuredContent[member]).toEqual(expect.any(String));
  expect(Object.keys(JSON.parse(content[0]?.text ?? ''))).toStrictEqual(Object.keys(structuredContent));
};

// --- the conformance suite ------------------------------------------------------------------------------

const SERVER = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'dns-rebinding-protection',
    'http-header-validation',
    'server-sse-multiple-streams',
    'caching',
    'sep-2164-resource-not-found',
    'input-required-result-unsupported-methods',
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
  ],
};

/** Scenarios of which some checks need what was made for the suite. */
const BASED = ['server-stateless', 'caching'];

describe('the conformance suite', () => {
  const programs = memoize(() => {
    const node = NODES.find(({ name }) => name === 'Node 24');
    if (node === undefined) throw new Error('there is no Node 24 among the runtimes');
    return Promise.all([runtimeOf(node), installPeer(PEERS.conformance)]);
  });
  const installSuite = (context: TestContext) => getOrSkip(context, 'the conformance suite', programs);
  const scenarios = Object.entries(SERVER).flatMap(([version, names]) =>
    names.map((name) => [version, name] as const),
  );

  it.for(scenarios)('server, %s: %s', async ([version, scenario], context) => {
    const [node, program] = await installSuite(context);
    // With a baseline the suite takes its own warnings for failures.
    const base = BASED.includes(scenario)
      ? ['--expected-failures', join(BASELINES, 'server-baseline.yml')]
      : [];
    const words = ['--url', keyed.url, '--spec-version', version, '--scenario', scenario, ...base];
    await runToEnd(node, [program, 'server', ...words]);
  });

  it('authorization: against the sandbox', async (context) => {
    const [node, program] = await installSuite(context);
    const resource = `${sandbox.baseUrl}/connector`;
    const words = ['--client-id', 'sandbox-client', '--resource', resource, '-p', '3055'];
    const child = execa(node, [program, 'authorization', '--url', sandbox.baseUrl, ...words], {
      env,
      extendEnv: false,
      cwd: home,
      stdin: 'ignore',
      timeout: 120_000,
      reject: false,
      all: true,
    });
    let out = '';
    let isShown = false;
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const [address] = /http\S+\/oauth\/authorize\S+/.exec(out) ?? [];
      // The suite listens only after it has printed the address.
      if (isShown || address === undefined || !out.includes('Callback server started')) return;
      isShown = true;
      void allowConsent(address);
    });
    const { exitCode, all } = await child;
    expect(exitCode, all).toBe(0);
  });

  it.for(Object.keys(SERVER))('client, all that %s requires: toile signs in', async (version, context) => {
    const [node, program] = await installSuite(context);
    const base = ['--expected-failures', join(BASELINES, `client-baseline-${version}.yml`)];
    const words = ['--command', `${process.execPath} ${driver}`, '--requirements', version, ...base];
    // All scenarios run at once, and each starts its own program.
    await runToEnd(node, [program, 'client', ...words, '--timeout', '120000'], 300_000);
  });
});

// --- the inspector --------------------------------------------------------------------------------------

const HTTP = ['--transport', 'http', '--server-url', `${sandbox.baseUrl}/mcp`];
const KEYED = ['--header', `Authorization: Bearer ${sandbox.key}`];
const STDIO = ['--', process.execPath, ...SERVE];

describe.each<[string, readonly string[], readonly string[]]>([
  ['over HTTP, modern', ['--protocol-era', 'modern', ...HTTP, ...KEYED], []],
  ['over HTTP, legacy', ['--protocol-era', 'legacy', ...HTTP, ...KEYED], []],
  ['over stdio, modern', ['--protocol-era', 'modern'], STDIO],
  ['over stdio, legacy', ['--protocol-era', 'legacy'], STDIO],
])('the inspector, %s', (_, flags, after) => {
  const inspector = createPeer('the inspector', PEERS.inspector);
  // Its child gets a home and little else, as with other hosts.
  const inspect = async (context: TestContext, ...method: readonly string[]): Promise<unknown> => {
    const program = await inspector(context);
    const words = ['--cli', ...flags, ...method, '--format', 'json', ...after];
    return (JSON.parse(await runToEnd(process.execPath, [program, ...words])) as { result: unknown }).result;
  };

  it('lists the tools', async (context) => {
    const { tools } = (await inspect(context, '--strict', '--method', 'tools/list')) as { tools: Tools };
    expectTools(tools, after.length > 0 ? ADDED : []);
  });

  it.for(CALLS)('calls %s', async ([tool, asked, member], context) => {
    const words = ['--tool-name', tool, '--tool-args-json', JSON.stringify(asked)];
    expectBody((await inspect(context, '--method', 'tools/call', ...words)) as ToolResult, member);
  });
});

// --- two more clients, over stdio -----------------------------------------------------------------------

const CONFIG = join(home, 'servers.json');
beforeAll(() =>
  writeFile(CONFIG, JSON.stringify({ mcpServers: { toile: { command: process.execPath, args: SERVE } } })),
);

describe('mcporter', () => {
  const mcporter = createPeer('mcporter', PEERS.mcporter);
  const ask = async (context: TestContext, ...words: readonly string[]): Promise<unknown> =>
    JSON.parse(await runToEnd(process.execPath, [await mcporter(context), '--config', CONFIG, ...words]));

  it('lists the tools', async (context) => {
    expectTools(((await ask(context, 'list', 'toile', '--json')) as { tools: Tools }).tools);
  });

  it.for(CALLS)('calls %s', async ([tool, asked, member], context) => {
    const words = ['--args', JSON.stringify(asked), '--output', 'json'];
    expect(await ask(context, 'call', `toile.${tool}`, ...words)).toHaveProperty(member);
  });
});

describe('mcpc', () => {
  const mcpc = createPeer('mcpc', PEERS.mcpc);
  const ask = async (context: TestContext, ...words: readonly string[]): Promise<string> =>
    runToEnd(process.execPath, [await mcpc(context), ...words]);

  it('connects, and lists the tools', async (context) => {
    await ask(context, 'connect', `${CONFIG}:toile`, '@toile');
    expectTools(JSON.parse(await ask(context, '@toile', 'tools-list', '--json')) as Tools);
  });

  it.for(CALLS)('calls %s', async ([tool, asked, member], context) => {
    const words = Object.entries(asked).map(([key, value]) => `${key}:=${JSON.stringify(value)}`);
    expectBody(
      JSON.parse(await ask(context, '@toile', 'tools-call', tool, ...words, '--json')) as ToolResult,
      member,
    );
  });

  it('ends the session', async (context) => {
    await ask(context, 'close', '@toile');
  });
});

import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveTestSandbox } from '../../sandbox/open-sandbox.ts';
import { createEnv, createTempFolder, PROGRAM } from '../../support/run-program.ts';

const ERAS = ['modern', 'legacy'] as const;

async function connectClient(
  era: (typeof ERAS)[number],
  argv: readonly string[],
  more: Record<string, string> = {},
) {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  const env = createEnv(await createTempFolder(), more);
  await client.connect(
    new StdioClientTransport({
      command: PROGRAM[0],
      args: [...PROGRAM.slice(1), ...argv],
      env,
      stderr: 'ignore',
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

const readText = (result: { content?: unknown }): string =>
  (result.content as { text: string }[])[0]?.text ?? '';

describe.each(ERAS)('over stdio in the %s era', (era) => {
  it('lists the five tools, and those that find and compare', async () => {
    const client = await connectClient(era, ['--sandbox', 'mcp', 'serve']);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'compare_garments',
      'export_design',
      'get_garment_graph',
      'get_tailor_brief',
      'get_tech_pack_status',
      'list_designs',
      'list_unresolved_confirmations',
      'run_design_trust',
    ]);
    const graph = await client.callTool({ name: 'get_garment_graph', arguments: { id: 'GARM-101' } });
    expect(graph.structuredContent).toMatchObject({ garment_id: 'GARM-101', profile: 'technical_designer' });
    for (const name of ['get_tailor_brief', 'run_design_trust', 'list_unresolved_confirmations']) {
      const result = await client.callTool({ name, arguments: { id: 'GARM-101' } });
      expect(result.isError).toBeUndefined();
      expect(JSON.parse(readText(result))).toMatchObject({ garment_id: 'GARM-101' });
    }
  });

  it('tells the model how to sign in, when a tool is called and not before', async () => {
    const client = await connectClient(era, ['mcp', 'serve'], { TOILE_BASE_URL: 'http://127.0.0.1:9' });
    expect((await client.listTools()).tools).toHaveLength(8);
    const result = await client.callTool({ name: 'get_tailor_brief', arguments: { id: 'GARM-101' } });
    expect(result.isError).toBe(true);
    expect(readText(result)).toMatch(/not signed in.*toile login/i);
  });
});

it('a design is found by its name and exported, and a wrong name gets suggestions', async () => {
  const client = await connectClient('modern', ['--sandbox', 'mcp', 'serve']);
  const wrong = await client.callTool({ name: 'get_tailor_brief', arguments: { id: 'No such thing' } });
  expect(wrong.isError).toBe(true);
  const [, name = '', id = ''] = /designs: .*?; ([^;=]+) = ([0-9a-f-]{36})/.exec(readText(wrong)) ?? [];
  expect(id).not.toBe('');
  const right = await client.callTool({ name: 'export_design', arguments: { id: name, driver: 'json' } });
  expect(right.structuredContent).toMatchObject({ export: { design_id: id, driver: 'json' } });
  const house = await client.callTool({ name: 'export_design', arguments: { id: 'GARM-101' } });
  expect(house.isError).toBe(true);
  expect(readText(house)).toMatch(/own/);
});

describe.each(ERAS)('a cancelled call in the %s era', (era) => {
  const designId = '11111111-0000-4000-8000-000000000005';

  /** Calls a tool, and cancels the call when the service has begun a response that never ends. */
  const cancelDuring = async (
    isEndless: (url: string, count: number) => boolean,
    call: Parameters<Client['callTool']>[0],
  ) => {
    const events = new EventEmitter();
    const counts = new Map<string, number>();
    const service = createServer((request, response) => {
      const { url = '', headers } = request;
      const count = (counts.get(url) ?? 0) + 1;
      counts.set(url, count);
      response.setHeader('content-type', 'application/json');
      if (isEndless(url, count)) {
        response.on('close', () => events.emit('ended'));
        response.write('{');
        events.emit('begun');
        return;
      }
      const exported = { export: { id: 'export-1' }, download_url: `http://${headers.host}/document` };
      response.end(JSON.stringify(request.method === 'POST' ? exported : { designs: [], next_before: null }));
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void service.close());
    const client = await connectClient(era, ['mcp', 'serve'], {
      TOILE_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      TOILE_API_KEY: 'svc_sk_example_key',
    });
    const [begun, ended] = [once(events, 'begun'), once(events, 'ended')];
    const controller = new AbortController();
    const result = client.callTool(call, { signal: controller.signal });
    await begun;
    controller.abort();
    await expect(result).rejects.toThrow();
    await ended;
  };

  it('ends the download of an exported document', () =>
    cancelDuring((url) => url === '/document', {
      name: 'export_design',
      arguments: { id: designId, driver: 'json' },
    }));

  it('ends the search for similar names', () =>
    cancelDuring((url, count) => url.startsWith('/v1/designs') && count === 2, {
      name: 'get_tailor_brief',
      arguments: { id: 'No such name' },
    }));
});

it('the key is read at each call, so that a corrected key works', async () => {
  const running = await serveTestSandbox();
  const home = await createTempFolder();
  const env = createEnv(home, { TOILE_HOME: home });
  const client = new Client({ name: 'test', version: '1' });
  const args = [...PROGRAM.slice(1), 'mcp', 'serve', '--base-url', running.baseUrl];
  await client.connect(new StdioClientTransport({ command: PROGRAM[0], args, env, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  const ask = () => client.callTool({ name: 'run_design_trust', arguments: { id: 'GARM-101' } });
  expect(readText(await ask())).toMatch(/toile login/);
  const login = (key: string) =>
    execa(
      PROGRAM[0],
      [...PROGRAM.slice(1), 'login', '--with-key', '--insecure-storage', '--base-url', running.baseUrl],
      { env, extendEnv: false, input: key },
    );
  await login('svc_sk_sandbox_read_only');
  expect((await ask()).isError).toBeUndefined();
  await running.control.revoke('read-only');
  expect(readText(await ask())).toMatch(/rejected the credential/);
  await login('svc_sk_sandbox_full');
  expect((await ask()).isError).toBeUndefined();
});

it('the server ends with exit 0 when the client disconnects, and on Ctrl-C', async () => {
  const env = createEnv(await createTempFolder());
  const eof = execa(PROGRAM[0], [...PROGRAM.slice(1), 'mcp', 'serve'], { env, extendEnv: false, input: '' });
  expect(await eof).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  const held = execa(PROGRAM[0], [...PROGRAM.slice(1), 'mcp', 'serve'], {
    env,
    extendEnv: false,
    stdin: 'pipe',
  });
  held.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
  await new Promise((resolve) => held.stdout.once('data', resolve));
  held.kill('SIGINT');
  expect(await held).toMatchObject({ exitCode: 0, stderr: '' });
});

it('mcp serve accepts no output flag, and prints its help on stdout', async () => {
  const env = createEnv(await createTempFolder());
  const run = (...argv: string[]) =>
    execa(PROGRAM[0], [...PROGRAM.slice(1), ...argv], { env, extendEnv: false, reject: false, input: '' });
  expect(await run('mcp', 'serve', '--json')).toMatchObject({ exitCode: 2, stdout: '' });
  expect((await run('mcp', 'serve', '--help')).stdout).toContain('--account');
});

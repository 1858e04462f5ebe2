import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createToolServerClient } from '../../../src/assistant/mcp/tool-server-client.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import { createEnv, createTempFolder, PROGRAM } from '../../support/run-program.ts';
import { runToile } from '../../support/run-toile.ts';

interface Asked {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly headers: IncomingHttpHeaders;
}

const head = { resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' };
const buildDiscovery = (capabilities: object) => ({
  ...head,
  supportedVersions: ['2026-07-28'],
  capabilities,
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'other', version: '1' } },
});

/** Starts a third-party tool server with a result for each method. */
const startServer = async (results: Record<string, (requests: Asked) => object>) => {
  const requests: Asked[] = [];
  const base = await startLoopbackServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { id, method, params } = JSON.parse(text);
    const one = { method, params, headers: request.headers };
    requests.push(one);
    const result = results[method]?.(one);
    response.setHeader('content-type', 'application/json');
    response.writeHead(result ? 200 : 404);
    const error = { code: -32601, message: 'Method not found' };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }));
  });
  const url = `${base}/mcp`;
  return { requests, url, env: { TOILE_API_KEY: 'svc_sk_sandbox_full', TOILE_MCP_URL: url } };
};

const buildTool = (name: string, properties: object = {}) => ({
  name,
  inputSchema: { type: 'object', properties },
});

it('prints an empty list for a server without tools, and nothing else', async () => {
  const { env } = await startServer({ 'server/discover': () => buildDiscovery({}) });
  const home = await createTempFolder();
  const run = await execa(PROGRAM[0], [...PROGRAM.slice(1), 'tools', 'ls', '--json'], {
    env: createEnv(home, env),
    extendEnv: false,
  });
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(run.stdout)).toEqual({ tools: [] });
});

it('joins the pages of a list, with every number as written', async () => {
  const pages = [
    { ...head, tools: [{ ...buildTool('a'), _meta: { weight: 1.5 } }], nextCursor: 'two' },
    { ...head, tools: [buildTool('b')] },
  ];
  const { env } = await startServer({
    'server/discover': () => buildDiscovery({ tools: {} }),
    'tools/list': ({ params }) => pages[params.cursor === 'two' ? 1 : 0] ?? {},
  });
  const run = await runToile(['tools', 'ls', '--json'], { env, haste: 5 });
  expect(run).toMatchObject({ code: 0, err: '' });
  const { tools, nextCursor } = JSON.parse(run.out);
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
  expect(nextCursor).toBeUndefined();
});

it('lists the tools before the first call, so that headers repeat the arguments that the server asks for', async () => {
  const { env, requests } = await startServer({
    'server/discover': () => buildDiscovery({ tools: {} }),
    'tools/list': () => ({
      ...head,
      tools: [buildTool('find', { season: { type: 'string', 'x-mcp-header': 'Season' } })],
    }),
    'tools/call': () => ({ resultType: 'complete', content: [{ type: 'text', text: 'found' }] }),
  });
  const home = await createTempFolder();
  const call = () =>
    runToile(['tools', 'call', 'find', '--yes', '--again', '--args', '{"season":"FW27"}'], {
      env,
      home,
      haste: 5,
    });
  expect(await call()).toMatchObject({ code: 0, out: 'found\n', err: '' });
  expect(requests.map(({ method }) => method)).toEqual(['server/discover', 'tools/list', 'tools/call']);
  expect(requests.at(-1)?.headers['mcp-param-season']).toBe('FW27');
  // The list may be cached: the next call is one request with the same headers.
  await call();
  expect(requests.slice(3).map(({ method, headers }) => [method, headers['mcp-param-season']])).toEqual([
    ['tools/call', 'FW27'],
  ]);
});

it('waits for an answer while the transport still waits for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let answer: () => void = () => undefined;
  let isAsked: () => void = () => undefined;
  const requests = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const reply = (id: unknown, result: object) =>
    new Response(JSON.stringify({ jsonrpc: '2.0', id, result }), {
      headers: { 'content-type': 'application/json' },
    });
  const remote = createToolServerClient({
    fetchOnce: () => Promise.reject(new Error('no call here costs anything')),
    url: 'https://tools.example/mcp',
    credential: 'x',
    signInHint: undefined,
    version: '0',
    signal: new AbortController().signal,
    sleep: () => new Promise(() => undefined),
    serverCache: { read: async () => undefined, write: async () => undefined },
    fetch: async (_url, init) => {
      const { id, method } = JSON.parse(String(init?.body));
      if (method === 'server/discover') return reply(id, buildDiscovery({ tools: {} }));
      if (method === 'tools/list') return reply(id, { ...head, tools: [buildTool('slow')] });
      isAsked();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return reply(id, { resultType: 'complete', content: [{ type: 'text', text: 'at last' }] });
    },
  });
  const called = remote.callTool('slow', {});
  await requests;
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  answer();
  expect((await called).text).toContain('at last');
  await remote.close();
});

it('does not store a list in which the server repeats the key, in any spelling', async () => {
  const secret = 'svc_sk_\u200bsandbox\u200b_full';
  const { env } = await startServer({
    'server/discover': () => buildDiscovery({ tools: {} }),
    'tools/list': () => ({ ...head, tools: [{ ...buildTool('echo'), description: `Bearer ${secret}` }] }),
  });
  const home = await createTempFolder();
  const run = await execa(PROGRAM[0], [...PROGRAM.slice(1), 'tools', 'ls', '--json'], {
    env: createEnv(home, env),
    extendEnv: false,
  });
  expect(run.exitCode).toBe(0);
  const files = (await readdir(home, { recursive: true, withFileTypes: true })).filter(
    (file) => file.isFile() && file.name === 'tool-servers.json',
  );
  expect(files).toHaveLength(1);
  for (const { parentPath, name } of files)
    expect(await readFile(join(parentPath, name), 'utf8')).not.toMatch(/sandbox|_full|echo/);
});

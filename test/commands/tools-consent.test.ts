import { expect, it } from 'vitest';
import type { FetchInit } from '../../src/service/client/index.ts';
import { createHome, type RunSetting, runToile } from '../support/run-toile.ts';

const INFO = { name: 'shop', version: '1' };

/** A tool server of the older era with a tool that costs money; it counts the calls on the wire. */
const startShop = async (status = 200) => {
  const home = await createHome();
  const at = { calls: 0, status };
  const results: Readonly<Record<string, object>> = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: INFO },
    'tools/list': { tools: [{ name: 'order_fabric', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'ordered' }] },
  };
  const network =
    async () =>
    async (_: string, { body }: FetchInit) => {
      const { id, method } = JSON.parse(body ?? '{}');
      const isCall = method === 'tools/call';
      if (isCall) at.calls += 1;
      if (isCall && at.status !== 200) return new Response('<html>', { status: at.status });
      if (id === undefined) return new Response(null, { status: 202 });
      const result = results[method];
      const answer =
        result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result };
      const headers = { 'content-type': 'application/json' };
      return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...answer }), { headers });
    };
  const env = { TOILE_MCP_URL: 'https://tools.example/mcp', TOILE_API_KEY: 'svc_sk_x' };
  const call = (more: readonly string[], setting: RunSetting = {}) =>
    runToile(['tools', 'call', 'order_fabric', '--args', '{"metres":5}', ...more], {
      ...{ home, env, network: network as never },
      ...setting,
    });
  const listRequests = () => runToile(['techpack', 'ls'], { home, env, columns: 120 });
  return { at, call, ls: listRequests };
};

it('a tool that is not one of the five is called with consent, once, and again only with --again', async () => {
  const { at, call, ls } = await startShop();
  for (const setting of [{}, { stdin: 'y\n' }]) expect((await call([], setting)).code).toBe(2);
  expect(at.calls).toBe(0);
  const first = await call(['--yes']);
  expect([first.code, first.err, at.calls]).toEqual([0, expect.any(String), 1]);
  const second = await call(['--yes', '--json']);
  expect([second.code, at.calls]).toEqual([9, 1]);
  expect(JSON.parse(second.err).error).toMatchObject({ code: 'called_before' });
  expect((await call(['--yes', '--again'])).code).toBe(0);
  expect(at.calls).toBe(2);
  const { out } = await ls();
  expect(out.match(/tool order_fabric +called|superseded/g)).toHaveLength(2);
  expect(out).not.toContain('composing');
});

it.each([
  ['y', 1],
  ['n', 0],
  ['\u0003', 0],
])('a terminal asks for consent, and the answer %j causes %i calls', async (key, calls) => {
  const { at, call } = await startShop();
  let isAsked = false;
  const typing: RunSetting['typing'] = (input, output) => {
    if (isAsked || !output.includes('Call it?')) return;
    isAsked = true;
    expect(at.calls).toBe(0);
    setTimeout(() => input.write(`${key}\r`), 20);
  };
  await call([], { columns: 100, typing });
  expect([isAsked, at.calls]).toEqual([true, calls]);
});

it.each([421, 403, 429, 500, 503])('a call that answers %i is sent once', async (status) => {
  const { at, call } = await startShop(status);
  expect((await call(['--yes', '--max-wait', '20s'])).code).not.toBe(0);
  expect(at.calls).toBe(1);
  at.status = 200;
  expect((await call(['--yes'])).code).toBe(9);
  expect(at.calls).toBe(1);
});

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_PART_BYTES } from '../../src/assistant/service-tools/tool-result.ts';
import { listSampleGarments, SANDBOX_USER_IDS } from '../../src/sandbox/corpus/sample-garments.ts';
import { createMemoryJournal, createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { isQuick } from '../support/effort.ts';
import {
  authorizeAs,
  buildGarment,
  createClock,
  createSeededBytes,
  MINTED,
  openSandbox,
} from './open-sandbox.ts';

type Era = 'modern' | 'legacy';
const ERAS: readonly Era[] = ['modern', 'legacy'];

const FIVE = [
  'get_garment_graph',
  'get_tailor_brief',
  'run_design_trust',
  'list_unresolved_confirmations',
  'export_design',
];

async function connectClient(sandbox: Sandbox, era: Era, key = 'full', path = '/mcp'): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${sandbox.baseUrl}${path}`), {
      fetch: (url, init) => sandbox.fetch(String(url), init),
      requestInit: { headers: authorizeAs(key) },
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

const createFullSandbox = () =>
  createSandbox({ store: createMemoryJournal(), clock: createClock(), random: createSeededBytes() });

/** A raw JSON-RPC request of the older era. */
const post = (
  sandbox: Sandbox,
  body: unknown,
  headers: Record<string, string> = authorizeAs('full'),
  path = '/mcp',
) =>
  sandbox.fetch(`${sandbox.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const call = (name: string, args: object, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe.each(ERAS)('in the %s era', (era) => {
  it('lists the five tools, four of them read-only, each with both schemas', async () => {
    const { sandbox } = await openSandbox();
    const { tools } = await (await connectClient(sandbox, era)).listTools();
    expect(tools.map(({ name }) => name)).toEqual(FIVE);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual(
      FIVE.slice(0, 4),
    );
    for (const tool of tools) {
      expect(tool.inputSchema).toMatchObject({
        type: 'object',
        required: ['id'],
        additionalProperties: false,
      });
      expect(tool.outputSchema).toMatchObject({ type: 'object', additionalProperties: true });
    }
    expect(tools.at(-1)?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  });

  it('returns each body as data and as text, with every number as written', async () => {
    const { sandbox } = await openSandbox();
    const client = await connectClient(sandbox, era);
    const graph = await client.callTool({
      name: 'get_garment_graph',
      arguments: { id: MINTED.id, profile: 'factory' },
    });
    expect(graph.content).toEqual([{ type: 'text', text: MINTED.graph('factory') }]);
    // What JavaScript cannot hold as a number is a string in the data, and a number in the text.
    expect(graph.structuredContent).toEqual({
      profile: 'factory',
      nodes: [{ id: MINTED.id, spec: 56, big: '9007199254740993' }],
    });
    for (const [name, resource] of [
      ['get_tailor_brief', 'tailor-brief'],
      ['run_design_trust', 'design-trust'],
      ['list_unresolved_confirmations', 'confirmations'],
    ] as const) {
      const result = await client.callTool({ name, arguments: { id: 'GARM-00012' } });
      expect(result).toMatchObject({ structuredContent: { of: MINTED.id, resource } });
    }
  });

  it('exports a design, and the link opens the document', async () => {
    const { sandbox } = await openSandbox();
    const client = await connectClient(sandbox, era);
    const { structuredContent } = await client.callTool({
      name: 'export_design',
      arguments: { id: MINTED.id, driver: 'json' },
    });
    const { download_url, export: record } = structuredContent as {
      download_url: string;
      export: Record<string, unknown>;
    };
    expect(record).toMatchObject({ design_id: MINTED.id, driver: 'json', profile: 'technical_designer' });
    expect((await sandbox.fetch(download_url)).status).toBe(200);
  });

  it.each([
    ['get_garment_graph', { id: 'GARM-77' }, /NOT_FOUND/],
    ['get_garment_graph', { id: '00000000-0000-4000-8000-000000000003' }, /NOT_FOUND/],
    ['get_garment_graph', { id: 'nonsense' }, /NOT_FOUND/],
    ['export_design', { id: 'GARM-9007199254740993' }, /NOT_FOUND/],
    ['get_garment_graph', {}, /id/],
    ['get_garment_graph', { id: MINTED.id, profile: 'tailor' }, /profile/],
    ['get_tailor_brief', { id: MINTED.id, stray: 1 }, /stray|additional/],
    ['get_garment_graph', { id: MINTED.id, after: '99' }, /after/],
    ['get_garment_graph', { id: MINTED.id, kinds: [] }, /kinds/],
  ] as const)('explains an error to the model: %s %j', async (name, args, words) => {
    const { sandbox } = await openSandbox();
    const result = await (await connectClient(sandbox, era)).callTool({ name, arguments: args });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toMatch(words);
  });

  it('refuses an unknown tool by the protocol', async () => {
    const { sandbox } = await openSandbox();
    const client = await connectClient(sandbox, era);
    await expect(client.callTool({ name: 'request_tech_pack', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('asks for the scope that a tool needs', async () => {
    const { sandbox } = await openSandbox();
    const client = await connectClient(sandbox, era, 'read-only');
    await expect(
      client.callTool({ name: 'get_tailor_brief', arguments: { id: MINTED.id } }),
    ).resolves.toBeTruthy();
    await expect(client.callTool({ name: 'export_design', arguments: { id: MINTED.id } })).rejects.toThrow(
      /scope/i,
    );
  });

  it('returns a large graph in parts that fit, without loss or repetition', async () => {
    const { sandbox } = await openSandbox({ garments: [LARGE] });
    const client = await connectClient(sandbox, era);
    const seen: unknown[] = [];
    let after: string | undefined;
    let parts = 0;
    do {
      const { structuredContent, content } = await client.callTool({
        name: 'get_garment_graph',
        arguments: { id: LARGE.id, ...(after !== undefined && { after }) },
      });
      const body = structuredContent as { nodes: unknown[]; garment_id: string; _more: { after?: string } };
      expect(Buffer.byteLength((content as { text: string }[])[0]?.text ?? '')).toBeLessThan(
        MAX_PART_BYTES + 2048,
      );
      expect(body.garment_id).toBe('GARM-5');
      seen.push(...body.nodes);
      after = body._more.after;
      parts += 1;
    } while (after !== undefined && parts < 100);
    expect(parts).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(NODES)) / MAX_PART_BYTES);
    expect(seen).toEqual(NODES);
  });

  it('returns the nodes of some kinds, and lists the kinds when none match', async () => {
    const { sandbox } = await openSandbox({ garments: [LARGE] });
    const client = await connectClient(sandbox, era);
    const ask = (kinds: string[]) =>
      client.callTool({ name: 'get_garment_graph', arguments: { id: LARGE.id, kinds } });
    const { nodes } = (await ask(['Seam'])).structuredContent as { nodes: { kind: string }[] };
    expect(nodes.length).toBeGreaterThan(0);
    expect(nodes.every(({ kind }) => kind === 'seam')).toBe(true);
    expect(JSON.stringify((await ask(['zip'])).content)).toMatch(/seam \(120\), piece \(1080\)/);
  });
});

const NODES = Array.from({ length: 1200 }, (_, n) => ({
  id: `n${n}`,
  kind: n % 10 === 0 ? 'seam' : 'piece',
  label: { value: `Teil ${n} – „Ärmel“`, state: n % 2 ? 'asserted' : 'inferred' },
}));

const LARGE = buildGarment(6, {
  sgg_garment_id: 'GARM-5',
  graph: (profile) => JSON.stringify({ garment_id: 'GARM-5', profile, nodes: NODES }),
});

it('every tool returns every sample garment within the size limit', async () => {
  const sandbox = await createFullSandbox();
  const client = await connectClient(sandbox, 'modern');
  const readable = listSampleGarments()
    .filter(({ owner }) => owner === null || owner === SANDBOX_USER_IDS.designer)
    .map(({ id, sgg_garment_id }) => sgg_garment_id ?? id);
  // The one of 2,000 nodes, and one that fits whole.
  const few = ['GARM-450', 'GARM-101'];
  expect(readable).toEqual(expect.arrayContaining(few));
  for (const id of isQuick ? few : readable) {
    for (const name of FIVE.slice(0, 4)) {
      const result = await client.callTool({ name, arguments: { id } });
      const what = `${name} of ${id}`;
      expect(result.isError ?? false, what).toBe(false);
      expect(Buffer.byteLength(JSON.stringify(result.structuredContent)), what).toBeLessThan(
        MAX_PART_BYTES + 2048,
      );
    }
  }
});

it('the rate limit counts tool calls and HTTP requests together, one each', async () => {
  const { sandbox, ask } = await openSandbox({ rate: { limit: 3, windowMs: 60_000 } });
  expect((await ask('/v1/me')).status).toBe(200);
  expect((await post(sandbox, call('get_tailor_brief', { id: MINTED.id }))).status).toBe(200);
  expect((await post(sandbox, { jsonrpc: '2.0', id: 2, method: 'tools/list' })).status).toBe(200);
  const refused = await post(sandbox, { jsonrpc: '2.0', id: 3, method: 'tools/list' });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
});

it('the tool server names the sign-in server', async () => {
  const { sandbox } = await openSandbox();
  for (const headers of [{}, { authorization: 'Bearer nonsense' }] as Record<string, string>[]) {
    const refused = await post(sandbox, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(
      /^Bearer .*resource_metadata="http:\/\/127\.0\.0\.1:0\/\.well-known\/oauth-protected-resource\/mcp"/,
    );
  }
});

it('the challenge names the missing scope', async () => {
  const { sandbox } = await openSandbox();
  const refused = await post(sandbox, call('export_design', { id: MINTED.id }), authorizeAs('read-only'));
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toMatch(/insufficient_scope.*scope="export"/);
});

describe('the protocol over HTTP', () => {
  it.each(['GET', 'DELETE', 'PUT'])('has no %s', async (method) => {
    const { ask } = await openSandbox();
    const refused = await ask('/mcp', { method });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toMatch(/POST/);
  });

  it('refuses pages of other sites, other host names, large bodies and invalid JSON', async () => {
    const { sandbox } = await openSandbox();
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect(
      (await post(sandbox, list, { ...authorizeAs('full'), origin: 'https://evil.example' })).status,
    ).toBe(403);
    expect((await post(sandbox, list, { ...authorizeAs('full'), host: 'evil.example' })).status).toBe(403);
    expect((await post(sandbox, '{"jsonrpc":')).status).toBe(400);
    expect((await post(sandbox, `"${'x'.repeat(70_000)}"`)).status).toBe(413);
    expect((await post(sandbox, list, { ...authorizeAs('full'), accept: 'text/html' })).status).toBe(406);
    expect((await post(sandbox, list, { ...authorizeAs('full'), 'content-type': 'text/plain' })).status).toBe(
      415,
    );
  });

  it('checks headers and body of the newer era against each other', async () => {
    const { sandbox } = await openSandbox();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } };
    const headers = {
      ...authorizeAs('full'),
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
    };
    expect((await post(sandbox, body, headers)).status).toBe(200);
    const wrong = await post(sandbox, body, { ...headers, 'mcp-method': 'tools/call' });
    expect([wrong.status, ((await wrong.json()) as { error: { code: number } }).error.code]).toEqual([
      400, -32020,
    ]);
    const unknown = await post(
      sandbox,
      { ...body, method: 'no/such' },
      { ...headers, 'mcp-method': 'no/such' },
    );
    expect([unknown.status, ((await unknown.json()) as { error: { code: number } }).error.code]).toEqual([
      404, -32601,
    ]);
  });

  it('a tool call follows the scenario like any route', async () => {
    const { sandbox } = await openSandbox();
    await sandbox.control.scenario('unavailable');
    expect((await post(sandbox, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).toBe(503);
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildGarment, serveTestSandbox } from '../../sandbox/open-sandbox.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import { createHome, type RunSetting, runToile as run } from '../../support/run-toile.ts';

/** Nothing here waits for long, and a busy machine takes its time to answer. */
const toile = (argv: readonly string[], setting: RunSetting = {}) => run(argv, { haste: 5, ...setting });

const KEY = { TOILE_API_KEY: 'svc_sk_sandbox_full' };
const countPosts = (err: string) => err.split('\n').filter((line) => line.startsWith('debug: POST')).length;

/** A server that answers every request in its own way. */
const startOddServer = async (
  status: number,
  headers: Record<string, string>,
  body: string,
): Promise<string> => {
  const base = await startLoopbackServer((_, response) => response.writeHead(status, headers).end(body));
  return `${base}/mcp`;
};

describe('tools ls', () => {
  it('lists the tools of the sandbox', async () => {
    const { out, code, err } = await toile(['--sandbox', 'tools', 'ls']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').map((line) => line.split('\t').slice(0, 4))).toContainEqual([
      'export_design',
      'Export a design',
      'creates something',
      'id',
    ]);
  });

  it('shows the types of the arguments on a terminal', async () => {
    const { out } = await toile(['--sandbox', 'tools', 'ls', '--no-color'], { columns: 100 });
    expect(out).toMatch(/\bid +string/);
    expect(out).toMatch(/\bkinds +list of string/);
    expect(out).toMatch(/\bprofile +technical_designer or factory/);
  });

  it('prints the list unchanged with --json', async () => {
    const { tools } = JSON.parse((await toile(['--sandbox', 'tools', 'ls', '--json'])).out);
    expect(tools).toHaveLength(5);
    expect(tools[0].inputSchema.properties.profile.enum).toEqual(['technical_designer', 'factory']);
  });
});

describe('tools call', () => {
  it.each([
    ['get_garment_graph', 'graph'],
    ['get_tailor_brief', 'brief'],
    ['run_design_trust', 'trust'],
    ['list_unresolved_confirmations', 'confirmations'],
  ])('shows %s as toile %s does, on a terminal and in a pipe', async (name, command) => {
    for (const columns of [80, undefined]) {
      const read = await toile(['--sandbox', command, 'GARM-101'], { columns });
      const called = await toile(['--sandbox', 'tools', 'call', name, '--args', '{"id":"GARM-101"}'], {
        columns,
      });
      expect(called).toEqual(read);
    }
  });

  it('prints the result unchanged with --json, every number as written', async () => {
    const { out } = await toile([
      '--sandbox',
      'tools',
      'call',
      'get_garment_graph',
      '--args',
      '{"id":"GARM-101"}',
      '--json',
    ]);
    const { content, structuredContent } = JSON.parse(out);
    expect(content[0].text).toMatch(/:56\.0\b/);
    expect(structuredContent).toMatchObject({ garment_id: 'GARM-101' });
  });

  it('prints how to get the next part, and gets it', async () => {
    const nodes = Array.from({ length: 900 }, (_, n) => ({
      id: `n${n}`,
      kind: 'piece',
      note: { value: 'x'.repeat(60), state: 'asserted' },
    }));
    const large = buildGarment(6, {
      sgg_garment_id: 'GARM-5',
      graph: () => JSON.stringify({ garment_id: 'GARM-5', nodes }),
    });
    const { baseUrl } = await serveTestSandbox({ garments: [large] });
    const at = { env: { ...KEY, TOILE_MCP_URL: `${baseUrl}/mcp` } };
    const first = await toile(['tools', 'call', 'get_garment_graph', '--args', '{"id":"GARM-5"}'], at);
    expect(first.code, first.err).toBe(0);
    const next =
      /to continue: toile tools call get_garment_graph --args '(\{.*\})'/.exec(first.err)?.[1] ?? '';
    expect(JSON.parse(next)).toMatchObject({
      id: 'GARM-5',
      after: expect.stringMatching(/^\d+-[0-9a-f]+-[0-9a-f]+$/),
    });
    const second = await toile(['tools', 'call', 'get_garment_graph', '--args', next], at);
    expect(second.out.split('\n')[0]).not.toBe(first.out.split('\n')[0]);
  });

  it('reads arguments from a file', async () => {
    const home = await createHome();
    const file = join(home, 'args.json');
    await writeFile(file, '{"id":"GARM-101"}');
    const run = await toile(['--sandbox', 'tools', 'call', 'get_tailor_brief', '--args', `@${file}`], {
      home,
    });
    expect(run).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    [['--args', '{"id":'], 2, /not JSON/],
    [['--args', '["GARM-101"]'], 2, /JSON object/],
    [['--args', '{"id":"GARM-9"}'], 9, /NOT_FOUND/],
    [['--args', '{"id":"GARM-101","stray":1}'], 9, /stray|additional/],
    [[], 9, /id/],
  ])('refuses %j', async (more, code, words) => {
    const run = await toile(['--sandbox', 'tools', 'call', 'get_tailor_brief', ...more]);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).toMatch(words);
  });

  it('refuses an unknown tool', async () => {
    const run = await toile(['--sandbox', 'tools', 'call', 'request_tech_pack']);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toMatch(/toile tools ls/);
  });
});

describe('requests', () => {
  it('discover a server once; then a call is one request', async () => {
    const { baseUrl } = await serveTestSandbox();
    const home = await createHome();
    const env = { ...KEY, TOILE_MCP_URL: `${baseUrl}/mcp` };
    const call = () =>
      toile(['tools', 'call', 'get_tailor_brief', '--args', '{"id":"GARM-101"}', '--debug'], { env, home });
    const first = await call();
    const second = await call();
    // What it is, which tools it has, and the call.
    expect([countPosts(first.err), countPosts(second.err)]).toEqual([3, 1]);
    expect(second.out).toBe(first.out);
    // The key is not in the stored file.
    const kept = await readFile(join(home, 'toile', 'state', 'tool-servers.json'), 'utf8').catch(() =>
      readFile(join(home, 'toile', 'tool-servers.json'), 'utf8'),
    );
    expect(kept).not.toContain(KEY.TOILE_API_KEY);
  });

  it('discover a server again when the stored data is outdated', async () => {
    const { baseUrl } = await serveTestSandbox();
    const home = await createHome();
    const env = { ...KEY, TOILE_MCP_URL: `${baseUrl}/mcp` };
    const line = ['tools', 'call', 'get_tailor_brief', '--args', '{"id":"GARM-101"}'];
    await toile(line, { env, home });
    const file = join(home, 'toile', 'state', 'tool-servers.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('2026-07-28', '2999-01-01'));
    expect(await toile(line, { env, home })).toMatchObject({ code: 0, err: '' });
    expect(await readFile(file, 'utf8')).toContain('2026-07-28');
  });

  it.each([
    ['read-only', 'export_design', 4, /scope export/],
    ['scopeless', 'get_tailor_brief', 4, /scope read/],
  ])('with the key %s, %s is refused', async (name, tool, code, words) => {
    const { baseUrl, keys } = await serveTestSandbox();
    const env = {
      TOILE_API_KEY: keys.find((key) => key.name === name)?.key ?? '',
      TOILE_MCP_URL: `${baseUrl}/mcp`,
    };
    const run = await toile(['tools', 'call', tool, '--args', '{"id":"GARM-101"}'], { env });
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).toMatch(words);
  });

  it('that fail explain a wrong key, an exhausted limit and a service that is down', async () => {
    const { baseUrl, control } = await serveTestSandbox({ rate: { limit: 2, windowMs: 60_000 } });
    const env = { ...KEY, TOILE_MCP_URL: `${baseUrl}/mcp` };
    const wrong = await toile(['tools', 'ls'], { env: { ...env, TOILE_API_KEY: 'svc_sk_wrong' } });
    expect(wrong).toMatchObject({ code: 4, out: '' });
    await toile(['tools', 'ls'], { env });
    const limited = await toile(['tools', 'ls', '--json'], { env });
    expect(limited).toMatchObject({ code: 7, out: '' });
    expect(JSON.parse(limited.err).error).toMatchObject({ status: 429, retry_after: 60 });
    await control.scenario('unavailable');
    expect(await toile(['tools', 'ls'], { env })).toMatchObject({ code: 3, out: '' });
  });

  it.each([
    ['a page', 200, { 'content-type': 'text/html' }, '<h1>hello</h1>'],
    ['no such page', 404, { 'content-type': 'text/html' }, 'nothing here'],
    ['a redirect', 302, { location: 'https://elsewhere.example/' }, ''],
    ['other JSON', 200, { 'content-type': 'application/json' }, '{"hello":1}'],
  ])('explain that %s is not a tool server', async (_, status, headers, body) => {
    const env = { ...KEY, TOILE_MCP_URL: await startOddServer(status, headers, body) };
    const run = await toile(['tools', 'ls'], { env });
    expect(run).toMatchObject({ code: 3, out: '' });
    expect(run.err).toMatch(/does not respond like a tool server/);
    expect(run.err).not.toMatch(/svc_sk/);
  });
});

describe('the key', () => {
  it('needs the address of a tool server', async () => {
    const run = await toile(['tools', 'ls'], { env: KEY });
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(run.err).toMatch(/TOILE_MCP_URL/);
  });

  it('is sent to the tool server of its account, and a stored key to no other origin', async () => {
    const { baseUrl } = await serveTestSandbox();
    const home = await createHome();
    const login = [
      'login',
      '--with-key',
      '--insecure-storage',
      '--base-url',
      baseUrl,
      '--mcp-url',
      `${baseUrl}/mcp`,
    ];
    expect((await toile(login, { home, stdin: 'svc_sk_sandbox_full' })).code).toBe(0);
    expect(await toile(['tools', 'ls'], { home })).toMatchObject({ code: 0, err: '' });
    const elsewhere = await toile(['tools', 'ls'], {
      home,
      env: { TOILE_MCP_URL: 'http://127.0.0.1:9/mcp' },
    });
    expect(elsewhere).toMatchObject({ code: 4, out: '' });
    expect(elsewhere.err).toMatch(/is not sent to http:\/\/127\.0\.0\.1:9/);
  });

  it('is not sent unencrypted over a network', async () => {
    const env = { ...KEY, TOILE_MCP_URL: 'http://tools.example/mcp' };
    expect(await toile(['tools', 'ls'], { env })).toMatchObject({ code: 2, out: '' });
  });
});

import type { ServerResponse } from 'node:http';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import { createEnv, createTempFolder, PROGRAM } from '../../support/run-program.ts';

interface Asked {
  readonly id: unknown;
  readonly method: string;
}

/** Answers a request in its own way; false where the usual answer is to follow. */
type Trick = (asked: Asked, response: ServerResponse) => boolean;

const RESULT = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

/** A tool server with one tool, whose output schema and result are given. */
const serve = async (trick: Trick, outputSchema: object = {}, content: unknown = {}) => {
  const tool = { name: 'odd', inputSchema: { type: 'object' }, outputSchema };
  const results: Readonly<Record<string, object>> = {
    'server/discover': {
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'odd', version: '1' } },
    },
    'tools/list': { tools: [tool] },
    'tools/call': {
      content: [{ type: 'text', text: 'the answer' }],
      ...(content !== null && { structuredContent: content }),
    },
  };
  const base = await startLoopbackServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const asked: Asked = JSON.parse(text || '{}');
    if (trick(asked, response)) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    const result = { ...RESULT, ...results[asked.method] };
    response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result }));
  });
  return `${base}/mcp`;
};

const run = async (url: string, ...argv: readonly string[]) => {
  const env = createEnv(await createTempFolder(), {
    TOILE_API_KEY: 'svc_sk_sandbox_full',
    TOILE_MCP_URL: url,
    TOILE_REQUEST_TIMEOUT: '2s',
  });
  return execa(PROGRAM[0], [...PROGRAM.slice(1), ...argv, '--max-wait', '1s'], {
    env,
    extendEnv: false,
    reject: false,
    timeout: 45_000,
  });
};

const send = (response: ServerResponse, status: number, type: string, body: string): true => {
  response.writeHead(status, { 'content-type': type }).end(body);
  return true;
};

const EVENTS = 'text/event-stream';
const TRICKS: Readonly<Record<string, (asked: Asked, response: ServerResponse) => true>> = {
  'another id': ({ id }, response) =>
    send(response, 200, 'application/json', JSON.stringify({ jsonrpc: '2.0', id: `${id}!`, result: RESULT })),
  'no id': (_, response) =>
    send(response, 200, 'application/json', JSON.stringify({ jsonrpc: '2.0', id: null, result: RESULT })),
  '202 without a body': (_, response) => send(response, 202, 'text/plain', ''),
  'an empty 200': (_, response) => send(response, 200, 'application/json', ''),
  'a stream that ends without the answer': (_, response) =>
    send(response, 200, EVENTS, 'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/x"}\n\n'),
  'a stream that stays silent': (_, response) => {
    response.writeHead(200, { 'content-type': EVENTS }).write(': wait\n\n');
    return true;
  },
  'a stream that says nothing for ever': (_, response) => {
    response.writeHead(200, { 'content-type': EVENTS });
    const drip = setInterval(() => response.write(': wait\n\n'), 200);
    response.on('close', () => clearInterval(drip));
    return true;
  },
  'a result that is no object': ({ id }, response) =>
    send(response, 200, 'application/json', JSON.stringify({ jsonrpc: '2.0', id, result: 7 })),
  'nesting that ends a parser': ({ id }, response) =>
    send(
      response,
      200,
      'application/json',
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
    ),
};

describe.each(Object.keys(TRICKS))('a tool server that answers with %s', (name) => {
  const trick =
    (at: string): Trick =>
    (asked, response) =>
      asked.method === at ? (TRICKS[name]?.(asked, response) ?? false) : false;

  it.each([
    ['server/discover', ['tools', 'ls']],
    ['tools/list', ['tools', 'ls']],
    ['tools/call', ['tools', 'call', 'odd', '--yes']],
  ])('to %s ends in time, with exit 3', async (method, argv) => {
    const ended = await run(await serve(trick(method)), ...argv);
    expect(ended, ended.stderr).toMatchObject({ exitCode: 3, stdout: '', timedOut: false });
    expect(ended.stderr).toMatch(/^toile: /);
  });
});

describe('an output schema', () => {
  it.each([
    ['a pattern that never ends', { properties: { a: { pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(50)}!` }],
    ['items that are compared with each other', { properties: { a: { uniqueItems: true } } }, { a: [] }],
    ['no schema of any kind', { $schema: 'x:y', pattern: '(', $ref: '#/nowhere' }, {}],
  ])('with %s is not evaluated', async (_, schema, content) => {
    const ended = await run(
      await serve(() => false, schema, content),
      'tools',
      'call',
      'odd',
      '--yes',
      '--json',
    );
    expect(ended, ended.stderr).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(ended.stdout).structuredContent).toEqual(content);
  });

  it.each([
    [
      'another type',
      { type: 'object', properties: { n: { type: 'string' } } },
      { n: 7 },
      'its n is not of the type string',
    ],
    ['a missing member', { type: 'object', required: ['n'] }, {}, 'the result lacks the member n'],
    ['no data at all', { type: 'object' }, null, 'the result is not of the type object'],
  ])('that the result violates by %s is a warning beside the result', async (_, schema, content, words) => {
    const ended = await run(
      await serve(() => false, schema, content),
      'tools',
      'call',
      'odd',
      '--yes',
      '--json',
    );
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(ended.stderr).toBe(`toile: the result does not match the schema of its tool server: ${words}`);
    expect(ended.stdout).toContain('the answer');
  });
});

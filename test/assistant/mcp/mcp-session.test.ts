import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serveMcpSession } from '../../../src/assistant/mcp/mcp-session.ts';
import { authorizeAs, openSandbox } from '../../sandbox/open-sandbox.ts';
import { createSource } from '../connect-client.ts';

/** Writes lines at once, and returns all answers and the log. */
const sendLines = async (...lines: readonly string[]) => {
  const input = new PassThrough();
  const output = new PassThrough();
  const log: string[] = [];
  const { ended } = serveMcpSession({
    input,
    output,
    source: createSource(() => '{}').source,
    redact: (text) => text,
    sleep: (_, signal) =>
      new Promise((_done, reject) => signal.addEventListener('abort', () => reject(new Error('over')))),
    warn: (text) => log.push(text),
  });
  input.end(lines.join('\n'));
  expect(await ended).toBe(0);
  const text = String(output.read() ?? '');
  return {
    answers: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    log,
  };
};

const buildMeta = (version = '2026-07-28') => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
});
const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const buildInitialize = (protocolVersion: string) =>
  request(1, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } });
const toLine = (value: unknown) => JSON.stringify(value);

it('answers a last line without a line break', async () => {
  const { answers, log } = await sendLines(toLine(request(1, 'server/discover', buildMeta())));
  expect(answers).toMatchObject([{ id: 1, result: { supportedVersions: ['2026-07-28'] } }]);
  expect(log).toEqual([]);
});

it('checks the version of every request, not only of the first', async () => {
  const { answers } = await sendLines(
    toLine(request(1, 'tools/list', buildMeta())),
    toLine(request(2, 'tools/list', buildMeta('1900-01-01'))),
    toLine({ jsonrpc: '2.0', method: 'notifications/cancelled', params: buildMeta('1900-01-01') }),
    toLine(request(3, 'tools/list', buildMeta())),
  );
  const [first, second, third] = [1, 2, 3].map((id) => answers.find((answer) => answer.id === id));
  expect([first.result.tools.length, third.result.tools.length]).toEqual([8, 8]);
  expect(second.error).toMatchObject({
    code: -32022,
    data: { requested: '1900-01-01', supported: ['2026-07-28'] },
  });
  expect(answers).toHaveLength(3);
});

describe('a batch of messages', () => {
  const batch = toLine([
    request(2, 'ping'),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    request(3, 'tools/list'),
  ]);

  it('is answered as a batch in 2025-03-26', async () => {
    const { answers, log } = await sendLines(toLine(buildInitialize('2025-03-26')), batch);
    expect(answers[0]).toMatchObject({ id: 1, result: { protocolVersion: '2025-03-26' } });
    expect(answers[1].map(({ id }: { id: number }) => id).toSorted()).toEqual([2, 3]);
    expect(answers).toHaveLength(2);
    expect(log).toEqual([]);
  });

  it.each(['2025-06-18', '2025-11-25'])('is refused message by message in %s', async (version) => {
    const { answers, log } = await sendLines(toLine(buildInitialize(version)), batch);
    expect(answers.filter(({ id }) => id !== 1)).toMatchObject([
      { id: 2, error: { code: -32600 } },
      { id: 3, error: { code: -32600 } },
    ]);
    expect(log).toEqual(['a batch was refused']);
  });

  it('that is empty is an error', async () => {
    expect((await sendLines('[]')).answers).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });
});

it('refuses invalid messages with one log line each, and continues', async () => {
  const { answers, log } = await sendLines(
    'no JSON',
    '{"jsonrpc":"1.0","id":7}',
    '',
    toLine(request(1, 'ping')),
  );
  const codes = answers.map(({ id, error }) => [id, error?.code]);
  expect(codes).toEqual([
    [null, -32700],
    [7, -32600],
    [1, undefined],
  ]);
  expect(log).toHaveLength(2);
  for (const entry of log) expect(entry).toMatch(/^.{1,200}$/);
});

const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Messages that do not follow the protocol: the id and the code of the answer, over stdio and HTTP. */
const FAULTY: readonly (readonly [string, unknown, number, string])[] = [
  ['parameters that are null', 3, -32600, '{"jsonrpc":"2.0","id":3,"method":"tools/list","params":null}'],
  ['parameters that are a list', 3, -32600, '{"jsonrpc":"2.0","id":3,"method":"tools/list","params":[]}'],
  ['a member of its own', 'x', -32600, '{"jsonrpc":"2.0","id":"x","method":"tools/list","extra":1}'],
  ['another version of JSON-RPC', 3, -32600, '{"jsonrpc":"1.0","id":3,"method":"tools/list"}'],
  ['an id beyond 2^53', null, -32600, '{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}'],
  ['an id that is a fraction', null, -32600, '{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}'],
  ['an id that is null', null, -32600, '{"jsonrpc":"2.0","id":null,"method":"tools/list"}'],
  ['an id that is a list', null, -32600, '{"jsonrpc":"2.0","id":[1],"method":"tools/list"}'],
  ['no method', 3, -32600, '{"jsonrpc":"2.0","id":3}'],
  ['a method that is a number', 3, -32600, '{"jsonrpc":"2.0","id":3,"method":7}'],
  ['no object', null, -32600, '5'],
  ['nothing', null, -32600, 'null'],
  ['an empty batch', null, -32600, '[]'],
  ['5,000 levels', null, -32600, `{"jsonrpc":"2.0","id":3,"method":"tools/list","params":${nest(5_000)}}`],
  ['20,000 levels that do not end', null, -32600, '['.repeat(20_000)],
  ['no JSON', null, -32700, '{"jsonrpc":'],
  ['no JSON behind a byte order mark', null, -32700, '\uFEFFno'],
  ['an unknown cursor', 3, -32602, '{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"x"}}'],
];

describe.each(FAULTY)('a message with %s', (_, id, code, text) => {
  it('is refused over stdio, and the next message is answered', async () => {
    const { answers } = await sendLines(text, toLine(request(4, 'ping')));
    expect(answers).toMatchObject([
      { id, error: { code } },
      { id: 4, result: {} },
    ]);
  });

  it('is refused over HTTP', async () => {
    const { sandbox } = await openSandbox();
    const answer = await sandbox.fetch(`${sandbox.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...authorizeAs('full'),
      },
      body: text,
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      code === -32602 ? 200 : 400,
      { id, error: { code } },
    ]);
  });
});

it('answers each invalid message of a batch', async () => {
  const batch = toLine([request(2, 'ping'), { jsonrpc: '2.0', id: 3 }, { id: 4 }, 5]);
  const { answers } = await sendLines(toLine(buildInitialize('2025-03-26')), batch);
  expect(answers).toContainEqual([expect.objectContaining({ id: 2, result: {} })]);
  const faults = answers.filter(({ error }) => error?.code === -32600);
  expect(faults.map(({ id }) => id)).toEqual([3, 4, null]);
});

it('refuses a message with too many values, and answers the next', async () => {
  const { answers } = await sendLines(`[${'0,'.repeat(2_000_000)}0]`, toLine(request(4, 'ping')));
  expect(answers).toMatchObject([{ id: null, error: { code: -32600 } }, { id: 4 }]);
});

it('reads a message after a byte order mark', async () => {
  const { answers } = await sendLines(toLine(request(4, 'ping')), `\uFEFF${toLine(request(5, 'ping'))}`);
  expect(answers).toMatchObject([{ id: 4 }, { id: 5, result: {} }]);
});

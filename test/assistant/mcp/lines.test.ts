import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serveMcpSession } from '../../../src/assistant/mcp/mcp-session.ts';
import { source } from '../support.ts';

/** All that is answered to lines that are written at once, and what the log says. */
const said = async (...lines: readonly string[]) => {
  const input = new PassThrough();
  const output = new PassThrough();
  const log: string[] = [];
  const { ended } = serveMcpSession({
    input,
    output,
    source: source(() => '{}').made,
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

const META = (version = '2026-07-28') => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
});
const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const opening = (protocolVersion: string) =>
  request(1, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } });
const line = (value: unknown) => JSON.stringify(value);

it('answers a last line that has no end', async () => {
  const { answers, log } = await said(line(request(1, 'server/discover', META())));
  expect(answers).toMatchObject([{ id: 1, result: { supportedVersions: ['2026-07-28'] } }]);
  expect(log).toEqual([]);
});

it('looks at the version of every request, and not at that of the first alone', async () => {
  const { answers } = await said(
    line(request(1, 'tools/list', META())),
    line(request(2, 'tools/list', META('1900-01-01'))),
    line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: META('1900-01-01') }),
    line(request(3, 'tools/list', META())),
  );
  const [first, second, third] = [1, 2, 3].map((id) => answers.find((answer) => answer.id === id));
  expect([first.result.tools.length, third.result.tools.length]).toEqual([8, 8]);
  expect(second.error).toMatchObject({
    code: -32022,
    data: { requested: '1900-01-01', supported: ['2026-07-28'] },
  });
  expect(answers).toHaveLength(3);
});

describe('messages that come together', () => {
  const batch = line([
    request(2, 'ping'),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    request(3, 'tools/list'),
  ]);

  it('are answered together in 2025-03-26', async () => {
    const { answers, log } = await said(line(opening('2025-03-26')), batch);
    expect(answers[0]).toMatchObject({ id: 1, result: { protocolVersion: '2025-03-26' } });
    expect(answers[1].map(({ id }: { id: number }) => id).toSorted()).toEqual([2, 3]);
    expect(answers).toHaveLength(2);
    expect(log).toEqual([]);
  });

  it.each(['2025-06-18', '2025-11-25'])('are refused each by its id in %s', async (version) => {
    const { answers, log } = await said(line(opening(version)), batch);
    expect(answers.filter(({ id }) => id !== 1)).toMatchObject([
      { id: 2, error: { code: -32600 } },
      { id: 3, error: { code: -32600 } },
    ]);
    expect(log).toEqual(['a batch was refused']);
  });

  it('are an error where there are none of them', async () => {
    expect((await said('[]')).answers).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });
});

it('refuses what is no message, with one line of log for each, and goes on', async () => {
  const { answers, log } = await said('no JSON', '{"jsonrpc":"1.0","id":7}', '', line(request(1, 'ping')));
  const codes = answers.map(({ id, error }) => [id, error?.code]);
  expect(codes).toEqual([
    [null, -32700],
    [7, -32600],
    [1, undefined],
  ]);
  expect(log).toHaveLength(2);
  for (const entry of log) expect(entry).toMatch(/^.{1,200}$/);
});

it.each([
  ['parameters that are null', 3, '{"jsonrpc":"2.0","id":3,"method":"ping","params":null}'],
  ['a member of its own', 3, '{"jsonrpc":"2.0","id":3,"method":"ping","extra":1}'],
  ['an id beyond 2^53', null, '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}'],
  ['an id that is a list', null, '{"jsonrpc":"2.0","id":[1],"method":"ping"}'],
  [
    '5,000 levels',
    null,
    `{"jsonrpc":"2.0","id":3,"method":"ping","params":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  ],
  ['500,000 levels that do not end', null, '['.repeat(500_000)],
  ['more values than are read', null, `[${'0,'.repeat(2_000_000)}0]`],
])('refuses a message with %s, and answers the next', async (_, id, text) => {
  const { answers } = await said(text, line(request(4, 'ping')));
  expect(answers).toMatchObject([
    { id, error: { code: -32600 } },
    { id: 4, result: {} },
  ]);
});

it('reads a message behind a byte order mark', async () => {
  const { answers } = await said(line(request(4, 'ping')), `\uFEFF${line(request(5, 'ping'))}`);
  expect(answers).toMatchObject([{ id: 4 }, { id: 5, result: {} }]);
});

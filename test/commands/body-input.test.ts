import { expect, it, test } from 'vitest';
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';
import { createHome, runToile } from '../support/run-toile.ts';

const shirt = listSampleGarments().find(({ sgg_garment_id }) => sgg_garment_id === 'GARM-101');
const bodies = {
  graph: shirt?.graph('technical_designer') ?? '',
  brief: shirt?.read('tailor-brief') ?? '',
  trust: shirt?.read('design-trust') ?? '',
  confirmations: shirt?.read('confirmations') ?? '',
};
/** A setting without a service: no address is configured, and a request fails the test. */
const ALONE = {
  network: () => Promise.reject(new Error('a request left')),
  env: { TOILE_API_KEY: 'svc_sk_x' },
};

it.each(Object.entries(bodies))(
  '%s shows a body from stdin like a body of the service',
  async (command, stdin) => {
    for (const columns of [undefined, 80]) {
      const asked = await runToile(['--sandbox', command, 'GARM-101', '--csv'], { columns });
      const given = await runToile([command, '-', '--csv'], { ...ALONE, stdin, columns });
      expect(given).toEqual(asked);
    }
    expect((await runToile([command, '-', '--json'], { ...ALONE, stdin })).out.trim()).toBe(stdin.trim());
  },
);

it('reads a body with a byte order mark', async () => {
  const run = await runToile(['graph', '-', '--jq', '.garment_id'], {
    ...ALONE,
    stdin: `\uFEFF${bodies.graph}`,
  });
  expect(run).toEqual({ code: 0, out: 'GARM-101\n', err: '' });
});

it('reads a body with more values than a call can have arguments', async () => {
  const facts = Object.fromEntries(Array.from({ length: 130_000 }, (_, at) => [`f${at}`, 1]));
  const stdin = JSON.stringify({ garment_id: 'GARM-1', facts });
  expect(await runToile(['trust', '-', '--csv'], { ...ALONE, stdin })).toMatchObject({ code: 0, err: '' });
});

it.each(['graph', 'brief', 'confirmations', 'sheet'])(
  '%s @FILE names the way that replaced it',
  async (command) => {
    const run = await runToile([command, '@my graph.json'], ALONE);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain("type - < 'my graph.json' instead");
  },
);

it.each([
  ['no JSON', ['graph', '-'], '{"nodes": [', 'stdin is not JSON'],
  ['nothing', ['graph', '-'], '', 'stdin is empty'],
  ['too deep', ['brief', '-'], `${'['.repeat(1100)}${']'.repeat(1100)}`, 'nested deeper'],
  ['too large', ['trust', '-'], `"${'x'.repeat(33 * 1024 * 1024)}"`, 'larger than 32 MiB'],
  [
    'a profile beside it',
    ['graph', '-', '--profile', 'factory'],
    '{}',
    'cannot be combined with a local body',
  ],
])('refuses %s', async (_, argv, stdin, output) => {
  const run = await runToile(argv, { ...ALONE, stdin });
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toContain(output);
});

test('a body of another read is shown, with a warning', async () => {
  for (const [name, stdin] of Object.entries(bodies))
    for (const command of Object.keys(bodies)) {
      const run = await runToile([command, '-'], { ...ALONE, stdin });
      expect(run.code).toBe(0);
      if (name === command) expect(run.err).not.toContain('stdin seems');
      else
        expect(run.err).toContain(
          `stdin seems to contain the body of another command; toile ${name} shows it`,
        );
    }
});

test('a terminal shows that stdin is awaited', async () => {
  const messages: string[] = [];
  const stop = new AbortController();
  const onStderr = (output: string): void => {
    messages.push(output);
    if (output.includes('waiting for a body')) stop.abort(new Error('enough'));
  };
  await runToile(['graph', '-'], { ...ALONE, columns: 80, onStderr, signal: stop.signal });
  expect(messages.join('')).toContain('end it with Ctrl-D');
  expect((await runToile(['graph', '-', '--no-input'], { ...ALONE, columns: 80 })).err).toContain(
    'nothing is piped',
  );
});

test('a sheet of a graph alone names the parts that are missing', async () => {
  const run = await runToile(['sheet', '-', '-o', '-'], { ...ALONE, stdin: bodies.graph });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out).toContain('Not read for this page: the tailor brief, Design Trust, the open questions.');
  const cwd = await createHome();
  const kept = await runToile(['sheet', '-', '--json'], { ...ALONE, cwd, stdin: bodies.graph });
  expect(JSON.parse(kept.out).file).toContain('GARM-101_technical_designer_sheet.html');
});

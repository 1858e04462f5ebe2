import { execFileSync } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { startLoopbackServer } from '../support/loopback-server.ts';
import {
  createEnv,
  createTempFolder,
  runProgram,
  SHELL_COMMAND,
  startProgram,
} from '../support/run-program.ts';

const startService = async (answer: RequestListener): Promise<Record<string, string>> => {
  const base = await startLoopbackServer(answer);
  return createEnv(await createTempFolder(), {
    TOILE_BASE_URL: base,
    TOILE_API_KEY: 'svc_sk_e2e',
  });
};

const createPage = (number: number, size: number): string =>
  JSON.stringify({
    designs: Array.from({ length: size }, (_, at) => ({
      id: `${String(number).padStart(8, '0')}-0000-4000-8000-${String(at).padStart(12, '0')}`,
      name: 'x'.repeat(200),
      garment_category: null,
      sgg_garment_id: null,
      created_at: '2026-01-01T00:00:00Z',
    })),
    next_before: `c${number + 1}`,
  });

it('ends silently when the reader closes the pipe, and requests no further page', async () => {
  let asked = 0;
  const env = await startService((_, res) => {
    asked += 1;
    res.setHeader('content-type', 'application/json');
    res.end(createPage(asked, 100));
  });
  const run = await execa(
    'bash',
    ['-c', `${SHELL_COMMAND} designs ls --all --jsonl | head -1; echo "\${PIPESTATUS[0]}"`],
    {
      env,
      extendEnv: false,
      timeout: 20_000,
    },
  );
  const [first = '', status] = run.stdout.split('\n');
  expect(JSON.parse(first)).toHaveProperty('id');
  expect(status).toBe('0');
  expect(run.stderr).toBe('');
  expect(asked).toBeLessThan(10);
});

it('sends 5 MB of JSON complete through a slow reader', async () => {
  const body = JSON.stringify({
    nodes: Array.from({ length: 50_000 }, (_, at) => ({ id: `n${at}`, note: 'y'.repeat(80) })),
  });
  const env = await startService((_, res) => res.setHeader('content-type', 'application/json').end(body));
  const child = startProgram(['graph', 'GARM-1', '--json'], { env });
  let text = '';
  for await (const part of child.stdout) {
    text += part.toString();
    if (text.length < 400_000) await sleep(5);
  }
  const { exitCode } = await child;
  expect(exitCode).toBe(0);
  expect(text).toBe(`${body}\n`);
});

it.each([
  [['--version'], 0, /^toile \d+\.\d+\.\d+$/],
  [[], 0, /^toile reads garment data/],
  [['designs'], 0, /designs ls/],
  [['--sandbox', 'me', '--json'], 0, /"user_id"/],
])('runs from an empty home: toile %j', async (argv, code, said) => {
  const run = await runProgram(argv, { env: createEnv(await createTempFolder()) });
  expect(run).toMatchObject({ exitCode: code, stderr: '' });
  expect(run.stdout).toMatch(said);
});

it.each(['0', ''])('TOILE_DEBUG=%j does not turn debugging on', async (value) => {
  const env = createEnv(await createTempFolder(), { TOILE_DEBUG: value });
  expect(await runProgram(['--sandbox', 'me', '--json'], { env })).toMatchObject({ exitCode: 0, stderr: '' });
});

it('reads work where nothing can be written', async () => {
  const env = createEnv('/dev/null/home', { TOILE_HOME: '/dev/null/toile' });
  const run = await runProgram(['--sandbox', 'me', '--json', '-q'], { env });
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
});

it.skipIf(process.platform !== 'linux')('reports an answer that did not fit on the disk', async () => {
  for (const words of ['--sandbox me', '--sandbox designs ls --all --json', 'graph --help', '--version']) {
    const run = await execa('bash', ['-c', `${SHELL_COMMAND} ${words} > /dev/full`], {
      env: createEnv(await createTempFolder()),
      extendEnv: false,
      reject: false,
      timeout: 20_000,
    });
    expect(run.exitCode, words).toBe(1);
    expect(run.stderr, words).toContain('cannot write the complete output: ENOSPC');
  }
});

it.skipIf(process.platform === 'win32')(
  'reads a key from a named pipe whose writer comes late, and from one that a shell made',
  async () => {
    const keys: unknown[] = [];
    const { TOILE_API_KEY: _, ...env } = await startService(({ headers }, response) => {
      keys.push(headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"user_id": "u", "scopes": []}');
    });
    const pipe = join(env.HOME ?? '', 'pipe');
    execFileSync('mkfifo', [pipe]);
    const named = runProgram(['me', '--json'], { env: { ...env, TOILE_API_KEY_FILE: pipe } });
    await appendFile(pipe, 'svc_sk_late\n');
    expect(await named).toMatchObject({ exitCode: 0, stderr: '' });
    const line = `printf 'svc_sk_made\n' | TOILE_API_KEY_FILE=/dev/stdin ${SHELL_COMMAND} me --json`;
    expect(await execa('sh', ['-c', line], { env, extendEnv: false })).toMatchObject({ exitCode: 0 });
    expect(keys).toStrictEqual(['Bearer svc_sk_late', 'Bearer svc_sk_made']);
  },
);

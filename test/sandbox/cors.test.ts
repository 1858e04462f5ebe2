import { expect, it, onTestFinished } from 'vitest';
import { createMemoryJournal, createSandbox, serveSandbox } from '../../src/sandbox/index.ts';
import { runToile } from '../support/run-toile.ts';
import { authorizeAs, createClock, createSeededBytes } from './open-sandbox.ts';

const PAGE = 'http://localhost:5173';

const startSandbox = async (cors?: string) => {
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock: createClock(),
    random: createSeededBytes(),
  });
  const running = await serveSandbox(sandbox, { cors });
  onTestFinished(() => running.close());
  return (path: string, method: string, headers: Record<string, string>) =>
    fetch(`${running.baseUrl}${path}`, { method, headers });
};

it('allows the page of that origin to send a key and to read the response headers', async () => {
  const ask = await startSandbox(PAGE);
  const before = await ask('/v1/me', 'OPTIONS', {
    origin: PAGE,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  });
  expect(before.status).toBe(204);
  expect(before.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(before.headers.get('access-control-allow-headers')).toBe('authorization');
  expect(before.headers.get('access-control-allow-methods')).toContain('POST');
  for (const [headers, status] of [
    [authorizeAs('full'), 200],
    [{}, 401],
  ] as const) {
    const answer = await ask('/v1/me', 'GET', { ...headers, origin: PAGE });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after');
    expect(answer.headers.get('vary')).toBe('origin');
  }
});

it.each([
  ['another origin', PAGE, 'http://localhost:5174'],
  ['any, where none was named', undefined, PAGE],
])('allows nothing to %s', async (_, cors, origin) => {
  const ask = await startSandbox(cors);
  const answer = await ask('/v1/me', 'GET', { ...authorizeAs('full'), origin });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  const before = await ask('/v1/me', 'OPTIONS', { origin, 'access-control-request-method': 'GET' });
  expect(before.headers.get('access-control-allow-origin')).toBeNull();
});

it.each(['*', 'https://app.example', 'http://localhost:5173/page', 'null'])('refuses %s', async (typed) => {
  const run = await runToile(['sandbox', 'start', '--cors', typed]);
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toMatch(/origin of a page on this machine/);
});

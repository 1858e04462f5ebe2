import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { createEnv, createTempFolder, PROGRAM, runProgram, startProgram } from '../support/run-program.ts';

const startSandbox = async (argv: readonly string[], env: Record<string, string>) => {
  const child = startProgram(['sandbox', 'start', ...argv, '--json'], { env });
  const lines = createInterface({ input: child.stdout });
  const first = await new Promise<string>((resolve) => lines.once('line', resolve));
  return { child, ready: JSON.parse(first) as { base_url: string; keys: { name: string; key: string }[] } };
};

it('serves on a free port until Ctrl-C, which is its normal end', async () => {
  const env = createEnv(await createTempFolder());
  const { child, ready } = await startSandbox([], env);
  const answer = await fetch(`${ready.base_url}/v1/me`, {
    headers: { authorization: `Bearer ${ready.keys[0]?.key}` },
  });
  expect(answer.status).toBe(200);
  expect((await fetch(`${ready.base_url}/v1/me`)).headers.get('www-authenticate')).toMatch(/^Bearer/);

  const me = await runProgram(['me', '--json'], {
    env: { ...env, TOILE_BASE_URL: ready.base_url, TOILE_API_KEY: ready.keys[1]?.key ?? '' },
  });
  expect(JSON.parse(me.stdout).scopes).toEqual(['read']);

  const advanced = await runProgram(['sandbox', 'advance', '5m', '--json'], { env });
  expect(advanced, advanced.stderr).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(advanced.stdout)).toMatchObject({ base_url: ready.base_url, offset_ms: 300_000 });

  child.kill('SIGINT');
  expect((await child).exitCode).toBe(0);
  await expect(fetch(`${ready.base_url}/v1`)).rejects.toThrow();
});

it('reports the port that is in use', async () => {
  const env = createEnv(await createTempFolder());
  const { child, ready } = await startSandbox([], env);
  const second = await runProgram(['sandbox', 'start', '--port', new URL(ready.base_url).port], { env });
  expect(second).toMatchObject({ exitCode: 2, stdout: '' });
  expect(second.stderr).toContain('is taken');
  child.kill('SIGTERM');
  expect((await child).exitCode).toBe(0);
});

it('runs a program against itself and passes on its exit code', async () => {
  const env = createEnv(await createTempFolder());
  const inside = await runProgram(['sandbox', 'run', '--', ...PROGRAM, 'me', '--json'], { env });
  expect(inside).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(inside.stdout).plan).toBe('studio');
  const failing = await runProgram(['sandbox', 'run', '--', 'sh', '-c', 'exit 37'], { env });
  expect(failing.exitCode).toBe(37);
  const missing = await runProgram(['sandbox', 'run', '--', 'no-such-program'], { env });
  expect(missing).toMatchObject({ exitCode: 2, stdout: '' });
});

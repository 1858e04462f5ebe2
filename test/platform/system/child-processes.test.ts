import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { forwardSignals, spawnAttached } from '../../../src/platform/system/child-processes.ts';
import { readProcEntry } from '../../../src/platform/system/process-identity.ts';
import { createFolder, join } from '../../support/create-folder.ts';

const createSystem = (env: Readonly<Record<string, string>>) => ({
  env: { PATH: process.env.PATH ?? '', ...env },
  signal: new AbortController().signal,
});

it('a program gets the variables of toile that it needs, and no key', async () => {
  const file = join(createFolder(), 'environment');
  const secrets = {
    TOILE_API_KEY: 'svc_sk_x',
    TOILE_ACCESS_TOKEN: 'token',
    TOILE_API_KEY_FILE: '/key',
    TOILE_KEY_COMMAND: 'pass',
    TOILE_SHARED: 'redis://:word@engine',
    TOILE_SHARED_PASSWORD: 'word',
  };
  const around = createSystem({ ...secrets, TOILE_HOME: '/home/of/toile', LANG: 'C' });
  const own = { TOILE_API_KEY: 'svc_sk_sandbox', TOILE_BASE_URL: 'http://127.0.0.1:4010' };
  expect(await spawnAttached(around, 'sh', ['-c', `env > '${file}'`], own)).toBe(0);
  const had = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^(TOILE_|LANG)/.test(line));
  expect(had.toSorted()).toStrictEqual([
    'LANG=C',
    'TOILE_API_KEY=svc_sk_sandbox',
    'TOILE_BASE_URL=http://127.0.0.1:4010',
    'TOILE_HOME=/home/of/toile',
  ]);
});

it.each([
  ['exit 37', 37],
  ['kill -TERM $$', 143],
  ['kill -KILL $$', 137],
])('the exit code of the program is passed on: %s is %i', async (script, code) => {
  expect(await spawnAttached(createSystem({}), 'sh', ['-c', script], {})).toBe(code);
});

it.skipIf(process.platform !== 'linux')('a group runs until its last process has ended', async () => {
  const child = spawn('sh', ['-c', 'sleep 60 & :'], { detached: true, stdio: 'ignore' });
  const managed = forwardSignals(child, true, undefined);
  onTestFinished(() => managed.release());
  // While this thread is blocked, nothing reads the exit status of the leader, so it becomes a zombie.
  const isZombie = () => readProcEntry(child.pid ?? 0)?.isZombie;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < 500 && isZombie() === false; tries++) Atomics.wait(pause, 0, 0, 10);
  expect(isZombie()).toBe(true);
  expect(managed.isRunning()).toBe(true);
  managed.kill();
  await expect.poll(() => managed.isRunning()).toBe(false);
});

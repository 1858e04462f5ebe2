import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { markSystemPath } from '../../src/platform/files/safe-path.ts';
import { withLock } from '../../src/platform/system/lock.ts';
import { hostProcess } from '../support/host-process.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { createEnv, createTempFolder, PROGRAM, runProgram } from '../support/run-program.ts';

const KEY = 'svc_sk_of_a_killed_login';

const startService = (): Promise<string> =>
  startLoopbackServer((_, res) =>
    res.setHeader('content-type', 'application/json').end('{"user_id":"u-1","plan":"studio","scopes":[]}'),
  );

/** Holds what a file is written under, until it is let go. */
const holdLock = async (file: string): Promise<() => void> => {
  let letGo = (): void => undefined;
  await new Promise<void>((taken) => {
    void withLock(markSystemPath(`${file}.lock`), hostProcess, () => {
      taken();
      return new Promise<void>((resolve) => {
        letGo = resolve;
      });
    });
  });
  return letGo;
};

const waitForText = async (path: string, said: string): Promise<void> => {
  for (let tries = 0; !(await readFile(path, 'utf8').catch(() => '')).includes(said); tries += 1) {
    if (tries > 2_000) throw new Error(`${path} never held ${said}`);
    await sleep(5);
  }
};

it('a login that is killed at any step leaves no key that logout does not find', async () => {
  const home = await createTempFolder();
  const [toileHome, base] = [join(home, 'toile'), await startService()];
  const env = createEnv(home, { TOILE_HOME: toileHome, TOILE_BASE_URL: base });
  await mkdir(toileHome, { mode: 0o700 });
  const [accounts, credentials] = [join(toileHome, 'accounts.json'), join(toileHome, 'credentials.json')];
  const look = async (...argv: readonly string[]) =>
    JSON.parse((await runProgram([...argv, '--json'], { env })).stdout);

  const freeCredentials = await holdLock(credentials);
  const [command, ...args] = PROGRAM;
  const child = spawn(command, [...args, 'login', '--with-key', '--insecure-storage', '--account', 'mill'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = new Promise((resolve) => child.on('exit', resolve));
  child.stdin.end(KEY);
  // The first step: its place is written down, and the key is nowhere yet.
  await waitForText(accounts, `mill@${base}`);
  await expect(readFile(credentials)).rejects.toThrow();
  const freeAccounts = await holdLock(accounts);
  freeCredentials();
  // The second: the key is there, the account is not.
  await waitForText(credentials, KEY);
  expect(JSON.parse(await readFile(accounts, 'utf8')).accounts ?? []).toStrictEqual([]);
  child.kill('SIGKILL');
  await gone;
  freeAccounts();

  expect(await look('accounts', 'ls')).toMatchObject({
    accounts: [],
    left_behind: [{ account: 'mill', base_url: base }],
  });
  expect(await look('logout', '--account', 'mill')).toMatchObject({
    forgotten: [credentials],
    left_behind: [{ base_url: base, deleted: true }],
  });
  expect(await readFile(credentials, 'utf8')).not.toContain(KEY);
  expect(await look('accounts', 'ls')).toMatchObject({ left_behind: [] });
});

it('a replaced key is deleted, and a key without a record is found by its name', async () => {
  const home = await createTempFolder();
  const [first, second] = [await startService(), await startService()];
  const env = createEnv(home, { TOILE_HOME: join(home, 'toile') });
  const login = (address: string, input: string) =>
    runProgram(['login', '--with-key', '--insecure-storage', '--base-url', address], { env, input });
  expect((await login(first, `${KEY}_1`)).exitCode).toBe(0);
  expect((await login(second, `${KEY}_2`)).exitCode).toBe(0);
  const credentials = join(home, 'toile', 'credentials.json');
  expect(Object.keys(JSON.parse(await readFile(credentials, 'utf8')).credentials)).toStrictEqual([
    `default@${second}`,
  ]);
  // As an earlier version left it, or a list that was lost.
  await rm(join(home, 'toile', 'accounts.json'));
  const out = await runProgram(['logout', '--account', 'default', '--json'], { env });
  expect(JSON.parse(out.stdout)).toMatchObject({ forgotten: [credentials] });
  expect(await readFile(credentials, 'utf8')).not.toContain(KEY);
  expect(await runProgram(['logout', '--account', 'default'], { env })).toMatchObject({
    exitCode: 2,
    stdout: '',
  });
});

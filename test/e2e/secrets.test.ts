import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { assertFasterThan, measureElapsedTime } from '../support/measure-time.ts';
import { BIN, createEnv, createTempFolder, runProgram } from '../support/run-program.ts';
import { runToile } from '../support/run-toile.ts';

const KEY = 'svc_sk_e2e_secret_7f3a91';
const TOKEN = 'opaque-access-token-5521';
const PASSWORD = 'proxy-password-8843';

const me = '{"user_id":"u-1","via":"api_key","scopes":["read"],"plan":"studio"}';

const startService = (): Promise<string> =>
  startLoopbackServer((_, res) => res.setHeader('content-type', 'application/json').end(me));

/** A message bus that accepts connections and never answers, like a locked keychain with a hidden dialog. */
const startSilentBus = async (folder: string): Promise<string> => {
  const path = join(folder, 'bus');
  const server = createSocketServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  return `unix:path=${path}`;
};

/** Arguments and environment of a process and of all that it started, as the system shows them. */
const listChildProcesses = async (
  pid: number,
): Promise<readonly { pid: number; args: string; env: string }[]> => {
  const found = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'latin1').catch(() => '');
    const parent = / \w (\d+) /.exec((await read('stat')).replace(/^.*\)/, ')'))?.[1];
    if (Number(parent) === pid)
      found.push({ pid: Number(name), args: await read('cmdline'), env: await read('environ') });
  }
  return found;
};

/** Whether a process has ended; a zombie stays in the process table until its parent reads its exit code. */
const hasEnded = async (pid: number): Promise<boolean> =>
  /^$|\) Z /.test(await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''));

it.skipIf(process.platform !== 'linux')(
  'the keychain is asked by a child process whose arguments and environment hold no secret, and which ends',
  async () => {
    const home = await createTempFolder();
    const env = createEnv(home, {
      TOILE_BASE_URL: await startService(),
      DBUS_SESSION_BUS_ADDRESS: await startSilentBus(home),
      // Not used by a login, and not to be inherited either.
      TOILE_ACCESS_TOKEN: TOKEN,
      TOILE_KEY_COMMAND: `echo ${TOKEN}`,
    });
    const began = Date.now();
    const child = runProgram(['login', '--with-key', '--account', 'studio'], { env, input: KEY });
    let children: Awaited<ReturnType<typeof listChildProcesses>> = [];
    while (children.length === 0 && Date.now() - began < 20_000) {
      await sleep(20);
      children = await listChildProcesses(child.pid ?? 0);
    }
    const { exitCode, stdout, stderr } = await child;
    expect(children.length).toBeGreaterThan(0);
    for (const { args, env: inherited } of children) {
      expect(args).toContain('__keychain');
      expect(args + inherited).not.toContain(KEY);
      expect(args + inherited).not.toContain(TOKEN);
    }
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/the keychain does not answer[\s\S]*3 seconds/);
    expect(stderr).toMatch(/--insecure-storage/);
    expect(stderr).not.toContain(KEY);
    for (const { pid } of children) await expect.poll(() => hasEnded(pid)).toBe(true);
  },
);

it.skipIf(process.platform !== 'linux')(
  'no keychain is opened with a key in the environment; without one a failure is reported within four seconds',
  async () => {
    const home = await createTempFolder();
    const base = await startService();
    const path = join(home, 'bus');
    let opened = 0;
    const bus = createSocketServer(() => {
      opened += 1;
    });
    await new Promise<void>((resolve) => bus.listen(path, resolve));
    onTestFinished(() => void bus.close());
    await mkdir(join(home, 'toile'), { mode: 0o700 });
    const account = { name: 'studio', base_url: base, storage: 'keychain', kind: 'api_key' };
    await writeFile(
      join(home, 'toile', 'accounts.json'),
      JSON.stringify({ version: 1, current: 'studio', accounts: [account] }),
    );
    const env = createEnv(home, {
      TOILE_HOME: join(home, 'toile'),
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}`,
    });
    const keyed = await runProgram(['me', '--json'], {
      env: { ...env, TOILE_BASE_URL: base, TOILE_API_KEY: KEY },
    });
    expect(keyed, keyed.stderr).toMatchObject({ exitCode: 0, stderr: '' });
    for (const argv of [['--help'], ['--sandbox', 'me'], ['accounts', 'ls'], ['help', 'exit-codes']]) {
      expect((await runProgram(argv, { env })).exitCode).toBe(0);
    }
    expect(opened).toBe(0);
    await assertFasterThan(4_500, () =>
      measureElapsedTime(async () => {
        const silent = await runProgram(['me', '--json'], { env });
        expect(silent).toMatchObject({ exitCode: 1, stdout: '' });
        expect(JSON.parse(silent.stderr).error.code).toBe('keychain_timeout');
      }),
    );
    expect(opened).toBeGreaterThan(0);
  },
);

it.skipIf(process.platform !== 'linux')(
  'Ctrl-C ends a wait for the keychain at once, with the child process',
  async () => {
    const home = await createTempFolder();
    const env = createEnv(home, {
      TOILE_BASE_URL: await startService(),
      DBUS_SESSION_BUS_ADDRESS: await startSilentBus(home),
    });
    await assertFasterThan(1_500, async () => {
      const child = runProgram(['login', '--with-key'], { env, input: KEY });
      let children: Awaited<ReturnType<typeof listChildProcesses>> = [];
      for (let tries = 0; children.length === 0 && tries < 1_000; tries += 1) {
        await sleep(20);
        children = await listChildProcesses(child.pid ?? 0);
      }
      expect(children.length).toBeGreaterThan(0);
      const took = await measureElapsedTime(async () => {
        child.kill('SIGINT');
        expect((await child).exitCode).toBe(130);
      });
      for (const { pid } of children) await expect.poll(() => hasEnded(pid)).toBe(true);
      return took;
    });
  },
);

it.each([
  ['no bus at all', {}, /no keychain was found on this machine/],
  [
    'a bus that is gone',
    { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' },
    /no keychain was found on this machine/,
  ],
])('reports what is missing with %s', async (_, more, said) => {
  const home = await createTempFolder();
  const env = createEnv(home, { TOILE_BASE_URL: await startService(), XDG_RUNTIME_DIR: home, ...more });
  const run = await runProgram(['login', '--with-key'], { env, input: KEY });
  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toMatch(said);
  expect(run.stderr).not.toContain(KEY);
});

it.skipIf(process.platform === 'win32')(
  'passes no secret to the programs that it starts, nor to messages about them',
  async () => {
    const home = await createTempFolder();
    const bin = join(home, 'bin');
    await mkdir(bin);
    const dump = join(home, 'dump.txt');
    await writeFile(join(home, 'key.sh'), `#!/bin/sh\n{ echo "$0 $*"; env; } >> ${dump}\necho ${KEY}\n`);
    await chmod(join(home, 'key.sh'), 0o700);
    const env = createEnv(home, {
      TOILE_BASE_URL: await startService(),
      TOILE_KEY_COMMAND: join(home, 'key.sh'),
      TOILE_ACCOUNT: '',
    });
    for (const argv of [
      ['me', '--debug'],
      ['me', '--json', '--debug'],
      ['api', 'v1/designs/x/graph', '--debug'],
    ]) {
      const { stdout, stderr } = await runProgram(argv, { env });
      expect(stdout + stderr).not.toContain(KEY);
    }
    const dumped = await readFile(dump, 'utf8');
    expect(dumped).not.toContain('TOILE_KEY_COMMAND');
    expect(dumped).not.toContain(KEY);
  },
);

it.skipIf(process.platform === 'win32')(
  'a program in the sandbox gets the key of the sandbox, and no other',
  async () => {
    const home = await createTempFolder();
    const env = createEnv(home, {
      TOILE_HOME: join(home, 'toile'),
      TOILE_API_KEY: KEY,
      TOILE_ACCESS_TOKEN: TOKEN,
      TOILE_API_KEY_FILE: BIN,
      TOILE_KEY_COMMAND: `echo ${KEY}`,
      TOILE_ACCOUNT: 'studio',
      TOILE_CA_FILE: BIN,
      TOILE_DEBUG: '1',
    });
    const { stdout } = await runProgram(['sandbox', 'run', '--', 'env'], { env });
    const seen = stdout.split('\n').filter((line) => line.startsWith('TOILE_'));
    expect(seen.map((line) => line.split('=')[0]).toSorted()).toStrictEqual([
      'TOILE_API_KEY',
      'TOILE_BASE_URL',
      'TOILE_CONNECTOR_URL',
      'TOILE_HOME',
      'TOILE_MCP_URL',
    ]);
    expect(seen).toContain('TOILE_API_KEY=svc_sk_sandbox_full');
    expect(stdout).not.toContain(KEY);
  },
);

it.each([
  ['a refused key', { TOILE_API_KEY: `${KEY} with a space` }],
  ['a key that is a token', { TOILE_API_KEY: TOKEN }],
  [
    'a proxy with a password that is not there',
    { HTTP_PROXY: `http://user:${PASSWORD}@127.0.0.1:9`, TOILE_API_KEY: KEY },
  ],
  ['a proxy that is no address', { HTTPS_PROXY: `socks5://user:${PASSWORD}@x`, TOILE_API_KEY: KEY }],
  ['an address with a password', { TOILE_BASE_URL: `https://user:${PASSWORD}@x.test`, TOILE_API_KEY: KEY }],
  ['a key file that holds nothing of use', { TOILE_API_KEY_FILE: BIN }],
  ['a CA file that is none', { TOILE_CA_FILE: BIN, TOILE_API_KEY: KEY }],
])('shows no secret about %s, also with --debug', async (_, more) => {
  const home = await createTempFolder();
  const env = createEnv(home, {
    TOILE_BASE_URL: 'http://service.invalid',
    TOILE_INSECURE_HTTP: '1',
    ...more,
  });
  for (const debug of [[], ['--debug']]) {
    const run = await runProgram(['me', '--max-wait', '0', ...debug], { env });
    expect(run.exitCode).not.toBe(0);
    expect(run.stdout).toBe('');
    for (const secret of [KEY, TOKEN, PASSWORD]) expect(run.stderr).not.toContain(secret);
  }
});

it.skipIf(process.platform === 'win32')('keeps everything to its owner: 0600 in 0700', async () => {
  const home = await createTempFolder();
  const env = createEnv(home, { TOILE_HOME: join(home, 'toile'), TOILE_BASE_URL: await startService() });
  expect(
    (await runProgram(['login', '--with-key', '--insecure-storage'], { env, input: KEY })).exitCode,
  ).toBe(0);
  expect((await runProgram(['me'], { env })).exitCode).toBe(0);
  const { stdout } = await runProgram(
    ['sandbox', 'run', '--', 'find', join(home, 'toile'), '-printf', '%m %y %p\\n'],
    { env },
  );
  const lines = stdout.trim().split('\n');
  for (const name of ['accounts.json', 'credentials.json']) expect(stdout).toContain(`/${name}\n`);
  // Node chooses the modes below cache/code; other users cannot enter the folder above.
  for (const line of lines.filter((one) => !one.includes('/cache/code/'))) {
    expect(line).toMatch(/^(600 f|700 d) /);
  }
});

it('shows no credential that the service repeats, in any form, on stdout or stderr', async () => {
  const home = await createTempFolder();
  const id = '11111111-2222-4333-8444-555555555555';
  const base = await startLoopbackServer((req, res) => {
    const said = req.headers.authorization?.replace('Bearer ', '') ?? '';
    const forms = [said, encodeURIComponent(said), Buffer.from(said).toString('base64')];
    const error = { error: `no: ${forms.join(' ')}`, code: `bad_${said}` };
    const fine: Record<string, unknown> = {
      '/v1/me': JSON.parse(me),
      '/v1/designs': {
        designs: [{ id, name: 'Coat', created_at: '2026-01-01T00:00:00Z' }],
        next_before: null,
      },
    };
    const body = fine[(req.url ?? '').split('?')[0] ?? ''];
    res.setHeader('x-request-id', forms[2] ?? '');
    res.setHeader('content-type', 'application/json').writeHead(body === undefined ? 400 : 200);
    res.end(JSON.stringify(body ?? error));
  });
  const env = createEnv(home, { TOILE_BASE_URL: base, TOILE_ACCESS_TOKEN: TOKEN });
  const forms = [TOKEN, encodeURIComponent(TOKEN), Buffer.from(TOKEN).toString('base64').slice(0, -4)];
  for (const args of [
    ['graph', id],
    ['graph', id, '--json', '--debug'],
    ['pull', join(home, 'season')],
    ['pull', join(home, 'season'), '--json'],
  ]) {
    const { code, out, err } = await runToile(args, { home, env });
    expect(code, args.join(' ')).not.toBe(0);
    expect(out + err).toContain('[hidden]');
    for (const form of forms) expect(out + err).not.toContain(form);
  }
});

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { BIN, createEnv, runProgram } from '../support/run-program.ts';
import { KEY, startSandboxServer } from './start-sandbox-server.ts';

const RUNS = Number(process.env.CRASH_RUNS ?? 500);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1e9);
const GARMENT = 'GARM-5117';

const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const createTempFolder = async (): Promise<string> => {
  const home = await mkdtemp(join(tmpdir(), 'toile-crash-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
};

/** Starts it, and kills it after so many milliseconds; true where it was still running. */
const runAndKill = (
  argv: readonly string[],
  env: Record<string, string>,
  cwd: string,
  after: number,
  stdin = '',
) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, [BIN, ...argv], { env, cwd, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    const timer = setTimeout(() => child.kill('SIGKILL'), after);
    child.on('close', (_code, signal) => {
      clearTimeout(timer);
      resolve(signal === 'SIGKILL');
    });
  });

const COMMANDS: Readonly<Record<string, { readonly argv: readonly string[]; readonly stdin?: string }>> = {
  login: { argv: ['login', '--with-key', '--insecure-storage'], stdin: KEY },
  request: { argv: ['techpack', 'request', GARMENT, '--yes', '--again'] },
  export: { argv: ['export', GARMENT, '-o', 'x.svg', '--clobber'] },
  pull: { argv: ['pull', 'season', GARMENT, 'GARM-5109'] },
};

it(`kill -9 at ${RUNS} random points of login, request, export and pull leaves what the next run can read`, async () => {
  const random = createRandom(SEED);
  let ordered = 0;
  const base = await startSandboxServer({
    rate: { limit: 1e6, windowMs: 1000 },
    onAnswer: (method, path, status) => {
      if (method === 'POST' && path.endsWith('/tech-packs') && (status === 202 || status === 402))
        ordered += 1;
    },
  });
  const counts: Record<string, number> = {};
  let checks = 0;
  const names = Object.keys(COMMANDS);

  const line = async (name: string, runs: number): Promise<void> => {
    const home = await createTempFolder();
    const keyed: Record<string, string> = name === 'login' ? {} : { TOILE_API_KEY: KEY };
    const env = createEnv(home, {
      TOILE_HOME: join(home, 'toile'),
      TOILE_BASE_URL: base,
      TOILE_RATE: '100000/1s',
      ...keyed,
    });
    const look = async (argv: readonly string[], right: readonly number[] = [0]): Promise<string> => {
      const { exitCode, stdout, stderr } = await runProgram(argv, { env, cwd: home });
      checks += 1;
      expect(right, `${argv.join(' ')}: ${stderr}`).toContain(exitCode);
      expect(stderr).not.toMatch(/corrupted|internal error|\n\s+at /);
      return stdout;
    };
    const { argv, stdin } = COMMANDS[name] ?? { argv: [] };
    const began = performance.now();
    await runProgram(argv, { env, cwd: home, ...(stdin !== undefined && { input: stdin }) });
    let usual = performance.now() - began;
    for (let run = 1; run <= runs; run += 1) {
      const begun = performance.now();
      const wasRunning = await runAndKill(argv, env, home, random() * usual, stdin);
      // The machine is not always as slow as it was at first, and a kill that comes too late proves nothing.
      if (!wasRunning) usual = Math.min(usual, performance.now() - begun);
      counts[name] = (counts[name] ?? 0) + (wasRunning ? 1 : 0);
      if (name === 'export') {
        for (const file of readdirSync(home).filter((one) => one === 'x.svg')) {
          expect(readFileSync(join(home, file), 'utf8').trimEnd()).toMatch(/<\/svg>$/);
        }
      }
      if (run % 10 !== 0) continue;
      if (name === 'login') expect(await look(['accounts', 'ls', '--json'])).toContain('default');
      if (name === 'request') {
        // Whatever the service took is written down here, so that it can be found and is not asked for again.
        await sleep(50);
        const { requests } = JSON.parse(await look(['techpack', 'ls', '--json'])) as { requests: unknown[] };
        expect(requests.length).toBeGreaterThanOrEqual(ordered);
      }
      await look(['quota', '--json'], name === 'login' ? [0, 4] : [0]);
    }
    const last = name === 'pull' ? ['pull', 'season', GARMENT, 'GARM-5109'] : argv;
    const ended = await runProgram(last, { env, cwd: home, ...(stdin !== undefined && { input: stdin }) });
    expect([0, 6], ended.stderr).toContain(ended.exitCode);
    if (name === 'login') await look(['me']);
    if (name === 'pull') expect(await look(['stale', 'season', '--json'])).toContain('"toile.stale/');
    const strays = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /corrupted/.test(file),
    );
    expect(strays).toEqual([]);
  };

  await Promise.all(names.map((name) => line(name, Math.ceil(RUNS / names.length))));
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const each = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  process.stdout.write(
    `crashes: ${Math.ceil(RUNS / names.length) * names.length} runs, ${total} killed on the way (${each.join(', ')}), ` +
      `${checks} runs that read afterwards, seed ${SEED}\n`,
  );
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0);
});

it('two logins and two requests at the same time lose no record', async () => {
  const base = await startSandboxServer({ rate: { limit: 1e6, windowMs: 1000 } });
  const home = await createTempFolder();
  const env = createEnv(home, { TOILE_HOME: join(home, 'toile'), TOILE_BASE_URL: base });
  const accounts = ['a', 'b', 'c', 'd'];
  const logins = await Promise.all(
    accounts.map((name) =>
      runProgram(['login', '--with-key', '--insecure-storage', '--account', name], { env, input: KEY }),
    ),
  );
  for (const { exitCode, stderr } of logins) expect(exitCode, stderr).toBe(0);
  const listed = await runProgram(['accounts', 'ls', '--json'], { env });
  for (const name of accounts) expect(listed.stdout).toContain(`"${name}"`);
  for (const name of accounts)
    expect((await runProgram(['me', '--account', name], { env })).exitCode).toBe(0);
  const designs = [GARMENT, 'GARM-5109'];
  const keyed = { ...env, TOILE_API_KEY: KEY };
  const orders = await Promise.all(
    designs.map((id) => runProgram(['techpack', 'request', id, '--yes'], { env: keyed })),
  );
  for (const { exitCode, stderr } of orders) expect([0, 6], stderr).toContain(exitCode);
  const { requests } = JSON.parse((await runProgram(['techpack', 'ls', '--json'], { env: keyed })).stdout);
  expect(requests).toHaveLength(2);
});

it('a damaged file of any kind is moved aside or ignored, and prevents no read', async () => {
  const base = await startSandboxServer({ rate: { limit: 1e6, windowMs: 1000 } });
  const home = await createTempFolder();
  const env = createEnv(home, { TOILE_HOME: join(home, 'toile'), TOILE_BASE_URL: base, TOILE_API_KEY: KEY });
  await runProgram(['login', '--with-key', '--insecure-storage'], { env, input: KEY });
  await runProgram(['techpack', 'request', GARMENT, '--yes'], { env });
  await runProgram(['designs', 'ls'], { env });
  const root = join(home, 'toile');
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('held-') && entry.name !== 'free')
    .map((entry) => join(entry.parentPath, entry.name));
  const kinds = ['accounts.json', 'credentials.json', 'purchases.json', '/cache/names-', '/state/requests/'];
  for (const kind of kinds) expect(files.join('\n')).toContain(kind);
  for (const file of files) await writeFile(file, '\u0000\u001b[31m{"version": 1, "half');
  for (const argv of [
    ['me', '--json'],
    ['graph', GARMENT, '--json'],
    ['designs', 'ls', '--json'],
  ]) {
    const { exitCode, stdout, stderr } = await runProgram(argv, { env });
    expect(exitCode, `${argv}: ${stderr}`).toBe(0);
    expect(() => JSON.parse(stdout)).not.toThrow();
    expect(stderr).not.toMatch(/\n\s+at /);
  }
  const listed = await runProgram(['techpack', 'ls'], { env });
  // What was paid for is not read past: it refuses, and stays where it is, until a person says otherwise.
  expect(listed.exitCode).toBe(1);
  expect(listed.stderr).toContain('toile techpack forget --damaged');
  expect(readFileSync(join(root, 'state', 'purchases.json'), 'utf8')).toContain('half');
  expect((await runProgram(['accounts', 'ls'], { env })).exitCode).toBe(0);
});

it.skipIf(process.platform === 'win32')(
  'a full disk prevents no read, and is reported when something had to be stored',
  async () => {
    const base = await startSandboxServer({ rate: { limit: 1e6, windowMs: 1000 } });
    const home = await createTempFolder();
    const env = createEnv(home, {
      TOILE_HOME: join(home, 'toile'),
      TOILE_BASE_URL: base,
      TOILE_API_KEY: KEY,
    });
    // Not a byte may be written to a file, as on a disk without room.
    const full = (...argv: string[]) => {
      const child = spawn(
        'bash',
        ['-c', 'trap "" XFSZ; ulimit -f 0; exec "$0" "$@"', process.execPath, BIN, ...argv],
        {
          env,
          cwd: home,
        },
      );
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk) => {
        out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        err += chunk;
      });
      child.stdin.end(KEY);
      return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
        child.on('close', (code) => resolve({ code, out, err })),
      );
    };
    for (const argv of [
      ['me', '--json'],
      ['graph', GARMENT, '--json'],
      ['designs', 'ls', '--all', '--json'],
    ]) {
      const run = await full(...argv);
      expect(run, argv.join(' ')).toMatchObject({ code: 0, err: '' });
      JSON.parse(run.out);
    }
    for (const argv of [
      ['login', '--with-key', '--insecure-storage'],
      ['export', GARMENT, '-o', 'x.svg'],
      ['pull', 'season', GARMENT],
      ['techpack', 'request', GARMENT, '--yes'],
    ]) {
      const run = await full(...argv);
      expect(run.code, `${argv.join(' ')}: ${run.err}`).toBe(1);
      expect(run.err).toMatch(/^toile: \S/);
      expect(run.err).not.toMatch(/\n\s+at |internal error/);
    }
    expect(readdirSync(home)).not.toContain('x.svg');
  },
);

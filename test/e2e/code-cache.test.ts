import { chmod, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { BIN, createEnv, createTempFolder, PROGRAM, runProgram } from '../support/run-program.ts';

const ME = ['--sandbox', 'me', '--json'];

/** Serves `GET /v1/me` and returns the environment to ask it. */
const serveMe = async (): Promise<Record<string, string>> => {
  const base = await startLoopbackServer((_, response) => response.end('{"user_id":"u","scopes":[]}'));
  return createEnv(await createTempFolder(), {
    TOILE_BASE_URL: base,
    TOILE_API_KEY: 'svc_sk_test',
  });
};

/** An executable contains its compiled code. */
describe.runIf(PROGRAM.includes(BIN))('the code that V8 compiled', () => {
  it('is stored for the next start, for the owner only', async () => {
    const home = await createTempFolder();
    const env = createEnv(home, { XDG_CACHE_HOME: join(home, 'caches') });
    const first = await runProgram(ME, { env });
    const folder = join(home, 'caches', 'toile', 'code');
    const look = async () => {
      const blobs = await readdir(folder);
      return Promise.all(blobs.sort().map(async (name) => [name, await stat(join(folder, name))] as const));
    };
    const before = await look();
    // The sandbox is not in the base file.
    expect(before.map(([name]) => name.replace(/-.*/, ''))).toStrictEqual(['base', 'rest']);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(before.map(([, { mode }]) => mode & 0o777)).toStrictEqual([0o600, 0o600]);
    expect(await runProgram(ME, { env })).toMatchObject({ exitCode: 0, stdout: first.stdout, stderr: '' });
    expect((await look()).map(([, { mtimeMs }]) => mtimeMs)).toStrictEqual(
      before.map(([, { mtimeMs }]) => mtimeMs),
    );
  });

  it('is created again when it is damaged, and kept beside a few of other builds', async () => {
    const env = createEnv(await createTempFolder());
    const home = join(env.HOME ?? '', '.cache', 'toile', 'code');
    const first = await runProgram(ME, { env });
    const [blob = '', other = ''] = (await readdir(home)).sort();
    const whole = await readFile(join(home, blob));
    const others = Array.from(
      { length: 64 },
      (_, n) => `base-${String(n).padStart(8, '0')}.me-pipe.1.0-x64.blob`,
    );
    for (const [at, name] of others.entries()) {
      await writeFile(join(home, name), 'of another build');
      await utimes(join(home, name), 1000 + at, 1000 + at);
    }
    for (const damaged of [Buffer.alloc(0), Buffer.from('nothing like it'), whole.subarray(0, 5000)]) {
      await writeFile(join(home, blob), damaged);
      expect(await runProgram(ME, { env })).toMatchObject({ exitCode: 0, stdout: first.stdout, stderr: '' });
      expect((await stat(join(home, blob))).size).toBeGreaterThan(5000);
      // Of 66 files, the two oldest are removed.
      expect((await readdir(home)).sort()).toStrictEqual([...others.slice(2), blob, other].sort());
    }
  });

  it.skipIf(process.platform === 'win32')(
    'is neither run nor replaced where others could have written it',
    async () => {
      const env = createEnv(await createTempFolder());
      const home = join(env.HOME ?? '', '.cache', 'toile', 'code');
      const first = await runProgram(ME, { env });
      const [blob = ''] = (await readdir(home)).sort();
      const strange = Buffer.from('somebody else wrote this');
      await writeFile(join(home, blob), strange);
      await chmod(join(home, blob), 0o666);
      expect(await runProgram(ME, { env })).toMatchObject({ exitCode: 0, stdout: first.stdout, stderr: '' });
      expect(await readFile(join(home, blob))).toStrictEqual(strange);
      await chmod(join(home, blob), 0o600);
      await chmod(home, 0o777);
      expect(await runProgram(ME, { env })).toMatchObject({ exitCode: 0, stdout: first.stdout });
      expect(await readFile(join(home, blob))).toStrictEqual(strange);
    },
  );

  it('each command that printed an answer has a file, so that none starts with the code of another', async () => {
    const env = await serveMe();
    for (const words of [['me'], ['me', '--json'], ['accounts', 'ls'], ['no-such-command']])
      await runProgram(words, { env });
    const names = await readdir(join(env.HOME ?? '', '.cache', 'toile', 'code'));
    const keys = names.map((name) => /^(\w+)-\w+\.([\w-]+)/.exec(name)?.slice(1).join(' '));
    expect([...new Set(keys)].sort()).toStrictEqual(
      ['base accounts-pipe', 'base me-pipe', 'rest accounts-pipe'].sort(),
    );
  });

  it('is not stored when the setting says so', async () => {
    const env = createEnv(await createTempFolder(), { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(await runProgram(ME, { env })).toMatchObject({ exitCode: 0, stderr: '' });
    await expect(readdir(join(env.HOME ?? '', '.cache'))).rejects.toThrow();
  });
});

it.runIf(PROGRAM.includes(BIN))('a table of simple texts creates no segmenter on a terminal', async () => {
  const env = createEnv(await createTempFolder(), { TOILE_SANDBOX: '1', TOILE_FORCE_TTY: '60' });
  const preload = join(env.HOME ?? '', 'preload.cjs');
  await writeFile(
    preload,
    "Intl.Segmenter = class { constructor() { throw new Error('a segmenter takes 10 ms'); } };",
  );
  for (const argv of [['me'], ['graph', 'GARM-101'], ['confirmations', 'GARM-5117']]) {
    const run = await runProgram(argv, { env: { ...env, NODE_OPTIONS: `--require ${preload}` } });
    expect(run, run.stderr).toMatchObject({ exitCode: 0, stderr: '' });
  }
});

describe.runIf(PROGRAM.includes(BIN))('`toile me`', () => {
  /** A program that sends the same request and does nothing else. */
  const listSmallest = ({ TOILE_BASE_URL }: Record<string, string>): string[] => [
    process.execPath,
    '-e',
    `fetch('${TOILE_BASE_URL}/v1/me').then((answer) => answer.text()).then((text) => process.stdout.write(text))`,
  ];

  it('loads few modules of Node beyond those of a single fetch', async () => {
    const env = await serveMe();
    const preload = join(env.HOME ?? '', 'preload.cjs');
    await writeFile(
      preload,
      "process.on('exit', () => require('fs').writeFileSync(process.env.MODULES, process.moduleLoadList.join('\\n')));",
    );
    const listModules = async (words: readonly string[]): Promise<readonly string[]> => {
      const list = join(env.HOME ?? '', 'modules');
      const [file = '', ...args] = words;
      const more = { NODE_OPTIONS: `--require ${preload}`, MODULES: list };
      await execa(file, args, { env: { ...env, ...more }, extendEnv: false });
      return (await readFile(list, 'utf8'))
        .split('\n')
        .flatMap((line) => /^NativeModule (.*)/.exec(line)?.[1] ?? []);
    };
    await runProgram(['me', '--json'], { env });
    const base = await listModules(listSmallest(env));
    const more = (await listModules([...PROGRAM, 'me', '--json'])).filter((name) => !base.includes(name));
    const own = more.filter((name) => !name.startsWith('internal/'));
    // Only Node 20 needs a flag of V8: see scripts/create-packed-loader.ts.
    const allowed = [
      'module',
      'os',
      'process',
      'tty',
      'vm',
      ...(process.version.startsWith('v20.') ? ['v8'] : []),
    ];
    expect(own.filter((name) => !allowed.includes(name))).toStrictEqual([]);
    expect(more.length).toBeLessThanOrEqual(14);
  });

  it.skipIf(process.platform !== 'linux' || isToolMissing('strace', 'strace'))(
    'opens few files and makes few system calls beyond those of a single fetch',
    async () => {
      const env = await serveMe();
      await runProgram(['me', '--json'], { env });
      const countCalls = async (words: readonly string[]) => {
        const log = join(env.HOME ?? '', 'calls');
        await execa('strace', ['-f', '-o', log, '-e', 'trace=%file,%desc', ...words], {
          env,
          extendEnv: false,
        });
        const lines = (await readFile(log, 'utf8')).split('\n');
        return { all: lines.length, opened: lines.filter((line) => / open(at)?\(/.test(line)).length };
      };
      const own = await countCalls([...PROGRAM, 'me', '--json']);
      const base = await countCalls(listSmallest(env));
      expect(own.opened - base.opened).toBeLessThanOrEqual(14);
      expect(own.all - base.all).toBeLessThanOrEqual(220);
    },
  );
});

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import { createTempFolder } from '../../support/run-program.ts';
import { startLimitedService } from './limited-service.ts';
import { startEngine } from './start-engine.ts';
import { createTestMachine } from './test-machine.ts';

const RATE = { limit: 300, windowMs: 300_000 };

const startService = async (rate = RATE) => {
  const service = await startLimitedService(rate);
  onTestFinished(service.close);
  return service;
};

interface LoadedScript {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly [
      { readonly startOffset: number; readonly endOffset: number; readonly count: number },
    ];
  }[];
}

/** Returns the code that ran: of a packed file only the parts that were called. */
const readLoadedCode = async (home: string): Promise<string> => {
  const texts: string[] = [];
  for (const file of await readdir(join(home, 'loaded'))) {
    const { result } = JSON.parse(await readFile(join(home, 'loaded', file), 'utf8'));
    for (const { url, functions } of result as readonly LoadedScript[]) {
      if (!url.includes('/dist/')) continue;
      const text = await readFile(fileURLToPath(url), 'utf8');
      if (!/\/(base|rest)-\w+\.cjs$/.test(url)) texts.push(text);
      for (const { functionName, ranges } of functions)
        if (functionName.endsWith('.cjs') && ranges[0].count > 0)
          texts.push(text.slice(ranges[0].startOffset, ranges[0].endOffset));
    }
  }
  return texts.join('\n');
};
/** Words that only the engine's part has. */
const ENGINE = /EVALSHA|not Valkey or Redis|journal that machines share/;

it('the code for the engine is not loaded without TOILE_SHARED', async () => {
  const { url } = await startService();
  for (const argv of [['--version'], ['me'], ['quota'], ['techpack', 'ls'], ['designs', 'ls']]) {
    const home = await createTempFolder();
    const alone = await createTestMachine(url, undefined, { NODE_V8_COVERAGE: join(home, 'loaded') });
    expect((await alone.run(...argv)).exitCode).toBe(0);
    expect(await readLoadedCode(home)).not.toMatch(ENGINE);
  }
  const home = await createTempFolder();
  const shared = await createTestMachine(url, 'unix:/nowhere/s', { NODE_V8_COVERAGE: join(home, 'loaded') });
  await shared.run('me');
  expect(await readLoadedCode(home)).toMatch(ENGINE);
});

describe.skipIf(isToolMissing('redis-server', 'redis-server'))('machines that share an engine', () => {
  it('count together, and are listed separately in quota', async () => {
    const [engine, { url }] = [await startEngine(), await startService()];
    const [one, two] = [await createTestMachine(url, engine.url), await createTestMachine(url, engine.url)];
    for (const { run } of [one, one, two])
      expect(await run('me', '--json')).toMatchObject({ exitCode: 0, stderr: '' });
    const { stdout } = await one.here('quota', '--json');
    const { used, limit, shared } = JSON.parse(stdout);
    expect({ used, limit }).toEqual({ used: 3, limit: 300 });
    expect(shared).toMatchObject({ engine: engine.url, unavailable: null });
    expect(shared.machines).toEqual([
      { machine: expect.stringMatching(/^[0-9a-f]{12}$/), used: 2, here: true },
      { machine: expect.stringMatching(/^[0-9a-f]{12}$/), used: 1, here: false },
    ]);
    const other = await createTestMachine(url, engine.url, { TOILE_API_KEY: 'svc_sk_of_somebody_else' });
    expect(JSON.parse((await other.here('quota', '--json')).stdout).used).toBe(0);
    expect((await one.here('quota')).stdout).toMatch(/\t2$/);
  });

  it('store neither key nor address on it', async () => {
    const [engine, { url }] = [await startEngine(), await startService()];
    const { here } = await createTestMachine(url, engine.url);
    await here('me');
    await here('designs', 'ls', '--all', '--max-wait', '0');
    const all =
      engine.cli('keys', '*') +
      (await readFile(join(engine.folder, 'data/appendonlydir/appendonly.aof.1.incr.aof'), 'latin1'));
    expect(all).toContain('toile:{');
    expect(all).not.toMatch(/svc_sk|127\.0\.0\.1/);
  });

  it('wait for each other, and end with exit 7 when that takes too long', async () => {
    const rate = { limit: 3, windowMs: 60_000 };
    const [engine, service] = [await startEngine(), await startService(rate)];
    const more = { TOILE_RATE: '3/1m' };
    const [one, two] = [
      await createTestMachine(service.url, engine.url, more),
      await createTestMachine(service.url, engine.url, more),
    ];
    for (const { here } of [one, two, one]) expect((await here('me')).exitCode).toBe(0);
    const late = await two.here('me', '--max-wait', '1s', '--json');
    expect(late.exitCode).toBe(7);
    expect(JSON.parse(late.stderr).error).toMatchObject({ code: 'rate_limited' });
    expect(service.refused).toBe(0);
    // What was not sent takes no place.
    expect(JSON.parse((await one.here('quota', '--json')).stdout).used).toBe(3);
  });

  it('work alone while the engine is unreachable, say so once, and return to it', async () => {
    const [engine, { url }] = [await startEngine(), await startService()];
    const { here } = await createTestMachine(url, engine.url);
    await here('me');
    await engine.kill();
    const alone = await here('me', '--json');
    expect(alone.exitCode).toBe(0);
    expect(alone.stderr.match(/the shared server is unavailable/g)).toHaveLength(1);
    expect(alone.stderr).toMatch(/sends at most 150 of 300 requests in 300 seconds/);
    const counted = await here('quota', '--json');
    expect(JSON.parse(counted.stdout).shared).toMatchObject({
      machines: [],
      unavailable: expect.stringMatching(/./),
    });
    await engine.start();
    expect((await here('quota', '--json')).stderr).toBe('');
  });

  it('read the password from a file, and never show it', async () => {
    const password = 'pass-word/of the+engine';
    const engine = await startEngine([`user default on ">${password}" ~* &* +@all`]);
    const { url } = await startService();
    const file = join(await createTempFolder(), 'password');
    await writeFile(file, `${password}\n`);
    const right = await createTestMachine(url, engine.url, { TOILE_SHARED_PASSWORD_FILE: file });
    expect(await right.here('me', '--debug')).toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringContaining('unavailable'),
    });
    const typed = engine.url.replace('unix:', `unix://default:${encodeURIComponent(password)}@`);
    const inUrl = await createTestMachine(url, typed);
    const wrong = await createTestMachine(url, typed.replace('word', 'w0rd'));
    const broken = await createTestMachine(url, typed.replace('unix:', 'nonsense:'));
    for (const { here } of [right, inUrl, wrong, broken]) {
      for (const argv of [
        ['me', '--debug'],
        ['quota', '--debug', '--json'],
        ['doctor', '--debug'],
        ['techpack', 'ls'],
      ]) {
        const { stdout, stderr } = await here(...argv);
        expect(stdout + stderr).not.toMatch(/pass-w|the\+engine|the%2Bengine/);
      }
    }
    expect((await wrong.here('me')).stderr).toMatch(/wrong user name or password/);
    expect((await broken.here('me')).exitCode).toBe(2);
  });

  it('refuse a password file that does not exist', async () => {
    const { url } = await startService();
    const { here } = await createTestMachine(url, 'unix:/nowhere/s', {
      TOILE_SHARED_PASSWORD_FILE: '/nowhere/p',
    });
    expect(await here('me')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('TOILE_SHARED_PASSWORD_FILE'),
    });
  });
});

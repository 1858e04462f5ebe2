import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHome, runToile } from '../support/run-toile.ts';

const readSetting = (out: string) => JSON.parse(out).settings[0];
const findSettingsPath = (home: string): string => join(home, 'toile', 'config', 'settings.json');
const createSettingsFile = (home: string): string => {
  for (const path of [findSettingsPath(home), join(home, 'toile', 'settings.json')]) {
    try {
      readFileSync(path);
      return path;
    } catch {
      // The other one.
    }
  }
  throw new Error('no settings were kept');
};

describe('config', () => {
  it('remembers a setting until it is unset', async () => {
    const home = await createHome();
    expect((await runToile(['config', 'set', 'accessible', 'true'], { home })).code).toBe(0);
    const showGraph = () => runToile(['--sandbox', 'graph', 'GARM-101', '--no-color'], { home, columns: 80 });
    expect((await showGraph()).out).toContain('asserted');
    expect((await showGraph()).out).not.toMatch(/^ = garment/m);
    expect(
      readSetting((await runToile(['config', 'get', 'accessible', '--json'], { home })).out),
    ).toMatchObject({
      value: 'true',
      source: 'config',
    });
    expect((await runToile(['config', 'unset', 'accessible'], { home })).code).toBe(0);
    expect((await showGraph()).out).toMatch(/^ = garment/m);
  });

  it('has lower precedence than variables, which have lower precedence than flags', async () => {
    const home = await createHome();
    await runToile(['config', 'set', 'accessible', 'true'], { home });
    const env = { TOILE_ACCESSIBLE: 'false' };
    const get = await runToile(['config', 'get', 'accessible', '--json'], { home, env });
    expect(readSetting(get.out)).toMatchObject({ value: 'false', source: 'TOILE_ACCESSIBLE' });
    const argv = ['--sandbox', 'graph', 'GARM-101', '--no-color'];
    expect((await runToile(argv, { home, env, columns: 80 })).out).toMatch(/^ = garment/m);
    expect((await runToile([...argv, '--accessible'], { home, env, columns: 80 })).out).not.toMatch(
      /^ = garment/m,
    );
  });

  it('keeps settings for the rate, the wait and the account', async () => {
    const home = await createHome();
    await runToile(['config', 'set', 'rate', '7/5m'], { home });
    const env = { TOILE_API_KEY: 'svc_sk_live_0123456789', TOILE_BASE_URL: 'http://127.0.0.1:9' };
    expect(JSON.parse((await runToile(['quota', '--json'], { home, env })).out)).toMatchObject({ limit: 7 });
    await runToile(['config', 'set', 'accessible', 'false'], { home });
    const off = await runToile(['config', 'get', 'accessible', '--json'], { home, env: { ACCESSIBLE: '1' } });
    expect(readSetting(off.out)).toMatchObject({ value: '1', source: 'ACCESSIBLE' });
    expect(await runToile(['config', 'set', 'account', 'nobody'], { home })).toMatchObject({
      code: 2,
      out: '',
    });
  });

  it.each([
    ['max_wait', 'max-wait'],
    ['TOILE_RATE', 'rate'],
    ['a11y', 'accessible'],
    ['accesible', 'accessible'],
    ['page', 'pager'],
  ])('finds the home folder with %s at %s', async (typed, meant) => {
    const { code, err } = await runToile(['config', 'get', typed, '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(err).error).toMatchObject({
      code: 'unknown_setting',
      next: ['toile', 'config', 'get', meant],
    });
  });

  it.each([
    [['accessible', 'loud'], 'bad_setting'],
    [['rate', 'fast'], 'bad_rate'],
    [['max-wait', 'soon'], 'usage'],
    [['pager', ' '], 'bad_setting'],
    [['api-key', 'abcdefgh'], 'secret_setting'],
    [['shared', 'rediss://ci:hunter2hunter2@engine.example.com'], 'secret_setting'],
  ])('refuses %j', async (words, code) => {
    const home = await createHome();
    const run = await runToile(['config', 'set', ...words, '--json'], { home });
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(run.err).error.code).toBe(code);
    expect(run.err).not.toContain('hunter2');
    expect(() => createSettingsFile(home)).toThrow();
  });

  it('says what is wrong with its file, and can still repair it', async () => {
    const home = await createHome();
    await runToile(['config', 'set', 'accessible', 'true'], { home });
    writeFileSync(createSettingsFile(home), '{');
    const run = await runToile(['--sandbox', 'me', '--json'], { home });
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(JSON.parse(run.err).error).toMatchObject({
      code: 'bad_settings',
      next: ['toile', 'config', 'ls'],
    });
    expect((await runToile(['config', 'ls'], { home })).code).toBe(0);
    expect((await runToile(['--sandbox', 'me'], { home })).code).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('runs no pager from a file that others may write', async () => {
    const home = await createHome();
    await runToile(['config', 'set', 'pager', 'less'], { home });
    chmodSync(createSettingsFile(home), 0o666);
    expect(await runToile(['--sandbox', 'me'], { home })).toMatchObject({ code: 1, out: '' });
  });
});

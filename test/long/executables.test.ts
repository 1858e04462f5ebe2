import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExecutable } from '../../scripts/executable/build-executable.ts';
import { OWN_TARGET } from '../../scripts/executable/targets.ts';
import { SIZE_LIMITS } from '../../scripts/release/release-facts.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const BIN = fileURLToPath(new URL('../../bin/toile.js', import.meta.url));
const hashFile = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('the executable for this machine', () => {
  const place = mkdtempSync(join(tmpdir(), 'toile-executable-'));
  const file = join(place, 'toile');
  beforeAll(() => buildExecutable(OWN_TARGET, file, version));
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  const run = (argv: readonly string[], env: Record<string, string> = {}) =>
    execa(file, argv, { cwd: place, env: { TOILE_HOME: join(place, 'home'), ...env }, extendEnv: false });

  it('has the same bytes wherever it is built, and names no folder of that machine', async () => {
    const elsewhere = join(place, 'a', 'deeper one');
    mkdirSync(elsewhere, { recursive: true });
    await buildExecutable(OWN_TARGET, join(elsewhere, 'toile'), version);
    expect(hashFile(join(elsewhere, 'toile'))).toBe(hashFile(file));
    expect(readFileSync(file).includes(place)).toBe(false);
  });

  it('is no larger than its limit', () => {
    expect(statSync(file).size).toBeLessThanOrEqual(SIZE_LIMITS.program);
  });

  it('runs without an environment, in any language, and reads all scripts', async () => {
    expect((await run(['--version'])).stdout).toBe(`toile ${version}`);
    // The jq engine is a file of its own in the executable.
    expect((await run(['--sandbox', 'me', '--jq', '.plan'])).stdout).toMatch(/^\w+$/);
    const plain = await run(['--sandbox', 'graph', 'GARM-101']);
    for (const LANG of ['de_DE.UTF-8', 'ja_JP.UTF-8', 'zh_CN.UTF-8', 'th_TH.UTF-8'])
      expect((await run(['--sandbox', 'graph', 'GARM-101'], { LANG, LC_ALL: LANG })).stdout).toBe(
        plain.stdout,
      );
    const { stdout } = await execa(process.execPath, [BIN, '--sandbox', 'sheet', 'GARM-101', '-o', '-'], {
      env: { TOILE_HOME: join(place, 'home') },
    });
    // The sheet shows the minute in which it was read.
    const withoutTime = (page: string): string => page.replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME');
    const sheet = await run(['--sandbox', 'sheet', 'GARM-101', '-o', '-']);
    expect(withoutTime(sheet.stdout)).toBe(withoutTime(stdout));
  });
});

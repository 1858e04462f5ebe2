import { readFileSync } from 'node:fs';
import { execa } from 'execa';
import { expect, it } from 'vitest';

it('the lock names the packages of every platform, so that npm ci works on each', async () => {
  const checked = await execa(process.execPath, ['scripts/complete-lock.mjs', '--check'], {
    cwd: new URL('../..', import.meta.url),
    reject: false,
  });
  expect(checked.stdout, 'node scripts/complete-lock.mjs').toBe('');
  expect(checked.exitCode).toBe(0);
});

it('none of its addresses is of a registry that only some can reach', () => {
  const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const hosts = new Set([...lock.matchAll(/"resolved": "(?:https?:\/\/)?([^/"]+)/g)].map(([, host = '']) => host));
  expect([...hosts].filter((host) => !/^registry\.[a-z]+\.org$/.test(host))).toStrictEqual([]);
});

import { execa } from 'execa';
import { expect, it } from 'vitest';
import { needs } from './support/needs.ts';

it.skipIf(needs('script', 'bsdutils'))('README shows what the program prints', async () => {
  const run = await execa(process.execPath, ['scripts/readme.mjs', '--check'], { reject: false });
  expect(run.stdout).toBe('');
  expect(run.exitCode).toBe(0);
});

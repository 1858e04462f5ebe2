import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { completeLock, type Lock } from '../../scripts/complete-lock.ts';

const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');

it('the lock names the packages of every platform, so that npm ci works on each', () => {
  const { packages } = JSON.parse(lock) as Lock;
  expect(completeLock(packages).added, 'npm run lock').toStrictEqual([]);
});

it('every version is exact, and every package that is installed has a digest', () => {
  const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
  const { dependencies, devDependencies } = read('package.json') as Record<string, Record<string, string>>;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.-]+)?$/);
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { integrity?: string; dev?: boolean; optional?: boolean; os?: string[] }>;
  };
  const without = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity);
  // Binaries of tools for other systems, of which a registry did not tell; no user installs them.
  for (const [path, entry] of without) {
    expect(entry, path).toMatchObject({ dev: true, optional: true, os: [expect.any(String)] });
  }
});

it('no address in the lock is of a registry that only some can reach', () => {
  const hosts = new Set(
    [...lock.matchAll(/"resolved": "(?:https?:\/\/)?([^/"]+)/g)].map(([, host = '']) => host),
  );
  expect([...hosts].filter((host) => !/^registry\.[a-z]+\.org$/.test(host))).toStrictEqual([]);
});

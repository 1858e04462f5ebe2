import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { completeLock, type Lock } from '../../scripts/complete-lock.ts';

const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');

it('the lock has the packages of every platform', () => {
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
  // Binaries of development tools for other systems, which the registry did not list. No user installs them.
  for (const [path, entry] of without) {
    expect(entry, path).toMatchObject({ dev: true, optional: true, os: [expect.any(String)] });
  }
});

it('the lock has addresses of public registries only', () => {
  const hosts = new Set(
    [...lock.matchAll(/"resolved": "(?:https?:\/\/)?([^/"]+)/g)].map(([, host = '']) => host),
  );
  expect([...hosts].filter((host) => !/^registry\.[a-z]+\.org$/.test(host))).toStrictEqual([]);
});

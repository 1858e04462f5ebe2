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

it('none of its addresses is of a registry that only some can reach', () => {
  const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const hosts = new Set(
    [...lock.matchAll(/"resolved": "(?:https?:\/\/)?([^/"]+)/g)].map(([, host = '']) => host),
  );
  expect([...hosts].filter((host) => !/^registry\.[a-z]+\.org$/.test(host))).toStrictEqual([]);
});

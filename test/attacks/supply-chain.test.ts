import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createFolder, join } from '../support/create-folder.ts';
import { runToile } from '../support/run-toile.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string): unknown => JSON.parse(readFileSync(`${ROOT}${name}`, 'utf8'));

interface Locked {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly dev?: boolean }>>;
}

it('everything that users install is pinned to versions and digests', () => {
  const { dependencies } = read('package.json') as { dependencies: Record<string, string> };
  for (const [name, version] of Object.entries(dependencies))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  const { packages } = read('package-lock.json') as Locked;
  // Tools for other systems, of which a registry did not tell, are no user's: test/build/lock.test.ts.
  const loose = Object.entries(packages).filter(
    ([path, { integrity = '', dev }]) => path !== '' && !dev && !/^sha512-/.test(integrity),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

it('the packed package contains the versions and digests, and no script that npm warns about', async () => {
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const place = createFolder();
  const told = execFileSync('npm', ['pack', '--json', '--pack-destination', place], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Scripts that run before it may write first.
  const [packed] = JSON.parse(told.slice(told.search(/^\[/m))) as {
    filename: string;
    files: { path: string }[];
  }[];
  expect(packed?.files.map(({ path }) => path)).toContain('npm-shrinkwrap.json');
  const archive = join(place, packed?.filename ?? '');
  const shipped = execFileSync('tar', ['-xOzf', archive, 'package/package.json'], { encoding: 'utf8' });
  expect(Object.keys(JSON.parse(shipped).scripts)).not.toContain('prepare');
  expect(readFileSync(join(ROOT, 'package.json'), 'utf8')).toBe(manifest);
});

/** Ways to have a package by a name that anybody may claim. */
const BY_NAME =
  /\b(?:npm (?:install|i|add|exec)|npx|pnpm (?:add|dlx)|yarn (?:global add|dlx)|bunx?)\b(?: -\S+)*(?: --)? @?toile\b(?!\.)/;

it('no text tells users to install the package by its name', async () => {
  const readHelp = async (topic: string) => (await runToile(['help', topic])).out;
  const ci = await readHelp('ci');
  for (const text of [
    ci,
    await readHelp('environment'),
    await readHelp('sandbox'),
    readFileSync(`${ROOT}README.md`, 'utf8'),
  ]) {
    expect(text).not.toMatch(BY_NAME);
  }
  // What is installed is compared with a digest first, before the key is in the environment.
  const lines = ci.split('\n');
  const installs = lines.flatMap((line, at) => (/npm (install|i)\b/.test(line) ? [at] : []));
  expect(installs.length).toBeGreaterThan(0);
  for (const at of installs) {
    const before = lines
      .slice(0, at)
      .findLastIndex((line) => /^\s*(- )?(on|questions|\S+):/.test(line) && !/^\s{6}/.test(line));
    const recipe = lines.slice(Math.max(0, before), at + 1).join('\n');
    expect(lines.slice(Math.max(0, at - 6), at).join('\n')).toMatch(/sha256sum|shasum -a 256|sha512/);
    expect(recipe).not.toMatch(/TOILE_API_KEY: .*secrets/);
  }
});

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { execa } from 'execa';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packForNpm } from '../../scripts/release/pack-for-npm.ts';
import { SIZE_LIMITS } from '../../scripts/release/release-facts.ts';
import { renderManPages } from '../../src/cli/help/man-pages.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { isQuick } from '../support/effort.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const folder = mkdtempSync(join(tmpdir(), 'toile-package-'));
const installed = join(folder, 'app');
const home = join(folder, 'home');
const globalPrefix = join(folder, 'global');
let installErrors = '';
let tarball = '';
let size = 0;
let packed: readonly string[] = [];

beforeAll(async () => {
  // Packs the present dist, because other tests use it and a new build would replace it.
  const pack = await packForNpm(folder, folder, 0);
  packed = pack.files.map(({ path }) => path);
  size = pack.size;
  tarball = join(folder, pack.filename);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('contains the program, its completions and its metadata, and nothing else', () => {
    const tops = new Set(packed.map((path) => path.split('/')[0]));
    expect([...tops].filter((top) => top !== 'completions').toSorted()).toStrictEqual(
      ['LICENSE', 'README.md', 'bin', 'dist', 'docs', 'npm-shrinkwrap.json', 'package.json'].toSorted(),
    );
    const files = new Set(packed);
    for (const file of ['bin/toile.js', 'dist/main.cjs', 'dist/client.js', 'dist/client.d.ts'])
      expect(files).toContain(file);
    expect(packed.filter((path) => /\.map$|\.test\.|(^|\/)\./.test(path))).toStrictEqual([]);
  });

  it('is within its size limit, and publint reports nothing', async () => {
    expect(size).toBeLessThanOrEqual(SIZE_LIMITS.npm);
    const data = new Uint8Array(readFileSync(tarball));
    const { messages } = await publint({ pack: { tarball: data.buffer }, strict: true });
    expect(messages.map(({ code, path }) => `${code} ${path}`)).toStrictEqual([]);
  });

  it('has the pictures of its README, and every manual page', () => {
    const shown = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/(?:srcset|src)="([^"]+)"/g);
    const pictures = [...shown].map(([, path = '']) => path);
    expect(pictures.length).toBeGreaterThan(1);
    expect(packed).toEqual(expect.arrayContaining(pictures));
    const { man } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { man: string[] };
    const pages = [...renderManPages(commandTable, version).keys()].map((name) => `./dist/man/${name}`);
    expect(man.toSorted(), 'npm run completions').toStrictEqual(pages.toSorted());
  });

  it('contains no path of the machine that built it', () => {
    for (const file of readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|ts)$/.test(file)) continue;
      expect(readFileSync(join(root, 'dist', file), 'utf8').includes(root.replace(/\/$/, '')), file).toBe(
        false,
      );
    }
  });

  it('has types that resolve for every kind of ES module consumer', async () => {
    const data = new Uint8Array(readFileSync(tarball));
    const result = await checkPackage(createPackageFromTarballData(data), { entrypoints: ['./client'] });
    const problems = result.types === false ? ['no types'] : result.problems;
    const descriptions = problems.map((problem) =>
      typeof problem === 'string' ? problem : describeProblem(problem),
    );
    // Accepted: the oldest supported Node cannot require an ES module, and the resolution node10 has no exports.
    expect(
      descriptions.filter((text) => !/^(CJSResolvesToESM|NoResolution node10)/.test(text)),
    ).toStrictEqual([]);
  }, 60_000);
});

const describeProblem = (problem: { readonly kind: string; readonly resolutionKind?: string }): string =>
  `${problem.kind} ${problem.resolutionKind ?? ''}`.trim();

describe('the package, installed in an empty folder with an empty home', () => {
  beforeAll(async () => {
    mkdirSync(installed);
    mkdirSync(home);
    writeFileSync(join(installed, 'package.json'), '{"private":true,"type":"module"}');
    const settings = await Promise.all(
      ['registry', 'cache'].map((key) => execa('npm', ['config', 'get', key])),
    );
    const [registry = '', cache = ''] = settings.map(({ stdout }) => stdout);
    const options = ['--no-audit', '--no-fund', '--prefer-offline', tarball];
    const env = { HOME: home, npm_config_registry: registry, npm_config_cache: cache };
    installErrors = (await execa('npm', ['install', ...options], { cwd: installed, env })).stderr;
    await execa('npm', ['install', '--global', '--prefix', globalPrefix, ...options], {
      cwd: installed,
      env,
    });
  }, 240_000);

  it('is installed without running a script and without a warning', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'node_modules/toile/package.json'), 'utf8'));
    expect(Object.keys(manifest)).not.toContain('scripts');
    // npm warns about unknown settings of this machine.
    expect(
      installErrors.split('\n').filter((line) => line !== '' && !/Unknown (user|env) config/.test(line)),
    ).toEqual([]);
  });

  it.skipIf(process.platform === 'win32' || isToolMissing('man', 'man-db'))(
    'installs its manual pages where man finds them',
    async () => {
      const env = { MANPATH: join(globalPrefix, 'share/man'), MANPAGER: 'cat', MANWIDTH: '80' };
      for (const page of ['toile', 'toile-designs-ls'])
        expect((await execa('man', [page], { env })).stdout).toContain('NAME');
    },
  );

  const toile = (...argv: string[]) =>
    execa(join(installed, 'node_modules/.bin/toile'), argv, {
      cwd: installed,
      env: { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8' },
      extendEnv: false,
      reject: false,
    });

  it('prints its version', async () => {
    expect(await toile('--version')).toMatchObject({ exitCode: 0, stderr: '', stdout: `toile ${version}` });
  });

  it('reads from the sandbox', async () => {
    const me = await toile('--sandbox', 'me', '--json');
    expect(me).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(me.stdout)).toMatchObject({ user_id: expect.any(String), scopes: expect.any(Array) });
    const graph = await toile('--sandbox', 'graph', 'GARM-101', '--json');
    expect(JSON.parse(graph.stdout)).toMatchObject({ garment_id: 'GARM-101' });
  });

  it('installs only packages that are loaded at run time', () => {
    const { packages } = JSON.parse(readFileSync(join(installed, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, unknown>;
    };
    const names = Object.keys(packages).filter((path) => path !== '' && path !== 'node_modules/toile');
    expect(names.filter((path) => !/(^|\/)node_modules\/@napi-rs\/keyring/.test(path))).toStrictEqual([]);
  });

  it('installs the versions that were tested', () => {
    const read = (path: string) =>
      JSON.parse(readFileSync(path, 'utf8')) as {
        packages: Record<string, { version: string; integrity?: string; dev?: boolean }>;
      };
    const { packages: tested } = read(join(root, 'package-lock.json'));
    const { packages: shipped } = read(join(installed, 'node_modules/toile/npm-shrinkwrap.json'));
    const { packages: installedPackages } = read(join(installed, 'package-lock.json'));
    const paths = Object.keys(shipped).filter((path) => path !== '');
    expect(paths).toContain('node_modules/@napi-rs/keyring');
    for (const path of paths) {
      expect(shipped[path]?.integrity, path).toMatch(/^sha512-/);
      expect(shipped[path]?.version).toBe(tested[path]?.version);
    }
    const keyring = Object.entries(installedPackages).filter(([path]) =>
      path.endsWith('node_modules/@napi-rs/keyring'),
    );
    expect(keyring.map(([, { version: own }]) => own)).toStrictEqual([
      tested['node_modules/@napi-rs/keyring']?.version,
    ]);
  });

  it('provides the client and its types', async () => {
    writeFileSync(
      join(installed, 'consumer.ts'),
      `import * as client from 'toile/client';
      import type { DesignList, GarmentGraph } from 'toile/client';
      export const names = (list: DesignList): (string | null)[] => list.designs.map((design) => design.name);
      export const nodes = (graph: GarmentGraph): readonly unknown[] => graph.nodes ?? [];
      const instance = new client.Client({ baseUrl: 'https://host', maxRetries: 1 });
      export const read = async (signal: client.Signal): Promise<number | undefined> => {
        for await (const { sgg_garment_id } of instance.designs({ pageSize: 5, signal })) if (sgg_garment_id) break;
        const { pdf } = await instance.waitForTechPack('id', { atMost: 1 });
        for await (const piece of instance.download(pdf ?? 'link')) return piece.length;
        return instance.me().then(() => 1, (error) => (error instanceof client.RateLimitError ? error.retryAfter : 0));
      };
      // @ts-expect-error: a missing type would be any, which has every member
      export const lost = (list: DesignList) => list.designs.nosuch();
      export const known: readonly string[] = Object.keys(client);
      `,
    );
    // The first consumer has neither the DOM library nor the types of Node.
    const minimal = ['nodenext', 'nodenext', 'es2022'];
    const others = [
      ['nodenext', 'nodenext', 'es2023,dom'],
      ['esnext', 'bundler', 'es2023,dom'],
    ];
    for (const [module, resolution, lib] of isQuick ? [minimal] : [minimal, ...others]) {
      const options = `--noEmit --strict --ignoreConfig --skipLibCheck false --target es2022 --lib ${lib} --types`;
      const argv = [
        ...options.split(' '),
        '',
        '--module',
        module ?? '',
        '--moduleResolution',
        resolution ?? '',
      ];
      const tsc = await execa(
        process.execPath,
        [join(root, 'node_modules/typescript/bin/tsc'), ...argv, 'consumer.ts'],
        {
          cwd: installed,
          reject: false,
        },
      );
      expect(tsc.stdout).toBe('');
      expect(tsc.exitCode).toBe(0);
    }
    const script =
      "import * as client from 'toile/client'; process.stdout.write(Object.keys(client).join());";
    const consumer = await execa(process.execPath, ['--input-type=module', '-e', script], { cwd: installed });
    const source = await import('../../src/service/client/index.ts');
    expect(new Set(consumer.stdout.split(','))).toEqual(new Set(Object.keys(source)));
  }, 60_000);
});

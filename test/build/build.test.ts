import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../scripts/build/build-program.ts';
import { buildTo } from '../../scripts/build.ts';
import { createFolder } from '../support/create-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const listFiles = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(path, file)).isFile())
    .toSorted();

const computeDigest = (path: string): string => {
  const hash = createHash('sha256');
  for (const file of listFiles(path))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(path, file)));
  return hash.digest('hex');
};

describe('the build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toile-build-'));
  const first = join(folder, 'dist');
  beforeAll(() => buildTo(first));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the same bytes each time and removes files of an older build', async () => {
    const second = join(createFolder(), 'dist');
    cpSync(first, second, { recursive: true });
    writeFileSync(join(second, 'chunks', 'left-over.js'), '');
    writeFileSync(join(second, 'main.cjs'), 'older');
    await buildTo(second);
    expect(computeDigest(second)).toBe(computeDigest(first));
    expect(readdirSync(join(second, '..'))).toStrictEqual(['dist']);
  }, 60_000);

  it('contains every file that it requires at run time', () => {
    const missing = listFiles(first)
      .filter((file) => file.endsWith('.cjs'))
      .flatMap((file) => {
        const text = readFileSync(join(first, file), 'utf8');
        const required = [...text.matchAll(/\b\w*require\w*\(["'](\.[^"']+)["']\)/g)].map(
          ([, name = '']) => name,
        );
        return required
          .filter((name) => !existsSync(join(first, file, '..', name)))
          .map((name) => `${file}: ${name}`);
      });
    expect(missing).toEqual([]);
  });

  it('bundles the client into one file without imports', async () => {
    const client = readFileSync(join(first, 'client.js'), 'utf8');
    expect(client).not.toMatch(/^import\b|\bimport\(|\brequire\(/m);
    // The modules for files and digests are requested at run time, so that bundlers do not look for them.
    expect(client.match(/\bprocess\b/g)).toHaveLength(2);
    expect(client).toMatch(/typeof process>"u"\?void 0:process\.getBuiltinModule\?\./);
    expect(Buffer.byteLength(client)).toBeLessThanOrEqual(24_000);
    const exported = (await import(join(first, 'client.js'))) as object;
    const source = await import('../../src/service/client/index.ts');
    expect(new Set(Object.keys(exported))).toEqual(new Set(Object.keys(source)));
    expect(listFiles(first).filter((name) => name.endsWith('.d.ts'))).toStrictEqual(['client.d.ts']);
    expect(readFileSync(join(first, 'client.d.ts'), 'utf8')).not.toMatch(/\bimport\b[ (]|\bfrom ['"]/);
  }, 60_000);

  it('bundles packages so that they work in a folder without node_modules', async () => {
    const home = createFolder();
    await buildProgram(join(home, 'dist'), join(root, 'test/build/bundled-packages.ts'), { version });
    writeFileSync(join(home, 'package.json'), '{"type":"module"}');
    const script = "import main from './dist/main.cjs'; await main.start();";
    const ran = await execa(process.execPath, ['--input-type=module', '-e', script], {
      cwd: home,
      reject: false,
    });
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout)).toMatchObject({
      table: expect.stringContaining('│ 袖 │ ✂️ │ plain │'),
      width: 2,
      hono: 'hono',
      ora: 'function',
      confirm: 'function',
      undici: 'function',
      number: '1.0',
      jq: '2',
      version,
      error: 'NamedError',
    });
  }, 60_000);

  it('rejects a CommonJS package that is loaded by import()', async () => {
    const home = createFolder();
    const entry = join(home, 'start.ts');
    writeFileSync(
      entry,
      `export const load = () => import(${JSON.stringify(join(root, 'node_modules/undici'))});`,
    );
    await expect(buildProgram(join(home, 'dist'), entry, { version })).rejects.toThrow(
      'loads CommonJS by import()',
    );
  });

  it('contains the licences of the bundled packages', () => {
    const notices = readFileSync(join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['commander', 'chalk', 'lossless-json', 'hono', 'undici']) {
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
    }
  });
});

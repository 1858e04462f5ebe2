import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { isBuildCurrent, recordBuild } from '../../scripts/build/build-record.ts';
import { createFolder } from '../support/create-folder.ts';

const FILES = [
  'src/a/one.ts',
  'scripts/build.ts',
  'package.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
  'dist/main.cjs',
  'dist/chunks/a.cjs',
];

const write = (root: string, file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

const recordNewBuild = async (): Promise<{ root: string; out: string }> => {
  const root = createFolder();
  for (const file of FILES) write(root, file, file);
  const out = join(root, 'dist');
  expect(await isBuildCurrent(root, out)).toBe(false);
  await recordBuild(root, out);
  return { root, out };
};

it('a build is current until something changes', async () => {
  const { root, out } = await recordNewBuild();
  expect(await isBuildCurrent(root, out)).toBe(true);
  write(root, 'docs/page.md', 'not a source');
  expect(await isBuildCurrent(root, out)).toBe(true);
  expect(await isBuildCurrent(root, join(root, 'elsewhere'))).toBe(false);
});

it.each(FILES)(
  'a build is not current after a change of %s, and current again when it is undone',
  async (file) => {
    const { root, out } = await recordNewBuild();
    write(root, file, 'changed');
    expect(await isBuildCurrent(root, out)).toBe(false);
    write(root, file, file);
    expect(await isBuildCurrent(root, out)).toBe(true);
    rmSync(join(root, file));
    expect(await isBuildCurrent(root, out)).toBe(false);
  },
);

it.each(['src/b.ts', 'dist/chunks/b.cjs'])('a build is not current after a new file %s', async (file) => {
  const { root, out } = await recordNewBuild();
  write(root, file, '');
  expect(await isBuildCurrent(root, out)).toBe(false);
});

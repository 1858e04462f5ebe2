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

const put = (root: string, file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

const built = async (): Promise<{ root: string; out: string }> => {
  const root = createFolder();
  for (const file of FILES) put(root, file, file);
  const out = join(root, 'dist');
  expect(await isBuildCurrent(root, out)).toBe(false);
  await recordBuild(root, out);
  return { root, out };
};

it('a build is fresh until something changes', async () => {
  const { root, out } = await built();
  expect(await isBuildCurrent(root, out)).toBe(true);
  put(root, 'docs/page.md', 'no part of it');
  expect(await isBuildCurrent(root, out)).toBe(true);
  expect(await isBuildCurrent(root, join(root, 'elsewhere'))).toBe(false);
});

it.each(FILES)('a change of %s is noticed, and so is its undoing', async (file) => {
  const { root, out } = await built();
  put(root, file, 'changed');
  expect(await isBuildCurrent(root, out)).toBe(false);
  put(root, file, file);
  expect(await isBuildCurrent(root, out)).toBe(true);
  rmSync(join(root, file));
  expect(await isBuildCurrent(root, out)).toBe(false);
});

it.each(['src/b.ts', 'dist/chunks/b.cjs'])('a new %s is noticed', async (file) => {
  const { root, out } = await built();
  put(root, file, '');
  expect(await isBuildCurrent(root, out)).toBe(false);
});

import { existsSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDirectories, makeDirectoriesSync, mkdir } from '../../src/platform/files/safe-fs.ts';
import { createFolder, join } from '../support/create-folder.ts';

describe.each([
  ['one after the other', makeDirectories],
  [
    'at once',
    async (path: Parameters<typeof makeDirectories>[0], mode?: number) => makeDirectoriesSync(path, mode),
  ],
])('folders made %s', (_, make) => {
  it('are created with their parents, and may exist already', async () => {
    const root = createFolder();
    await make(join(root, 'a/b/c'), 0o700);
    expect(statSync(join(root, 'a/b/c')).mode & 0o777).toBe(0o700);
    await make(join(root, 'a/b/c'));
    await make(join(root, 'a/b/d'));
    expect(existsSync(join(root, 'a/b/d'))).toBe(true);
  });

  it('are refused if a file has their name', async () => {
    const file = join(createFolder(), 'file');
    writeFileSync(file, '');
    await expect(make(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(make(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  // Without a bound these never come to an end, and in the second form nothing else does.
  it.runIf(process.platform === 'linux')('are refused at once where no folder can be created', async () => {
    await expect(make(join('/proc/none'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(make(join('/proc/none/at/all'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

it('reports which folders were created, the innermost first', async () => {
  const root = createFolder();
  expect(await makeDirectories(join(root, 'a/b'))).toStrictEqual([join(root, 'a/b'), join(root, 'a')]);
  expect(await makeDirectories(join(root, 'a/c'))).toStrictEqual([join(root, 'a/c')]);
  expect(await makeDirectories(join(root, 'a/c'))).toStrictEqual([]);
});

it('can be created by several processes at once', async () => {
  const root = createFolder();
  await Promise.all(Array.from({ length: 20 }, () => mkdir(join(root, 'x/y/z'), { recursive: true })));
  expect(existsSync(join(root, 'x/y/z'))).toBe(true);
});

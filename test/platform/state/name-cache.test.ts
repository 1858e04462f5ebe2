import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createNameCache } from '../../../src/platform/state/name-cache.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';

const name = (id: string, text: string | null = id) => ({ id, name: text, garment: null });

it('the cache keeps the names seen, the latest first, once each, and only the members that it needs', async () => {
  const path = createFolder();
  const names = createNameCache(path, 'a@b', hostProcess);
  await names.add([name('1'), name('2')]);
  await names.add([{ ...name('3'), created_at: 'x' } as never, name('1', 'new')]);
  expect(await names.read()).toEqual([name('3'), name('1', 'new'), name('2')]);
});

it('the cache separates owners and does not store who they are', async () => {
  const path = createFolder();
  await createNameCache(path, 'a@b', hostProcess).add([name('1')]);
  expect(await createNameCache(path, 'c@b', hostProcess).read()).toEqual([]);
  expect(readdirSync(path).join()).not.toContain('a@b');
  await createNameCache(path, 'a@b', hostProcess).clear();
  expect(await createNameCache(path, 'a@b', hostProcess).read()).toEqual([]);
  expect(readdirSync(path).filter((file) => file.endsWith('.json'))).toEqual([]);
});

it('the cache stays small and does not write names that it already has', async () => {
  const path = createFolder();
  const names = createNameCache(path, 'a@b', hostProcess);
  await names.add(Array.from({ length: 6_000 }, (_, n) => name(String(n))));
  expect(await names.read()).toHaveLength(5_000);
  const file = join(path, readdirSync(path).find((entry) => entry.endsWith('.json')) ?? '');
  const before = statSync(file).ino;
  await names.add([name('0'), name('1')]);
  expect(statSync(file).ino).toBe(before);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('a cache that cannot be used causes no message', async () => {
  const path = createFolder();
  writeFileSync(join(path, 'file'), '');
  const names = createNameCache(join(path, 'file'), 'a@b', hostProcess);
  await names.add([name('1')]);
  expect(await names.read()).toEqual([]);
  await names.clear();

  const other = createNameCache(path, 'a@b', hostProcess);
  await other.add([name('1')]);
  const file = join(path, readdirSync(path).find((entry) => entry.endsWith('.json')) ?? '');
  writeFileSync(file, '{"version":1,"names":[1,{"id":2},null,{"id":"1","name":null,"garment":null}]}');
  expect(await other.read()).toEqual([name('1', null)]);
  writeFileSync(file, 'nonsense');
  expect(await other.read()).toEqual([]);
  mkdirSync(`${file}.new`, { recursive: true });
  await other.add([name('1')]);
  expect(() => readFileSync(file, 'utf8')).toThrow();
});

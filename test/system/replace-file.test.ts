import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openDisk } from '../../src/mirror/index.ts';
import { replaceFile } from '../../src/system/replace-file.ts';
import { folder, join } from '../support/folder.ts';
import { syncedIn } from '../support/synced.ts';

it('a file that is replaced outlives a power cut: it before it has its name, its folder after that', async () => {
  const at = folder();
  const synced = await syncedIn(at);
  await replaceFile(join(at, 'purchases.json'), 'all');
  expect(synced).toEqual(['3 bytes', 'folder of purchases.json']);
  expect(readFileSync(join(at, 'purchases.json'), 'utf8')).toBe('all');
});

it('of a pulled folder only what has to outlive it is made to, since that is slow', async () => {
  const at = folder();
  const disk = await openDisk(at, Math.random);
  const synced = await syncedIn(at);
  await disk.keep('graph.json', 'a body');
  expect(synced).toEqual([]);
  await disk.keep('manifest.json', 'four', true);
  expect(synced).toContain('4 bytes');
});

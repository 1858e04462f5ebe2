import { readFileSync, statSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import type { Path } from '../../src/border/path.ts';
import { openDisk } from '../../src/mirror/index.ts';
import { createJournal } from '../../src/system/journal.ts';
import { withLock } from '../../src/system/lock.ts';
import { replaceFile } from '../../src/system/replace-file.ts';
import { folder, join } from '../support/folder.ts';
import { host } from '../support/host.ts';
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

it.skipIf(process.platform === 'win32').each([
  ['a file', (at: Path) => replaceFile(join(at, 'x.json'), '{}')],
  ['a journal', (at: Path) => createJournal(join(at, 'x.jsonl'), host, () => undefined).append('{}')],
  ['a lock', (at: Path) => withLock(join(at, 'x.lock'), host, async () => undefined)],
])('a folder that toile makes for its state is closed to others: %s', async (_, make) => {
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  const state = join(folder(), 'toile', 'state');
  await make(state);
  for (const each of [state, join(state, '..')]) expect(statSync(each).mode & 0o777).toBe(0o700);
});

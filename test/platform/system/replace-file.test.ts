import { readFileSync, statSync } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createCollectionDisk } from '../../../src/collection/collection-disk.ts';
import type { SafePath } from '../../../src/platform/files/safe-path.ts';
import { openJsonFile, openStrictJsonFile } from '../../../src/platform/system/json-file.ts';
import { createLineJournal } from '../../../src/platform/system/line-journal.ts';
import { withLock } from '../../../src/platform/system/lock.ts';
import { replaceFile } from '../../../src/platform/system/replace-file.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';
import { recordSyncs } from '../../support/record-syncs.ts';

it('a replaced file survives a power cut: the file is synced before its rename, the folder after it', async () => {
  const at = createFolder();
  const synced = await recordSyncs(at);
  await replaceFile(join(at, 'purchases.json'), 'all');
  expect(synced.slice(0, 2)).toEqual(['3 bytes', 'folder of purchases.json']);
  expect(readFileSync(join(at, 'purchases.json'), 'utf8')).toBe('all');
});

it('the folders above it are synced too, because they may be new', async () => {
  const at = createFolder();
  const probe = await openFile(at, 'r');
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const { sync } = handles;
  const synced: number[] = [];
  handles.sync = async function (this: FileHandle) {
    synced.push((await this.stat()).ino);
    return sync.call(this);
  };
  onTestFinished(() => {
    handles.sync = sync;
  });
  await openStrictJsonFile(join(at, 'toile', 'state', 'purchases.json'), hostProcess).change(() => ({
    next: { version: 1 },
    result: undefined,
  }));
  const inodes = ['toile/state', 'toile', '.'].map((name) => statSync(join(at, name)).ino);
  expect(synced.slice(1, 4)).toEqual(inodes);
});

it('a folder that the disk cannot sync is an error for purchases, and a note for other files', async () => {
  const at = createFolder();
  await recordSyncs(at, 'EIO');
  const guarded = openStrictJsonFile(join(at, 'purchases.json'), hostProcess);
  const edit = () => ({ next: { version: 1 }, result: 'done' });
  await expect(guarded.change(edit)).rejects.toMatchObject({ code: 'state_unwritable' });
  const notes: string[] = [];
  const file = openJsonFile(join(at, 'accounts.json'), 1, hostProcess, (text) => notes.push(text));
  await expect(file.change(edit)).resolves.toBe('done');
  expect(notes).toEqual([
    `${join(at, 'accounts.json')} was written, but a power failure may undo that: the disk reports an error`,
  ]);
});

it('a folder on a system without sync is no error', async () => {
  const at = createFolder();
  await recordSyncs(at, 'EINVAL');
  const edit = () => ({ next: { version: 1 }, result: 'done' });
  await expect(openStrictJsonFile(join(at, 'purchases.json'), hostProcess).change(edit)).resolves.toBe(
    'done',
  );
});

it('a pulled folder syncs only its manifest and journal, because syncing is slow', async () => {
  const at = createFolder();
  const disk = await createCollectionDisk(at, Math.random);
  const synced = await recordSyncs(at);
  await disk.writeIfChanged('graph.json', 'a body');
  expect(synced).toEqual([]);
  await disk.writeIfChanged('manifest.json', 'four', true);
  expect(synced).toEqual(['4 bytes', 'folder of .toile,graph.json,manifest.json']);
});

it.skipIf(process.platform === 'win32').each([
  ['a file', (at: SafePath) => replaceFile(join(at, 'x.json'), '{}')],
  [
    'a journal',
    (at: SafePath) => createLineJournal(join(at, 'x.jsonl'), hostProcess, () => undefined).append('{}'),
  ],
  ['a lock', (at: SafePath) => withLock(join(at, 'x.lock'), hostProcess, async () => undefined)],
])('a new folder of state is closed to other users: %s', async (_, make) => {
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  const state = join(createFolder(), 'toile', 'state');
  await make(state);
  for (const each of [state, join(state, '..')]) expect(statSync(each).mode & 0o777).toBe(0o700);
});

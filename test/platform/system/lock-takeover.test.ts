import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openStrictJsonFile } from '../../../src/platform/system/json-file.ts';
import { replaceFile } from '../../../src/platform/system/replace-file.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';

const readValue = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8')).value;

/** Another process takes the lock over from the holder, as from one that is gone, and writes. */
const takeOver = (file: string, value: string): void => {
  const lock = `${file}.lock`;
  const [held = ''] = readdirSync(lock).filter((name) => name.startsWith('held-'));
  renameSync(join(lock, held), join(lock, 'held-another'));
  writeFileSync(file, JSON.stringify({ version: 1, value }));
  renameSync(join(lock, 'held-another'), join(lock, 'free'));
};

it('a process that was suspended until its lock was taken over writes nothing', async () => {
  const file = join(createFolder(), 'x.json');
  const guarded = openStrictJsonFile(file, hostProcess);
  await guarded.change(() => ({ next: { version: 1, value: 'first' }, result: 0 }));
  const late = guarded.change(() => {
    takeOver(file, 'newer');
    return { next: { version: 1, value: 'older' }, result: 0 };
  });
  await expect(late).rejects.toMatchObject({ code: 'lock_lost', exit: 1 });
  expect(readValue(file)).toBe('newer');
  expect(readdirSync(join(file, '..')).toSorted()).toEqual(['x.json', 'x.json.lock']);
  // Nobody is in the way of the next one.
  await guarded.change(() => ({ next: { version: 1, value: 'third' }, result: 0 }));
  expect(readValue(file)).toBe('third');
});

it('also if it was suspended after its last check of the lock: the new holder removed its temporary file', async () => {
  const path = createFolder();
  const file = join(path, 'x.json');
  const guarded = openStrictJsonFile(file, hostProcess);
  const late = replaceFile(file, 'older', {
    token: 'late',
    check: async () => {
      // The check was passed; then another process takes the lock and writes.
      await guarded.change(() => ({ next: { version: 1, value: 'newer' }, result: 0 }));
    },
  });
  await expect(late).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readValue(file)).toBe('newer');
});

it('temporary files of earlier writers are removed', async () => {
  const path = createFolder();
  for (const name of ['x.json.new', 'x.json.new-someone']) writeFileSync(join(path, name), 'secret');
  mkdirSync(join(path, 'other'));
  await openStrictJsonFile(join(path, 'x.json'), hostProcess).change(() => ({
    next: { version: 1 },
    result: 0,
  }));
  expect(readdirSync(path).toSorted()).toEqual(['other', 'x.json', 'x.json.lock']);
});

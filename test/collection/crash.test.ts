/** A pull that dies at any of its changes to the disk: what is there by then, and what the next pull makes of it. */

import { existsSync, readFileSync } from 'node:fs';
import promises, { type FileHandle, open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCollectionDisk } from '../../src/collection/collection-disk.ts';
import { loadCollection } from '../../src/collection/load-collection.ts';
import { markSystemPath } from '../../src/platform/files/safe-path.ts';
import { computeSha256 } from '../../src/platform/system/sha256.ts';
import { createFolder as emptyFolder } from '../support/create-folder.ts';
import { isQuick } from '../support/effort.ts';
import { buildDesigns, createSeason, readTree, TOOLS } from './pull-season.ts';

class DiskDeath extends Error {}

/** Creates a disk that stops after a number of changes; the last write is only half done. */
const createDyingDisk = async () => {
  const probe = await open('/dev/null', 'r');
  const handles = Object.getPrototypeOf(probe) as Record<string, unknown>;
  await probe.close();
  const state = { left: Infinity, changes: 0 };
  const changeSeason = (half: () => void = () => undefined): void => {
    state.changes += 1;
    state.left -= 1;
    if (state.left === -1) half();
    if (state.left < 0) throw new DiskDeath('the process died');
  };
  const system = promises as unknown as Record<string, unknown>;
  const wrap = (
    owner: Record<string, unknown>,
    name: string,
    half?: (self: FileHandle, text: string) => void,
  ) => {
    const real = owner[name] as (...given: unknown[]) => Promise<unknown>;
    owner[name] = async function (this: FileHandle, ...given: unknown[]) {
      changeSeason(() => half?.(this, String(given[0])));
      return real.apply(this, given);
    };
    onTestFinished(() => {
      owner[name] = real;
      syncBuiltinESMExports();
    });
  };
  for (const name of ['rename', 'mkdir', 'unlink', 'rm', 'rmdir']) wrap(system, name);
  wrap(handles, 'write');
  wrap(handles, 'appendFile');
  syncBuiltinESMExports();
  return state;
};

interface JournalLine {
  readonly type: string;
  readonly name?: string;
  readonly path?: string;
  readonly of?: { readonly id: string };
  readonly file?: { readonly sha256: string };
}

const readJournal = (dir: string): readonly JournalLine[] => {
  const path = join(dir, '.toile', 'journal.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((text) => text.endsWith('}'))
    .map((text) => JSON.parse(text));
};

/** Checks that every file of the manifest exists with its digest, and returns the digests. */
const readHeldFiles = async (dir: string): Promise<ReadonlyMap<string, string>> => {
  const tools = { ...TOOLS, clock: { now: () => 0, sleep: async () => undefined } };
  const found = new Map<string, string>();
  if (!existsSync(join(dir, 'manifest.json')) && readJournal(dir).length === 0) return found;
  const { subjects } = await loadCollection(
    await createCollectionDisk(markSystemPath(dir), Math.random),
    tools,
  );
  for (const { subjectId, files, folder } of subjects) {
    for (const [name, { sha256: digest }] of files) {
      const path = join(dir, folder, name);
      expect(existsSync(path), `${path} is said to be held`).toBe(true);
      expect(computeSha256(readFileSync(path)), path).toBe(digest);
      found.set(`${subjectId.id} ${name}`, digest);
    }
  }
  return found;
};

const EVERY = isQuick ? 3 : 1;

it('every file that the manifest names exists, wherever a pull is killed', async () => {
  const disk = await createDyingDisk();
  const whole = emptyFolder();
  await (await createSeason(buildDesigns(2))).run(whole);
  const expected = await readTree(whole);
  const all = disk.changes;
  expect(all).toBeGreaterThan(30);
  let before = 0;
  for (let at = 0; at < all; at += EVERY) {
    const dir = emptyFolder();
    // A new service each time: the requests of all pulls together would exceed its rate limit.
    const service = await createSeason(buildDesigns(2));
    disk.left = at;
    await expect(service.run(dir), `${at}`).rejects.toThrow();
    disk.left = Infinity;
    const held = await readHeldFiles(dir);
    expect(held.size, `${at}`).toBeGreaterThanOrEqual(before);
    before = held.size;
    service.log.length = 0;
    expect(await service.run(dir), `${at}`).toMatchObject({ failed: [] });
    // Files that were complete are not requested again, unless the pull had ended.
    const asked = service.log.filter((line) => /designs\//.test(line)).length;
    expect([8 - held.size, 8], `${at}`).toContain(asked);
    expect(await readTree(dir), `${at}`).toEqual(expected);
  }
  expect(before).toBe(8);
});

it('a removal that is killed loses nothing, and the next pull completes it', async () => {
  const disk = await createDyingDisk();
  const service = await createSeason(buildDesigns(5));
  service.page = 100;
  const readPulled = async () => {
    const dir = emptyFolder();
    service.garments = buildDesigns(5);
    await service.run(dir);
    service.garments = buildDesigns(4);
    return dir;
  };
  const whole = await readPulled();
  const pickBodies = (files: Record<string, string>) =>
    Object.entries(files).filter(([path]) => path.startsWith('designs'));
  const before = pickBodies(await readTree(whole));
  const from = disk.changes;
  await service.run(whole, { remove: 'all' });
  const [all, expected] = [disk.changes - from, await readTree(whole)];
  for (let at = 0; at < all; at += EVERY) {
    const dir = await readPulled();
    disk.left = at;
    await expect(service.run(dir, { remove: 'all' }), `${at}`).rejects.toThrow();
    disk.left = Infinity;
    const [stamp] = existsSync(join(dir, '.toile', 'removed'))
      ? await promises.readdir(join(dir, '.toile', 'removed'))
      : [];
    const aside =
      stamp === undefined ? [] : pickBodies(await readTree(join(dir, '.toile', 'removed', stamp)));
    const there = [...pickBodies(await readTree(dir)), ...aside];
    expect(new Map(there), `${at}`).toEqual(new Map(before));
    if (aside.length > 0)
      expect(existsSync(join(dir, '.toile', 'removed', String(stamp), 'manifest.json'))).toBe(true);
    expect((await service.run(dir, { remove: 'all' })).failed, `${at}`).toEqual([]);
    expect(await readTree(dir), `${at}`).toEqual(expected);
  }
});

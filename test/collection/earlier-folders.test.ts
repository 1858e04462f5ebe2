import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildGarment } from '../sandbox/open-sandbox.ts';
import { createFolder } from '../support/create-folder.ts';
import { buildDesigns, createSeason, readTree } from './pull-season.ts';

const SECOND = '00000000-0000-4000-8000-000000000002';
const [NOW, THEN] = [`designs/crème-brûlée-縮緬--${SECOND}`, `designs/creme-brulee--${SECOND}`];

/** Creates a folder of an earlier version, which named the second design differently in the manifest and on disk. */
const createEarlierFolder = async () => {
  const dir = createFolder();
  const service = await createSeason([
    buildGarment(1),
    buildGarment(2, { name: 'Crème brûlée 縮緬' }),
    buildGarment(3),
  ]);
  await service.run(dir);
  const manifest = join(dir, 'manifest.json');
  const text = await readFile(manifest, 'utf8');
  expect(text).toContain(NOW);
  await rename(join(dir, NOW), join(dir, THEN));
  await writeFile(manifest, text.replaceAll(NOW, THEN));
  const journal = join(dir, '.toile', 'journal.jsonl');
  await writeFile(journal, (await readFile(journal, 'utf8')).replaceAll(NOW, THEN));
  return { dir, service };
};

describe('a folder that an older version named', () => {
  it('is renamed with its content, and nothing counts as changed', async () => {
    const { dir, service } = await createEarlierFolder();
    await writeFile(join(dir, THEN, 'notes.txt'), 'mine');
    const whole = await readTree(dir);
    expect(await service.run(dir)).toMatchObject({
      renamed: [{ from: THEN, to: NOW }],
      new: [],
      changed: [],
      unchanged: 12,
    });
    const moved = Object.entries(whole).map(([path, text]) => [
      path.replace(THEN, NOW),
      text.replaceAll(THEN, NOW),
    ]);
    expect(await readTree(dir)).toEqual(Object.fromEntries(moved.toSorted()));
    expect(await service.run(dir)).toMatchObject({ renamed: [], changed: [], unchanged: 12 });
  });

  it('is not read again within --max-age only because it was renamed', async () => {
    const { dir, service } = await createEarlierFolder();
    service.log.length = 0;
    expect(await service.run(dir, { maxAgeMs: 3_600_000 })).toMatchObject({ renamed: [{ to: NOW }] });
    expect(service.log.filter((line) => line.includes(SECOND))).toEqual([]);
  });

  it('is renamed by the next pull if one was killed between the journal line and the rename', async () => {
    const { dir, service } = await createEarlierFolder();
    const manifest = join(dir, 'manifest.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replaceAll(THEN, NOW));
    expect(await service.run(dir)).toMatchObject({
      renamed: [{ from: THEN, to: NOW }],
      changed: [],
      unchanged: 12,
    });
  });

  it('stays if its design has another name by now, or the new name is taken', async () => {
    const { dir, service } = await createEarlierFolder();
    await mkdir(join(dir, NOW));
    await writeFile(join(dir, NOW, 'mine.txt'), 'mine');
    expect(await service.run(dir)).toMatchObject({ renamed: [], changed: [], unchanged: 12 });
    expect(await readFile(join(dir, NOW, 'mine.txt'), 'utf8')).toBe('mine');

    const other = await createSeason(buildDesigns(2));
    const plain = createFolder();
    await other.run(plain);
    other.garments = [buildGarment(1), buildGarment(2, { name: 'Crème' })];
    await other.run(plain);
    expect(await other.run(plain)).toMatchObject({ renamed: [], changed: [] });
    const text = await readFile(join(plain, 'manifest.json'), 'utf8');
    expect(text).toContain(`designs/design-2--${SECOND}`);
  });

  it('is not renamed in the folder of another user', async () => {
    const { dir, service } = await createEarlierFolder();
    const manifest = join(dir, 'manifest.json');
    const text = (await readFile(manifest, 'utf8')).replace(/"user_id": "[^"]*"/, '"user_id": "another"');
    await writeFile(manifest, text);
    const before = await readTree(dir);
    await expect(service.run(dir)).rejects.toThrow('another user');
    expect(await readTree(dir)).toEqual(before);
  });
});

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { handed } from '../../src/commands/pull/handed.ts';
import type { Change } from '../../src/mirror/index.ts';
import { garment } from '../sandbox/support.ts';
import { folder } from '../support/folder.ts';
import { designs, season } from './season.ts';

/** Someone who reads changes, and breaks off where told to. */
const reader = (after?: number, most = Number.POSITIVE_INFINITY) => {
  const seen: Change[] = [];
  const changed = async (change: Change): Promise<void> => {
    seen.push(change);
    if (seen.length >= most) throw new Error('killed');
  };
  return { seen, watching: { after, changed } };
};

const numbers = (seen: readonly Change[]): readonly number[] => seen.map(({ n }) => n);
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('a folder that is watched', () => {
  it('tells each change once, those of other pulls among them', async () => {
    const dir = folder();
    const service = await season(designs(3));
    const first = reader();
    await service.run(dir, {}, { watching: first.watching });
    expect(numbers(first.seen)).toEqual(from(1, 12));
    expect(first.seen[0]).toMatchObject({ what: 'new', of: { kind: 'design' }, name: expect.any(String) });
    expect(new Set(first.seen.map(({ path }) => path)).size).toBe(12);

    // Somebody else's pull, which nobody watches: an edited file is put right, a design has changed, one is gone.
    const graph = String(first.seen.find(({ path }) => path?.includes('graph'))?.path);
    await writeFile(join(dir, graph), 'edited');
    service.garments = [garment(1), garment(2, { graph: () => '{"nodes": []}' })];
    await service.run(dir, { remove: 'all' });
    const second = reader();
    await service.run(dir, {}, { watching: second.watching });
    expect(second.seen.map(({ what }) => what).toSorted()).toEqual(['changed', 'removed', 'restored']);
    expect(numbers(second.seen)).toEqual([13, 14, 15]);
    const third = reader();
    await service.run(dir, {}, { watching: third.watching });
    expect(third.seen).toEqual([]);
  });

  it('goes on behind the last that was told, wherever a reader was cut off', async () => {
    const dir = folder();
    const service = await season(designs(4));
    const all: Change[] = [];
    for (let most = 1; most < 6; most += 1) {
      const part = reader(undefined, most);
      await service.run(dir, {}, { watching: part.watching }).catch(() => undefined);
      all.push(...part.seen);
    }
    const rest = reader();
    await service.run(dir, {}, { watching: rest.watching });
    all.push(...rest.seen);
    // The one at which it was cut off was not marked as told: it comes again, as it was.
    expect([...new Set(numbers(all))]).toEqual(from(1, 16));
    expect(new Map(all.map((change) => [change.n, change.path])).size).toBe(16);
    expect(new Set(all.map((change) => `${change.n} ${change.path}`)).size).toBe(16);
  });

  it('gives a reader with a number of its own each change once', async () => {
    const dir = folder();
    const service = await season(designs(4));
    const mine: number[] = [];
    for (let most = 1; most < 6; most += 1) {
      const part = reader(mine.length === 0 ? undefined : mine.at(-1), most);
      await service.run(dir, {}, { watching: part.watching }).catch(() => undefined);
      mine.push(...numbers(part.seen));
    }
    const rest = reader(mine.at(-1));
    await service.run(dir, {}, { watching: rest.watching });
    expect([...mine, ...numbers(rest.seen)]).toEqual(from(1, 16));
    const again = reader(10);
    await service.run(dir, {}, { watching: again.watching });
    expect(numbers(again.seen)).toEqual(from(11, 16));
    await expect(service.run(dir, {}, { watching: reader(17).watching })).rejects.toThrow('the last is 16');
  });

  it('numbers nothing where nobody watches, and believes no journal of a stranger', async () => {
    const dir = folder();
    const service = await season(designs(2));
    await service.run(dir);
    const journal = join(dir, '.toile', 'journal.jsonl');
    expect(await readFile(journal, 'utf8')).not.toMatch(/"n"|told/);
    for (const line of [
      '{"type":"told","n":-1}',
      '{"type":"told","n":"1"}',
      '{"type":"change","change":{"n":1,"at":1,"what":"new","of":{"kind":"design","id":"x"},"name":null,"path":null}}',
      '{"type":"change","change":{"n":1,"at":1,"what":"new","of":{"kind":"garment","id":"GARM-1"},"name":null,"path":"../x"}}',
    ]) {
      await writeFile(journal, `${line}\n`);
      await expect(service.run(dir), line).rejects.toThrow('toile would not write');
    }
    await rm(journal);
    await service.run(dir);
  });
});

describe('what is handed over', () => {
  it('is done with when the taker comes back, and fails when they leave', async () => {
    const log: string[] = [];
    const work = async (hand: (value: number) => Promise<void>): Promise<void> => {
      try {
        for (let at = 1; ; at += 1) {
          await hand(at);
          log.push(`done ${at}`);
        }
      } finally {
        log.push('tidied');
      }
    };
    for await (const value of handed(work)) {
      log.push(`took ${value}`);
      if (value === 2) break;
    }
    expect(log).toEqual(['took 1', 'done 1', 'took 2', 'tidied']);
  });

  it('ends with the work, and fails with it', async () => {
    const taken: number[] = [];
    for await (const value of handed<number>(async (hand) => hand(7))) taken.push(value);
    expect(taken).toEqual([7]);
    const failing = handed<number>(async (hand) => {
      await hand(1);
      throw new Error('broken');
    });
    expect((await failing.next()).value).toBe(1);
    await expect(failing.next()).rejects.toThrow('broken');
  });
});

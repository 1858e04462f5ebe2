import { describe, expect, it, test } from 'vitest';
import type { SandboxGarment } from '../../src/sandbox/corpus/sample-garments.ts';
import {
  formatDesignCursor,
  parseDesignCursor,
  sortDesignsByAge,
} from '../../src/sandbox/http/service-routes.ts';
import fc, { scaleCases } from '../support/property.ts';
import { buildGarment, type OpenSandbox, openSandbox, readRefusal, START } from './open-sandbox.ts';

interface DesignPage {
  readonly designs: readonly SandboxGarment[];
  readonly next_before: string | null;
}

const readPage = async ({ ask }: OpenSandbox, query: Record<string, string>): Promise<DesignPage> =>
  (await ask(`/v1/designs?${new URLSearchParams(query)}`)).json();

/** More pages than any list here has. */
const MOST_PAGES = 60;

async function walk(opened: OpenSandbox, limit: number): Promise<DesignPage[]> {
  const pages: DesignPage[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    if (pages.length === MOST_PAGES) throw new Error(`no end after ${MOST_PAGES} pages, at ${before}`);
    const got: DesignPage = await readPage(opened, { limit: String(limit), ...(before ? { before } : {}) });
    pages.push(got);
    before = got.next_before;
  }
  return pages;
}

test('pages neither lose nor repeat a design, also with equal created_at', async () => {
  const seconds = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(seconds, fc.integer({ min: 1, max: 7 }), async (times, limit) => {
      const garments = times.map((second, n) =>
        buildGarment(n + 1, { created_at: new Date(START + second * 1000).toISOString() }),
      );
      const pages = await walk(await openSandbox({ garments }), limit);
      const seen = pages.flatMap(({ designs }) => designs);
      expect(seen.map(({ id }) => id).sort()).toEqual(garments.map(({ id }) => id).sort());
      const ages = seen.map(({ created_at }) => Date.parse(created_at));
      expect(ages).toEqual(ages.toSorted((a, b) => b - a));
      expect(pages.slice(0, -1).every(({ designs }) => designs.length === limit)).toBe(true);
    }),
    scaleCases(30),
  );
});

describe('a list of 45 designs', () => {
  const garments = Array.from({ length: 45 }, (_, n) => buildGarment(n + 1));

  it('has 20 designs a page by default, newest first, with the next cursor', async () => {
    const first = await readPage(await openSandbox({ garments }), {});
    expect(first.designs).toHaveLength(20);
    expect(Object.keys(first.designs[0] ?? {})).toEqual([
      'id',
      'name',
      'garment_category',
      'sgg_garment_id',
      'created_at',
    ]);
    expect(first.designs[0]?.id).toBe(garments[0]?.id);
    expect(first.next_before).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/);
  });

  it('ends without an empty last page', async () => {
    const pages = await walk(await openSandbox({ garments }), 15);
    expect(pages.map(({ designs }) => designs.length)).toEqual([15, 15, 15]);
  });

  it('accepts any ISO timestamp as a cursor, which is itself excluded', async () => {
    const opened = await openSandbox({ garments });
    const tenth = garments[9]?.created_at ?? '';
    for (const before of [tenth, tenth.replace('.000Z', 'Z'), tenth.replace('.000Z', '+00:00')]) {
      expect((await readPage(opened, { before })).designs[0]?.id).toBe(garments[10]?.id);
    }
    expect((await readPage(opened, { before: tenth.replace('.000Z', '.5Z') })).designs[0]?.id).toBe(
      garments[9]?.id,
    );
    expect(await readPage(opened, { before: '1999-12-31T00:00:00Z' })).toEqual({
      designs: [],
      next_before: null,
    });
  });

  it('has up to 100 designs a page', async () => {
    expect((await readPage(await openSandbox({ garments }), { limit: '100' })).designs).toHaveLength(45);
  });

  it.each(['', '0', '-1', '101', '1.5', '1e2', '+5', ' 5', '0x10', 'ten', '٥', '99999999999999999999'])(
    'refuses limit=%s',
    async (limit) => {
      const { ask } = await openSandbox({ garments });
      expect(await readRefusal(ask(`/v1/designs?limit=${encodeURIComponent(limit)}`))).toEqual([
        400,
        'INVALID_REQUEST',
      ]);
    },
  );

  it.each([
    '',
    'null',
    'yesterday',
    '2026-11-20',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T09:00:00',
    '2026-11-20T09:00:00.0000000001Z',
    '1763629200000',
  ])('refuses before=%s', async (before) => {
    const { ask } = await openSandbox({ garments });
    expect(await readRefusal(ask(`/v1/designs?before=${before}`))).toEqual([400, 'INVALID_REQUEST']);
  });
});

test('every cursor is read back as the place that it names', () => {
  const placed = sortDesignsByAge([
    buildGarment(1),
    buildGarment(2, { created_at: buildGarment(1).created_at }),
    buildGarment(3),
  ]);
  expect(placed.map((one) => parseDesignCursor(formatDesignCursor(one)))).toEqual(
    placed.map(({ cursor }) => cursor),
  );
  expect(new Set(placed.map(formatDesignCursor)).size).toBe(3);
});

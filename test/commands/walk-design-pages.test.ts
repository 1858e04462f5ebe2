import { describe, expect, it } from 'vitest';
import { type WalkPagesOptions, walkDesignPages } from '../../src/commands/designs/walk-design-pages.ts';
import { IncompleteList, ListWalkError } from '../../src/platform/errors.ts';
import { Routes } from '../../src/service/client/routes.ts';
import fc from '../support/property.ts';

interface Design {
  readonly id: string;
  readonly created_at: string;
}

interface Manner {
  /** The maximum number of designs on a page. */
  readonly most: number;
  /** How a cursor identifies the last design of a page. */
  readonly cursor?: (last: Design, at: number) => string;
  /** Which designs a cursor goes on with. */
  readonly after?: (design: Design, cursor: string, at: number) => boolean;
  /** Another answer instead. */
  readonly instead?: (requests: Asked, n: number) => object | undefined;
}

interface Asked {
  readonly limit: number | undefined;
  readonly before: string | undefined;
}

/** Creates a service with these designs, newest first, that records its requests. */
const createService = (designs: readonly Design[], manner: Manner) => {
  const { most, cursor = (last) => last.created_at, after = (one, at) => one.created_at < at } = manner;
  const requests: Asked[] = [];
  const given = new Set<string>();
  const servePage = ({
    limit,
    before,
  }: Asked): { designs: readonly Design[]; next_before: string | null } => {
    const rest = designs.map((design, at) => ({ design, at }));
    const left = before === undefined ? rest : rest.filter(({ design, at }) => after(design, before, at));
    const some = left.slice(0, Math.min(most, limit ?? 20));
    const last = some.at(-1);
    return {
      designs: some.map(({ design }) => design),
      next_before: last && left.length > some.length ? cursor(last.design, last.at) : null,
    };
  };
  const api = new Routes({
    baseUrl: 'http://127.0.0.1:0',
    credential: 'svc_sk_x',
    fetch: async (url) => {
      const query = new URL(url).searchParams;
      const before = query.get('before') ?? undefined;
      const now = { before, limit: query.has('limit') ? Number(query.get('limit')) : undefined };
      requests.push(now);
      if (before !== undefined && !given.has(before))
        return new Response('{"error":"not mine","code":"X"}', { status: 418 });
      const answer = manner.instead?.(now, requests.length) ?? servePage(now);
      if ('status' in answer)
        return new Response('{"error":"no","code":"NO"}', { status: Number(answer.status) });
      if ('next_before' in answer && typeof answer.next_before === 'string') given.add(answer.next_before);
      return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
    },
  });
  return { api, requests };
};

const START = Date.parse('2026-11-20T09:00:00Z');
const buildDesigns = (seconds: readonly number[]): Design[] =>
  seconds
    .toSorted((a, b) => b - a)
    .map((second, at) => ({
      id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      created_at: new Date(START + second * 1000).toISOString(),
    }));

/** Returns the designs of a walk and its error, if any. */
const walkAll = async (api: Routes, over: Partial<WalkPagesOptions> = {}) => {
  const given: string[] = [];
  const cursors: (string | null)[] = [];
  let error: unknown;
  try {
    for await (const page of walkDesignPages(api, {
      pageSize: 100,
      signal: new AbortController().signal,
      ...over,
    })) {
      given.push(...page.items.map(({ value }) => (value as Design).id));
      cursors.push(page.nextCursor);
    }
  } catch (caught) {
    error = caught;
  }
  return { given, cursors, error };
};

const listIds = (list: readonly Design[]): string[] => list.map(({ id }) => id);
const countAt = (list: readonly Design[], instant: string): number =>
  list.filter(({ created_at }) => created_at === instant).length;

const LISTS = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 });

describe('a list is complete, or the output says what may be missing', () => {
  it('where `before` is exclusive and many designs share an instant', async () => {
    await fc.assert(
      fc.asyncProperty(LISTS, fc.integer({ min: 1, max: 9 }), async (seconds, most) => {
        const all = buildDesigns(seconds);
        const { given, error } = await walkAll(createService(all, { most }).api);
        expect(new Set(given).size).toBe(given.length);
        const missing = all.filter(({ id }) => !given.includes(id));
        // A group as large as a page hides what is behind it: no cursor leads into it.
        if (missing.length > 0) expect(error).toBeInstanceOf(IncompleteList);
        for (const { created_at } of missing) {
          expect(countAt(all, created_at)).toBeGreaterThan(most - 1);
          expect(String(error)).toMatch(/created at/);
        }
        if (error !== undefined) expect(error).toBeInstanceOf(IncompleteList);
        else expect(given).toEqual(listIds(all));
        // No false alarm: with smaller groups it is whole without a word.
        if (all.every(({ created_at }) => countAt(all, created_at) < most)) expect(error).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('where a page begins with the last design of the page before', async () => {
    await fc.assert(
      fc.asyncProperty(LISTS, fc.integer({ min: 2, max: 9 }), async (seconds, most) => {
        const all = buildDesigns([...new Set(seconds)]);
        const inclusive = createService(all, { most, after: (one, at) => one.created_at <= at });
        expect(await walkAll(inclusive.api)).toMatchObject({ given: listIds(all), error: undefined });
      }),
      { numRuns: 50 },
    );
  });

  it('where cursors are opaque', async () => {
    await fc.assert(
      fc.asyncProperty(LISTS, fc.integer({ min: 1, max: 9 }), async (seconds, most) => {
        const all = buildDesigns(seconds);
        const opaque = createService(all, {
          most,
          cursor: (_, at) => `c${at}`,
          after: (_, cursor, at) => at > Number(cursor.slice(1)),
        });
        expect(await walkAll(opaque.api)).toMatchObject({ given: listIds(all), error: undefined });
        // Nothing is asked for twice where nothing can fall in between.
        expect(opaque.requests.length).toBe(Math.max(1, Math.ceil(all.length / most)));
      }),
      { numRuns: 50 },
    );
  });

  it('where cursors have whole seconds', async () => {
    const all = buildDesigns([]).concat(
      ['10.9', '10.5', '09.8', '09.2', '08.1'].map((time, at) => ({
        id: `00000000-0000-4000-8000-00000000000${at}`,
        created_at: `2026-11-20T09:00:${time}Z`,
      })),
    );
    const cut = createService(all, {
      most: 3,
      cursor: ({ created_at }) => created_at.replace(/\.\d+/, ''),
      after: (one, at) => Date.parse(one.created_at) < Date.parse(at),
    });
    expect(await walkAll(cut.api)).toMatchObject({ given: listIds(all), error: undefined });
  });
});

const TEN = buildDesigns([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
const readSeconds = (list: readonly Design[]) => list.map(({ created_at }) => created_at);

describe('listing all pages', () => {
  it('requests a shorter page only when the cursor is the time of the last design', async () => {
    const { api, requests } = createService(TEN, { most: 4 });
    expect((await walkAll(api)).given).toEqual(listIds(TEN));
    const at = readSeconds(TEN);
    expect(requests).toEqual(
      [
        { limit: 100, before: undefined },
        { limit: 3, before: undefined },
        { limit: 100, before: at[2] },
        { limit: 3, before: at[2] },
        { limit: 100, before: at[5] },
      ].concat(
        [
          { limit: 3, before: at[5] },
          { limit: 100, before: at[8] },
        ].slice(0, requests.length - 5),
      ),
    );
  });

  it('detects a cursor that skips designs, and works around it', async () => {
    const far = TEN.at(-2)?.created_at ?? '';
    const { api } = createService(TEN, {
      most: 4,
      instead: ({ limit, before }) =>
        limit === 100 && before === undefined ? { designs: TEN.slice(0, 4), next_before: far } : undefined,
    });
    expect(await walkAll(api)).toMatchObject({ given: listIds(TEN), error: undefined });
  });

  it('reports which designs a cursor may have skipped, where there is no other way', async () => {
    const far = TEN.at(-2)?.created_at ?? '';
    const { api } = createService(TEN, {
      most: 4,
      instead: ({ before }) =>
        before === undefined ? { designs: TEN.slice(0, 4), next_before: far } : undefined,
    });
    const { given, error } = await walkAll(api);
    expect(given).toEqual(listIds([...TEN.slice(0, 4), ...TEN.slice(9)]));
    expect(error).toMatchObject({
      exit: 1,
      code: 'list_incomplete',
      message: expect.stringContaining(TEN[3]?.created_at ?? ''),
    });
  });

  it('ends at a repeated cursor, prints what arrived, and prints the cursor to continue', async () => {
    const opaque = {
      cursor: (_: Design, at: number) => `c${at}`,
      after: (_: Design, c: string, at: number) => at > Number(c.slice(1)),
    };
    const { api, requests } = createService(TEN, {
      most: 4,
      ...opaque,
      instead: (_, n) => (n === 2 ? { designs: TEN.slice(4, 8), next_before: 'c3' } : undefined),
    });
    const { given, cursors, error } = await walkAll(api);
    expect(requests).toHaveLength(2);
    expect(given).toEqual(listIds(TEN.slice(0, 8)));
    expect(cursors).toEqual(['c3', 'c3']);
    expect(error).toBeInstanceOf(IncompleteList);
    expect(error).toMatchObject({
      exit: 1,
      details: { next_before: 'c3' },
      message: expect.stringContaining(`before ${TEN[7]?.created_at}`),
    });
  });

  it('ends when pages with new cursors bring nothing new', async () => {
    const { api, requests } = createService(TEN, {
      most: 4,
      instead: (_, n) => ({ designs: TEN.slice(0, 4), next_before: `c${n}` }),
    });
    const { given, error } = await walkAll(api);
    expect(given).toEqual(listIds(TEN.slice(0, 4)));
    expect(requests.length).toBeLessThan(10);
    expect(error).toBeInstanceOf(IncompleteList);
  });

  it('accepts an empty page as the last', async () => {
    const { api } = createService(TEN, {
      most: 5,
      cursor: (_, at) => `c${at}`,
      after: (_, cursor, at) => at > Number(cursor.slice(1)),
      instead: ({ before }) => (before === 'c4' ? { designs: TEN.slice(5), next_before: 'c9' } : undefined),
    });
    expect(await walkAll(api)).toMatchObject({ given: listIds(TEN), error: undefined });
  });

  it('repeats no design of overlapping pages', async () => {
    const { api } = createService(TEN, {
      most: 4,
      cursor: (_, at) => `c${at}`,
      after: (_, cursor, at) => at > Number(cursor.slice(1)) - 2,
    });
    expect(await walkAll(api)).toMatchObject({ given: listIds(TEN), error: undefined });
  });

  it('repeats a refused limit once without it, and then requests only shorter pages', async () => {
    const { api, requests } = createService(TEN, {
      most: 4,
      instead: ({ limit }) => (limit === 100 ? { status: 400 } : undefined),
    });
    expect(await walkAll(api)).toMatchObject({ given: listIds(TEN), error: undefined });
    expect(requests.filter(({ limit }) => limit === 100)).toHaveLength(1);
  });

  it('continues with normal pages where shorter ones are refused, and says so', async () => {
    const { api } = createService(TEN, {
      most: 4,
      instead: ({ limit }) => (limit === undefined ? undefined : { status: 400 }),
    });
    const { given, error } = await walkAll(api);
    expect(given).toEqual(listIds(TEN));
    expect(error).toBeInstanceOf(IncompleteList);
  });

  it('ends with the cursor of a page that cannot be requested again', async () => {
    const before = TEN[2]?.created_at;
    const { api } = createService(TEN, {
      most: 4,
      instead: (_, n) => (n === 4 ? { status: 403 } : undefined),
    });
    const { given, error } = await walkAll(api);
    expect(given).toEqual(listIds(TEN.slice(0, 4)));
    expect(error).toBeInstanceOf(ListWalkError);
    expect(error).toMatchObject({ nextCursor: before });
  });

  it('ends at --limit, within one instant too, with the right cursor', async () => {
    const all = buildDesigns([9, 8, 7, 7, 7, 7, 6, 5, 4, 3, 2, 1]);
    const { api } = createService(all, { most: 5 });
    const { given, cursors, error } = await walkAll(api, { exactCount: 8, maxItems: 8, pageSize: 8 });
    expect(error).toBeUndefined();
    expect(given).toEqual(listIds(all.slice(0, 8)));
    expect(cursors.at(-1)).toBe(all[7]?.created_at);
  });

  it('passes the options to each request', async () => {
    const { api, requests } = createService(TEN, { most: 4 });
    let sent = 0;
    await walkAll(api, {
      sendRequest: async (request) => {
        sent += 1;
        return request();
      },
    });
    expect(sent).toBe(requests.length);
  });
});

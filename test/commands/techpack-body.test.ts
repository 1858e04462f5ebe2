import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { D1, P1 } from '../service/tech-packs/open-records.ts';
import { createOrderService } from '../service/tech-packs/order-service.ts';
import { createHome, type RunSetting, runToile } from '../support/run-toile.ts';

const REQUEST = ['techpack', 'request', D1, '--yes'];
const FIRST = ['--brand', 'Maison A', '--notes', 'mind the hem', '--size-selection', '{"ease":56.0}'];

const startRequest = async () => {
  const home = await createHome();
  const at = createOrderService();
  const env = { TOILE_BASE_URL: 'https://api.example', TOILE_API_KEY: 'svc_sk_x' };
  const run = (words: readonly string[], setting: RunSetting = {}) =>
    runToile(words, { home, network: at.network, env, ...setting });
  return { at, run, record: () => readFileSync(join(home, 'toile', 'state', 'purchases.json'), 'utf8') };
};

describe('a request with another body than the recorded one', () => {
  it.each([
    ['brand', ['--brand', 'Maison B', ...FIRST.slice(2)]],
    ['notes', [...FIRST.slice(0, 2), '--notes', 'mind the seam', ...FIRST.slice(4)]],
    ['size selection', [...FIRST.slice(0, 4), '--size-selection', '{"ease":57}']],
    ['piece scope', [...FIRST, '--piece-scope', 'front']],
    ['brand, notes, size selection', []],
    [
      '"other"',
      [
        '--body',
        '{"brand":"Maison A","designerNotes":"mind the hem","sizeSelection":{"ease":56.0},"other":1}',
      ],
    ],
  ])('says that its %s differs, and sends nothing', async (what, words) => {
    const { at, run } = await startRequest();
    expect((await run([...REQUEST, ...FIRST])).code).toBe(0);
    for (const more of [[], ['--wait', '--timeout', '2s', '--interval', '1s', '--download', 'x.pdf']]) {
      const { code, out, err } = await run([...REQUEST, ...words, ...more, '--json']);
      expect([code, out]).toEqual([9, '']);
      const { error } = JSON.parse(err);
      expect(error).toMatchObject({ code: 'body_differs', purchase_id: P1, design_id: D1 });
      expect(error.message).toContain(`with different values for ${what}; nothing was sent`);
      // Each command ends its line, to be copied.
      expect(error.hint).toMatch(/--yes --again$/m);
    }
    expect(at.posts).toBe(1);
    expect((await run([...REQUEST, ...words, '--again'])).code).toBe(0);
    expect(at.posts).toBe(2);
    // From then on that record counts.
    expect((await run([...REQUEST, ...words])).code).toBe(8);
    expect(at.posts).toBe(2);
  });

  it('is the same request, however the body was typed', async () => {
    const { at, run, record } = await startRequest();
    await run([...REQUEST, ...FIRST]);
    const body = '{ "sizeSelection" : {"ease": 56.0}, "designerNotes":"mind the hem", "brand":"Maison A" }';
    expect((await run([...REQUEST, '--body', body])).code).toBe(8);
    expect((await run(['api', `v1/designs/${D1}/tech-packs`, '--body', body, '--yes'])).code).toBe(8);
    expect((await run(['api', '-X', 'POST', `v1/designs/${D1}/tech-packs`, '--yes'])).code).toBe(9);
    expect(at.posts).toBe(1);
    expect(record()).not.toMatch(/Maison|mind the hem|56\.0/);
  });

  it('asks on a terminal, also with --yes, and sends only after yes', async () => {
    const { at, run } = await startRequest();
    await run([...REQUEST, ...FIRST]);
    for (const [key, posts] of [
      ['n', 1],
      ['y', 2],
    ] as const) {
      let isAsked = false;
      const typing: RunSetting['typing'] = (input, output) => {
        if (isAsked || !output.includes('Request it?')) return;
        isAsked = true;
        expect(at.posts).toBe(1);
        setTimeout(() => input.write(`${key}\r`), 20);
      };
      const { err } = await run([...REQUEST, '--brand', 'Maison B'], { columns: 120, typing });
      expect(isAsked).toBe(true);
      expect(err).toContain('this would be another Tech Pack');
      expect(at.posts).toBe(posts);
    }
  });
});

describe('a garment id of two designs', () => {
  const GARMENT = 'GARM-5117';
  const OTHER = '2c9e11b0-5a4f-4d0e-9c55-7f3f1e2a9b02';

  it.each([
    [[D1, OTHER], 2, 0],
    [[D1], 0, 1],
  ])('of %j ends with %i and %i requests', async (ids, exit, posts) => {
    const home = await createHome();
    const at = createOrderService();
    const rest = await at.network();
    const listed = ids.map((id) => ({
      id,
      name: 'Coat',
      garment_category: null,
      sgg_garment_id: GARMENT,
      created_at: '2026-01-01T00:00:00Z',
    }));
    // Each is on its own page, so no early page shows that there is a second one.
    const network = async () => async (url: string, init: Parameters<typeof rest>[1]) => {
      const { pathname, searchParams } = new URL(url);
      if (pathname !== '/v1/designs') return rest(url, init);
      const page = Number(searchParams.get('before') ?? 0);
      const next = page + 1 < listed.length ? String(page + 1) : null;
      return Response.json({ designs: [listed[page]], next_before: next });
    };
    const env = { TOILE_BASE_URL: 'https://api.example', TOILE_API_KEY: 'svc_sk_x' };
    const { code, err } = await runToile(['techpack', 'request', GARMENT, '--yes', '--json'], {
      ...{ home, env, network: network as never },
    });
    expect([code, at.posts], err).toEqual([exit, posts]);
    if (exit === 0) return;
    expect(JSON.parse(err).error).toMatchObject({ code: 'ambiguous', candidates: ids });
  });
});

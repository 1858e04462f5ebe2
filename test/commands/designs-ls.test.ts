import { expect, it } from 'vitest';
import { listSampleGarments, SANDBOX_USER_IDS } from '../../src/sandbox/corpus/sample-garments.ts';
import { createHome, runToile } from '../support/run-toile.ts';

const OWN = listSampleGarments().flatMap(({ owner, id }) =>
  owner === SANDBOX_USER_IDS.designer ? [id] : [],
);

const listDesigns = (...flags: string[]) => runToile(['--sandbox', 'designs', 'ls', ...flags]);

const readIds = (out: string): string[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');

it('lists every page without losing or repeating a design', async () => {
  const run = await listDesigns('--all');
  const ids = readIds(run.out);
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(ids.toSorted()).toEqual(OWN.toSorted());
});

it('joins all pages into one body in the form of the service', async () => {
  const body = JSON.parse((await listDesigns('--all', '--json')).out);
  expect(Object.keys(body)).toEqual(['designs', 'next_before']);
  expect(body.next_before).toBeNull();
  expect(body.designs.map((design: { id: string }) => design.id)).toEqual(
    readIds((await listDesigns('--all')).out),
  );
});

it('continues after --limit with the command that it prints', async () => {
  const home = await createHome();
  const first = await runToile(['--sandbox', 'designs', 'ls', '--limit', '7'], { home });
  const command = first.err.match(/to continue: toile (.*)\n/)?.[1] ?? '';
  expect(first.err).toContain('--limit 7 --before');
  const second = await runToile(command.split(' '), { home });
  const all = readIds((await listDesigns('--all')).out);
  expect([...readIds(first.out), ...readIds(second.out)]).toEqual(all.slice(0, 14));
});

it('stops a filtered list at --limit in the middle of a page, and loses nothing after it', async () => {
  const home = await createHome();
  const all = readIds((await listDesigns('--category', 'coat')).out);
  const seen: string[] = [];
  let argv = ['--sandbox', 'designs', 'ls', '--category', 'coat', '--limit', '2'];
  for (let lists = 0; argv.length > 0 && lists < all.length; lists += 1) {
    const run = await runToile(argv, { home });
    const ids = run.out === '' ? [] : readIds(run.out);
    expect(ids.length).toBeLessThanOrEqual(2);
    seen.push(...ids);
    argv = run.err.match(/to continue: toile (.*)\n/)?.[1]?.split(' ') ?? [];
  }
  expect(all.length).toBeGreaterThan(2);
  expect(seen).toEqual(all);
});

it('has the cursor in the JSON of a page', async () => {
  const run = await listDesigns('--limit', '3', '--json');
  expect(run.err).toBe('');
  expect(JSON.parse(run.out)).toMatchObject({ designs: { length: 3 }, next_before: expect.any(String) });
});

it.each([
  [['--search', 'SHIRT'], (row: string[]) => row.join(' ').toLowerCase().includes('shirt')],
  [['--category', 'Coat'], (row: string[]) => row[3] === 'coat'],
  [['--minted'], (row: string[]) => /^GARM-\d+$/.test(row[1] ?? '')],
  [['--since', '2026-09-01'], (row: string[]) => (row[2] ?? '') >= '2026-09-01'],
])('filters by %j', async (flags, fits) => {
  const rows = (await listDesigns(...flags)).out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const all = (await listDesigns('--all')).out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThan(all.length);
  expect(rows).toEqual(all.filter(fits));
});

it('--since includes the design of that instant, and none of a moment before', async () => {
  const home = await createHome();
  const readDesigns = async (...flags: string[]): Promise<{ id: string; created_at: string }[]> =>
    JSON.parse((await runToile(['--sandbox', 'designs', 'ls', '--json', ...flags], { home })).out).designs;
  const all = await readDesigns('--all');
  const { created_at } = all[5] ?? { created_at: '' };
  const at = Date.parse(created_at);
  const filterSince = (since: number) => all.filter((design) => Date.parse(design.created_at) >= since);
  expect(await readDesigns('--since', created_at)).toEqual(filterSince(at));
  expect(await readDesigns('--since', new Date(at + 1).toISOString())).toEqual(filterSince(at + 1));
  expect(filterSince(at + 1).length).toBeLessThan(filterSince(at).length);
});

it('prints nothing and exits 0 when no design matches the filter', async () => {
  expect(await listDesigns('--search', 'zzzz')).toEqual({ code: 0, out: '', err: '' });
  expect(JSON.parse((await listDesigns('--search', 'zzzz', '--json')).out)).toEqual({
    designs: [],
    next_before: null,
  });
});

it.each([
  [['--limit', '0'], 2],
  [['--limit', '-3'], 2],
  [['--limit', 'ten'], 2],
  [['--limit', '3', '--all'], 2],
  [['--since', 'yesterday'], 2],
  [['--since', '2026-02-30'], 2],
  [['--search', ''], 2],
  [['--before', 'not-a-cursor'], 9],
])('refuses %j', async (flags, code) => {
  expect(await listDesigns(...flags)).toMatchObject({ code, out: '' });
});

it('a category that no design has ends with 2 and the nearest category, in every form', async () => {
  for (const form of [[], ['-q'], ['--json'], ['--csv']]) {
    const run = await listDesigns('--category', 'cot', ...form);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain('did you mean coat?');
  }
  expect(await listDesigns('--category', 'coat', '--search', 'nonesuch')).toMatchObject({
    code: 0,
    out: '',
    err: '',
  });
});

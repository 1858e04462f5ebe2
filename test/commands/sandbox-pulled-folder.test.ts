import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTree } from '../collection/pull-season.ts';
import { LEFT_OUT_NOTE } from '../support/left-out-note.ts';
import { createHome, runToile } from '../support/run-toile.ts';

const DESIGN = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';

/** Pulls the season of the sandbox into a new home. */
const pullSeason = async (...flags: readonly string[]) => {
  const home = await createHome();
  const season = join(home, 'season');
  const run = await runToile(['--sandbox', 'pull', season, ...flags, '--json'], { home });
  expect(run.code, run.out + run.err).toBe(0);
  return { home, season, answer: JSON.parse(run.out) };
};

describe('a pulled folder served by the sandbox', () => {
  it('returns the same bytes, exports included, without key and network', async () => {
    const { home, season, answer } = await pullSeason(
      DESIGN,
      'GARM-101',
      '--profile',
      'both',
      '--exports',
      'svg,json',
    );
    expect(answer.new).toHaveLength(5 + 5 + 4);
    const again = join(home, 'again');
    const network = async () => {
      throw new Error('nothing is to be sent');
    };
    const setting = { home, network, env: { TOILE_API_KEY: 'svc_sk_of_mine' } };
    const flags = ['GARM-101', '--profile', 'both', '--exports', 'svg,json', '--json'];
    const run = await runToile(['--sandbox-from', season, 'pull', again, ...flags], setting);
    expect(run).toMatchObject({ code: 0 });
    expect(run.out + run.err).not.toContain('svc_sk_of_mine');
    const [first, second] = [await readTree(season), await readTree(again)];
    const pickBodies = (files: Record<string, string>) =>
      Object.fromEntries(Object.entries(files).filter(([path]) => path !== 'manifest.json'));
    expect(pickBodies(second)).toEqual(pickBodies(first));
    // An export has its own id and time; the rest of the manifest is the same.
    const hideIds = (text = '') => text.replaceAll(/"(id|created_at)": "[^"]*"/g, '');
    expect(hideIds(second['manifest.json'])).toBe(hideIds(first['manifest.json']));
  });

  it('answers every resource that it has, and names the missing ones', async () => {
    const { home, season } = await pullSeason(DESIGN);
    const runFrom = (...argv: readonly string[]) => runToile(['--sandbox-from', season, ...argv], { home });
    expect(await runFrom('me', '--json')).toMatchObject({ code: 0, err: '' });
    for (const read of ['graph', 'brief', 'trust', 'confirmations']) {
      expect(await runFrom(read, 'GARM-5117')).toMatchObject({
        code: 0,
        err: expect.stringMatching(LEFT_OUT_NOTE),
      });
    }
    const missing = await runFrom('graph', DESIGN, '--profile', 'factory');
    expect(missing).toMatchObject({ code: 5, out: '' });
    expect(missing.err).toContain('has no graph for the profile factory');
    expect(await runFrom('techpack', 'request', DESIGN, '--yes')).toMatchObject({ code: 4 });
    expect((await runFrom('designs', 'ls', '--json')).out).toContain(DESIGN);
  });

  it('has a new key each time, and none of the samples', async () => {
    const { home, season } = await pullSeason(DESIGN);
    const open = await runToile(['--sandbox-from', season, '--account', 'full', 'me'], { home });
    expect(open).toMatchObject({ code: 2 });
    expect(open.err).toContain('folder');
  });

  it('must be a pulled folder', async () => {
    const home = await createHome();
    const none = await runToile(['--sandbox-from', home, 'me'], { home });
    expect(none).toMatchObject({ code: 2, out: '' });
    expect(none.err).toContain('is not a pulled folder');
    expect(await runToile(['--sandbox', '--sandbox-from', home, 'me'], { home })).toMatchObject({ code: 2 });
  });
});

describe('pull', () => {
  it('with --dry-run lists what it would fetch, and writes nothing', async () => {
    const home = await createHome();
    const run = await runToile(
      ['--sandbox', 'pull', join(home, 's'), '--dry-run', '--exports', 'svg', '--json'],
      { home },
    );
    expect(JSON.parse(run.out)).toMatchObject({
      schema: 'toile.pull-plan/1',
      subjects: 46,
      reads: 184,
      exports: 46,
    });
    expect(await readdir(home)).not.toContain('s');
  });

  it('summarizes on a terminal, and lists in a pipe', async () => {
    const { home, season } = await pullSeason(DESIGN);
    const again = ['--sandbox', 'pull', season, DESIGN];
    expect((await runToile(again, { home, columns: 100 })).out).toMatch(
      /0 new, 0 changed, 4 unchanged, 0 failed/,
    );
    const [graph = ''] = Object.keys(await readTree(season)).filter((path) => path.includes('graph'));
    await writeFile(join(season, graph), '{}');
    expect((await runToile(again, { home })).out.split('\n')).toEqual([
      expect.stringMatching(/^changed\tdesigns\/.*graph.technical_designer.json\t/),
      expect.stringMatching(/^unchanged\t/),
      expect.stringMatching(/^all\t.*\t0 new, 1 changed, 3 unchanged, 0 failed; \d+ requests in /),
      '',
    ]);
  });

  it.each([
    [['--only', 'graf'], 'graph, brief, trust, confirmations'],
    [['--exports', 'pdf'], 'svg, json'],
    [['--exports', 'svg', '--only', 'brief'], 'needs the graph'],
    [['--garments-only', DESIGN], '--garments-only cannot be combined with a design'],
    [['--garments-only', '--exports', 'svg'], '--garments-only and --exports cannot be combined'],
    [['--since', '2026-01-01', DESIGN], '--since cannot be combined with a design'],
    [['--since', 'yesterday'], '2026-09-15'],
    [['--max-age', '1w'], '24h'],
    [['--max-requests', '0'], 'at least 1'],
    [['--reserve', '-1'], 'at least 1'],
  ])('refuses %j', async (flags, why) => {
    const run = await runToile(['--sandbox', 'pull', 'season', ...flags]);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain(why);
  });
});

describe('diff', () => {
  const editFolder = async () => {
    const { home, season } = await pullSeason(DESIGN);
    const other = join(home, 'other');
    await cp(season, other, { recursive: true });
    const [path = ''] = Object.keys(await readTree(other)).filter((name) => name.includes('graph'));
    const text = await readFile(join(other, path), 'utf8');
    const changed = text.replace(/("state": )"asserted"(,\s*"unit": "pieces")/, '$1"inferred"$2');
    expect(changed).not.toBe(text);
    await writeFile(join(other, path), changed);
    return { home, season, other, file: join(other, path) };
  };

  it('has its own three exit codes', async () => {
    const { home, season, other } = await editFolder();
    const runForCode = async (...argv: readonly string[]) =>
      (await runToile(['--sandbox', 'diff', ...argv], { home })).code;
    expect(await runForCode(season, season)).toBe(0);
    expect(await runForCode(season, other)).toBe(1);
    expect(await runForCode(season, 'GARM-0')).toBe(2);
    expect(await runForCode(season, join(home, 'nowhere.json'))).toBe(2);
    expect(await runForCode('GARM-0', 'GARM-101')).toBe(2);
    expect(await runForCode('only-one')).toBe(2);
    const failed = await runToile(['--sandbox', 'diff', 'GARM-0', 'GARM-101', '--json'], { home });
    expect(JSON.parse(failed.err).error).toMatchObject({ exit: 2, code: 'not_found' });
  });

  it.each([
    ['folder and folder', (at: { season: string; other: string }) => [at.other, at.season]],
    ['folder and id', (at: { other: string }) => [at.other, DESIGN]],
    ['file and id', (at: { file: string }) => [at.file, DESIGN]],
  ])('%s: a withdrawn assertion is reported, though the value is the same', async (_, sides) => {
    const at = await editFolder();
    const run = await runToile(['--sandbox', 'diff', ...sides({ ...at }), '--json'], { home: at.home });
    expect(run).toMatchObject({ code: 1, err: '' });
    const { designs, counts, same } = JSON.parse(run.out);
    expect([same, counts.changed, designs.length]).toEqual([false, 1, 1]);
    expect(designs[0].changes).toMatchObject([
      {
        class: 5,
        word: 'confirmed',
        department: 'cutting',
        before: { state: 'inferred' },
        after: { state: 'asserted' },
      },
    ]);
    const back = await runToile(['--sandbox', 'diff', ...[...sides({ ...at })].reverse()], {
      home: at.home,
      columns: 100,
    });
    expect(back.out).toMatch(/CUTTING[\s\S]*now inferred/);
  });

  it('names the parts that the factory does not receive', async () => {
    const run = await runToile(['--sandbox', 'diff', 'GARM-101', 'GARM-101@factory'], { columns: 100 });
    expect(run.code).toBe(1);
    expect(run.out).toContain('not in factory profile');
    expect(run.out).not.toContain('removed  ');
  });

  it('keeps a value inside its Markdown cell', async () => {
    const home = await createHome();
    const readBody = (text: string) =>
      JSON.stringify({
        nodes: [{ id: 'a|b', kind: 'seam', values: { note: { value: text, state: 'asserted' } } }],
      });
    await writeFile(join(home, 'a.json'), readBody('old'));
    await writeFile(join(home, 'b.json'), readBody('| x |\n<script>`'));
    const run = await runToile(['diff', join(home, 'a.json'), join(home, 'b.json'), '--md'], { home });
    expect(run.out).toContain(
      '| a\\|b | note | old (asserted) | \\| x \\| \\<script\\>\\` (asserted) | reworded |',
    );
    expect((await runToile(['diff', 'a', 'b', '--md', '--json'], { home })).code).toBe(2);
  });
});

it('an unknown argument is an error of pull and of stale, with the correct line', async () => {
  const { home, season } = await pullSeason(DESIGN);
  const typo = 'no such coat';
  expect(await runToile(['--sandbox', 'pull', season, typo], { home })).toMatchObject({
    code: 5,
    err: `toile: no design of yours has the name or id ${typo}\nlist your designs: toile --sandbox designs ls --all\n`,
  });
  expect(await runToile(['--sandbox', 'stale', season, typo], { home })).toMatchObject({
    code: 5,
    out: '',
    err: `toile: the folder has no design with the name or id ${typo}\nWithout names, the whole folder is compared.\n`,
  });
});

it('an unknown argument does not mark a first pull as finished', async () => {
  const { home, season } = await pullSeason(DESIGN);
  const other = `${season}-other`;
  expect((await runToile(['--sandbox', 'pull', other, 'no such coat'], { home })).code).toBe(5);
  const stale = await runToile(['--sandbox', 'stale', other], { home });
  expect(stale).toMatchObject({ code: 1, err: expect.stringContaining('did not finish') });
});

describe('stale', () => {
  it('lists the files that are older than the live graph', async () => {
    const { home, season } = await pullSeason(DESIGN, '--exports', 'json');
    const runStale = async () => runToile(['--sandbox', 'stale', season, '--json'], { home });
    const first = await runStale();
    expect(first).toMatchObject({ code: 0 });
    expect(JSON.parse(first.out)).toMatchObject({ checked: 2, stale: 0 });
    const manifest = join(season, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replaceAll(/("graph_sha256": ")[0-9a-f]{4}/g, '$1ffff'));
    const second = await runStale();
    expect(second.code).toBe(1);
    expect(
      JSON.parse(second.out).files.map(({ path, status }: { path: string; status: string }) => [
        path.split('/').at(-1),
        status,
      ]),
    ).toEqual([
      ['graph.technical_designer.json', 'current'],
      ['export.technical_designer.json', 'stale'],
    ]);
    const view = await runToile(['--sandbox', 'stale', season], { home, columns: 120 });
    expect(view.out).toContain('the graph has changed since');
  });
});

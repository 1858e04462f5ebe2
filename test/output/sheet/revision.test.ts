import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareBodies } from '../../../src/garment/compare-bodies.ts';
import { anyGraph } from '../../support/arbitrary-bodies.ts';
import { FOREIGN_BODIES } from '../../support/foreign-bodies.ts';
import { findUnexpectedTags, readHtmlText, unescapeHtml } from '../../support/html-text.ts';
import fc, { scaleCases } from '../../support/property.ts';
import { renderSheetHtml } from '../../support/render-sheet.ts';
import { revertPulledGarment } from '../../support/revert-pulled-garment.ts';
import { createHome, runToile, type ToileRun } from '../../support/run-toile.ts';
import { UNFILTERED_SHEET } from '../../support/unfiltered-sheet.ts';

const runSheet = (words: readonly string[], home: string): Promise<ToileRun> =>
  runToile(['--sandbox', 'sheet', ...words], { home });

/** Creates a home with two pulls: `now` from the service, and `then` with earlier values. */
const createPulls = async (...ids: readonly string[]): Promise<string> => {
  const home = await createHome();
  expect((await runToile(['--sandbox', 'pull', 'now', ...ids, '--garments-only'], { home })).code).toBe(0);
  await cp(join(home, 'now'), join(home, 'then'), { recursive: true });
  await revertPulledGarment(join(home, 'then'));
  return home;
};

const BAR = /<span class="cb" role="img" aria-label="changed: ([^"]*)">[A-Z]<\/span>/g;
const CHANGES = /<section id="(?:g\d+-)?changes"[\s\S]*?<\/section>\n/;

/** The rows of the first page: field, value and state before, value and state now, change. */
const readRows = (page: string): readonly (readonly string[])[] =>
  [
    ...(CHANGES.exec(page)?.[0] ?? '').replaceAll(BAR, '').matchAll(/<tr><th scope="row">([\s\S]*?)<\/tr>/g),
  ].map(([, row = '']) =>
    row
      .split(/<\/t[hd]>/)
      .slice(0, 6)
      .map((cell) => readHtmlText(cell).replaceAll('\u00a0', ' ').trim()),
  );

/** The text behind each bar outside the first page, up to the end of its cell. */
const readBarred = (page: string): readonly string[] =>
  page
    .replace(CHANGES, '')
    .replace(/<ul class="legend"[\s\S]*?<\/ul>/, '')
    .split('<span class="cb"')
    .slice(1)
    .map((rest) => {
      const word = /aria-label="changed: ([^"]*)"/.exec(rest)?.[1] ?? '';
      const cell =
        rest
          .replace('>A</span>', '>')
          .split(
            /<\/(?:td|th|dd|h1)>|<span class="[ko]"|<small>|<span class="id">|<sup>|<span class="u-r">/,
          )[0] ?? '';
      return `${unescapeHtml(word)}: ${readHtmlText(`<${cell}`).replaceAll('\u00a0', ' ').trim()}`;
    });

describe('a sheet since an earlier pull', () => {
  it('prints the id of a named node in the list of changes only with --all', async () => {
    const home = await createPulls('GARM-101');
    const words = ['GARM-101', '--since', 'then', '-o', '-'];
    const named = /<th scope="rowgroup" colspan="6">[^<]+ <span class="id">/;
    const [few, all] = [await runSheet(words, home), await runSheet([...words, '--all'], home)];
    expect(CHANGES.exec(few.out)?.[0]).toContain('<th scope="rowgroup" colspan="6">');
    expect(CHANGES.exec(few.out)?.[0]).not.toMatch(named);
    expect(CHANGES.exec(all.out)?.[0]).toMatch(named);
  });

  it('begins with the changes, value and state separately', async () => {
    const home = await createPulls('GARM-101');
    const { out, err, code } = await runSheet(['GARM-101', '--since', 'then', '-o', '-'], home);
    expect([code, err]).toEqual([0, '']);
    expect(out.indexOf('<section ')).toBe(out.indexOf('<section id="changes"'));
    expect(readRows(out)).toEqual([
      ['stitch class', '504', '= asserted', '401', '= asserted', 'REVISED'],
      ['all of it', 'absent', '', 'Collar points: button-down, buttonhole vertical', '~ inferred', 'added'],
      ['all of it', 'Locker loop at CB', '= asserted', 'absent', '', 'removed'],
      ['text', '1 cm wide, self fabric', '~ inferred', 'absent', '', 'removed'],
      ['stitch class', '301', '= asserted', '301', '~ inferred', 'now inferred'],
      ['label', 'Cotton poplin', '= asserted', 'Oxford cloth', '= asserted', 'REPLACED'],
      ['used with', 'seam.hem', '~ inferred', 'absent', '', 'link removed'],
      ['spec', '55.5 cm', '= asserted', '56.0 cm', '= asserted', 'REVISED'],
      ['tol plus', '1.25 cm', '= asserted', 'not stated (cm)', '? unstated', 'no longer stated'],
      ['market', 'EU', '= asserted', 'not stated', '? unstated', 'no longer stated'],
      ['brief.care', 'Wash at 40.', '= asserted', 'not stated', '? unstated', 'no longer stated'],
      ['counts.callouts.asserted', '7', '~ inferred', '1', '~ inferred', 'moved'],
      ['value', '1 pieces', '~ inferred', '2 pieces', '~ inferred', 'moved'],
      ['all of it', 'absent', '', 'conf-04', '? unstated', 'added'],
    ]);
    expect(readHtmlText(out)).toContain('changed 9   added 2   removed 2');
    expect(readHtmlText(out)).toContain('Compared with then, read 2026-11-21 09:00 UTC');
    expect(readHtmlText(out)).toMatch(/Revision\s*A\s*read 2026-11-21 09:00 UTC\s*seen by/);
  });

  it('has a bar beside each changed value, and beside no other', async () => {
    const home = await createPulls('GARM-101');
    const { out } = await runSheet(['GARM-101', '--since', 'then', '-o', '-'], home);
    expect(readBarred(out)).toEqual([
      'replaced: = Oxford cloth, = 100% cotton, ~ 140 g/m2',
      'replaced: = Oxford cloth',
      'link removed: ~ Core-spun thread',
      'revised: =56.0',
      'no longer stated: ?',
      'revised: = 401',
      'now inferred: ~ 301',
      'added: ~ Collar points: button-down, buttonhole vertical',
      'removed: = Locker loop at CB',
      'no longer stated: ? not stated',
      'no longer stated: ? not stated',
      'moved: ~ 2 pieces',
      'added: conf-04',
      'moved: 1',
    ]);
  });

  it('shows a removed node in its place, struck through, with the revision letter', async () => {
    const home = await createPulls('GARM-101');
    const words = ['GARM-101', '--since', 'then', '-o', '-'];
    const { out } = await runSheet([...words, '--revision', 'C'], home);
    const rows = out.split('<tbody').map((row) => readHtmlText(`<${row}`));
    const gone = rows.findLastIndex((row) => row.includes('1 cm wide'));
    expect(out).toContain('<tbody class="gone">');
    expect(rows[gone - 1]).toContain('Sleeve placket construction');
    expect(new Set([...out.matchAll(/<span class="cb"[^>]*>([^<]*)</g)].map(([, letter]) => letter))).toEqual(
      new Set(['C']),
    );
    expect(readHtmlText(out)).toContain('Callouts 3');
    const { out: few } = await runSheet([...words, '--kind', 'seam'], home);
    expect(few).not.toContain('class="gone"');
    expect(await runSheet([...words, '--revision', '<b>'], home)).toMatchObject({ code: 2, out: '' });
    expect(await runSheet(['GARM-101', '-o', '-', '--revision', 'B'], home)).toMatchObject({
      code: 2,
      out: '',
    });
  });

  it('says when nothing changed, and has no bar', async () => {
    const home = await createPulls('GARM-101');
    const { out } = await runSheet(['GARM-101', '--since', 'now', '-o', '-'], home);
    expect(readHtmlText(out)).toContain('No change.');
    expect([...out.matchAll(BAR)].map(([, word]) => word)).toEqual(['here']);
  });

  it('compares a file of one read, and says what was not compared', async () => {
    const home = await createPulls('GARM-101');
    const file = 'then/garments/GARM-101/tailor-brief.json';
    const { out, code } = await runSheet(['GARM-101', '--since', file, '-o', '-'], home);
    expect(code).toBe(0);
    expect(readRows(out)).toHaveLength(1);
    expect(readHtmlText(out)).toContain(
      'Compared with tailor-brief.json: the tailor brief. Not compared: the graph, Design Trust, the open questions.',
    );
    // The page does not show the folders of the user.
    expect(out).not.toContain('then/');
  });

  it('compares with the read of another profile, and two local bodies without a request', async () => {
    const home = await createPulls('GARM-101');
    const other = await runSheet(['GARM-101', '--since', 'GARM-101@factory', '-o', '-'], home);
    expect(other.code).toBe(0);
    expect(readRows(other.out).map(([field]) => field)).toContain('fit');
    const [now, then] = ['now', 'then'].map(
      (pull) => `${pull}/garments/GARM-101/graph.technical_designer.json`,
    );
    const stdin = await readFile(join(home, now ?? ''), 'utf8');
    const here = await runToile(['sheet', '-', '--since', then ?? '', '-o', '-'], { home, stdin });
    expect([here.code, here.err]).toEqual([0, '']);
    expect(readRows(here.out)).toHaveLength(10);
  });

  it('of several garments says which are missing in the folder', async () => {
    const home = await createPulls('GARM-101');
    const { out, code } = await runSheet(['GARM-101', 'GARM-7', '--since', 'then', '-o', '-'], home);
    expect(code).toBe(0);
    expect(readHtmlText(out)).toContain('GARM-101, 13 changes');
    expect(readHtmlText(out)).toContain('then: has no data of this garment, so nothing is compared.');
  });

  it('shows reasons, order and spelling with --all, and counts them without it', async () => {
    const home = await createPulls('GARM-101');
    const file = join(home, 'then/garments/GARM-101/graph.technical_designer.json');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"house rule"', '"another rule"'));
    const few = await runSheet(['GARM-101', '--since', 'then', '-o', '-'], home);
    expect(readHtmlText(few.out)).toMatch(
      /and \d+ differences? in reasons, order or spelling \(reason \d+\); --all shows them/,
    );
    const all = await runSheet(['GARM-101', '--since', 'then', '--all', '-o', '-'], home);
    expect(readRows(all.out).length).toBeGreaterThan(readRows(few.out).length);
  });

  it.each([
    [['GARM-33', '--since', 'then'], 5, 'then has no data of GARM-33'],
    [['GARM-101', '--since', 'then', '--profile', 'factory'], 5, 'then has no graph for factory'],
    [['GARM-101', '--since', 'nowhere/'], 2, 'file or folder not found: nowhere/'],
    [['GARM-101', '--since', 'then/manifest.json'], 2, 'is not a garment graph'],
    [['-', '--since', '-'], 2, 'stdin can be read only once'],
    [['GARM-101', '--since', 'GARM-404'], 5, ''],
  ])('refuses %s and leaves nothing behind', async (words, code, why) => {
    const home = await createPulls('GARM-101');
    const run = await runSheet([...words, '-o', 'made.html'], home);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).toContain(why);
    await expect(readFile(join(home, 'made.html'))).rejects.toThrow();
  });
});

const renderPage = (graph: unknown, earlier: unknown, all = false): string =>
  renderSheetHtml({
    garments: [
      {
        ...{ graph, brief: undefined, trust: undefined, confirmations: undefined, subject: 'GARM-1' },
        profile: 'factory',
        ...(earlier !== undefined && {
          earlier: {
            ...{ name: '<then>', at: undefined, graph: earlier },
            ...{ brief: undefined, trust: undefined, confirmations: undefined },
          },
        }),
      },
    ],
    filter: { ...UNFILTERED_SHEET, all },
    now: 0,
    digest: () => 'x',
  });

/** The page without its first section, the bars, and the texts that explain them. */
const removeRevision = (page: string): string =>
  page
    .replace(CHANGES, '')
    .replace(/<li><span class="cb"[\s\S]*?<\/li>/, '')
    .replace(/<li><a href="#changes">.*?<\/li>/, '')
    .replace(/\\2c {2}revision [A-Z]/, '')
    .replaceAll(BAR, '');

/** What was is written from the right, perhaps, and then every text is set apart from its neighbours. */
const removeIsolates = (page: string): string => page.replaceAll(/<\/?bdi>/g, '');

it('each changed cell has the revision letter, for each form of the change on the first page', () => {
  const is = (value: unknown, more: object = {}) => ({ value, state: 'asserted', unit: 'cm', ...more });
  const buildPom = (sizes: readonly number[], extra: string) => ({
    nodes: [
      {
        id: 'p',
        kind: 'pom',
        values: Object.fromEntries(sizes.map((each, at) => [`spec_${'SMLX'[at]}`, is(each)])),
      },
      { id: 'q', kind: 'pom', values: { spec: is(5, { placement: extra }), row: [is(1), is(2)] } },
    ],
  });
  const page = renderPage(buildPom([49, 52, 55], 'front'), buildPom([50, 52, 54], 'back'));
  expect(readBarred(page)).toEqual([
    'grade rule revised: =49',
    'grade rule revised: =55',
    expect.stringContaining('=5'),
  ]);
  const grown = renderPage(buildPom([50, 52, 54], 'back'), buildPom([50, 52], 'back'));
  expect(readBarred(grown)).toEqual(['size added: =54']);
});

it.each(['tol_plus', 'tol_minus'])(
  'a changed %s has its bar, though both tolerances are now equal',
  (name) => {
    const buildGraph = (changed: number) => {
      const buildTolerance = (value: number) => ({ value, unit: 'cm', state: 'asserted' });
      const values = {
        tol_plus: buildTolerance(0.5),
        tol_minus: buildTolerance(0.5),
        [name]: buildTolerance(changed),
      };
      return { nodes: [{ id: 'p', kind: 'pom', label: 'Chest', values }] };
    };
    expect(readBarred(renderPage(buildGraph(0.5), buildGraph(0.3)))).toEqual([
      expect.stringContaining('0.5'),
    ]);
  },
);

describe('for any two bodies', () => {
  it('nothing else of the page changes, no text becomes markup, and every change has its row', () => {
    fc.assert(
      fc.property(anyGraph, anyGraph, fc.boolean(), (now, then, all) => {
        const page = renderPage(now, then, all);
        expect(findUnexpectedTags(page)).toEqual([]);
        const struck = page.match(/<tbody class="gone">/g)?.length ?? 0;
        // A kind of which all nodes are gone has a table all the same.
        if (struck === 0)
          expect(removeIsolates(removeRevision(page))).toBe(removeIsolates(renderPage(now, undefined, all)));
        const { changes } = compareBodies(then, now);
        const shown = changes.filter((change) => all || change.class < 10);
        const wholes = shown.filter(({ role, before: was }) => role === 'node' && was !== null);
        // In a node with several rows, each row is struck through.
        if (struck > 0) expect(wholes.length).toBeGreaterThan(0);
        const rows = [...(CHANGES.exec(page)?.[0] ?? '').matchAll(/<tr><th scope="row">/g)].length;
        expect(rows).toBeGreaterThanOrEqual(shown.length);
        if (wholes.length === 0) expect(rows).toBe(shown.length);
      }),
      scaleCases(20),
    );
  });

  it.each(FOREIGN_BODIES.map(({ name, value }) => [name, value] as const))(
    '%s against nothing, and itself',
    (_, body) => {
      expect(readHtmlText(renderPage(body, body))).toContain('No change.');
      expect(findUnexpectedTags(renderPage(body, {}))).toEqual([]);
      expect(findUnexpectedTags(renderPage({}, body))).toEqual([]);
    },
  );
});

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSvg, findPictures, SVG_LINE } from '../support/drawing-pages.ts';
import { createHome, runToile } from '../support/run-toile.ts';

const runSheet = (words: readonly string[], home: string) =>
  runToile(['--sandbox', 'sheet', ...words], { home });

/** Counts the requests of a run in its `--debug` output. */
const countRequests = (err: string, route: RegExp): number =>
  err.split('\n').filter((line) => route.test(line)).length;

it('fetches the construction document with one export, and says so before', async () => {
  const home = await createHome();
  const run = await runSheet(['GARM-5117', '--drawing', 'fetch', '-o', 'x.html', '--debug'], home);
  expect(run.code).toBe(0);
  expect(run.err.indexOf('requesting one export of GARM-5117')).toBeGreaterThan(-1);
  expect(run.err.indexOf('one export of')).toBeLessThan(run.err.indexOf('/exports'));
  expect(countRequests(run.err, /POST .*\/exports/)).toBe(1);
  const page = await readFile(join(home, 'x.html'), 'utf8');
  expect(findPictures(page)).toHaveLength(1);
  expect(findPictures(page)[0]).toContain('data-node="seam.side-seam"');
  expect(page).toContain('Governed construction document, ');
  expect(page).toMatch(/alt="Construction drawing of [^"]+: GARM-5117/);
});

it('exports the profile of the sheet, one for each of several designs', async () => {
  const home = await createHome();
  const run = await runSheet(
    [
      'GARM-5117',
      'GARM-5109',
      '--profile',
      'factory',
      '--drawing',
      'fetch',
      '-o',
      '-',
      '--lang',
      'it',
      '--only',
      'sewing',
    ],
    home,
  );
  expect(run.code).toBe(0);
  expect(run.err.match(/one export of/g)).toHaveLength(2);
  const pictures = findPictures(run.out);
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) expect(picture).toContain('profile: factory | driver');
  expect(run.out).toContain('<section id="g1-drawing"');
  expect(run.out).toContain('<section id="g2-drawing"');
  expect(run.out).toContain('Not to scale <span class="tr" lang="it">non in scala</span>');
  const ids = [...run.out.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

const GRAPH = '{"nodes":[{"id":"p1","kind":"piece"}]}';

it('accepts a file without a request', async () => {
  const home = await createHome();
  const text = createSvg(SVG_LINE);
  await writeFile(join(home, 'my.svg'), `\ufeff${text}`);
  const run = await runSheet(['GARM-101', '--drawing', './my.svg', '-o', '-', '--debug'], home);
  expect(run.code).toBe(0);
  expect(countRequests(run.err, /\/exports/)).toBe(0);
  expect(run.out).toContain('not sent by the service: my.svg');
  expect(findPictures(run.out)).toEqual([text]);
  const local = await runToile(['sheet', '-', '--drawing', 'my.svg', '-o', '-'], { home, stdin: GRAPH });
  expect(local).toMatchObject({ code: 0, err: '' });
  expect(findPictures(local.out)).toEqual([text]);
});

it.each([
  [['-', '--drawing', 'fetch'], 'names no design to export'],
  [['GARM-101', 'GARM-7', '--drawing', 'my.svg'], '--drawing FILE takes one garment, but several were given'],
  [['GARM-101', '--drawing', '-'], 'takes fetch or the name of an SVG file'],
  [['GARM-101', '--drawing', 'nowhere.svg'], 'nowhere.svg cannot be read'],
  [['GARM-101', '--drawing', 'g.json'], 'g.json cannot be shown on a page: it is not well-formed XML'],
  [['GARM-101', '--drawing', 'latin.svg'], 'latin.svg cannot be shown on a page: it is not UTF-8'],
  [['GARM-101', '--drawing', 'picture.svg'], 'picture.svg cannot be shown on a page: it holds a picture'],
  [['GARM-101', '--lang', 'it', '--terms-missing', '--drawing', 'my.svg'], '--drawing has no effect'],
])('refuses %s before anything is sent', async (words, message) => {
  const home = await createHome();
  await writeFile(join(home, 'my.svg'), createSvg(SVG_LINE));
  await writeFile(join(home, 'latin.svg'), Buffer.from(createSvg('<text>\u00e9</text>'), 'latin1'));
  await writeFile(join(home, 'picture.svg'), createSvg('<image href="data:image/png;base64,AA"/>'));
  await writeFile(join(home, 'g.json'), GRAPH);
  const before = (await readdir(home)).toSorted();
  const run = await (words[0] === '-'
    ? runToile(['sheet', ...words, '--debug'], { home, stdin: GRAPH })
    : runSheet([...words, '--debug'], home));
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toContain(message);
  expect(run.err).not.toMatch(/^debug: [A-Z]+ http/m);
  expect((await readdir(home)).toSorted().filter((name) => name !== 'toile')).toEqual(
    before.filter((name) => name !== 'toile'),
  );
});

it('requests no export of a garment that is not the caller’s, and leaves nothing behind', async () => {
  const home = await createHome();
  const run = await runSheet(['GARM-101', '--drawing', 'fetch', '--debug'], home);
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toContain('is a house garment');
  expect(countRequests(run.err, /\/exports|\/graph/)).toBe(0);
  expect((await readdir(home)).filter((name) => name !== 'toile')).toEqual([]);
});

it('requests no export when the file exists already', async () => {
  const home = await createHome();
  await writeFile(join(home, 'x.html'), 'mine');
  const run = await runSheet(
    ['GARM-5117', '--drawing', 'fetch', '-o', 'x.html', '--skip-existing', '--debug'],
    home,
  );
  expect(run.code).toBe(0);
  expect(countRequests(run.err, /\/exports/)).toBe(0);
});

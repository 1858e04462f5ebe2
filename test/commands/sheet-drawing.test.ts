import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawnOn, LINE, strangeIn, svg } from '../support/drawn-pages.ts';
import { emptyHome, toile } from '../support/toile.ts';

const sheet = (words: readonly string[], home: string) => toile(['--sandbox', 'sheet', ...words], { home });

/** Requests of a run, as `--debug` tells them. */
const asked = (err: string, route: RegExp): number =>
  err.split('\n').filter((line) => route.test(line)).length;

it('fetches the construction document with one export, said before', async () => {
  const home = await emptyHome();
  const run = await sheet(['GARM-5117', '--drawing', 'fetch', '-o', 'x.html', '--debug'], home);
  expect(run.code).toBe(0);
  expect(run.err.indexOf('requesting one export of GARM-5117')).toBeGreaterThan(-1);
  expect(run.err.indexOf('one export of')).toBeLessThan(run.err.indexOf('/exports'));
  expect(asked(run.err, /POST .*\/exports/)).toBe(1);
  const page = await readFile(join(home, 'x.html'), 'utf8');
  expect(strangeIn(drawnOn(page))).toEqual([]);
  expect(page).toContain('Governed construction document, ');
  expect(page).toContain('<b>Not to scale</b>');
  expect(drawnOn(page)).toContain('data-node="seam.side-seam"');
  // Each node that the drawing names has its row, and each row leads back.
  const callouts = [...drawnOn(page).matchAll(/<a id="(callout-\d+)" href="#(node-\d+)"/g)];
  expect(callouts.length).toBeGreaterThan(30);
  for (const [, callout, row] of callouts) {
    expect(page).toContain(`<tbody id="${row}">`);
    expect(page).toContain(`<a class="to" href="#${callout}">`);
  }
});

it('asks for the profile of the sheet, and for one export of each of several', async () => {
  const home = await emptyHome();
  const run = await sheet(
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
  expect(run.out.match(/profile: factory \| driver/g)).toHaveLength(2);
  expect(run.out).toContain('<section id="g1-drawing"');
  expect(run.out).toContain('<section id="g2-drawing"');
  expect(run.out).toContain('<b>Not to scale <span class="tr" lang="it">non in scala</span></b>');
  const ids = [...run.out.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('takes a file before anything is sent, and counts what it takes out', async () => {
  const home = await emptyHome();
  await writeFile(
    join(home, 'my.svg'),
    `\ufeff${svg(`${LINE}<image href="x.png"/><script>alert(1)</script>`)}`,
  );
  const run = await sheet(['GARM-101', '--drawing', './my.svg', '-o', '-', '--debug'], home);
  expect(run.code).toBe(0);
  expect(run.err).toContain('./my.svg: left out: 1 picture (image); 1 element (script)');
  expect(asked(run.err, /\/exports/)).toBe(0);
  expect(run.out).toContain('not sent by the service: my.svg');
  expect(run.out).toContain('<b>To scale</b>: 100 × 50 mm');
  expect(strangeIn(drawnOn(run.out))).toEqual([]);
  const plain = await sheet(['GARM-101', '-o', '-'], home);
  expect(plain.out).not.toMatch(/class="doc"|drawing-0/);
});

it('stands on the sheet of a body that is here', async () => {
  const home = await emptyHome();
  await writeFile(join(home, 'my.svg'), svg(`<g id="p1">${LINE}</g>`));
  await writeFile(join(home, 'g.json'), '{"nodes":[{"id":"p1","kind":"piece"}]}');
  const run = await toile(['sheet', '@g.json', '--drawing', 'my.svg', '-o', '-'], { home });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out).toContain('<a id="callout-1" href="#node-1" aria-label="p1">');
});

it.each([
  [['@g.json', '--drawing', 'fetch'], 'names no design to export'],
  [['GARM-101', 'GARM-7', '--drawing', 'my.svg'], '--drawing FILE takes one garment, but several were given'],
  [['GARM-101', '--drawing', '-'], 'takes fetch or the name of an SVG file'],
  [['GARM-101', '--drawing', 'nowhere.svg'], 'nowhere.svg cannot be read'],
  [['GARM-101', '--drawing', 'g.json'], 'g.json is no drawing for a page: it is not well-formed XML'],
  [['GARM-101', '--drawing', 'latin.svg'], 'latin.svg is no drawing for a page: it is not UTF-8'],
  [['GARM-101', '--drawing', 'picture.svg'], 'pictures are never printed'],
  [['GARM-101', '--lang', 'it', '--terms-missing', '--drawing', 'my.svg'], '--drawing has no effect'],
])('refuses %s before anything is sent', async (words, message) => {
  const home = await emptyHome();
  await writeFile(join(home, 'my.svg'), svg(LINE));
  await writeFile(join(home, 'latin.svg'), Buffer.from(svg('<text>\u00e9</text>'), 'latin1'));
  await writeFile(join(home, 'picture.svg'), svg('<image href="data:image/png;base64,AA"/>'));
  await writeFile(join(home, 'g.json'), '{"nodes":[{"id":"p1","kind":"piece"}]}');
  const before = (await readdir(home)).toSorted();
  const here = words[0]?.startsWith('@') === true;
  const run = await (here
    ? toile(['sheet', ...words, '--debug'], { home })
    : sheet([...words, '--debug'], home));
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toContain(message);
  expect(run.err).not.toContain('/v1/');
  expect((await readdir(home)).toSorted().filter((name) => name !== 'toile')).toEqual(
    before.filter((name) => name !== 'toile'),
  );
});

it('asks for no export of what is not the caller’s, and leaves nothing behind', async () => {
  const home = await emptyHome();
  const run = await sheet(['GARM-101', '--drawing', 'fetch', '--debug'], home);
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toContain('is a house garment');
  expect(asked(run.err, /\/exports|\/graph/)).toBe(0);
  expect((await readdir(home)).filter((name) => name !== 'toile')).toEqual([]);
});

it('asks for none where the file is there already', async () => {
  const home = await emptyHome();
  await writeFile(join(home, 'x.html'), 'mine');
  const run = await sheet(
    ['GARM-5117', '--drawing', 'fetch', '-o', 'x.html', '--skip-existing', '--debug'],
    home,
  );
  expect(run.code).toBe(0);
  expect(asked(run.err, /\/exports/)).toBe(0);
});

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHome, runToile } from '../support/run-toile.ts';

const COAT = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';

const runSheet = (words: readonly string[], home: string) =>
  runToile(['--sandbox', 'sheet', ...words], { home });

it.each([
  [['GARM-101'], 'GARM-101_technical_designer_sheet.html'],
  [['GARM-5117', '--profile', 'factory'], 'GARM-5117_factory_sheet.html'],
  [[COAT], `${COAT}_technical_designer_sheet.html`],
  [['縮緬ノーカラーコート(試作二号)'], 'GARM-5117_technical_designer_sheet.html'],
  [['GARM-101', '--countersign'], 'GARM-101_technical_designer_countersign.html'],
  [['GARM-101', '-o', 'shirt.html'], 'shirt.html'],
  [['GARM-101', 'GARM-7'], 'GARM-101_and_1_more_technical_designer_sheet.html'],
  [['GARM-101', '-o', 'kept/'], 'kept/GARM-101_technical_designer_sheet.html'],
])('%s is written to %s', async (words, file) => {
  const home = await createHome();
  await mkdir(join(home, 'kept'));
  const run = await runSheet([...words, '--json'], home);
  expect(run).toMatchObject({ code: 0, err: '' });
  const text = await readFile(join(home, file));
  expect(JSON.parse(run.out)).toEqual({
    schema: 'toile.sheet/1',
    file,
    bytes: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
    skipped: false,
  });
  expect(text.toString()).toMatch(/^<!doctype html>\n[\s\S]*<\/html>\n$/);
});

it('says on a terminal what was written', async () => {
  const run = await runToile(['--sandbox', 'sheet', 'GARM-101'], { columns: 80 });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out).toMatch(/GARM-101_technical_designer_sheet\.html.* \d+ bytes\n$/);
});

it('prints the same page with -o - as it writes to a file', async () => {
  const home = await createHome();
  await runSheet(['GARM-33', '--profile', 'factory'], home);
  const run = await runSheet(['GARM-33', '--profile', 'factory', '-o', '-'], home);
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out).toBe(await readFile(join(home, 'GARM-33_factory_sheet.html'), 'utf8'));
});

it('replaces no file without --force, and checks before it sends a request', async () => {
  const home = await createHome();
  const file = join(home, 'GARM-101_technical_designer_sheet.html');
  await writeFile(file, 'mine');
  const refused = await runSheet(['GARM-101', '--debug'], home);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('already exists');
  expect(refused.err).not.toMatch(/^debug: [A-Z]+ http/m);
  expect(await runSheet(['GARM-101', '--skip-existing'], home)).toMatchObject({ code: 0, err: '' });
  expect(await readFile(file, 'utf8')).toBe('mine');
  expect(await runSheet(['GARM-101', '--clobber'], home)).toMatchObject({ code: 0, err: '' });
  expect(await readFile(file, 'utf8')).toContain('<!doctype html>');
});

it.each([
  [['GARM-101', '--clobber', '--skip-existing'], 2],
  [['GARM-101', '-o', '-', '--open'], 2],
  [['GARM-101', '-o', '-', '--clobber'], 2],
  [['GARM-101', '-o', '-', '--json'], 2],
  [['GARM-101', '-o', 'nowhere/page.html'], 2],
  [['GARM-101', '--profile', 'tailor'], 2],
  [['GARM-101', '--only', 'cuting'], 2],
  [['GARM-101', '--only', 'cutting', '--no-trust'], 2],
  [['GARM-101', '--only', 'cutting', '--countersign'], 2],
  [['GARM-101', '--kind', 'peice'], 2],
  [['GARM-101', 'GARM-404'], 5],
  [[], 2],
  [['GARM-404'], 5],
])('refuses %s and leaves no file behind', async (words, code) => {
  const home = await createHome();
  const run = await runSheet(words, home);
  expect(run).toMatchObject({ code, out: '' });
  expect((await readdir(home)).filter((name) => name !== 'toile')).toEqual([]);
});

it('ends running reads when one of them is refused', async () => {
  const home = await createHome();
  let arrived = 0;
  let open = 0;
  const network = async () => async (url: string, init: { signal: AbortSignal }) => {
    arrived += 1;
    if (url.includes('/graph')) {
      await expect.poll(() => arrived).toBe(4);
      return new Response('{"error":"no such garment","code":"NOT_FOUND"}', { status: 404 });
    }
    open += 1;
    return new Promise((_, reject) => {
      init.signal.addEventListener('abort', () => {
        open -= 1;
        reject(init.signal.reason);
      });
    });
  };
  const env = { TOILE_BASE_URL: 'https://api.example', TOILE_API_KEY: 'svc_sk_x' };
  const run = await runToile(['sheet', 'GARM-404'], { home, env, network: network as never });
  expect(run).toMatchObject({ code: 5, out: '' });
  expect(arrived).toBe(4);
  expect(open).toBe(0);
});

it('writes a file for each of several into a folder, and lists the failures', async () => {
  const home = await createHome();
  await mkdir(join(home, 'sheets'));
  const run = await runSheet(['GARM-101', 'GARM-404', 'GARM-7', 'GARM-101', '-o', 'sheets', '--json'], home);
  expect(run.code).toBe(1);
  expect(JSON.parse(run.out)).toMatchObject({
    schema: 'toile.sheets/1',
    sheets: [{ skipped: false }, { skipped: false }],
    failed: [{ id: 'GARM-404', exit: 5 }],
  });
  expect((await readdir(join(home, 'sheets'))).toSorted()).toEqual([
    'GARM-101_technical_designer_sheet.html',
    'GARM-7_technical_designer_sheet.html',
  ]);
});

it.each([
  [
    ['--only', 'cutting,questions'],
    ['id="cutting"', 'id="questions"'],
    ['id="sewing"', 'id="trust"'],
  ],
  [['--no-trust'], ['id="cutting"'], ['id="trust"']],
  [['--kind', 'seam'], ['id="sewing"'], ['id="cutting"']],
  [['--only', 'measuring', '--all'], ['id="measuring"'], ['id="cutting"']],
])('%s filters the page, and the rest is counted at its end', async (flags, there, gone) => {
  const { out, err, code } = await runSheet(['GARM-101', '-o', '-', ...flags], await createHome());
  expect([code, err]).toEqual([0, '']);
  for (const part of there) expect(out).toContain(part);
  for (const part of gone) expect(out).not.toContain(part);
  expect(out.indexOf('id="left-out"')).toBe(out.lastIndexOf('<section ') + '<section '.length);
});

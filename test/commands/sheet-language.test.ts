import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHome, runToile } from '../support/run-toile.ts';
import { removeTranslations } from '../support/second-language.ts';

const runSheet = (words: readonly string[], home: string) =>
  runToile(['--sandbox', 'sheet', ...words], { home });

it('the second language is next to the English, for every garment of the document', async () => {
  const home = await createHome();
  const ids = ['GARM-101', 'GARM-33', '-o', '-'];
  const [both, first] = [await runSheet([...ids, '--lang', 'zh-Hant'], home), await runSheet(ids, home)];
  expect(both).toMatchObject({ code: 0, err: '' });
  expect(removeTranslations(both.out)).toBe(removeTranslations(first.out));
  expect(both.out.match(/<h2>Cut list <span class="tr" lang="zh-Hant">裁片表<\/span>/g)?.length).toBe(2);
  expect(both.out).toMatch(
    /@bottom-right \{ content: (?:"[^"]*" )?"Page " counter\(page\) " of " counter\(pages\) "/,
  );
  expect(both.out).toContain('<html lang="en">');
});

it('all translations come from the terms file, and texts without a term are listed in its format', async () => {
  const home = await createHome();
  const words = join(home, 'words.csv');
  const missing = await runSheet(['GARM-101', '--lang', 'it', '--terms-missing'], home);
  expect(missing).toMatchObject({ code: 0, err: '' });
  const lines = missing.out.trimEnd().split('\r\n');
  expect(lines[0]).toBe('\ufeff"english","it"');
  expect(lines).toContain('"Oxford cloth",""');
  // Codes, figures and units are no texts; the trade's own words are in the dictionary.
  for (const text of ['B01', 'GARM-101', 'g/m2', '301', 'LSc (lapped, felled)', 'Cutting', 'seam allowance'])
    expect(lines).not.toContain(`"${text}",""`);

  await writeFile(words, missing.out.replace('"Oxford cloth",""', '"Oxford cloth","tela Oxford"'));
  const fewer = await runSheet(['GARM-101', '--lang', 'it', '--terms', 'words.csv', '--terms-missing'], home);
  expect(fewer.out.trimEnd().split('\r\n')).toEqual(lines.filter((line) => line !== '"Oxford cloth",""'));
  const page = await runSheet(['GARM-101', '--lang', 'it', '--terms', 'words.csv', '-o', '-'], home);
  expect(page.out).toContain('Oxford cloth</bdi> <span class="tr" lang="it">tela Oxford</span>');
  expect(removeTranslations(page.out)).toBe(
    removeTranslations((await runSheet(['GARM-101', '-o', '-'], home)).out),
  );
  await writeFile(words, missing.out.replaceAll(',""', ',"parola"'));
  const none = await runSheet(['GARM-101', '--lang', 'it', '--terms', 'words.csv', '--terms-missing'], home);
  expect(none.out).toBe('\ufeff"english","it"\r\n');
});

it.each([
  [['--lang', 'de'], '--lang takes zh-Hans, zh-Hant, vi, tr, it, pt, es or zh, not "de"'],
  [['--terms', 'words.csv'], '--terms needs --lang'],
  [['--terms-missing'], '--terms-missing needs --lang'],
  [
    ['--lang', 'it', '--terms-missing', '-o', 'x.csv'],
    '--terms-missing writes no page, so --output has no effect',
  ],
  [['--lang', 'it', '--terms', 'nowhere.csv'], 'nowhere.csv cannot be read'],
  [['--lang', 'it', '--terms', 'words.csv'], 'has its terms in "tr", and --lang says it'],
])('%s is refused before anything is sent', async (flags, message) => {
  const home = await createHome();
  await writeFile(join(home, 'words.csv'), 'english,tr\nFront,ön\n');
  const run = await runSheet(['GARM-101', '--debug', ...flags], home);
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toContain(message);
  expect(run.err).not.toMatch(/^debug: [A-Z]+ http/m);
});

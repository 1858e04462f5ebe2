/**
 * Every garment of the sandbox and every foreign body, in each language, printed by a real browser and measured by boxes.
 * Those with an oddity go on both papers; those that are only more of the same, and the largest, on one of them in turn.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageOf } from '../../src/deps/sheet.ts';
import { readJson } from '../../src/json/lossless.ts';
import { corpus } from '../../src/sandbox/corpus/index.ts';
import type { Reading } from '../../src/sheet/index.ts';
import { EVERYTHING, SHEET_LANGUAGES, type SheetLanguage } from '../../src/view/sheet-parts.ts';
import { noBrowser, startBrowser } from '../support/browser.ts';
import { FOREIGN } from '../support/foreign-bodies.ts';
import { NAMED_OUTSIDE } from '../support/named-outside.ts';
import { hasIdeographs, needs } from '../support/needs.ts';
import { alone, headingLetters, linesOf, lostOn, outside, overlaps, paintedPages } from '../support/paper.ts';
import { NOTABLE } from '../support/samples.ts';

type Paper = 'A4' | 'Letter';

interface Body {
  readonly name: string;
  readonly reading: Reading;
  readonly papers: readonly Paper[];
}

const BOTH: readonly Paper[] = ['A4', 'Letter'];
const LANGUAGES: readonly (SheetLanguage | undefined)[] = [undefined, ...SHEET_LANGUAGES];
const LARGEST = 'GARM-450';

const SANDBOX = corpus().map((garment, at): Body => {
  const [brief, trust, confirmations] = (['tailor-brief', 'design-trust', 'confirmations'] as const).map(
    (read) => readJson(garment.read(read)),
  );
  const graph = readJson(garment.graph('technical_designer'));
  const subject = garment.sgg_garment_id ?? garment.id;
  const isOdd = subject !== LARGEST && NOTABLE.some((id) => subject === id || garment.id.startsWith(id));
  return {
    name: subject,
    reading: { graph, brief, trust, confirmations, subject, profile: 'technical_designer' },
    papers: isOdd ? BOTH : [BOTH[at % 2] ?? 'A4'],
  };
});

const outsider = (name: string, value: unknown): Body => {
  const subject = '0f1e2d3c-4b5a-4697-8877-665544332202';
  const bodies = { graph: value, brief: value, trust: value, confirmations: value };
  return { name, reading: { ...bodies, subject, profile: 'factory' }, papers: BOTH };
};

const BODIES: readonly Body[] = [
  ...SANDBOX,
  ...FOREIGN.map(({ name, value }) => outsider(name, value)),
  ...NAMED_OUTSIDE.map(([name, value]) => outsider(name, value)),
];

/** What has to be followed by something, and what has to be on paper, as the browser reads them. */
const readIn = (
  page: Page,
): Promise<{ readonly headings: readonly string[]; readonly texts: readonly string[] }> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement?.checkVisibility()) texts.push(node.textContent ?? '');
    const headings = [...document.querySelectorAll('h2, h3, thead, figcaption, h2 + .note')];
    return { headings: headings.map(({ textContent }) => textContent ?? ''), texts };
  });

describe.skipIf(noBrowser || needs('pdftotext', 'poppler-utils'))('every sheet in every language', () => {
  const ideographs = hasIdeographs();
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toile-sheets-'));
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Found on the pages of one body in one language, by what was looked for. */
  const faultsOf = async ({ name, reading, papers }: Body, lang: SheetLanguage | undefined) => {
    const now = Date.parse('2026-11-21T09:00:00Z');
    const html = await pageOf({ garments: [reading], choice: EVERYTHING, now, lang });
    const file = join(folder, `${name}-${lang}.html`);
    await writeFile(file, html);
    const page = await browser.newPage({ bypassCSP: true });
    await page.emulateMedia({ media: 'print' });
    await page.goto(pathToFileURL(file).href);
    // A face that this machine has not is drawn by hand, letter by letter, and no box of those is right.
    await page.addStyleTag({ content: '* { font-synthesis: none !important; }' });
    const { headings, texts } = await readIn(page);
    const heads = headingLetters(headings);
    const faults: string[] = [];
    let count = 0;
    for (const format of papers) {
      const path = join(folder, `${name}-${lang}-${format}.pdf`);
      await page.pdf({ path, format, tagged: false });
      const pages = await paintedPages(path);
      count += pages.length;
      const said = (what: string, found: readonly string[], at?: number): void => {
        for (const each of found)
          faults.push(
            `${name} ${lang ?? 'en'} ${format}${at === undefined ? '' : ` page ${at + 1}`} ${what}: ${each}`,
          );
      };
      for (const [at, each] of pages.entries()) {
        const lines = linesOf(each);
        said('overlap', overlaps(each), at);
        said('outside', outside(each), at);
        if (at < pages.length - 1) {
          said('alone', alone(each, heads), at);
          said('hardly used', lines.length < 3 ? [lines.join(' / ')] : [], at);
        }
        const words = each.words.map(({ text }) => text).join(' ');
        for (const running of [`Page ${at + 1} of ${pages.length}`, '2026-11-21 09:00 UTC'])
          said('without', words.includes(running) ? [] : [running], at);
      }
      said('lost', lostOn(pages, texts, { ideographs }));
      await rm(path);
    }
    await page.close();
    await rm(file);
    return { faults, count };
  };

  it('overlaps nothing, cuts nothing off, leaves no heading alone', async ({ task }) => {
    const began = performance.now();
    // The largest first, and two at a time: one is read while the other is printed.
    const work = BODIES.toSorted(({ name }) => (name === LARGEST ? -1 : 0)).flatMap((body) =>
      LANGUAGES.map((lang) => () => faultsOf(body, lang)),
    );
    const faults: string[] = [];
    let [pages, prints] = [0, 0];
    const worker = async (): Promise<void> => {
      for (let next = work.shift(); next; next = work.shift()) {
        const found = await next();
        faults.push(...found.faults);
        pages += found.count;
        prints += 1;
      }
    };
    await Promise.all([worker(), worker()]);
    task.meta.told = [
      `${BODIES.length} bodies in English alone and with ${SHEET_LANGUAGES.length} languages: ${prints} sheets, ${pages} pages printed, ` +
        `${faults.length} faults, ${Math.round((performance.now() - began) / 1_000)} s`,
    ];
    expect(faults).toEqual([]);
    expect(prints).toBe(BODIES.length * LANGUAGES.length);
    expect(pages).toBeGreaterThan(prints * 3);
  });
});

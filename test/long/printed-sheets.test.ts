/**
 * Every garment of the sandbox and every foreign body, over the languages, printed by a real browser and measured by boxes.
 * Those with an oddity go on both papers; those that are only more of the same, and the largest, on one of them in turn.
 */
import { rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { renderSheetPage } from '../../src/commands/render-sheet-page.ts';
import type { SheetGarment } from '../../src/output/sheet/index.ts';
import { SHEET_LANGUAGES, type SheetFilter, type SheetLanguage } from '../../src/output/views/sheet-parts.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';
import { checkAccessibility, openBrowserPages } from '../support/browser-pages.ts';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import { BODIES_WITH_FOREIGN_NAMES } from '../support/foreign-names.ts';
import { hasIdeographs, isToolMissing } from '../support/is-tool-missing.ts';
import {
  findLoneHeadings,
  findMissingTexts,
  findNearlyEmptyPages,
  findOverlaps,
  findWordsOutside,
  NO_SYNTHETIC_FONTS,
  normalizeHeadings,
  readPaintedPages,
} from '../support/pdf-pages.ts';
import { NOTABLE_GARMENTS } from '../support/sample-bodies.ts';
import { removeTranslations } from '../support/second-language.ts';
import { isBrowserMissing } from '../support/start-browser.ts';
import { UNFILTERED_SHEET } from '../support/unfiltered-sheet.ts';

type Paper = 'A4' | 'Letter';

/** One sheet, of one garment or of several. */
interface SheetBody {
  readonly name: string;
  readonly garments: readonly SheetGarment[];
  readonly papers: readonly Paper[];
  readonly filter?: SheetFilter;
}

const BOTH: readonly Paper[] = ['A4', 'Letter'];
const LANGUAGES: readonly (SheetLanguage | undefined)[] = [undefined, ...SHEET_LANGUAGES];
/** `TOILE_SHEETS=whole` prints every document in every language, which takes half an hour; otherwise in one, by turns. */
const WHOLE = process.env.TOILE_SHEETS === 'whole';
const chooseLanguages = (at: number): readonly (SheetLanguage | undefined)[] =>
  WHOLE ? LANGUAGES : [LANGUAGES[at % LANGUAGES.length]];
const LARGEST = 'GARM-450';

const SANDBOX = listSampleGarments().map((garment, at): SheetBody => {
  const [brief, trust, confirmations] = (['tailor-brief', 'design-trust', 'confirmations'] as const).map(
    (read) => parseJson(garment.read(read)),
  );
  const graph = parseJson(garment.graph('technical_designer'));
  const subject = garment.sgg_garment_id ?? garment.id;
  const isOdd =
    subject !== LARGEST && NOTABLE_GARMENTS.some((id) => subject === id || garment.id.startsWith(id));
  return {
    name: subject,
    garments: [{ graph, brief, trust, confirmations, subject, profile: 'technical_designer' }],
    papers: isOdd ? BOTH : [BOTH[at % 2] ?? 'A4'],
  };
});

const createForeignBody = (name: string, value: unknown): SheetBody => {
  const subject = '0f1e2d3c-4b5a-4697-8877-665544332202';
  const bodies = { graph: value, brief: value, trust: value, confirmations: value };
  return { name, garments: [{ ...bodies, subject, profile: 'factory' }], papers: BOTH };
};

const findReadings = (...ids: readonly string[]): readonly SheetGarment[] =>
  SANDBOX.flatMap(({ name, garments }) => (ids.some((id) => name.startsWith(id)) ? garments : []));

/** Adds an earlier reading: the other bodies of another garment, and the graph for the factory. */
const createRevised = (reading: SheetGarment): SheetGarment => {
  const [other] = findReadings('8e0f');
  const garment = listSampleGarments().find(
    ({ id, sgg_garment_id }) => (sgg_garment_id ?? id) === reading.subject,
  );
  if (other === undefined || garment === undefined) throw new Error(`no garment ${reading.subject}`);
  const { brief, trust, confirmations } = other;
  const graph = parseJson(garment.graph('factory'));
  return { ...reading, earlier: { name: 'a week ago', at: 0, graph, brief, trust, confirmations } };
};

const REVISED = findReadings('GARM-101', '0f1e', 'GARM-5117').map(createRevised);

/** Sheets of several garments, with changes and with filters. */
const CHOSEN: readonly SheetBody[] = [
  { name: 'several', garments: findReadings('GARM-33', '5a7d', '0f1e', 'GARM-5117'), papers: BOTH },
  { name: 'since', garments: REVISED.slice(0, 1), papers: BOTH },
  { name: 'several-since', garments: REVISED, papers: BOTH },
  {
    ...{ name: 'only', garments: findReadings('GARM-7', '8e0f'), papers: BOTH },
    filter: { ...UNFILTERED_SHEET, parts: ['sewing', 'measuring', 'questions', 'not-stated'] },
  },
  {
    ...{ name: 'kinds', garments: findReadings('5a7d'), papers: BOTH },
    filter: { ...UNFILTERED_SHEET, kinds: ['pom', 'seam'], all: true },
  },
];

const BODIES: readonly SheetBody[] = [
  ...CHOSEN,
  ...SANDBOX,
  ...FOREIGN_BODIES.map(({ name, value }) => createForeignBody(name, value)),
  ...BODIES_WITH_FOREIGN_NAMES.map(([name, value]) => createForeignBody(name, value)),
];

const renderHtml = async (
  { garments, filter = UNFILTERED_SHEET }: Pick<SheetBody, 'garments' | 'filter'>,
  lang: SheetLanguage | undefined,
): Promise<string> => {
  const bytes = await renderSheetPage({ garments, filter, lang, now: Date.parse('2026-11-21T09:00:00Z') });
  return Buffer.from(bytes).toString();
};

/** Reads the headings and the visible texts of a page. */
const readPage = (
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

describe.skipIf(isBrowserMissing || isToolMissing('pdftotext', 'poppler-utils'))(
  'every sheet in every language',
  () => {
    const ideographs = hasIdeographs();
    const opened = openBrowserPages();

    /** Found on the pages of one body in one language, by what was looked for. */
    const findFaults = async ({ name, papers, ...of }: SheetBody, lang: SheetLanguage | undefined) => {
      const [html, english] = [await renderHtml(of, lang), await renderHtml(of, undefined)];
      const file = opened.place(`${name}-${lang}.html`);
      await writeFile(file, html);
      const page = await opened.browser.newPage({ bypassCSP: true });
      await page.emulateMedia({ media: 'print' });
      await page.goto(pathToFileURL(file).href);
      await page.addStyleTag({ content: NO_SYNTHETIC_FONTS });
      const { headings, texts } = await readPage(page);
      const heads = normalizeHeadings(headings);
      const faults: string[] = [];
      let count = 0;
      if (removeTranslations(html) !== removeTranslations(english))
        faults.push(`${name} ${lang} alters what the page says in English`);
      for (const format of papers) {
        const path = opened.place(`${name}-${lang}-${format}.pdf`);
        await page.pdf({ path, format, tagged: false });
        const pages = await readPaintedPages(path);
        count += pages.length;
        const report = (what: string, found: readonly string[], at?: number): void => {
          for (const each of found)
            faults.push(
              `${name} ${lang ?? 'en'} ${format}${at === undefined ? '' : ` page ${at + 1}`} ${what}: ${each}`,
            );
        };
        for (const [at, each] of pages.entries()) {
          report('overlap', findOverlaps(each), at);
          report('outside', findWordsOutside(each), at);
          if (at < pages.length - 1) {
            report('alone', findLoneHeadings(each, heads), at);
            report('hardly used', findNearlyEmptyPages(each, heads), at);
          }
          const words = each.words.map(({ text }) => text).join(' ');
          // The list of several garments precedes them.
          if (at === 0 && of.garments.length > 1) continue;
          for (const running of [`Page ${at + 1} of ${pages.length}`, '2026-11-21 09:00 UTC'])
            report('without', words.includes(running) ? [] : [running], at);
        }
        report('lost', findMissingTexts(pages, texts, { ideographs }));
        await rm(path);
      }
      await page.close();
      await rm(file);
      return { faults, count };
    };

    it('overlaps nothing, cuts nothing off, leaves no heading alone', async ({ task }) => {
      const began = performance.now();
      // The largest first, and two at a time: one is read while the other is printed.
      const work = BODIES.flatMap((body, at) =>
        chooseLanguages(at).map((lang) => () => findFaults(body, lang)),
      );
      const planned = work.length;
      const faults: string[] = [];
      let [pages, prints] = [0, 0];
      const runWorker = async (): Promise<void> => {
        for (let next = work.shift(); next; next = work.shift()) {
          const found = await next();
          faults.push(...found.faults);
          pages += found.count;
          prints += 1;
        }
      };
      await Promise.all([runWorker(), runWorker()]);
      task.meta.summary = [
        `${BODIES.length} documents, ${WHOLE ? 'each in every language' : 'a language each in turn'}: ${prints} sheets, ${pages} pages printed, ` +
          `${faults.length} faults (overlaps, cut off, lost, alone, altered by a language), ${Math.round((performance.now() - began) / 1_000)} s`,
      ];
      expect(faults).toEqual([]);
      expect(prints).toBe(planned);
      expect(pages).toBeGreaterThan(prints * 3);
    });

    // The structure of the page is the same in every language. These two have other letters and other line breaks.
    it.each(['zh-Hans', 'vi'] as const)(
      'with %s, several garments and changes is accessible, light and dark',
      async (lang) => {
        const file = opened.place(`accessible-${lang}.html`);
        await writeFile(file, await renderHtml({ garments: REVISED.slice(0, 2) }, lang));
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await opened.browser.newPage({ colorScheme });
          await page.goto(pathToFileURL(file).href);
          const { wrong, right } = await checkAccessibility(page);
          expect(wrong, colorScheme).toEqual([]);
          expect(right).toContain('color-contrast');
          await page.close();
        }
      },
    );

    it.each([undefined, 'zh-Hans', 'vi'] as const)(
      'has tags in reading order, headings, and tables with their headers (%s)',
      async (lang) => {
        const file = opened.place(`tagged-${lang}.html`);
        const path = opened.place(`tagged-${lang}.pdf`);
        await writeFile(file, await renderHtml({ garments: REVISED.slice(0, 2) }, lang));
        const page = await opened.browser.newPage();
        await page.goto(pathToFileURL(file).href);
        await page.pdf({ path, format: 'A4', tagged: true, outline: true });
        const cells = await page.evaluate(() =>
          [...document.querySelectorAll('h1, h2, h3, table, th, td')].map(({ tagName, textContent }) => ({
            tag: tagName.toLowerCase(),
            isEmpty: textContent.trim() === '',
          })),
        );
        await page.close();
        const { stdout } = await execa('pdfinfo', ['-struct', path], { maxBuffer: 2 ** 28 });
        const tags = [...stdout.matchAll(/^\s*(H[1-6]|Table|TH|TD)\b/gm)].map(([, tag = '']) =>
          tag.toLowerCase(),
        );
        // The browser tags an empty cell only between others. Each other cell names its row and its column.
        const read = cells.filter(({ tag, isEmpty }) => !(isEmpty && ['td', 'th'].includes(tag)));
        const withoutCells = (all: readonly string[]) => all.filter((tag) => tag !== 'td');
        expect(withoutCells(tags)).toEqual(withoutCells(read.map(({ tag }) => tag)));
        const countCells = (all: readonly string[]): number => all.filter((tag) => tag === 'td').length;
        expect(countCells(tags)).toBeGreaterThanOrEqual(countCells(read.map(({ tag }) => tag)));
        expect(countCells(tags)).toBeLessThanOrEqual(countCells(cells.map(({ tag }) => tag)));
        // A screen reader names the row and the column of each cell.
        expect(stdout.match(/\/Scope \/(?:Row|Column)/g)?.length).toBeGreaterThan(100);
        expect(stdout.match(/\/Headers \[/g)?.length).toBeGreaterThan(100);
      },
    );
  },
);

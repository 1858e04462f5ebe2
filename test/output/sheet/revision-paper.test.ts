/** A revision in a browser and on paper, between two pulls. */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkAccessibility, openBrowserPages } from '../../support/browser-pages.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import { findOverlaps, findWordsOutside, listLines, readPdfPages } from '../../support/pdf-pages.ts';
import { revertPulledGarment } from '../../support/revert-pulled-garment.ts';
import { createHome, runToile } from '../../support/run-toile.ts';
import { isBrowserMissing } from '../../support/start-browser.ts';

describe.skipIf(isBrowserMissing || isToolMissing('pdftotext', 'poppler-utils'))(
  'a sheet since an earlier pull',
  () => {
    const { place, shownFile } = openBrowserPages();

    it('is accessible light and dark, and nothing overlaps on A4 and Letter', async () => {
      const home = await createHome();
      await runToile(['--sandbox', 'pull', 'now', 'GARM-101', '--garments-only'], { home });
      await cp(join(home, 'now'), join(home, 'then'), { recursive: true });
      await revertPulledGarment(join(home, 'then'));
      const made = await runToile(['--sandbox', 'sheet', 'GARM-101', '--since', 'then', '-o', '-'], { home });
      const file = place('made.html');
      await writeFile(file, made.out);
      const isSeen = async (page: Page): Promise<void> => {
        expect((await checkAccessibility(page)).wrong).toEqual([]);
        // A bar is seen: it is as high as the text beside it, and has room for the letter of the revision.
        const bars = await page.evaluate(() =>
          [...document.querySelectorAll('main .cb')].map((bar) => {
            const { width, height } = bar.getBoundingClientRect();
            return width >= 8 && height >= 8 && bar.textContent === 'A';
          }),
        );
        expect(bars.length).toBeGreaterThan(20);
        expect(bars).not.toContain(false);
      };
      await shownFile(file, isSeen, 'dark');
      await shownFile(file, async (page) => {
        await isSeen(page);
        for (const format of ['A4', 'Letter'] as const) {
          const path = join(home, `${format}.pdf`);
          await page.pdf({ path, format });
          const pages = readPdfPages(path);
          for (const each of pages) {
            expect(findOverlaps(each), format).toEqual([]);
            expect(findWordsOutside(each), format).toEqual([]);
            expect(listLines(each).at(-1)).not.toMatch(/^field value before/);
          }
          const first = listLines(pages[0] ?? { width: 0, height: 0, words: [] });
          expect(first).toContainEqual(expect.stringMatching(/^What changed/));
          // The tables begin a page of their own.
          const tables = pages.find((each) =>
            listLines(each).some((line) => line.startsWith('Bill of materials')),
          );
          expect(listLines(tables ?? { width: 0, height: 0, words: [] })[0]).toMatch(/^Bill of materials/);
        }
      });
    });
  },
);

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { renderSeasonHtml } from '../../../src/output/sheet/season-page.ts';
import { countSeasonTotals } from '../../../src/output/views/season-rows.ts';
import { checkAccessibility, openBrowserPages } from '../../support/browser-pages.ts';
import { isQuick } from '../../support/effort.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import { findOverlaps, findWordsOutside, readPdfPages } from '../../support/pdf-pages.ts';
import { runToile } from '../../support/run-toile.ts';
import { isBrowserMissing } from '../../support/start-browser.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('base64');

describe.skipIf(isBrowserMissing || isToolMissing('pdftotext', 'poppler-utils'))(
  'in a browser, and on paper',
  () => {
    const { place, shownFile } = openBrowserPages();

    const files = new Map<string, Promise<string>>();
    /** The sheet as a file, made once for all that look at it. */
    const writeSheet = (id: string, profile: string): Promise<string> => {
      const file = place(`${id}-${profile}.html`);
      const made =
        files.get(file) ??
        runToile(['--sandbox', 'sheet', ...id.split(' '), '--profile', profile, '-o', '-']).then(
          async ({ out }) => {
            await writeFile(file, out);
            return file;
          },
        );
      files.set(file, made);
      return made;
    };

    const openPage = async <T>(
      id: string,
      profile: string,
      use: (page: Page) => Promise<T>,
      colorScheme?: 'light' | 'dark',
    ): Promise<T> => shownFile(await writeSheet(id, profile), use, colorScheme);

    const pages = [
      ['GARM-101', 'factory'],
      ['GARM-101 --lang tr', 'factory'],
      ['c2b9a6d0', 'factory'],
      ['GARM-33', 'technical_designer'],
      ['5a7d1e2c', 'technical_designer'],
      ['0f1e2d3c', 'factory'],
      ['GARM-5117', 'technical_designer'],
    ];
    // A long page takes seconds to look through, and they are made of the same parts.
    const checkAccessible = async (page: Page): Promise<void> => {
      // The policy is only for what the page itself does: what a test evaluates is not part of it.
      expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).not.toBe('none');
      expect(await page.evaluate(() => document.scripts.length)).toBe(0);
      const { wrong, right } = await checkAccessibility(page);
      expect(wrong).toEqual([]);
      expect(right.length).toBeGreaterThan(10);
    };

    it.each(isQuick ? pages.slice(0, 2) : pages)(
      '%s for a %s is accessible, styled, and loads nothing',
      async (id, profile) => {
        await openPage(id, profile, checkAccessible);
      },
    );

    it.each(['light', 'dark'] as const)(
      'several garments on a %s screen are accessible too',
      async (scheme) => {
        await openPage(
          'GARM-101 0f1e2d3c',
          'factory',
          async (page) => {
            const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
            expect(light === 'rgb(255, 255, 255)').toBe(scheme === 'light');
            await checkAccessible(page);
            await page.emulateMedia({ media: 'print' });
            expect(await page.evaluate(() => getComputedStyle(document.documentElement).color)).toBe(
              'rgb(17, 17, 17)',
            );
          },
          scheme,
        );
      },
    );

    it('the PDF has tags for headings and tables', async () => {
      const path = place('tagged.pdf');
      await openPage('GARM-101', 'factory', (page) =>
        page.pdf({ path, format: 'A4', tagged: true, outline: true }),
      );
      expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Tagged:\s+yes/);
      const structure = execFileSync('pdfinfo', ['-struct', path], { encoding: 'utf8' });
      for (const tag of ['H1', 'H2', 'H3', 'Table', 'TH', 'TD', 'Figure'])
        expect(structure).toMatch(new RegExp(`^\\s*${tag}\\b`, 'm'));
    });

    it.each(['A4', 'Letter'])(
      'the garment, profile, time and page number stand on every page of %s',
      async (format) => {
        const path = place(`${format}.pdf`);
        await openPage('GARM-5117', 'factory', (page) => page.pdf({ path, format }));
        const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
        const pages = text.split('\f').slice(0, -1);
        expect(pages.length).toBeGreaterThan(4);
        for (const [at, page] of pages.entries()) {
          expect(page).toContain('GARM-5117');
          expect(page).toMatch(/factory\s+read 2026-11-21 09:00 UTC/);
          expect(page).toMatch(/= asserted\s+~ inferred\s+\? not stated/);
          expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
        }
      },
    );

    it.each(['A4', 'Letter'])('in two languages nothing overlaps or leaves %s', async (format) => {
      const path = place(`both-${format}.pdf`);
      await openPage('GARM-101 --lang vi', 'factory', (page) => page.pdf({ path, format }));
      const pages = readPdfPages(path);
      expect(pages.length).toBeGreaterThan(3);
      for (const page of pages) {
        expect(findOverlaps(page)).toEqual([]);
        expect(findWordsOutside(page)).toEqual([]);
        expect(page.words.map(({ text }) => text)).toContain('trang');
      }
    });

    it.each(['A4', 'Letter'])('a strip to countersign has room to write on %s', async (format) => {
      const path = place(`strip-${format}.pdf`);
      await openPage('GARM-101 --countersign --lang vi', 'factory', async (page) => {
        await page.pdf({ path, format });
        await page.emulateMedia({ media: 'print' });
        const heights = await page.evaluate(() =>
          [...document.querySelectorAll('.strip .pen-box')].map((box) => box.getBoundingClientRect().height),
        );
        expect(heights.length).toBeGreaterThan(80);
        // Seven millimetres, at 96 pixels to the inch.
        expect(Math.min(...heights)).toBeGreaterThan((6.9 / 25.4) * 96);
      });
      const pages = readPdfPages(path);
      for (const page of pages) {
        expect(findOverlaps(page)).toEqual([]);
        expect(findWordsOutside(page)).toEqual([]);
      }
    });

    it.each(['A4', 'Letter'])('a season of 300 designs prints on at most 10 pages of %s', async (format) => {
      const designs = Array.from({ length: 300 }, (_, at) => ({
        design_id: `0f1e2d3c-4b5a-4697-8877-${String(at).padStart(12, '0')}`,
        name:
          at % 46 === 1
            ? 'wide-leg trouser, high rise, '.repeat(9)
            : (['Harrington', 'Wrap dress, viscose'][at % 2] ?? ''),
        ...{ garment_id: null, profile: null, style: {}, fetched: null, open: 3, where: '' },
        departments: {
          cutting: { values: { asserted: 90, inferred: 31, unstated: 33, others: {} }, open: 3 },
        },
      }));
      const season = {
        ...{ dir: 'season', counted: 'here' as const, designs, left_out: null },
        totals: countSeasonTotals(designs),
      };
      const file = place('season.html');
      await writeFile(
        file,
        renderSeasonHtml({ season, departments: undefined, folderDigest: '3f9a12c4e07b', now: 0, digest }),
      );
      const path = place(`season-${format}.pdf`);
      await shownFile(file, (page) => page.pdf({ path, format, landscape: true, preferCSSPageSize: true }));
      const pages = readPdfPages(path);
      expect(pages.length).toBeLessThanOrEqual(10);
      expect(pages.flatMap(findWordsOutside)).toEqual([]);
      const words = pages.flatMap((page) => page.words.map(({ text }) => text));
      expect(words.filter((text) => text.startsWith('0f1e2d3c-'))).toEqual(
        designs.map(({ design_id: id }) => id),
      );
    });
  },
);

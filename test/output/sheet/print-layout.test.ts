/** Prints pages with unusual content: long names, headings at the end of a page. */
import { stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openBrowserPages } from '../../support/browser-pages.ts';
import { isQuick } from '../../support/effort.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import {
  findMissingTexts,
  findOverlaps,
  findWordsOutside,
  listLines,
  NO_SYNTHETIC_FONTS,
  type PdfPage,
  readPdfPages,
} from '../../support/pdf-pages.ts';
import { renderSheetHtml } from '../../support/render-sheet.ts';
import { runToile } from '../../support/run-toile.ts';
import { isBrowserMissing } from '../../support/start-browser.ts';
import { createJean, createShirt } from '../../support/trade-bodies.ts';
import { UNFILTERED_SHEET } from '../../support/unfiltered-sheet.ts';

const UUID = '0f1e2d3c-4b5a-4697-8877-665544332202';

const NAMES = [
  ['Arabic', 'عباية كتان بأكمام واسعة — نموذج ٣ عباية كتان بأكمام واسعة — نموذج'],
  ['Chinese', '亚麻宽袖阿拉伯长袍第三版改良样衣技术说明书修改稿最终确认版本请使用这一份文件不要使用旧文件'],
  ['200 letters', 'Wide-leg trouser with a very long name, '.repeat(5)],
  ['one word of 200 letters', 'x'.repeat(200)],
] as const;

const buildValue = (value: unknown, more: object = {}) => ({ value, state: 'asserted', ...more });

const UNSTATED = { value: null, state: 'unstated' };

/** Removes the content policy, so that a test can add styles. */
const removePolicy = (html: string): string => html.replace(/<meta http-equiv[^>]*>/, '');

const renderPage = (graph: object, other: object = {}): string =>
  removePolicy(
    renderSheetHtml({
      garments: [
        {
          graph,
          brief: other,
          trust: other,
          confirmations: other,
          subject: UUID,
          profile: 'technical_designer',
        },
      ],
      filter: UNFILTERED_SHEET,
      now: Date.parse('2026-11-21T09:00:00Z'),
      digest: () => 'x',
    }),
  );

/** A garment with nothing but its points of measure. */
const selectPoints = (graph: ReturnType<typeof createJean>): object => ({
  ...graph,
  nodes: graph.nodes.filter(({ kind }) => ['garment', 'pom'].includes(kind)),
});

describe.skipIf(isBrowserMissing || isToolMissing('pdftotext', 'poppler-utils'))('on paper', () => {
  const opened = openBrowserPages();

  const printPages = async (html: string, format: 'A4' | 'Letter'): Promise<readonly PdfPage[]> => {
    const path = opened.place('printed.pdf');
    const page = await opened.browser.newPage();
    await page.setContent(html);
    await page.addStyleTag({ content: NO_SYNTHETIC_FONTS });
    await page.pdf({ path, format });
    await page.close();
    return readPdfPages(path);
  };

  it.each(isQuick ? NAMES.slice(0, 2) : NAMES)(
    'a running header with a uuid and a name in %s overlaps nothing',
    async (_, name) => {
      const node = { id: 'g', kind: 'garment', label: buildValue(name) };
      for (const format of ['A4', 'Letter'] as const) {
        const pages = await printPages(renderPage({ nodes: [node] }), format);
        expect(pages.length).toBeGreaterThan(0);
        for (const page of pages) {
          expect(findOverlaps(page), format).toEqual([]);
          expect(findWordsOutside(page), format).toEqual([]);
          const profile = page.words.find(({ text }) => text === 'technical');
          expect(profile).toBeDefined();
          // A gap separates the name from the text on the other side.
          const name = page.words.filter(
            ({ bottom, right }) => bottom < 48 && right <= (profile?.left ?? 0) + 1,
          );
          expect(Math.max(...name.map(({ right }) => right))).toBeLessThan((profile?.left ?? 0) - 8);
        }
      }
    },
  );

  it.each([
    ['GARM-101', [], 3],
    ['GARM-5117', ['--drawing', 'fetch'], 8],
  ] as const)('%s has no more pages than its budget', async (id, flags, most) => {
    const { out } = await runToile(['--sandbox', 'sheet', id, ...flags, '-o', '-']);
    for (const format of ['A4', 'Letter'] as const)
      expect((await printPages(removePolicy(out), format)).length, format).toBeLessThanOrEqual(most);
  });

  it.each([
    ['a jean of 6 points and 9 sizes', selectPoints(createJean()), 1],
    ['a jean with materials and seams', createJean(), 2],
    ['a shirt of 51 points and 13 sizes', createShirt(), 4],
  ] as const)('%s has no more pages than its budget', async (_, graph, most) => {
    const { out } = await runToile(['sheet', '-', '-o', '-'], { stdin: JSON.stringify(graph) });
    for (const format of ['A4', 'Letter'] as const) {
      const pages = await printPages(removePolicy(out), format);
      expect(pages.length, format).toBeLessThanOrEqual(most);
      for (const page of pages) expect(findWordsOutside(page), format).toEqual([]);
    }
  });

  it('no long word pushes a column off the page', async () => {
    const word = 'x'.repeat(200);
    const nodes = [
      {
        id: word,
        kind: word,
        label: buildValue(word),
        values: { [word]: buildValue(word) },
        links: [{ rel: word, to: word, state: 'asserted' }],
      },
    ];
    const asked = { id: 'q', node: word, field: word, question: word, options: [word], ...UNSTATED };
    const html = renderPage(
      { nodes },
      { brief: { [word]: buildValue(word) }, counts: { [word]: { rows: 1 } }, unresolved: [asked] },
    );
    const pages = await printPages(html, 'A4');
    expect(
      findMissingTexts(pages, ['current value', 'Answer, answered by, date:', 'not stated'], {
        ideographs: true,
      }),
    ).toEqual([]);
    for (const page of pages) expect(findWordsOutside(page)).toEqual([]);
  });

  it.each(isQuick ? [1, 9, 30] : [1, 3, 9, 30, 34, 41])(
    'no page ends with a heading, after %i rows',
    async (rows) => {
      const buildRow = (at: number) => ({
        id: `n${at}`,
        kind: 'thing',
        label: buildValue(`Node ${at}`),
        values: { w: buildValue(1) },
      });
      const html = renderPage(
        {
          nodes: [
            ...Array.from({ length: rows }, (_, at) => buildRow(at)),
            { id: 'p', kind: 'piece', values: { grain: UNSTATED } },
          ],
        },
        {
          brief: Object.fromEntries(
            ['cloth', 'lining', 'cut'].map((key) => [key, buildValue('A text. '.repeat(22))]),
          ),
          counts: { 'callouts.asserted': 1, 'callouts.rows': 3 },
          unresolved: [
            { id: 'q', node: 'piece.x', field: 'cut', question: 'What? '.repeat(40), ...UNSTATED },
          ],
        },
      );
      const pages = await printPages(html, 'A4');
      expect(pages.length).toBeGreaterThan(1);
      const alone =
        /^(?:Thing|Piece|Cutting|Further nodes|Tailor brief|Design Trust|Open questions|Not stated|name|done|of|Counts as .*|\d+ unresolved.*|\d+ value.*)$/;
      for (const page of pages) expect(listLines(page).at(-1)).not.toMatch(alone);
    },
  );

  it('a page with many empty cells needs little space in a PDF', async () => {
    const { out } = await runToile(['--sandbox', 'sheet', 'GARM-5117', '-o', '-']);
    expect(out.split('<td class="x">').length).toBeGreaterThan(50);
    const pages = await printPages(removePolicy(out), 'A4');
    const { size } = await stat(opened.place('printed.pdf'));
    expect(size / pages.length).toBeLessThan(200_000);
  });

  it('no value is separated from its mark or its unit', async () => {
    const nodes = Array.from({ length: 40 }, (_, at) => ({
      id: `piece.${at}`,
      kind: 'piece',
      label: buildValue(`Piece ${at}`),
      values: Object.fromEntries(
        ['cut', 'on_fold', 'grain', 'seam_allowance', 'notches', 'lay'].map((field, column) => [
          `${field}${'_of_it'.repeat(column % 3)}`,
          column % 2
            ? buildValue(`${at}.5`, { unit: 'centimetres' })
            : { state: 'unstated', value: null, unit: 'cm' },
        ]),
      ),
    }));
    const lines = (await printPages(renderPage({ nodes }), 'A4')).flatMap(listLines).join('\n');
    const values = [...lines.matchAll(/\d\.5\s+centimetres/g)];
    expect(values.length).toBeGreaterThanOrEqual(120);
    for (const [value] of values) expect(value).not.toContain('\n');
    expect(lines.match(/\? not\s+stated/g)?.length).toBeGreaterThanOrEqual(120);
    expect(lines.replace(/^.*\bnodes,.*$/m, '')).not.toMatch(/[=~?]$/m);
    // A column that has one unit names it once, in its head.
    expect(lines.match(/\(cm\)/g)?.length).toBeGreaterThanOrEqual(40);
  });
});

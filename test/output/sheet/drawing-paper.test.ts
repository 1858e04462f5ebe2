/** A drawing in a real browser, and on paper: hostile ones do nothing there, and one that is to scale is. */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { accessibility, browsing } from '../../support/browsing.ts';
import { drawingOf, LINE, pageWith, svg } from '../../support/drawn-pages.ts';
import { needs } from '../../support/needs.ts';
import { linesOf, outside, paperPages } from '../../support/paper.ts';
import { toile } from '../../support/toile.ts';

describe.skipIf(noBrowser || needs('pdftotext', 'poppler-utils'))('a drawing on a page', () => {
  const { shown, place } = browsing();

  /** Without the policy, which would stop what the list of allowed things let through. */
  const bare = (html: string): string => html.replace(/<meta http-equiv[^>]*>/, '');

  it('runs nothing and loads nothing, policy or none', async () => {
    const asked: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const away = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const run = 'document.title=1;alert(1)';
    const page = pageWith(
      drawingOf(
        svg(
          `${LINE}<script>${run}</script><g onload="${run}" onfocus="${run}" tabindex="1"/><style>@import url(${away}/a); * { fill: url(${away}/b#c); background: url(${away}/d) }</style>
          <image href="${away}/e"/><use href="${away}/f#g"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${away}/h"/></foreignObject>
          <a href="javascript:${run}"><rect width="99" height="99"/></a><use href="#line"><set attributeName="onclick" to="${run}"/></use>
          <title>&lt;/title&gt;&lt;img src=x onerror="${run}"&gt;</title><desc>&lt;svg onload="${run}"&gt;</desc>
          <text>&lt;/text&gt;&lt;script&gt;${run}&lt;/script&gt;</text><path d="M0 0" data-node="&quot;&gt;&lt;img src=x onerror=${run}&gt;"/>`,
        ),
      ),
    );
    await shown(bare(page), async (opened) => {
      expect(await opened.title()).toBe('GARM-1 factory sheet');
      await opened.locator('.framed').click();
      expect(
        await opened.evaluate(
          () => document.querySelectorAll('.framed img, .framed script, .framed iframe').length,
        ),
      ).toBe(0);
    });
    await new Promise((resolve) => server.close(resolve));
    expect(asked).toEqual([]);
  });

  it('never leaves its frame, however it tries', async () => {
    const page = pageWith(
      drawingOf(
        svg(
          `<rect id="big" x="-5000" y="-5000" width="10000" height="10000" fill="red"/><svg x="-900" y="-900" width="2000" height="2000" overflow="visible"><rect width="2000" height="2000"/></svg>`,
          'width="40mm" height="20mm" viewBox="0 0 40 20" overflow="visible" transform="translate(-300 -300) scale(50)" style="overflow:visible;position:fixed;inset:0;z-index:9"',
        ),
      ),
    );
    await shown(bare(page), async (opened) => {
      const over = await opened.evaluate(() => {
        document.querySelector('.framed')?.scrollIntoView({ block: 'center' });
        const { left, top, right, bottom } =
          document.querySelector('.framed')?.getBoundingClientRect() ?? new DOMRect();
        const spots = [
          [left + 5, top - 5],
          [right - 5, bottom + 5],
          [5, 5],
        ];
        return spots.map(
          ([x = 0, y = 0]) => (document.elementFromPoint(x, y)?.closest('.framed') ?? null) !== null,
        );
      });
      expect(over).toEqual([false, false, false]);
    });
  });

  it('is accessible, with its links', async () => {
    const { out } = await toile([
      '--sandbox',
      'sheet',
      'GARM-5117',
      '--drawing',
      'fetch',
      '--only',
      'sewing',
      '-o',
      '-',
    ]);
    await shown(out, async (page) => {
      expect((await accessibility(page)).wrong).toEqual([]);
      await page.locator('.framed a').first().focus();
      await page.keyboard.press('Enter');
      expect(page.url()).toMatch(/#node-\d+$/);
    });
  });

  /** Millimetres between two words of the drawing on paper. */
  const PAPER = 25.4 / 72;

  it.each(['A4', 'Letter'])('is as large on %s as it says it is', async (format) => {
    const words =
      '<text x="10" y="10" font-size="4">left</text><text x="160" y="90" font-size="4">right</text>';
    const path = place('scale.pdf');
    const html = pageWith(drawingOf(svg(words, 'width="180mm" height="100mm" viewBox="0 0 180 100"')));
    await shown(bare(html), (page) => page.pdf({ path, format }));
    const page = paperPages(path).find((each) => each.words.some(({ text }) => text === 'left'));
    const [left, right] = ['left', 'right'].map((name) => page?.words.find(({ text }) => text === name));
    expect(((right?.left ?? 0) - (left?.left ?? 0)) * PAPER).toBeCloseTo(150, 0);
    expect(((right?.bottom ?? 0) - (left?.bottom ?? 0)) * PAPER).toBeCloseTo(80, 0);
  });

  it.each(['A4', 'Letter'])('stands on a page of its own of %s, whole, with its heading', async (format) => {
    const path = place('own.pdf');
    const lines = ['GARM-5117', '--drawing', 'fetch', '--lang', 'vi', '-o', '-'];
    const { out } = await toile(['--sandbox', 'sheet', ...lines]);
    await shown(out, (page) => page.pdf({ path, format }));
    const found = paperPages(path).filter(({ words }) => words.some(({ text }) => text === 'CALLOUTS'));
    expect(found).toHaveLength(1);
    for (const page of found) {
      expect(linesOf(page)[0]).toMatch(/^Drawing/);
      expect(outside(page)).toEqual([]);
      expect(page.words.map(({ text }) => text)).toContain('BACK');
    }
    expect(execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' }).trim().split('\n')).toHaveLength(
      2,
    );
  });
});

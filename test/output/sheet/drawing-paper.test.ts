/** A drawing in a real browser and on paper: a hostile one does nothing there. */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checkAccessibility, openBrowserPages } from '../../support/browser-pages.ts';
import { createSvg, renderPageWithDrawing, SVG_LINE } from '../../support/drawing-pages.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import { findWordsOutside, readPdfPages } from '../../support/pdf-pages.ts';
import { runToile } from '../../support/run-toile.ts';
import { isBrowserMissing } from '../../support/start-browser.ts';

describe.skipIf(isBrowserMissing || isToolMissing('pdftotext', 'poppler-utils'))(
  'a drawing on a page',
  () => {
    const { shown, place } = openBrowserPages();

    /** Without the policy, so that the picture alone has to hold it. */
    const removePolicy = (html: string): string => html.replace(/<meta http-equiv[^>]*>/, '');

    it('runs no script and loads nothing, with or without a content security policy', async () => {
      const requests: string[] = [];
      const server = createServer(({ url = '' }, response) => {
        requests.push(url);
        response.end();
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const away = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const run = 'top.document.title=1;alert(1)';
      const text = createSvg(
        `${SVG_LINE}<script>${run}</script><script href="${away}/s"/><g onload="${run}" onclick="${run}" tabindex="1"><rect width="99" height="49"/></g>
      <style>@import url(${away}/a); * { fill: url(${away}/b#c); background: url(${away}/d) } @font-face { font-family: f; src: url(${away}/i) } text { font-family: f }</style>
      <image href="${away}/e"/><use href="${away}/f#g"/><foreignObject width="99" height="49"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${away}/h"/></foreignObject>
      <a href="javascript:${run}"><rect width="99" height="49"/></a><use href="#line"><set attributeName="onclick" to="${run}"/></use><text>x</text>`,
      );
      const page = renderPageWithDrawing({
        text,
        ratio: 2,
        description: '"><img src=x onerror=alert(1)>',
        file: 'x.svg',
      });
      for (const html of [page, removePolicy(page)]) {
        await shown(html, async (opened) => {
          await opened.locator('.sketch img').click();
          expect(await opened.title()).toBe('GARM-1 factory sheet');
          expect(opened.url()).toMatch(/shown\.html$/);
          expect(await opened.evaluate(() => document.querySelectorAll('img, script, iframe').length)).toBe(
            1,
          );
        });
      }
      await new Promise((resolve) => server.close(resolve));
      expect(requests).toEqual([]);
    });

    it('is accessible, with its callouts', async () => {
      const { out } = await runToile(['--sandbox', 'sheet', 'GARM-5117', '--drawing', 'fetch', '-o', '-']);
      await shown(out, async (page) => {
        expect((await checkAccessibility(page)).wrong).toEqual([]);
      });
    });

    it.each(['A4', 'Letter'])('is complete on the first page of %s, with its callouts', async (format) => {
      const path = place('own.pdf');
      const lines = ['GARM-5117', '--drawing', 'fetch', '--lang', 'vi', '-o', '-'];
      const { out } = await runToile(['--sandbox', 'sheet', ...lines]);
      await shown(out, (page) => page.pdf({ path, format }));
      const [first, ...others] = readPdfPages(path);
      const words = first?.words.map(({ text }) => text) ?? [];
      expect(words).toEqual(expect.arrayContaining(['FRONT', 'BACK', 'Half-lined,', '72']));
      expect(others.flatMap((page) => page.words).map(({ text }) => text)).not.toContain('FRONT');
      expect(first === undefined ? [] : findWordsOutside(first)).toEqual([]);
      // The lines stay lines: no page holds a picture of pixels.
      expect(
        execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' }).trim().split('\n'),
      ).toHaveLength(2);
    });
  },
);

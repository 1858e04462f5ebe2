/** A text is isolated from its neighbours only if it could change their direction. */
import { expect, it } from 'vitest';
import { renderSheetHtml } from '../../support/render-sheet.ts';
import { UNFILTERED_SHEET } from '../../support/unfiltered-sheet.ts';

const renderPage = (name: string, terms?: ReadonlyMap<string, string>): string =>
  renderSheetHtml({
    garments: [
      {
        graph: {
          nodes: [
            { id: 'p.1', kind: 'piece', label: { value: name, state: 'asserted' }, note: 'Two\nlines' },
            { id: 'p.2', kind: 'piece' },
          ],
        },
        ...{ brief: {}, trust: {}, confirmations: {}, subject: 'GARM-1', profile: 'factory' },
      },
    ],
    filter: { ...UNFILTERED_SHEET, all: true },
    translation: terms && { language: { tag: 'vi', fonts: 'Arial', words: new Map() }, terms },
    now: 0,
    digest: () => 'x',
  });

const getBody = (page: string): string => page.slice(page.indexOf('<body>'));

it('a page in left-to-right languages isolates only texts with line breaks', () => {
  for (const name of ['Yoke', 'Vai sau – số 12', '亚麻宽袖', 'Ωmega Щ 👩🏽‍🎨'])
    expect(getBody(renderPage(name)).match(/<bdi>[^<]*/g)).toEqual(['<bdi>Two\nlines']);
});

it.each(['عباية', 'שרוול', 'ߒߞߏ', '\u{1e900}', '\ufb50', '\ufe70'])(
  'a row with %s isolates every text, and its content is the same',
  (word) => {
    const [plain, turned] = [renderPage('Yoke'), renderPage(`Yoke ${word}`)];
    expect(turned).toContain('<bdi>p.1</bdi>');
    expect(turned).not.toContain('<bdi>p.2</bdi>');
    const without = (page: string): string =>
      getBody(page)
        .replaceAll(/<\/?bdi>/g, '')
        .replace(/data digest [0-9a-f]+/, '');
    expect(without(turned).replaceAll(`Yoke ${word}`, 'Yoke')).toBe(without(plain));
  },
);

it('a page isolates right-to-left terms of the user too', () => {
  expect(renderPage('Yoke', new Map([['Yoke', 'Cầu vai']]))).not.toContain('<bdi>p.1</bdi>');
  expect(renderPage('Yoke', new Map([['Yoke', 'سفرة']]))).toContain('<bdi>p.1</bdi>');
});

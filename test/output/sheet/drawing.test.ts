import { describe, expect, it } from 'vitest';
import { readPageDrawing } from '../../../src/garment/page-drawing.ts';
import { PAGE_DRAWING_LIMITS } from '../../../src/platform/size-limits.ts';
import {
  createSvg,
  DRAWING_GRAPH,
  findPictures,
  parseDrawing,
  removePictures,
  renderPageWithDrawing,
  SVG_LINE,
} from '../../support/drawing-pages.ts';

const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"';
const nestUses = (levels: number): string =>
  Array.from(
    { length: levels },
    (_, at) => `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(10)}</g>`,
  ).join('');

/** Drawings that would miss something as a picture, or that would stop a browser. */
const REFUSED: readonly (readonly [says: string, text: string, reason: string])[] = [
  ['a script', createSvg(`${SVG_LINE}<script>alert(1)</script>`), 'it holds a script: <script>'],
  ['a script of HTML', createSvg(`${SVG_LINE}<script ${XHTML}>alert(1)</script>`), 'a script'],
  [
    'a script under a prefix',
    createSvg(`<s:script xmlns:s="http://www.w3.org/2000/svg"/>${SVG_LINE}`),
    'a script: <s:script>',
  ],
  ['an event handler', createSvg(`<g onload="alert(1)">${SVG_LINE}</g>`), 'an event handler: onload'],
  ['an event handler in capitals', createSvg(`<g ONCLICK="alert(1)">${SVG_LINE}</g>`), 'an event handler'],
  ['a foreign object', createSvg(`${SVG_LINE}<foreignObject/>`), 'a foreign object'],
  ['HTML', createSvg(`${SVG_LINE}<iframe ${XHTML} src="x"/>`), 'it holds HTML: <iframe>'],
  ['a picture', createSvg(`${SVG_LINE}<image href="data:image/png;base64,AA"/>`), 'a picture'],
  [
    'a picture in a filter',
    createSvg(`${SVG_LINE}<filter id="f"><feImage href="#line"/></filter>`),
    'a picture',
  ],
  [
    'an animation',
    createSvg(`<use href="#line"><set attributeName="href" to="#x"/></use>${SVG_LINE}`),
    'an animation: <set>',
  ],
  [
    'a reference elsewhere',
    createSvg(`${SVG_LINE}<use href="https://pwn.example/x.svg#a"/>`),
    'another document: https://pwn',
  ],
  [
    'a reference under a prefix',
    createSvg(`${SVG_LINE}<use xlink:href="x.svg#a"/>`),
    'another document: x.svg#a',
  ],
  [
    'a document in a reference',
    createSvg(`${SVG_LINE}<use href="data:image/svg+xml,x#a"/>`),
    'another document',
  ],
  [
    'an attribute that loads',
    createSvg(`<path fill="url(https://pwn.example/x)" d="M0 0"/>`),
    'another document: url(',
  ],
  [
    'a style that loads',
    createSvg(`<path style="fill: URL( 'x.svg#y' )" d="M0 0"/>`),
    'another document: url(x.svg#y)',
  ],
  [
    'a style sheet that loads',
    createSvg(`<style>path{fill:url("//pwn.example/x")}</style>${SVG_LINE}`),
    'another document',
  ],
  [
    'a style sheet that imports',
    createSvg(`<style><![CDATA[@import "x.css";]]></style>${SVG_LINE}`),
    '@import',
  ],
  ['an escape in a style', createSvg(`<path style="fill:\\75 rl(x)" d="M0 0"/>`), 'escaped characters'],
  ['an escape in an attribute', createSvg(`<path fill="\\75 rl(x)" d="M0 0"/>`), 'escaped characters'],
  [
    'a style sheet from elsewhere',
    `<?xml-stylesheet href="x.css"?>${createSvg(SVG_LINE)}`,
    'a processing instruction: xml-stylesheet',
  ],
  [
    'attributes by a declaration',
    `<!DOCTYPE svg [<!ATTLIST path onclick CDATA "x">]>${createSvg(SVG_LINE)}`,
    'DOCTYPE',
  ],
  [
    'entities',
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${createSvg(`<text>&a;</text>`)}`,
    'DOCTYPE',
  ],
  ['an entity', createSvg('<text>&a;</text>'), 'not well-formed XML'],
  ['half a document', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/>', 'not well-formed XML'],
  ['no namespace', '<svg><path d="M0 0"/></svg>', 'not an SVG drawing'],
  ['another document', `<html ${XHTML}/>`, 'not an SVG drawing'],
  ['a text', 'no XML', 'not well-formed XML'],
  ['nothing', '', 'not'],
  ['no line', createSvg('<g><g/></g>'), 'no line, shape or text'],
  ['no size', createSvg(SVG_LINE, ''), 'neither a size nor a viewBox'],
  [
    'a size of nothing',
    createSvg(SVG_LINE, 'width="100%" viewBox="0 0 0 5"'),
    'neither a size nor a viewBox',
  ],
  [
    'too many levels',
    createSvg(
      '<g>'.repeat(PAGE_DRAWING_LIMITS.levels) + SVG_LINE + '</g>'.repeat(PAGE_DRAWING_LIMITS.levels),
    ),
    `more than ${PAGE_DRAWING_LIMITS.levels} levels`,
  ],
  [
    'too many elements',
    createSvg('<path d="M0 0"/>'.repeat(PAGE_DRAWING_LIMITS.elements)),
    `more than ${PAGE_DRAWING_LIMITS.elements} elements`,
  ],
  [
    'a line ten to the sixth times over',
    createSvg(`<g id="u0">${SVG_LINE}</g>${nestUses(6)}`),
    'references repeat more than',
  ],
  [
    'the same by patterns',
    createSvg(
      `<pattern id="u0">${SVG_LINE}</pattern>${Array.from({ length: 7 }, (_, at) => `<pattern id="u${at + 1}">${`<rect fill="url(#u${at})"/>`.repeat(10)}</pattern>`).join('')}`,
    ),
    'references repeat more than',
  ],
  [
    'the same by a style sheet',
    createSvg(
      `<style>.a{fill:url(#u0)}${Array.from({ length: 7 }, (_, at) => `.b${at}{fill:url(#u${at})}`).join('')}</style><pattern id="u0">${SVG_LINE}</pattern>${Array.from({ length: 7 }, (_, at) => `<pattern id="u${at + 1}">${`<rect class="b${at}"/>`.repeat(10)}</pattern>`).join('')}`,
    ),
    'references repeat more than',
  ],
  [
    'a style rule with many references for many elements',
    createSvg(`<style>*{fill:${'url(#u0)'.repeat(1000)}}</style>${SVG_LINE.repeat(400)}`),
    'style rules add more than',
  ],
  [
    'a reference to itself',
    createSvg(`${SVG_LINE}<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>`),
    'form a loop',
  ],
  [
    'a reference to itself by a style sheet',
    createSvg(`${SVG_LINE}<style>@media print{rect{mask:url(#m)}}</style><mask id="m"><rect/></mask>`),
    'form a loop',
  ],
];

describe('an untrusted drawing', () => {
  it.each(REFUSED)('with %s is refused with the reason', (_, text, reason) => {
    expect(readPageDrawing(text, undefined)).toContain(reason);
  });

  it('takes time in proportion to its length, for any contents', () => {
    const long = 300_000;
    for (const inside of [
      `<path d="${'M'.repeat(long)}"/>`,
      `<path d="M0 0" fill="${'('.repeat(long)}"/>`,
      `<path d="M0 0" style="${'url('.repeat(long)}"/>`,
      `<style>${'{'.repeat(long)}</style>${SVG_LINE}`,
      `<style>${'.a'.repeat(long)}{fill:url(#line)}</style>${SVG_LINE}`,
      `<style>${'*{fill:url(#x)}'.repeat(20_000)}</style>${'<path d="M0 0"/>'.repeat(2000)}`,
      `<text>${'not '.repeat(long)}</text>`,
      `${SVG_LINE}${Array.from({ length: 9 }, (_, at) => `<linearGradient id="p${at + 1}" href="#p${at}"/>`).join('')}`,
    ]) {
      const began = performance.now();
      readPageDrawing(createSvg(inside), undefined);
      expect(performance.now() - began).toBeLessThan(5_000);
    }
  });
});

describe('a drawing of a designer', () => {
  it('is shown unchanged, as a picture with a description', () => {
    const text = createSvg(
      `<title>Coat, front</title><style>.cls-1{fill:url(#shade)}</style><linearGradient id="shade"><stop class="cls-1" offset="0"/></linearGradient>${SVG_LINE}<a href="https://x.example"><use xlink:href="#line"/></a><rect class="cls-1" fill="url('#shade') red"/>`,
    );
    const page = renderPageWithDrawing(parseDrawing(text));
    expect(findPictures(page)).toEqual([text]);
    expect(page).toContain('alt="Construction drawing of GARM-1: Coat, front" width="720" height="360"');
    expect(page).toContain('form-action &#39;none&#39;; img-src data:"');
    expect(removePictures(page)).not.toMatch(/<(?:img|svg)|data:image/);
    expect(renderPageWithDrawing(undefined)).not.toMatch(/img-src|<img/);
  });

  it('describes the garment by its name as written', () => {
    const nodes = [{ id: 'g', kind: 'garment', label: { value: 'Coat : long', state: 'asserted' } }];
    const readAlt = (inside: string) =>
      /alt="([^"]*)"/.exec(renderPageWithDrawing(parseDrawing(createSvg(inside)), {}, { nodes }))?.[1];
    expect(readAlt(SVG_LINE)).toBe('Construction drawing of Coat : long');
    expect(readAlt(`<title>Front</title>${SVG_LINE}`)).toBe('Construction drawing of Coat : long: Front');
  });

  it.each([
    ['width="100mm" height="50mm"', 360],
    ['viewBox="0 0 10 30"', 2160],
    ['width="420mm" height="352mm" viewBox="0 0 420 352"', 603],
  ])('%s keeps its shape', (attributes, height) => {
    expect(renderPageWithDrawing(parseDrawing(createSvg(SVG_LINE, attributes)))).toContain(
      `width="720" height="${height}"`,
    );
  });

  it('precedes the tables, with the number of each callout', () => {
    const buildNote = (at: number, label: string) => ({
      id: `n${at}`,
      kind: 'construction_note',
      label: { value: label, state: 'asserted' },
      values: { callout: { value: at, state: 'asserted' } },
    });
    const nodes = [
      ...DRAWING_GRAPH.nodes,
      buildNote(1, 'Half-lined'),
      buildNote(2, `${'word '.repeat(40)}end`),
    ];
    const page = renderPageWithDrawing(parseDrawing(createSvg(SVG_LINE)), {}, { nodes });
    expect(page.indexOf('<section id="drawing">')).toBeLessThan(page.indexOf('<section id="sewing">'));
    const [, list = ''] = /<ol class="callouts">(.*?)<\/ol>/s.exec(page) ?? [];
    expect(list.match(/<li>/g)).toHaveLength(2);
    expect(list).toMatch(/<b>1<\/b> Half-lined.*<b>2<\/b> word word[^<]*…/);
    expect(list).not.toContain('end');
  });

  it('names its source', () => {
    expect(renderPageWithDrawing(parseDrawing(createSvg(SVG_LINE), {}))).toContain(
      'Governed construction document, 2026-11-21 09:00 UTC',
    );
    expect(renderPageWithDrawing(parseDrawing(createSvg(SVG_LINE), { file: '<b>.svg' }))).toContain(
      'not sent by the service: &lt;b&gt;.svg',
    );
  });
});

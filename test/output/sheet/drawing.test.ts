import { describe, expect, it } from 'vitest';
import { readPageDrawing } from '../../../src/garment/page-drawing.ts';
import { PAGE_DRAWING_LIMITS } from '../../../src/platform/size-limits.ts';
import {
  drawingOf,
  LINE,
  NODES,
  pageWith,
  picturesOn,
  svg,
  withoutPictures,
} from '../../support/drawn-pages.ts';

const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"';
const uses = (levels: number): string =>
  Array.from(
    { length: levels },
    (_, at) => `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(10)}</g>`,
  ).join('');

/** Drawings that would miss something as a picture, or that would stop a browser. */
const REFUSED: readonly (readonly [says: string, text: string, reason: string])[] = [
  ['a script', svg(`${LINE}<script>alert(1)</script>`), 'it holds a script: <script>'],
  ['a script of HTML', svg(`${LINE}<script ${XHTML}>alert(1)</script>`), 'a script'],
  [
    'a script under a prefix',
    svg(`<s:script xmlns:s="http://www.w3.org/2000/svg"/>${LINE}`),
    'a script: <s:script>',
  ],
  ['an event handler', svg(`<g onload="alert(1)">${LINE}</g>`), 'an event handler: onload'],
  ['an event handler in capitals', svg(`<g ONCLICK="alert(1)">${LINE}</g>`), 'an event handler'],
  ['a foreign object', svg(`${LINE}<foreignObject/>`), 'a foreign object'],
  ['HTML', svg(`${LINE}<iframe ${XHTML} src="x"/>`), 'it holds HTML: <iframe>'],
  ['a picture', svg(`${LINE}<image href="data:image/png;base64,AA"/>`), 'a picture'],
  ['a picture in a filter', svg(`${LINE}<filter id="f"><feImage href="#line"/></filter>`), 'a picture'],
  [
    'an animation',
    svg(`<use href="#line"><set attributeName="href" to="#x"/></use>${LINE}`),
    'an animation: <set>',
  ],
  [
    'a reference elsewhere',
    svg(`${LINE}<use href="https://pwn.example/x.svg#a"/>`),
    'another document: https://pwn',
  ],
  ['a reference under a prefix', svg(`${LINE}<use xlink:href="x.svg#a"/>`), 'another document: x.svg#a'],
  ['a document in a reference', svg(`${LINE}<use href="data:image/svg+xml,x#a"/>`), 'another document'],
  [
    'an attribute that loads',
    svg(`<path fill="url(https://pwn.example/x)" d="M0 0"/>`),
    'another document: url(',
  ],
  [
    'a style that loads',
    svg(`<path style="fill: URL( 'x.svg#y' )" d="M0 0"/>`),
    'another document: url(x.svg#y)',
  ],
  [
    'a style sheet that loads',
    svg(`<style>path{fill:url("//pwn.example/x")}</style>${LINE}`),
    'another document',
  ],
  ['a style sheet that imports', svg(`<style><![CDATA[@import "x.css";]]></style>${LINE}`), '@import'],
  ['an escape in a style', svg(`<path style="fill:\\75 rl(x)" d="M0 0"/>`), 'escaped characters'],
  ['an escape in an attribute', svg(`<path fill="\\75 rl(x)" d="M0 0"/>`), 'escaped characters'],
  [
    'a style sheet from elsewhere',
    `<?xml-stylesheet href="x.css"?>${svg(LINE)}`,
    'an instruction: xml-stylesheet',
  ],
  [
    'attributes by a declaration',
    `<!DOCTYPE svg [<!ATTLIST path onclick CDATA "x">]>${svg(LINE)}`,
    'DOCTYPE',
  ],
  [
    'entities',
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg(`<text>&a;</text>`)}`,
    'DOCTYPE',
  ],
  ['an entity', svg('<text>&a;</text>'), 'not well-formed XML'],
  ['half a document', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/>', 'not well-formed XML'],
  ['no namespace', '<svg><path d="M0 0"/></svg>', 'not an SVG drawing'],
  ['another document', `<html ${XHTML}/>`, 'not an SVG drawing'],
  ['a text', 'no XML', 'not well-formed XML'],
  ['nothing', '', 'not'],
  ['no line', svg('<g><g/></g>'), 'no line, shape or text'],
  ['no size', svg(LINE, ''), 'neither a size nor a viewBox'],
  ['a size of nothing', svg(LINE, 'width="100%" viewBox="0 0 0 5"'), 'neither a size nor a viewBox'],
  [
    'too many levels',
    svg('<g>'.repeat(PAGE_DRAWING_LIMITS.levels) + LINE + '</g>'.repeat(PAGE_DRAWING_LIMITS.levels)),
    `more than ${PAGE_DRAWING_LIMITS.levels} levels`,
  ],
  [
    'too many elements',
    svg('<path d="M0 0"/>'.repeat(PAGE_DRAWING_LIMITS.elements)),
    `more than ${PAGE_DRAWING_LIMITS.elements} elements`,
  ],
  [
    'a line ten to the sixth times over',
    svg(`<g id="u0">${LINE}</g>${uses(6)}`),
    'references repeat more than',
  ],
  [
    'the same by patterns',
    svg(
      `<pattern id="u0">${LINE}</pattern>${Array.from({ length: 7 }, (_, at) => `<pattern id="u${at + 1}">${`<rect fill="url(#u${at})"/>`.repeat(10)}</pattern>`).join('')}`,
    ),
    'references repeat more than',
  ],
  [
    'the same by a style sheet',
    svg(
      `<style>.a{fill:url(#u0)}${Array.from({ length: 7 }, (_, at) => `.b${at}{fill:url(#u${at})}`).join('')}</style><pattern id="u0">${LINE}</pattern>${Array.from({ length: 7 }, (_, at) => `<pattern id="u${at + 1}">${`<rect class="b${at}"/>`.repeat(10)}</pattern>`).join('')}`,
    ),
    'references repeat more than',
  ],
  [
    'a reference to itself',
    svg(`${LINE}<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>`),
    'to itself',
  ],
  [
    'a reference to itself by a style sheet',
    svg(`${LINE}<style>@media print{rect{mask:url(#m)}}</style><mask id="m"><rect/></mask>`),
    'to itself',
  ],
];

describe('an untrusted drawing', () => {
  it.each(REFUSED)('with %s is refused with the reason', (_, text, reason) => {
    expect(readPageDrawing(text, undefined)).toContain(reason);
  });

  it('costs time in proportion to its length, whatever it contains', () => {
    const long = 300_000;
    for (const inside of [
      `<path d="${'M'.repeat(long)}"/>`,
      `<path d="M0 0" fill="${'('.repeat(long)}"/>`,
      `<path d="M0 0" style="${'url('.repeat(long)}"/>`,
      `<style>${'{'.repeat(long)}</style>${LINE}`,
      `<style>${'.a'.repeat(long)}{fill:url(#line)}</style>${LINE}`,
      `<style>${'*{fill:url(#x)}'.repeat(20_000)}</style>${'<path d="M0 0"/>'.repeat(2000)}`,
      `<text>${'not '.repeat(long)}</text>`,
      `${LINE}${Array.from({ length: 9 }, (_, at) => `<linearGradient id="p${at + 1}" href="#p${at}"/>`).join('')}`,
    ]) {
      const began = performance.now();
      readPageDrawing(svg(inside), undefined);
      expect(performance.now() - began).toBeLessThan(5_000);
    }
  });
});

describe('a drawing of a designer', () => {
  it('is shown unchanged, as a picture with a description', () => {
    const text = svg(
      `<title>Coat, front</title><style>.cls-1{fill:url(#shade)}</style><linearGradient id="shade"><stop class="cls-1" offset="0"/></linearGradient>${LINE}<a href="https://x.example"><use xlink:href="#line"/></a><rect class="cls-1" fill="url('#shade') red"/>`,
    );
    const page = pageWith(drawingOf(text));
    expect(picturesOn(page)).toEqual([text]);
    expect(page).toContain('alt="Construction drawing of GARM-1: Coat, front" width="720" height="360"');
    expect(page).toContain('form-action &#39;none&#39;; img-src data:"');
    expect(withoutPictures(page)).not.toMatch(/<(?:img|svg)|data:image/);
    expect(pageWith(undefined)).not.toMatch(/img-src|<img/);
  });

  it.each([
    ['width="100mm" height="50mm"', 360],
    ['viewBox="0 0 10 30"', 2160],
    ['width="420mm" height="352mm" viewBox="0 0 420 352"', 603],
  ])('%s keeps its shape', (attributes, height) => {
    expect(pageWith(drawingOf(svg(LINE, attributes)))).toContain(`width="720" height="${height}"`);
  });

  it('stands before the tables, with the number of each callout', () => {
    const note = (at: number, label: string) => ({
      id: `n${at}`,
      kind: 'construction_note',
      label: { value: label, state: 'asserted' },
      values: { callout: { value: at, state: 'asserted' } },
    });
    const nodes = [...NODES.nodes, note(1, 'Half-lined'), note(2, `${'word '.repeat(40)}end`)];
    const page = pageWith(drawingOf(svg(LINE)), {}, { nodes });
    expect(page.indexOf('<section id="drawing">')).toBeLessThan(page.indexOf('<section id="sewing">'));
    const [, list = ''] = /<ol class="callouts">(.*?)<\/ol>/s.exec(page) ?? [];
    expect(list.match(/<li>/g)).toHaveLength(2);
    expect(list).toMatch(/<b>1<\/b> Half-lined.*<b>2<\/b> word word[^<]*…/);
    expect(list).not.toContain('end');
  });

  it('names its source', () => {
    expect(pageWith(drawingOf(svg(LINE), {}))).toContain(
      'Governed construction document, 2026-11-21 09:00 UTC',
    );
    expect(pageWith(drawingOf(svg(LINE), { file: '<b>.svg' }))).toContain(
      'not sent by the service: &lt;b&gt;.svg',
    );
  });
});

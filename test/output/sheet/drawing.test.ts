import { describe, expect, it } from 'vitest';
import { formatLeftOut } from '../../../src/garment/left-out.ts';
import { readPageDrawing } from '../../../src/output/sheet/read-page-drawing.ts';
import { PAGE_DRAWING_LIMITS } from '../../../src/platform/size-limits.ts';
import { anySign } from '../../support/any-sign.ts';
import { drawingOf, drawnOn, LINE, pageWith, strangeIn, svg } from '../../support/drawn-pages.ts';
import fc, { cases } from '../../support/property.ts';

const drawn = (text: string): string => drawnOn(pageWith(drawingOf(text)));

/** The line that stands in each, so that it holds anything at all, and what else is left. */
const HOSTILE: readonly (readonly [says: string, inside: string, taken: string])[] = [
  ['a script', '<script>alert(1)</script>', '1 element (script)'],
  [
    'a script of HTML',
    '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>',
    '1 element (script)',
  ],
  [
    'a script under another prefix',
    '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
    '1 element (s:script)',
  ],
  ['a script in CDATA', '<script><![CDATA[alert(1)]]></script>', '1 element (script)'],
  [
    'what runs when it is there',
    '<g onload="alert(1)" onClick="alert(1)" ONMOUSEOVER="alert(1)"/>',
    '3 attributes (onload, onClick, ONMOUSEOVER)',
  ],
  [
    'HTML',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    '1 element (foreignObject); 1 mark of an editor (body); 1 picture (img)',
  ],
  [
    'a picture',
    '<image href="https://pwn.example/x.png"/><image xlink:href="data:image/png;base64,AA"/>',
    '2 pictures (image 2)',
  ],
  [
    'a reference elsewhere',
    '<use href="https://pwn.example/x.svg#a"/><use xlink:href="x.svg#a"/>',
    '2 attributes (href, xlink:href)',
  ],
  ['a document in a link', '<use href="data:image/svg+xml;base64,PHN2Zy8+#x"/>', '1 attribute (href)'],
  ['a link that runs', '<a href="java\tscript:alert(1)"><path d="M1 1"/></a>', '1 element (a)'],
  [
    'a link under another prefix',
    '<a xmlns:q="http://www.w3.org/1999/xlink" q:href="javascript:alert(1)"><path d="M1 1"/></a>',
    '1 element (a)',
  ],
  [
    'what sets a link later',
    '<use href="#line"><animate attributeName="href" to="javascript:alert(1)"/><set attributeName="href" to="x"/></use>',
    '2 elements (animate, set)',
  ],
  [
    'a style that loads',
    '<g style="fill:url(https://pwn.example/x);background:url(x)"/>',
    '1 attribute (fill); 1 style (background)',
  ],
  [
    'a style sheet that loads',
    '<style>@import url(https://pwn.example/x.css); path{fill:url("//pwn.example/x#y")}</style>',
    '1 style (@import',
  ],
  [
    'a style sheet in CDATA',
    '<style><![CDATA[</style><script>alert(1)</script> path { stroke: expression(alert(1)) }]]></style>',
    'left out',
  ],
  ['escapes of CSS', '<g style="fill:\\75 rl(x)" fill="\\75rl(x)"/>', '1 attribute (fill)'],
  ['a comment within a value', '<g fill="u/**/rl(x)"/>', '1 attribute (fill)'],
  [
    'a base for addresses',
    '<g xml:base="https://pwn.example/"><use href="x#y"/></g>',
    '2 attributes (xml:base, href)',
  ],
  [
    'a filter that loads',
    '<filter id="f"><feImage href="https://pwn.example/x"/></filter><g filter="url(#f)"/>',
    '1 picture (feImage)',
  ],
  [
    'a style sheet from elsewhere',
    '<?xml-stylesheet href="https://pwn.example/x.css"?>',
    '1 instruction (xml-stylesheet)',
  ],
  ['a cursor', '<g cursor="url(https://pwn.example/x.cur), auto" pointer-events="all"/>', '2 attributes'],
  [
    "a place of toile's own",
    '<text>&lt;x-n&gt;name&lt;/x-n&gt;</text><x-n xmlns="urn:x">name</x-n>',
    '1 mark of an editor (x-n)',
  ],
  ['ids of the page', '<g id="materials"/><g id="materials"/><use href="#materials"/>', '1 attribute (id)'],
  [
    'a reference to nothing',
    '<use href="#nothing"/><path fill="url(#nothing)" d="M1 1"/>',
    '2 attributes (href, fill)',
  ],
];

describe('a drawing of a stranger', () => {
  it.each(HOSTILE)('%s is taken out, and counted', (_, inside, words) => {
    const drawing = drawingOf(svg(LINE + inside));
    const page = pageWith(drawing);
    expect(strangeIn(drawnOn(page))).toEqual([]);
    expect(drawnOn(page)).toContain('d="M0 0L9 9"');
    expect(drawnOn(page)).not.toMatch(/pwn\.example|alert\(1\)(?!\s*\))|javascript:/);
    expect(formatLeftOut(drawing.removed)).toContain(words);
    expect(page).toContain('Taken out of the drawing');
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/>', 'not well-formed XML'],
    ['<svg><path d="M0 0"/></svg>', 'not an SVG drawing'],
    ['<html xmlns="http://www.w3.org/1999/xhtml"/>', 'not an SVG drawing'],
    ['no XML', 'not well-formed XML'],
    ['', 'not'],
    [`<!DOCTYPE svg [<!ENTITY a "x">]>${svg(`${LINE}<text>&a;</text>`)}`, 'not well-formed XML'],
    [
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg(`<text>&a;</text>`)}`,
      'not well-formed XML',
    ],
    [svg('<image href="x.png"/>'), 'pictures are never printed'],
    [svg('<g><g/></g>'), 'no line, shape or text'],
    [svg(LINE, ''), 'neither a size nor a viewBox'],
    [svg(LINE, 'width="100%" viewBox="0 0 0 5"'), 'neither a size nor a viewBox'],
    [
      svg('<g>'.repeat(PAGE_DRAWING_LIMITS.levels) + LINE + '</g>'.repeat(PAGE_DRAWING_LIMITS.levels)),
      `more than ${PAGE_DRAWING_LIMITS.levels} levels`,
    ],
    [
      svg('<path d="M0 0"/>'.repeat(PAGE_DRAWING_LIMITS.elements)),
      `more than ${PAGE_DRAWING_LIMITS.elements} elements`,
    ],
  ])('%# is refused whole, with its reason', (text, words) => {
    expect(readPageDrawing(text, undefined)).toContain(words);
  });

  it('is not drawn ten to the ninth times over, nor without end', () => {
    const levels = Array.from(
      { length: 9 },
      (_, at) => `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(10)}</g>`,
    );
    const all = drawn(svg(`<g id="u0">${LINE}</g>${levels.join('')}`));
    expect(strangeIn(all)).toEqual([]);
    expect(all).not.toContain('href=');
    const round = drawn(
      svg(`${LINE}<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/><use href="#line"/></g>`),
    );
    expect(strangeIn(round)).toEqual([]);
    expect(round.match(/href=/g)).toHaveLength(2);
    const chain = Array.from(
      { length: 5000 },
      (_, at) => `<pattern id="p${at + 1}" fill="url(#p${at})"/>`,
    ).join('');
    expect(strangeIn(drawn(svg(`<pattern id="p0"/>${LINE}${chain}`)))).toEqual([]);
  });

  it('costs no more than its length, whatever is in it', () => {
    const long = 300_000;
    for (const inside of [
      `<path d="${'M'.repeat(long)}"/>`,
      `<path d="M0 0" fill="${'('.repeat(long)}"/>`,
      `<path d="M0 0" style="fill:red${' '.repeat(long)}x"/>`,
      `<path d="M0 0" style="fill:${'! '.repeat(long)}x"/>`,
      `<style>${'/*'.repeat(long)}</style>${LINE}`,
      `<style>${'{'.repeat(long)}</style>${LINE}`,
      `<style>${'.a'.repeat(long)}{fill:red}</style>${LINE}`,
      `<style>${'*{fill:red}'.repeat(20_000)}</style>${'<path d="M0 0"/>'.repeat(2000)}`,
      `<text>${'not '.repeat(long)}</text>`,
    ])
      expect(strangeIn(drawn(svg(inside)))).toEqual([]);
  });

  const text = fc.oneof(
    fc.constantFrom(...HOSTILE.map(([, inside]) => inside.replaceAll(/[<&"]/g, ''))),
    fc.constantFrom(
      '#line',
      'url(#line)',
      'url( "#line" ) red',
      'url(x)',
      'red',
      '1 2 3',
      'matrix(1 0 0 1 0 0)',
    ),
    fc.string({ unit: anySign }),
  );
  const name = fc.constantFrom(
    ...[
      'path',
      'g',
      'use',
      'text',
      'tspan',
      'title',
      'style',
      'script',
      'a',
      'image',
      'svg',
      'defs',
      'pattern',
    ],
    ...['foreignObject', 'animate', 'mask', 'marker', 'switch', 'x:g', 'SCRIPT', 'math', 'body', 'iframe'],
  );
  const key = fc.constantFrom(
    ...[
      'id',
      'href',
      'xlink:href',
      'fill',
      'style',
      'class',
      'onload',
      'd',
      'transform',
      'data-node',
      'mask',
    ],
    ...['viewBox', 'xml:base', 'xml:space', 'font-family', 'filter', 'src', 'width', 'overflow', 'role'],
  );
  const written = (value: string): string =>
    value
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for these
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
      .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const element = fc.letrec<{ readonly all: string }>((tie) => ({
    all: fc
      .tuple(
        name,
        fc.dictionary(key, text, { maxKeys: 4 }),
        fc.array(fc.oneof({ depthSize: 'small' }, text.map(written), tie('all')), { maxLength: 3 }),
      )
      .map(
        ([tag, attributes, inside]) =>
          `<${tag} xmlns:x="urn:x"${Object.entries(attributes)
            .map(([each, value]) => ` ${each}="${written(value)}"`)
            .join('')}>${inside.join('')}</${tag}>`,
      ),
  })).all;

  it('comes out as XML that holds only what is allowed, whatever went in', () => {
    fc.assert(
      fc.property(fc.array(element, { maxLength: 4 }), (inside) => {
        const page = pageWith(drawingOf(svg(LINE + inside.join(''))));
        expect(strangeIn(drawnOn(page))).toEqual([]);
        expect(page.match(/<script|<iframe|<style/g)).toEqual(['<style']);
      }),
      cases(150),
    );
  });
});

describe('a drawing of a designer', () => {
  it('keeps its look where a style sheet says it, the stronger rule before the weaker', () => {
    const all = drawn(
      svg(
        '<style>.cls-1{fill:none;stroke:#c00 !important}/* x */ path.thin,#b{stroke-width:.2px} path{fill:red}</style>' +
          '<path id="a" class="cls-1 thin" d="M1 1"/><path id="b" d="M2 2"/><path style="fill:blue" fill="green" class="cls-1" d="M3 3"/>',
      ),
    );
    expect(strangeIn(all)).toEqual([]);
    expect(all).toContain('d="M1 1" fill="none" stroke="#c00" stroke-width=".2px"/>');
    expect(all).toContain('d="M2 2" fill="red" stroke-width=".2px"/>');
    expect(all).toContain('d="M3 3" fill="blue" stroke="#c00"/>');
  });

  it('keeps references within itself, by names that nothing else on the page has', () => {
    const all = drawn(
      svg(
        `<defs><linearGradient id="shade"><stop offset="0"/></linearGradient></defs>${LINE}<use xlink:href="#line"/><rect fill="url('#shade') red"/>`,
      ),
    );
    expect(strangeIn(all)).toEqual([]);
    const [, shade] = /<linearGradient id="([^"]+)"/.exec(all) ?? [];
    expect(all).toContain(`fill="url(#${shade}) red"`);
    expect(all).toMatch(/<path id="(drawing-\d+)"[\s\S]*<use href="#\1"/);
  });

  it.each([
    ['width="100mm" height="50mm" viewBox="0 0 100 50"', '', 'To scale', '100mm', '50mm', 'drawn'],
    ['width="10cm" height="2in" viewBox="0 0 100 50.8"', '', 'To scale', '100mm', '50.8mm', 'drawn'],
    ['width="240mm" height="130mm" viewBox="0 0 24 13"', '', 'To scale', '240mm', '130mm', 'drawn wide'],
    ['width="100mm" height="50mm"', '', 'To scale', '100mm', '50mm', 'drawn'],
    [
      'width="100mm" height="50mm" viewBox="0 0 100 50"',
      '<text>This is <tspan>NOT</tspan>\n to scale.</text>',
      'Not to scale',
      '253mm',
      '126.5mm',
      'drawn wide',
    ],
    [
      'width="100mm" height="50mm" viewBox="0 0 100 50"',
      '<desc>N.T.S.</desc>',
      'Not to scale',
      '253mm',
      '126.5mm',
      'drawn wide',
    ],
    ['width="100mm" height="50mm" viewBox="0 0 100 100"', '', 'Not to scale', '184mm', '184mm', 'drawn'],
    ['width="420mm" height="352mm" viewBox="0 0 420 352"', '', 'Not to scale', '184mm', '154.21mm', 'drawn'],
    ['width="100" height="50" viewBox="0 0 100 50"', '', 'Not to scale', '253mm', '126.5mm', 'drawn wide'],
    ['viewBox="0 0 10 30"', '', 'Not to scale', '66.67mm', '200mm', 'drawn'],
  ])('%s %s is %s', (attributes, inside, words, width, height, pages) => {
    const page = pageWith(drawingOf(svg(LINE + inside, attributes)));
    expect(page).toMatch(new RegExp(`<svg class="doc" id="drawing-0" width="${width}" height="${height}"`));
    expect(page).toContain(`<b>${words}</b>`);
    expect(page).toContain(`<section id="drawing" class="${pages}">`);
    expect(page.includes('aria-label="50 mm"')).toBe(words === 'To scale');
  });

  const CALLOUTS =
    '<g id="Seams"><g id="Seam_side_seam"><path d="M1 1"/></g><g id="x" data-node="pom.B01"><text>B01</text></g><g data-node="pom.B99"/></g>';

  it('ties each part to the row of the node that it names, there and back', () => {
    const page = pageWith(drawingOf(svg(CALLOUTS)));
    expect(strangeIn(drawnOn(page))).toEqual([]);
    for (const at of [1, 2]) {
      expect(drawnOn(page)).toContain(
        `<a id="callout-${at}" href="#node-${at}"${at === 1 ? ' aria-label="Side seam"' : ''}>`,
      );
      expect(page).toMatch(
        new RegExp(`<tbody id="node-${at}">[^\\n]*<a class="to" href="#callout-${at}">on the drawing</a>`),
      );
      expect(page.match(new RegExp(` id="node-${at}"`, 'g'))).toHaveLength(1);
    }
    expect(page).toContain('role="group" aria-labelledby="drawing-0-title"');
    expect(page).toContain('pom.B99</span> <span class="f">is no node of this graph</span>');
  });

  it('ties nothing to a row that is not there, and says so', () => {
    const page = pageWith(drawingOf(svg(CALLOUTS)), { parts: ['measuring'] });
    expect(page).not.toContain('node-1"');
    expect(page).toContain('href="#node-2"');
    expect(page).toMatch(/Side seam<\/bdi>.*stands on no page of this sheet/);
  });

  it('never means two nodes by one name, and is a picture where it means none', () => {
    const twice = [
      { id: 'seam.a-b', kind: 'seam' },
      { id: 'seam.a.b', kind: 'seam' },
    ];
    const page = pageWith(
      drawingOf(svg('<title>Side</title><g id="seam_a_b"><path d="M1 1"/></g>')),
      {},
      { nodes: twice },
    );
    expect(page).not.toContain('on the drawing');
    expect(page).toContain(
      'role="img" aria-labelledby="drawing-0-title"><title id="drawing-0-title">Side</title>',
    );
  });

  it('says where it comes from, and a page without one is what it was', () => {
    expect(pageWith(drawingOf(svg(LINE), {}))).toContain(
      'Governed construction document, 2026-11-21 09:00 UTC',
    );
    const own = pageWith(drawingOf(svg(LINE), { file: '<b>.svg' }));
    expect(own).toContain('not sent by the service: &lt;b&gt;.svg');
    const plain = pageWith(undefined);
    expect(plain).not.toMatch(/drawing-0|class="doc"|:not\(\.doc\)/);
  });
});

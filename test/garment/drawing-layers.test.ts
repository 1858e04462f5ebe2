import { describe, expect, it } from 'vitest';
import { createDrawingReader } from '../../src/garment/drawing-reader.ts';
import { DRAWING_LIMITS } from '../../src/platform/size-limits.ts';

const readDrawing = (text: string, length = 1000) => {
  const reader = createDrawingReader();
  for (let at = 0; at < text.length && reader.write(text.slice(at, at + length)); at += length);
  return reader.end();
};

const buildSvg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ${attributes}>${inside}</svg>`;

describe('layers', () => {
  it('are the groups directly under the root, in the order of the file, with their Inkscape labels', () => {
    const { layers, width, height, viewBox, warnings } = readDrawing(
      buildSvg(
        '<title>x</title><g id="Flat_front" data-name="Flat, front"><g id="a"><path/></g></g>' +
          '<g id="Seams" inkscape:label="Seams &amp; stitching"/><g id="Plain"/><g/><rect/>',
        'width="297mm" height="210mm" viewBox="0 0 297 210"',
      ),
    );
    expect(layers).toStrictEqual([
      { name: 'Flat, front', elements: 2 },
      { name: 'Seams & stitching', elements: 0 },
      { name: 'Plain', elements: 0 },
      { name: '(unnamed)', elements: 0 },
    ]);
    expect([width, height, viewBox]).toStrictEqual(['297mm', '210mm', '0 0 297 210']);
    expect(warnings).toStrictEqual([]);
  });

  it('of other namespaces are ignored', () => {
    expect(readDrawing(buildSvg('<g xmlns="urn:other" id="x"/>')).layers).toStrictEqual([]);
  });
});

describe('warnings', () => {
  it.each([
    ['<g><image href="x.png"/></g>', '1 <image>'],
    ['<script>alert(1)</script>', '1 <script>'],
    ['<g id="a"/><g id="a"/><g id="b"/><g id="b"/>', '2 ids are used more than once: a, b'],
    ['<g xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/" i:layer="yes"/>', 'i:layer'],
    ['<g>', 'not well-formed'],
  ])('%s', (inside, words) => {
    expect(readDrawing(buildSvg(inside)).warnings.join()).toContain(words);
  });

  it('an entity is never expanded, and a billion of them take no time', () => {
    const levels = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
      '',
    );
    const bomb = `<!DOCTYPE svg [<!ENTITY e0 "ha">${levels}]>${buildSvg('<g id="kept"/><text>&e12;</text>')}`;
    const { warnings, layers } = readDrawing(bomb);
    expect(warnings.join()).toContain('declares entities');
    expect(layers.map(({ name }) => name)).toStrictEqual(['kept']);
  });

  it('an external entity is not read', () => {
    const { warnings } = readDrawing(
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${buildSvg('<g id="&x;"/>')}`,
    );
    expect(JSON.stringify(warnings)).not.toContain('root:');
    expect(warnings.join()).toContain('not well-formed');
  });

  it.each(['', '{"a": 1}', '<html/>', '\u0000', '<svg/>'])(
    '%j is not a drawing, and not a failure either',
    (text) => {
      const { layers, warnings } = readDrawing(text);
      expect(layers).toStrictEqual([]);
      expect(warnings.length).toBeGreaterThan(0);
    },
  );
});

describe('a drawing beyond the limits', () => {
  const buildMany = (count: number, one: string | ((at: number) => string)) =>
    Array.from({ length: count }, (_, at) => (typeof one === 'string' ? one : one(at))).join('');

  it.each([
    [
      'levels',
      () => buildSvg(`<g id="kept"/>${buildMany(200_000, '<g>')}${buildMany(200_000, '</g>')}`),
      'levels',
    ],
    ['elements', () => buildSvg(`<g id="kept"/>${buildMany(DRAWING_LIMITS.elements, '<a/>')}`), 'elements'],
    [
      'attributes',
      () => buildSvg(`<g id="kept"/><g ${buildMany(50_000, (at) => ` a${at}=""`)}/>`),
      'attributes',
    ],
    [
      'text in a comment',
      () => buildSvg(`<g id="kept"/><!--${'x-'.repeat(DRAWING_LIMITS.piece)}-->`),
      'characters',
    ],
    [
      'declarations',
      () => `<!DOCTYPE svg [${buildMany(200_000, '<!ENTITY a "b">')}]>${buildSvg('')}`,
      'characters',
    ],
  ])('%s: it is read up to the limit, in constant memory and time', (_, text, words) => {
    const { layers, warnings } = readDrawing(text(), 32_768);
    expect(warnings.join()).toContain(`${words}; read up to that point`);
    if (words !== 'characters' || layers.length > 0) expect(layers[0]?.name).toBe('kept');
  });

  it('has its layers counted, and the first of them listed', () => {
    const { layers, warnings } = readDrawing(buildSvg(buildMany(DRAWING_LIMITS.layers + 7, '<g/>')));
    expect(layers).toHaveLength(DRAWING_LIMITS.layers);
    expect(warnings.join()).toContain('7 layers beyond the first 1000 not listed');
  });

  it('is far larger than a real drawing with many short and some long paths', () => {
    const path = `<path d="${'M0 0L10.5 10z'.repeat(30)}" id="p"/>`;
    const { warnings, layers } = readDrawing(
      buildSvg(
        `<g id="a">${buildMany(20_000, path)}</g><g id="b"><image href="data:;base64,${'A'.repeat(1e6)}=="/></g>`,
      ),
      32_768,
    );
    expect(layers.map(({ elements }) => elements)).toStrictEqual([20_000, 1]);
    expect(warnings.join()).not.toContain('read up to there');
  });
});

import { describe, expect, it } from 'vitest';
import { canonical } from '../../src/format/canonical.ts';
import { readJson, writeJson } from '../../src/format/lossless.ts';
import { type Manifest, manifestText, parseManifest, SCHEMA } from '../../src/mirror/manifest.ts';
import { fileFor, folderFor, isMirrorPath } from '../../src/mirror/names.ts';
import fc from '../support/property.ts';

const TOOLS = { canonical, readJson, writeJson };

describe('the canonical text', () => {
  it('has its members sorted, a value a line, and numbers as they were written', () => {
    expect(canonical('{"b":[56.0,1e3,{}],"a":9007199254740993,"b2":[],"B":null}')).toBe(`{
  "B": null,
  "a": 9007199254740993,
  "b": [
    56.0,
    1e3,
    {}
  ],
  "b2": []
}
`);
  });

  it('writes a string in one way, and nothing that a terminal obeys or an eye passes over', () => {
    expect(canonical('"\\u00e9\\/\\u001b"')).toBe('"é/\\u001b"\n');
    expect(canonical('"\u009b\u202e\u2028"')).toBe('"\\u009b\\u202e\\u2028"\n');
    expect(canonical('"👩🏽‍🎨 \\ud800"')).toBe('"👩🏽‍🎨 \\ud800"\n');
  });

  it('loses no duplicate member', () => {
    expect(canonical('{"b":1,"a":2,"b":3}')).toBe('{\n  "a": 2,\n  "b": 1,\n  "b": 3\n}\n');
  });

  it.each(['', '{', '{"a"}', '{"a":1,}', '[1 2]', 'nul', '01', '"a', '{a:1}', '1 2', `${'['.repeat(2000)}`])(
    'refuses %j',
    (text) => {
      expect(() => canonical(text)).toThrow(SyntaxError);
    },
  );

  it('says what the text said, in the same words however often it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonical(JSON.stringify(value));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonical(text)).toBe(text);
      }),
    );
  });
});

describe('names', () => {
  const id = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';
  it.each([
    [null, `designs/${id}`],
    ['Oxford button-down', `designs/oxford-button-down--${id}`],
    ['CON', `designs/con--${id}`],
    ['../../etc/passwd', `designs/etc-passwd--${id}`],
    ['عباية', `designs/${id}`],
    ['Crème brûlée', `designs/creme-brulee--${id}`],
    ['x'.repeat(500), `designs/${'x'.repeat(40)}--${id}`],
  ])('of a design called %s', (name, folder) => {
    expect(folderFor({ kind: 'design', id }, name)).toBe(folder);
  });

  it('of ids that are none stay inside the folder, and apart where only their case differs', () => {
    const names = ['../../x', 'A', 'a', `GARM-${'9'.repeat(300)}`, ''].map((odd) =>
      folderFor({ kind: 'design', id: odd }, null),
    );
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^designs\/id-[0-9a-f]{32}$/);
  });

  it('fit every file system, and are known again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.constantFrom('design', 'garment'),
        (name, odd, kind) => {
          for (const what of [
            { read: 'graph', profile: 'factory' },
            { read: 'export', profile: 'factory', driver: 'json' },
          ] as const) {
            const path = `${folderFor({ kind: kind as 'design', id: odd }, name)}/${fileFor(what)}`;
            expect(isMirrorPath(path)).toBe(true);
            expect(Math.max(...path.split('/').map((part) => Buffer.byteLength(part)))).toBeLessThan(255);
          }
        },
      ),
    );
  });
});

describe('the manifest', () => {
  const file = { sha256: 'a', fetched: 'b', read: 'graph', profile: 'factory', api_version: null };
  const manifest: Manifest = {
    user_id: 'u',
    designs: {
      b: { folder: 'designs/b', files: { 'graph.factory.json': file } },
      a: { folder: 'designs/a', files: {} },
    },
    garments: {},
  };

  it('is canonical, and read back as it was', () => {
    const text = manifestText(manifest, TOOLS);
    expect(text).toBe(canonical(text));
    expect(parseManifest(text, 'manifest.json', TOOLS)).toEqual(manifest);
  });

  it.each([
    ['another program', '{"name":"app"}', 'not a manifest of toile'],
    ['a later version', '{"schema":"toile.mirror/9"}', 'toile.mirror/9'],
    ['a broken file', '{', 'not JSON'],
    ['a conflict of git', '<<<<<<< HEAD\n{}\n=======\n', 'git conflict'],
    [
      'a way out of the folder',
      JSON.stringify({
        schema: SCHEMA,
        designs: { a: { folder: '../..', files: { 'graph.factory.json': file } } },
      }),
      'would not',
    ],
    [
      'a file that is none of ours',
      JSON.stringify({
        schema: SCHEMA,
        designs: { a: { folder: 'designs/a', files: { '../../.bashrc': file } } },
      }),
      'would not',
    ],
  ])('of %s is refused', (_, text, why) => {
    expect(() => parseManifest(text, 'season/manifest.json', TOOLS)).toThrow(why);
  });
});

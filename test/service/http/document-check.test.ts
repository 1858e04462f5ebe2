import { describe, expect, it } from 'vitest';
import { DOCUMENT_LIMITS } from '../../../src/platform/size-limits.ts';
import { createDocumentInspector, type DocumentKind } from '../../../src/service/http/document-inspector.ts';
import fc from '../../support/property.ts';

const toBytes = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? Buffer.from(text) : text;

/** Whether it ended as such a document does; throws where it is another. */
const inspect = (kind: DocumentKind, text: string | Uint8Array, lengths: readonly number[] = []) => {
  const bytes = toBytes(text);
  const watched = createDocumentInspector(kind);
  let at = 0;
  let left = 0;
  for (const length of [...lengths, bytes.length]) {
    const piece = bytes.subarray(at, at + length);
    at += length;
    if (watched.inspect(piece)) left = Math.min(at, bytes.length);
  }
  return { whole: watched.finish(), left: left };
};

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><g id="a"/></svg>';
const GOOD: readonly (readonly [DocumentKind, string, string | Uint8Array])[] = [
  ['pdf', 'plain', '%PDF-1.7\n1 0 obj\n%%EOF\n'],
  ['pdf', 'with a line before its mark', '\r\n%PDF-1.4\nx%%EOF'],
  ['svg', 'plain', SVG],
  ['svg', 'empty', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['svg', 'with a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"></s:svg >\n'],
  [
    'svg',
    'with all that may stand around it',
    `\ufeff<?xml version="1.0"?>\n<!-- a > b --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [<!ENTITY a "<x>">\n]>\n${SVG}\n<!-- end --><?x y?>\n`,
  ],
  ['svg', 'in UTF-16', Buffer.from(`\ufeff${SVG}`, 'utf16le')],
  ['json', 'an object', '\n{"graph": {"nodes": []}}\n'],
  ['json', 'a list', '[1, 2]'],
  ['json', 'with an error among its members', '{"error": "none stated", "graph": {"nodes": []}}'],
];

describe('a document of the expected type', () => {
  it.each(GOOD)('%s, %s', (kind, _, text) => {
    const { length } = toBytes(text);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 }), (lengths) => {
        expect(inspect(kind, text, lengths).whole).toBe(true);
      }),
    );
    expect(inspect(kind, text, Array(length).fill(1)).whole).toBe(true);
  });

  it.each(GOOD)('%s, %s: is incomplete when it is cut', (kind, _, text) => {
    const bytes = Buffer.from(toBytes(text));
    const end = Math.max(
      bytes.lastIndexOf('>'),
      bytes.lastIndexOf('}'),
      bytes.lastIndexOf(']'),
      bytes.lastIndexOf('F'),
    );
    const cut = bytes.subarray(0, kind === 'svg' ? bytes.lastIndexOf('g') : end);
    let whole = false;
    try {
      ({ whole } = inspect(kind, cut));
    } catch (error) {
      // Too little is left to recognize the type.
      expect(error).toMatchObject({ code: 'not_the_document' });
    }
    expect(whole).toBe(false);
  });

  it('may be large, and may have much in front of its first element', () => {
    const declared = `<!DOCTYPE svg [${'<!ENTITY a "b">'.repeat(3_000)}]>`;
    expect(
      inspect('svg', `${declared}<svg>${'<path/>'.repeat(50_000)}</svg>`, Array(200).fill(999)).whole,
    ).toBe(true);
    expect(
      inspect('json', JSON.stringify({ nodes: Array(50_000).fill({ a: 'ü"\\' }) }), [7, 70_000]).whole,
    ).toBe(true);
  });
});

const PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head></html>';

describe('a document of another type', () => {
  it.each<[DocumentKind, string, string | Uint8Array]>([
    ['pdf', 'nothing (0 bytes)', ''],
    ['svg', 'nothing (0 bytes)', ''],
    ['json', 'nothing (0 bytes)', ''],
    ['pdf', 'a web page', PAGE],
    ['svg', 'a web page', `\n  ${PAGE}`],
    ['json', 'a web page', PAGE],
    ['svg', 'a web page', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"></html>`],
    ['pdf', 'an error (Link expired)', '{"error":"Link expired","code":"GONE"}'],
    ['svg', 'an error (Link expired)', '{"error":"Link expired","code":"GONE"}'],
    ['json', 'an error (Link expired)', '{"error":"Link expired","code":"GONE"}'],
    ['json', 'an error (Größe)', ' {"error":{"message":"Größe","code":5}}'],
    ['json', 'an error', '{"error":true,"status":403}'],
    ['pdf', 'JSON', '{"graph":{}}'],
    ['svg', 'a PDF', '%PDF-1.7\n%%EOF'],
    ['pdf', 'an SVG drawing', SVG],
    ['json', 'an SVG drawing', SVG],
    ['svg', 'XML (Error)', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
    ['svg', 'a ZIP archive', 'PK\u0003\u0004abc'],
    ['json', 'some text', 'upstream connect error'],
    ['json', 'some text', '"ok"'],
    ['json', 'some text', 'null'],
    ['json', 'damaged JSON', '{"a": 1}{"a": 2}'],
    ['json', 'damaged JSON', '{"a": 1,}'],
    ['pdf', 'something else', Buffer.from([1, 2, 3, 255])],
    ['json', 'gzip-compressed data', Buffer.from([0x1f, 0x8b, 8, 0])],
  ])('%s: %s', (kind, what, text) => {
    let output: unknown;
    try {
      inspect(kind, text);
    } catch (error) {
      output = error;
    }
    expect(output).toMatchObject({ code: 'not_the_document', exit: 3, hint: expect.anything() });
    expect(String(output)).toContain(`but returned ${what};`);
  });

  it.each<[DocumentKind, string]>([
    ['svg', `<?xml version="1.0"?>${' '.repeat(2 * DOCUMENT_LIMITS.head)}${SVG}`],
    ['svg', `<!--${'x'.repeat(2 * DOCUMENT_LIMITS.head)}`],
    ['pdf', `${'x'.repeat(5_000)}%PDF-1.7`],
    ['json', `{"a": ${'['.repeat(5_000)}`],
  ])('%s is not searched beyond the beginning', (kind, text) => {
    expect(() => inspect(kind, text, Array(100).fill(1_024))).toThrow(/but returned/);
  });

  it('is recognized before any byte of it is written', () => {
    const countRest = (kind: DocumentKind, text: string): number => {
      try {
        return inspect(kind, text, Array(text.length).fill(1)).left;
      } catch {
        return 0;
      }
    };
    expect(countRest('json', '{"error":"no","code":"GONE"}')).toBe(0);
    expect(countRest('pdf', PAGE)).toBe(0);
    expect(countRest('svg', PAGE)).toBe(0);
    expect(countRest('svg', SVG)).toBe(SVG.length);
  });
});

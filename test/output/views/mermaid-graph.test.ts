import { describe, expect, test } from 'vitest';
import { renderMermaidGraph } from '../../../src/output/views/mermaid-graph.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';
import { NOTABLE_GARMENTS, readSampleGraph } from '../../support/sample-bodies.ts';

const shirt = readSampleGraph('GARM-101');
describe('a graph as text', () => {
  test('for Mermaid shows states by shape and line', () => {
    const text = renderMermaidGraph(shirt);
    expect(text).toMatch(/^flowchart LR\n/);
    expect(text).toContain('(["~ Woven fusible (material)"])');
    expect(text).toMatch(/n\d+ -\.->\|"~ fused_with"\| n2/);
  });

  test('keeps a name inside its quotes, its line and its place', () => {
    const nasty = parseJson(
      '{"nodes": [{"id": "end", "kind": "k", "label": {"value": "a\\"]; click n0 \\u001b[31m\\n<script>#quot;`", "state": "constructor"}, "links": [{"rel": "x|y", "to": "no\\"where", "state": "toString"}]}]}',
    );
    const [, first, second, third] = renderMermaidGraph(nasty).split('\n');
    for (const written of [first, second, third]) expect(written?.match(/"/g)).toHaveLength(2);
    expect(first).toMatch(/^ {2}n0\[\["[^"<>`|]*"\]\]$/);
    expect(third).toMatch(/^ {2}n0 ==>\|"[^"|]*"\| x0$/);
  });

  test.each(NOTABLE_GARMENTS)('%s contains no control character', (id) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
    const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
    expect(renderMermaidGraph(readSampleGraph(id))).not.toMatch(control);
  });
});

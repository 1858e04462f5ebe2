import { describe, expect, test } from 'vitest';
import { readJson } from '../../src/json/lossless.ts';
import { mermaidText } from '../../src/view/mermaid-text.ts';
import { treeText } from '../../src/view/tree-text.ts';
import { graphOf, NOTABLE } from '../support/samples.ts';

const shirt = graphOf('GARM-101');
describe('as text', () => {
  test('the tree has every value under its node', () => {
    const text = treeText(shirt);
    expect(text).toMatch(/^GARM-101\n/);
    expect(text).toContain('│  ├─ = piece.yoke  Back yoke\n│  │  ├─ ~ cut: 2 pieces\n');
    expect(text).toContain('   └─ ? market: not stated\n');
    expect(treeText(shirt, { kinds: ['seam'] })).not.toContain('piece.yoke  Back');
    expect(treeText({})).toContain('(no garment id)');
  });

  test('the tree says a value as the view does, values inside it with their marks', () => {
    const values = {
      sizes: { value: ['S', 'M'], state: 'asserted' },
      roll: { value: { width: { value: 150, state: 'inferred' } }, unit: 'cm', state: 'asserted' },
      none: { value: null, state: 'asserted' },
    };
    const text = treeText({ nodes: [{ id: 'n', kind: 'material', values }] });
    for (const line of ['= sizes: S, M', '= roll: {"width": ~ 150} cm', '= none: none (stated)'])
      expect(text).toContain(line);
  });

  test('Mermaid tells states by shape and line', () => {
    const text = mermaidText(shirt);
    expect(text).toMatch(/^flowchart LR\n/);
    expect(text).toContain('(["~ Woven fusible (material)"])');
    expect(text).toMatch(/n\d+ -\.->\|"~ fused_with"\| n2/);
  });

  test('nothing in a name can end its quotes, its line or its place', () => {
    const nasty = readJson(
      '{"nodes": [{"id": "end", "kind": "k", "label": {"value": "a\\"]; click n0 \\u001b[31m\\n<script>#quot;`", "state": "constructor"}, "links": [{"rel": "x|y", "to": "no\\"where", "state": "toString"}]}]}',
    );
    const [, first, second, third] = mermaidText(nasty).split('\n');
    for (const written of [first, second, third]) expect(written?.match(/"/g)).toHaveLength(2);
    expect(first).toMatch(/^ {2}n0\[\["[^"<>`|]*"\]\]$/);
    expect(third).toMatch(/^ {2}n0 ==>\|"[^"|]*"\| x0$/);
    expect(treeText(nasty)).not.toContain('\u001b');
    expect(treeText(nasty)).toContain('[state: constructor]');
  });

  test.each(NOTABLE)('%s is drawn without a control character', (id) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
    const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
    expect(treeText(graphOf(id))).not.toMatch(control);
    expect(mermaidText(graphOf(id))).not.toMatch(control);
  });
});

import { describe, expect, test } from 'vitest';
import { readJson } from '../../src/json/lossless.ts';
import { payloadText } from '../../src/json/values.ts';
import { assertedOnly } from '../../src/view/asserted-only.ts';
import { graphRows } from '../../src/view/graph.ts';
import { mermaidText } from '../../src/view/mermaid-text.ts';
import type { Rows } from '../../src/view/model.ts';
import { bomRows, pomRows } from '../../src/view/trade-rows.ts';
import { treeText } from '../../src/view/tree-text.ts';
import { graphOf, NOTABLE } from '../support/samples.ts';

const shirt = graphOf('GARM-101');
const records = ({ columns, rows }: Rows) =>
  [...rows].map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));

describe('rows for buyers and measurers', () => {
  test('the bill of materials has a row an item, each value with its state', () => {
    const items = records(bomRows(shirt));
    expect(items.map(({ node_id }) => node_id)).toEqual([
      'mat.shell',
      'mat.fusible',
      'closure.front',
      'trim.button',
      'trim.thread',
      'label.main',
      'label.care',
    ]);
    expect(items[0]).toMatchObject({
      item: 'Oxford cloth',
      item_state: 'asserted',
      quantity: 1.65,
      quantity_state: 'inferred',
      unit: 'm',
      supplier: null,
      supplier_state: 'unstated',
      used_by: 'piece.front piece.back piece.yoke piece.sleeve piece.collar',
    });
  });

  test('points of measure keep their numbers as sent', () => {
    const [first, second] = records(pomRows(shirt));
    expect(first).toMatchObject({
      seq: 1,
      code: 'B01',
      tol_plus_state: 'asserted',
      grade_state: 'inferred',
      measured_on: 'piece.front',
      unit: 'cm',
    });
    expect(payloadText(first?.spec)).toBe('56.0');
    expect(second).toMatchObject({ tol_plus: null, tol_plus_state: 'unstated' });
  });

  test('without such kinds there are no rows, but columns', () => {
    expect([...bomRows({ nodes: [] }).rows]).toEqual([]);
    expect(pomRows(null).columns).toContain('spec_state');
  });
});

describe('asserted only', () => {
  test('leaves out and says how many', () => {
    const all = [...graphRows(shirt).rows];
    const { rows, leftOut } = assertedOnly(graphRows(shirt));
    const kept = [...rows.rows];
    expect(kept.every((row) => row.at(-1) === 'asserted')).toBe(true);
    expect(kept.length + leftOut).toBe(all.length);
    expect(leftOut).toBeGreaterThan(0);
  });

  test('empties what is not asserted in a row that is', () => {
    const { rows, leftOut, emptied } = assertedOnly(bomRows(shirt));
    const [shell] = records(rows);
    expect(shell).toMatchObject({
      item: 'Oxford cloth',
      quantity: null,
      quantity_state: null,
      composition: '100% cotton',
    });
    expect(leftOut).toBe(3);
    expect(emptied).toBeGreaterThan(0);
  });

  test('leaves rows without states alone', () => {
    expect(assertedOnly({ columns: ['a'], rows: [[1]] })).toMatchObject({
      leftOut: 0,
      rows: { rows: [[1]] },
    });
  });
});

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

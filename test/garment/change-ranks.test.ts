import { describe, expect, it } from 'vitest';
import { CHANGE_CLASSES, CHANGE_WORDS } from '../../src/garment/change-words.ts';
import { compareBodies } from '../../src/garment/compare-bodies.ts';
import type { ValueChange } from '../../src/garment/value-change.ts';
import { isRecord, toJsonText, toScalarText } from '../../src/platform/json/json-values.ts';
import { anyGraph } from '../support/arbitrary-bodies.ts';
import fc, { scaleCases } from '../support/property.ts';

const is = (value: unknown, state = 'asserted', more: object = {}) => ({ value, state, ...more });
const toNode = (kind: string, values: object, more: object = {}, id = 'x') => ({ id, kind, values, ...more });
const toGraph = (...nodes: readonly object[]) => ({ garment_id: 'GARM-1', nodes });
const compare = (a: object, b: object): readonly ValueChange[] => compareBodies(a, b).changes;
const listRanks = (changes: readonly ValueChange[]) =>
  changes.map(({ class: rank, word, field }) => [rank, word, field]);

describe('the ranks of changes', () => {
  it.each([
    [
      'construction_note',
      { text: is('1 cm on side seams') },
      { text: is('2 cm on side seams') },
      1,
      'NUMBER REVISED',
    ],
    [
      'construction_note',
      { text: is('stripes matched') },
      { text: is('stripes NOT matched') },
      1,
      'SAYS THE OPPOSITE',
    ],
    ['construction_note', { text: is('sew the loop') }, { text: is('attach the loop') }, 9, 'reworded'],
    ['construction_note', { text: 'turn 1 cm' }, { text: 'turn 2 cm' }, 1, 'NUMBER REVISED'],
    ['construction_note', { text: is('1 cm', 'inferred') }, { text: is('2 cm', 'inferred') }, 7, 'moved'],
    [
      'construction_note',
      { text: is('sewn', 'inferred') },
      { text: is('stitched', 'inferred') },
      9,
      'reworded',
    ],
    ['seam', { text: is('401 unless noted') }, { text: is('301 unless noted') }, 1, 'DEFAULT REVISED'],
    ['seam', { defaults: { stitch: is('401') } }, { defaults: { stitch: is('301') } }, 1, 'DEFAULT REVISED'],
    ['pom', { how_to_measure: is('relaxed') }, { how_to_measure: is('fully stretched') }, 1, 'BASIS REVISED'],
    [
      'pom',
      { how_to_measure: is('along the edge') },
      { how_to_measure: is('on a line') },
      1,
      'BASIS REVISED',
    ],
    ['pom', { tension: is('relaxed') }, { tension: is('flat') }, 1, 'BASIS REVISED'],
    ['pom', { measured_piece: is('front') }, { measured_piece: is('back') }, 1, 'BASIS REVISED'],
    ['pom', { 上公差: is(1) }, { 上公差: is(0.5) }, 1, 'TOLERANCE TIGHTENED'],
    ['pom', { plus_minus: is(1) }, { plus_minus: is(2) }, 1, 'TOLERANCE LOOSENED'],
    ['pom', { min: is(57) }, { min: is(56) }, 1, 'REVISED'],
    ['pom', { how_to_measure: 'relaxed' }, { how_to_measure: 'stretched' }, 1, 'BASIS REVISED'],
    ['pom', { how_to_measure: is('Relaxed.') }, { how_to_measure: is('relaxed') }, 9, 'reworded'],
    [
      'pom',
      { description: is('2.5 cm below armhole') },
      { description: is('1 cm below armhole') },
      1,
      'NUMBER REVISED',
    ],
    [
      'pom',
      { spec: is(5, 'asserted', { basis: 'full' }) },
      { spec: is(5, 'asserted', { basis: 'half' }) },
      10,
      'reason',
    ],
    [
      'pom',
      { spec: is(5, 'asserted', { basis: 'relaxed' }) },
      { spec: is(5, 'asserted', { basis: 'stretched' }) },
      1,
      'BASIS REVISED',
    ],
    ['pom', { tol_plus: is(1) }, { tol_plus: is(0.5) }, 1, 'TOLERANCE TIGHTENED'],
    ['pom', { tol_minus: is(-1) }, { tol_minus: is(-2) }, 1, 'TOLERANCE LOOSENED'],
    ['pom', { tolerance: is('±1/4') }, { tolerance: is('±1/2') }, 1, 'TOLERANCE LOOSENED'],
    ['pom', { tolerance: is('+1/-0.5') }, { tolerance: is('+0.5/-1') }, 1, 'TOLERANCE REVISED'],
    [
      'pom',
      { tol: is(1, 'asserted', { unit: 'cm' }) },
      { tol: is(1, 'asserted', { unit: 'in' }) },
      1,
      'TOLERANCE REVISED',
    ],
    ['pom', { 公差: is(1) }, { 公差: is(2) }, 1, 'TOLERANCE LOOSENED'],
    ['pom', { tol_plus: is(1, 'inferred') }, { tol_plus: is(2, 'inferred') }, 7, 'moved'],
    [
      'pom',
      { spec: is(5, 'asserted', { tolPlus: 1 }) },
      { spec: is(5, 'asserted', { tolPlus: 2 }) },
      1,
      'TOLERANCE LOOSENED',
    ],
    ['pom', { grade: is(2) }, { grade: is(2.5) }, 1, 'GRADE RULE REVISED'],
    ['garment', { sample_size: is('M') }, { sample_size: is('L') }, 3, 'SAMPLE SIZE REVISED'],
    ['garment', { sizes: is(['S', 'M']) }, { sizes: is(['S', 'M', 'L']) }, 3, 'SIZE ADDED'],
    ['garment', { sizes: is(['S', 'M']) }, { sizes: is(['M']) }, 3, 'SIZE REMOVED'],
    ['garment', { size_range: is('S-L') }, { size_range: is('S-XL') }, 3, 'SIZE RANGE REVISED'],
    ['trim', { material: is('corozo') }, { material: is('polyester') }, 2, 'REPLACED'],
    ['trim', { material: is('60% wool') }, { material: is('50% wool') }, 1, 'NUMBER REVISED'],
    ['pom', { spec: is(11, 'inferred') }, { spec: is(10) }, 5, 'stated for the first time'],
    ['pom', { row: is([9, 9.5, 10]) }, { row: is([10, 9.5, 9]) }, 1, 'REVISED'],
  ])('a %s', (kind, before, after, rank, word) => {
    const changes = compare(toGraph(toNode(kind, before)), toGraph(toNode(kind, after)));
    expect(changes.map((change) => [change.class, change.word])).toEqual([[rank, word]]);
  });

  it('a changed number in a brief is a value, and a changed label of a node is a name', () => {
    expect(listRanks(compare({ hem: 'turn 1 cm' }, { hem: 'turn 2 cm' }))).toEqual([
      [1, 'NUMBER REVISED', 'hem'],
    ]);
    const named = (label: string) => toGraph(toNode('seam', {}, { label: is(label) }));
    expect(listRanks(compare(named('Seven buttons'), named('Six buttons')))).toEqual([
      [1, 'NUMBER REVISED', 'label'],
    ]);
  });

  it('a closed question is not a change of the garment', () => {
    const open = (...ids: readonly string[]) => ({ unresolved: ids.map((id) => ({ id, question: 'How?' })) });
    expect(compare(open('c1', 'c2'), open('c1'))).toMatchObject([{ class: 9, word: 'removed' }]);
  });
});

describe('graded sizes', () => {
  const buildPom = (sizes: readonly number[], names = ['S', 'M', 'L', 'XL']) =>
    toGraph(toNode('pom', { spec: Object.fromEntries(sizes.map((each, at) => [names[at], is(each)])) }));

  it('that change alike are one change, with each of its values', () => {
    const [change, ...others] = compare(buildPom([50, 52, 54, 56]), buildPom([51, 53, 55, 57]));
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      ...{ class: 1, word: 'REVISED', field: 'spec', role: 'sizes', by: 'all 4 sizes by +1' },
      before: { state: 'asserted', value: { S: 50, M: 52, L: 54, XL: 56 } },
      after: { state: 'asserted', value: { S: 51, M: 53, L: 55, XL: 57 } },
    });
  });

  it('with another step between them are one change of the grade rule', () => {
    expect(compare(buildPom([50, 52, 54, 56]), buildPom([49.5, 52, 54.5, 57]))).toMatchObject([
      { class: 1, word: 'GRADE RULE REVISED', by: 'step between 4 sizes +2 -> +2.5' },
    ]);
  });

  it('of which one was added are one change of the grade rule too', () => {
    const changes = compare(buildPom([50, 52, 54]), buildPom([49.5, 52, 54.5, 57]));
    expect(changes.map(({ word }) => word)).toEqual(['GRADE RULE REVISED', 'SIZE ADDED']);
  });

  it('that change differently are separate changes', () => {
    expect(compare(buildPom([50, 52, 54, 56]), buildPom([51, 52, 54, 58]))).toHaveLength(2);
  });

  it('in fractions of an inch are compared exactly', () => {
    const buildInches = (...sizes: readonly string[]) =>
      toGraph(
        toNode('pom', {
          sizes: sizes.map((value, at) => ({ size: `${24 + at}`, value, state: 'asserted', unit: 'in' })),
        }),
      );
    expect(
      compare(buildInches('12 1/4', '12 3/4', '13 1/4'), buildInches('12 1/2', '13', '13 1/2')),
    ).toMatchObject([{ word: 'REVISED', by: 'all 3 sizes by +0.25 in' }]);
  });

  it('that were added are one change each, with their values in all nodes', () => {
    const buildBoth = (...sizes: readonly string[]) =>
      toGraph(
        ...['a', 'b'].map((id) =>
          toNode('pom', { spec: Object.fromEntries(sizes.map((size) => [size, is(1)])) }, {}, id),
        ),
      );
    expect(compare(buildBoth('S', 'M'), buildBoth('S', 'M', 'XXL'))).toMatchObject([
      {
        ...{ class: 3, word: 'SIZE ADDED', department: 'measuring', before: null, after: { value: 'XXL' } },
        values: [
          { node_id: 'a', field: 'spec.XXL' },
          { node_id: 'b', field: 'spec.XXL' },
        ],
      },
    ]);
    expect(compare(buildBoth('S', 'M'), buildBoth('M'))).toMatchObject([{ class: 3, word: 'SIZE REMOVED' }]);
    // A size that another point has already is no new one.
    const one = toGraph(
      ...buildBoth('S', 'M').nodes.slice(0, 1),
      toNode('pom', { spec: { S: is(1) } }, {}, 'b'),
    );
    expect(compare(one, buildBoth('S', 'M'))).toMatchObject([
      { word: 'added', node_id: 'b', field: 'spec.M' },
    ]);
  });
});

describe('no difference is hidden', () => {
  it('when two named items of a list exchange their values', () => {
    const buildRows = (a: number, b: number) =>
      toGraph(
        toNode('pom', {
          rows: [
            { code: 'A', spec: is(a) },
            { code: 'B', spec: is(b) },
          ],
        }),
      );
    expect(compare(buildRows(1, 2), buildRows(2, 1))).toHaveLength(2);
    const buildSizes = (s: number, m: number) =>
      toGraph(
        toNode('pom', {
          sizes: [
            { size: 'S', ...is(s) },
            { size: 'M', ...is(m) },
          ],
        }),
      );
    expect(compare(buildSizes(1, 2), buildSizes(2, 1))).toHaveLength(2);
    const buildPlain = (a: number, b: number) =>
      toGraph(
        toNode(
          'pom',
          {},
          {
            rows: [
              { code: 'A', w: a },
              { code: 'B', w: b },
            ],
          },
        ),
      );
    expect(compare(buildPlain(1, 2), buildPlain(2, 1))).toHaveLength(2);
  });

  it('when unnamed items exchange their values, or stated numbers their order', () => {
    const buildItems = (...pairs: readonly (readonly [number, number])[]) =>
      toGraph(toNode('pom', { rows: pairs.map(([a, b]) => ({ from: is(a), to: is(b) })) }));
    expect(compare(buildItems([1, 2], [2, 1]), buildItems([1, 1], [2, 2]))).toHaveLength(2);
    expect(compare(buildItems([1, 2], [3, 4]), buildItems([3, 4], [1, 2]))).toMatchObject([
      { class: 1, role: 'order' },
    ]);
    const buildStated = (...states: readonly string[]) =>
      toGraph(toNode('pom', { rows: states.map((state) => is(1, state)) }));
    expect(compare(buildStated('asserted', 'asserted'), buildStated('inferred', 'asserted'))).toMatchObject([
      { word: 'now inferred' },
    ]);
    const buildWords = (...list: readonly string[]) =>
      toGraph(toNode('pom', { rows: list.map((each) => is(each)) }));
    expect(compare(buildWords('a', 'b'), buildWords('b', 'a'))).toMatchObject([
      { class: 10, word: 'written otherwise' },
    ]);
    expect(compare(buildWords('a', 'b', 'c'), buildWords('b', 'c'))).toMatchObject([
      { word: 'removed', before: { value: 'a' } },
    ]);
  });

  it.each([10, 60, 64, 65, 66, 70, 200])('below %i levels', (depth) => {
    const nestValue = (value: unknown) => {
      let body: unknown = is(value);
      for (let at = 0; at < depth; at++) body = at % 2 === 0 ? { k: body } : [body];
      return toGraph(toNode('pom', { spec: is({ all: body }), other: body }));
    };
    expect(compare(nestValue(1), nestValue(1))).toEqual([]);
    expect(compare(nestValue(1), nestValue(2)).length).toBeGreaterThanOrEqual(2);
  });
});

/** Names of nodes, items and relations stay as they are, so that two bodies have something in common. */
const NAMING =
  /^(?:id|node_id|kind|type|node_type|rel|relation|to|target|node|field|key|code|size|name|label|title|state|profile|garment_id)$/;

/** The body with another word in each scalar that is no name, and the words. */
const markBody = (body: unknown, letter: string) => {
  const signs: string[] = [];
  const put = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => put(item, key));
    if (isRecord(value) && toScalarText(value) === undefined)
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, put(item, name)]));
    if (NAMING.test(key) || value === null || toScalarText(value) === undefined) return value;
    return signs[signs.push(`${letter}${signs.length}z`) - 1];
  };
  return { body: put(body, ''), signs };
};

/** Counts the changes that contain each word, on one side. */
const countTold = (
  changes: readonly ValueChange[],
  side: 'before' | 'after',
): ReadonlyMap<string, number> => {
  const output = new Map<string, number>();
  for (const change of changes) {
    const printed = change[side] === null ? '' : toJsonText([change[side], change.values ?? []]);
    for (const sign of new Set(printed.match(/[ab]\d+z/g))) output.set(sign, (output.get(sign) ?? 0) + 1);
  }
  return output;
};

const value = fc.record(
  {
    value: fc.oneof(fc.string(), fc.integer(), fc.array(fc.integer())),
    state: fc.constantFrom('asserted', 'inferred'),
  },
  { requiredKeys: ['value', 'state'] },
);
const row = fc.record(
  { code: fc.constantFrom('A', 'B'), spec: value, tol: value, note: fc.string() },
  { requiredKeys: ['spec'] },
);
const flatBody = fc.record({
  nodes: fc.array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom('pom', 'trim', 'seam'),
      values: fc.dictionary(fc.constantFrom('S', 'M', 'text', 'tol_plus'), value),
      rows: fc.array(row, { maxLength: 3 }),
      spec: fc.dictionary(fc.constantFrom('S', 'M', 'L'), value),
      plain: fc.dictionary(fc.constantFrom('x', 'y'), fc.string()),
    }),
    { maxLength: 4 },
  ),
  facts: fc.array(
    fc.record({
      field: fc.constantFrom('fit', 'lining'),
      value: fc.string(),
      state: fc.constant('asserted'),
    }),
    { maxLength: 3 },
  ),
});

describe('properties of a comparison', () => {
  const compareBoth = (one: unknown, other: unknown) => {
    const [a, b] = [markBody(one, 'a'), markBody(other, 'b')];
    const changes = compareBodies(a.body, b.body).changes;
    for (const { class: rank, word, withheld } of changes) {
      expect(Object.keys(CHANGE_CLASSES)).toContain(String(rank));
      if (!withheld) expect(Object.keys(CHANGE_WORDS)).toContain(word);
    }
    const told = { a: countTold(changes, 'before'), b: countTold(changes, 'after') };
    return [
      ...a.signs.map((sign) => [sign, told.a.get(sign)]),
      ...b.signs.map((sign) => [sign, told.b.get(sign)]),
    ];
  };

  it('each difference is in exactly one change, on its side', () => {
    fc.assert(
      fc.property(flatBody, flatBody, (a, b) => {
        expect(compareBoth(a, b).filter(([, number]) => number !== 1)).toEqual([]);
      }),
      scaleCases(100),
    );
  });

  it('a link and its target each keep a member of the same name', () => {
    const target = { value: 56, text: 'of the target', state: 'asserted' };
    const links = [{ rel: 'pairs_with', to: target, text: 'of the link' }];
    const told = JSON.stringify(compareBodies({ nodes: [] }, { nodes: [{ links }] }).changes);
    expect(told).toContain('of the target');
    expect(told).toContain('of the link');
  });

  it('no difference is hidden, whatever the two bodies contain', () => {
    fc.assert(
      fc.property(anyGraph, anyGraph, (a, b) => {
        expect(compareBoth(a, b).filter(([, number]) => number === undefined)).toEqual([]);
      }),
      scaleCases(100),
    );
  });
});

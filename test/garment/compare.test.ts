import { describe, expect, it } from 'vitest';
import { compareBodies } from '../../src/garment/compare-bodies.ts';
import { flattenBody } from '../../src/garment/flatten-body.ts';
import { readStated } from '../../src/garment/stated-value.ts';
import type { ValueChange } from '../../src/garment/value-change.ts';
import { isRecord, toJsonText, toNumberText } from '../../src/platform/json/json-values.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';
import { anyGraph } from '../support/arbitrary-bodies.ts';
import { measureCpuTime } from '../support/measure-time.ts';
import fc, { scaleCases } from '../support/property.ts';

const toNode = (id: string, kind: string, values: object, more: object = {}) => ({
  id,
  kind,
  label: { value: id, state: 'asserted' },
  values,
  ...more,
});
const toGraph = (...nodes: readonly object[]) => ({
  garment_id: 'GARM-1',
  profile: 'technical_designer',
  nodes,
});
const is = (value: unknown, state = 'asserted', more: object = {}) => ({ value, state, ...more });
const findChange = (a: object, b: object) => {
  const { changes } = compareBodies(a, b);
  expect(changes).toHaveLength(1);
  return changes[0] as ValueChange;
};
const buildPiece = (cut: object) => toGraph(toNode('piece.front', 'piece', { cut }));

describe('the class of a change', () => {
  it.each([
    ['a stated value revised', is(2), is(3), 1, 'REVISED'],
    ['a sign', is(-5), is(5), 1, 'REVISED'],
    ['a sign of a number with many places', is(parseJson('-0.50')), is(parseJson('0.5')), 1, 'REVISED'],
    [
      'the last of more digits than a double has',
      is(parseJson('56.4000000000000000001')),
      is(parseJson('56.4')),
      1,
      'REVISED',
    ],
    [
      'a stated value that was only inferred, and otherwise',
      is(2, 'inferred'),
      is(3),
      5,
      'stated for the first time',
    ],
    ['a promise withdrawn', is(2), is(2, 'inferred'), 4, 'now inferred'],
    ['a promise withdrawn with its value', is(2), is(null, 'unstated'), 4, 'no longer stated'],
    ['confirmed', is(2, 'inferred'), is(2), 5, 'confirmed'],
    ['filled', is(null, 'unstated'), is(2), 6, 'filled'],
    ['worked out', is(null, 'unstated'), is(2, 'inferred'), 6, 'worked out'],
    ['an inference moved', is(2, 'inferred'), is(3, 'inferred'), 7, 'moved'],
    ['another unit', is(2, 'asserted', { unit: 'cm' }), is(2, 'asserted', { unit: 'in' }), 1, 'REVISED'],
    ['none is an answer', is(null, 'unstated'), is(null), 6, 'filled'],
    ['an unknown state', is(2), is(2, 'maybe'), 4, 'state changed'],
    ['a reason', is(2, 'inferred', { basis: 'a' }), is(2, 'inferred', { basis: 'b' }), 10, 'reason'],
    ['order', is(['a', 'b']), is(['b', 'a']), 10, 'written otherwise'],
    ['spelling', is(parseJson('56.0')), is(56), 10, 'written otherwise'],
  ])('%s', (_, before, after, rank, word) => {
    expect(findChange(buildPiece(before), buildPiece(after))).toMatchObject({
      class: rank,
      word,
      department: 'cutting',
      field: word === 'reason' ? 'cut.basis' : 'cut',
    });
  });

  it.each([
    ['trim', { material: is('corozo') }, { material: is('polyester') }, 2, 'REPLACED', 'materials'],
    ['trim', { quantity: is(7) }, { quantity: is(8) }, 1, 'REVISED', 'materials'],
    ['construction_note', { text: is('a') }, { text: is('b') }, 9, 'reworded', 'sewing'],
    ['trim', { note: is('sew on firmly') }, { note: is('sew on well') }, 9, 'reworded', 'materials'],
    ['label', { text: is('50% wool') }, { text: is('60% wool') }, 1, 'NUMBER REVISED', 'labels and packing'],
    ['care_label', { text: is('wash warm') }, { text: is('wash cool') }, 1, 'REVISED', 'labels and packing'],
  ])('a %s', (kind, before, after, rank, word, department) => {
    const change = findChange(toGraph(toNode('x', kind, before)), toGraph(toNode('x', kind, after)));
    expect(change).toMatchObject({ class: rank, word, department });
  });

  it.each([
    ['material', 2, 'materials'],
    ['piece', 3, 'cutting'],
    ['seam', 3, 'sewing'],
    ['closure', 3, 'sewing'],
  ])('a %s that is added or removed', (kind, rank, department) => {
    const whole = toGraph(toNode('x', kind, { a: is(1) }));
    expect(findChange(toGraph(), whole)).toMatchObject({
      class: rank,
      word: 'added',
      department,
      role: 'node',
    });
    const gone = findChange(whole, toGraph());
    expect(gone).toMatchObject({ class: rank, word: 'removed', node_id: 'x' });
    expect(gone.values).toContainEqual({
      role: 'value',
      field: 'a',
      state: 'asserted',
      value: 1,
      unit: null,
    });
  });

  it('a changed relation is not a changed value', () => {
    const buildJoin = (to: string) =>
      toGraph(toNode('s', 'seam', {}, { links: [{ rel: 'joins', to, state: 'asserted' }] }));
    expect(
      compareBodies(buildJoin('a'), buildJoin('b')).changes.map(({ class: rank, word }) => [rank, word]),
    ).toEqual([
      [8, 'link added'],
      [8, 'link removed'],
    ]);
  });

  it('a changed kind is not a changed value', () => {
    expect(findChange(toGraph(toNode('x', 'piece', {})), toGraph(toNode('x', 'panel', {})))).toMatchObject({
      field: 'kind',
      class: 9,
    });
  });
});

describe('matching nodes', () => {
  it('goes by id, never by position or label', () => {
    const a = toNode('a', 'piece', { cut: is(1) });
    const b = toNode('b', 'piece', { cut: is(2) });
    expect(compareBodies(toGraph(a, b), toGraph(b, a)).changes).toEqual([]);
    const renamed = { ...a, label: is('Yoke') };
    expect(findChange(toGraph(a), toGraph(renamed))).toMatchObject({
      role: 'label',
      class: 9,
      word: 'reworded',
    });
  });

  it('finds a node without an id by its content', () => {
    const buildBareNode = (text: string) => ({ kind: 'piece', note: is(text) });
    expect(
      compareBodies(
        toGraph(buildBareNode('a'), buildBareNode('b')),
        toGraph(buildBareNode('b'), buildBareNode('a')),
      ).changes,
    ).toEqual([]);
    const words = compareBodies(
      toGraph(buildBareNode('a'), buildBareNode('b')),
      toGraph(buildBareNode('b'), buildBareNode('c')),
    ).changes.map(({ word }) => word);
    expect(words.sort()).toEqual(['added', 'removed']);
  });

  it('compares each of several nodes with the same id', () => {
    const buildTwice = (first: number, second: number) =>
      toGraph(toNode('a', 'piece', { cut: is(first) }), toNode('a', 'piece', { cut: is(second) }));
    expect(compareBodies(buildTwice(1, 2), buildTwice(1, 2)).changes).toEqual([]);
    for (const [from, to] of [
      [buildTwice(1, 2), buildTwice(1, 3)],
      [buildTwice(2, 1), buildTwice(3, 1)],
    ] as const)
      expect(findChange(from, to)).toMatchObject({
        word: 'REVISED',
        before: { value: 2 },
        after: { value: 3 },
      });
    const { changes } = compareBodies(buildTwice(1, 2), toGraph(toNode('a', 'piece', { cut: is(1) })));
    expect(changes.map(({ word, role }) => [word, role])).toEqual([['removed', 'node']]);
    const buildCutAndTolerance = (cut: number, tol: number) =>
      toNode('a', 'piece', { cut: is(cut), tol: is(tol) });
    const crossed = compareBodies(
      toGraph(buildCutAndTolerance(1, 2), buildCutAndTolerance(2, 1)),
      toGraph(buildCutAndTolerance(1, 1), buildCutAndTolerance(2, 2)),
    ).changes;
    expect(crossed).toHaveLength(2);
  });

  it('distinguishes facts with the same field', () => {
    const buildFacts = (...values: readonly string[]) => ({
      nodes: [],
      facts: values.map((value) => ({ field: 'lining', value, state: 'asserted' })),
    });
    expect(compareBodies(buildFacts('none', 'silk'), buildFacts('silk', 'none')).changes).toEqual([]);
    expect(findChange(buildFacts('none', 'silk'), buildFacts('silk', 'cupro'))).toMatchObject({
      before: { value: 'none' },
      after: { value: 'cupro' },
    });
  });

  it('distinguishes numbers by every digit', () => {
    const buildBigNumber = (text: string) => buildPiece({ value: parseJson(text), state: 'asserted' });
    expect(
      compareBodies(buildBigNumber('9007199254740993'), buildBigNumber('9007199254740992')).changes,
    ).toHaveLength(1);
    expect(findChange(buildBigNumber('1e3'), buildBigNumber('1000.0')).class).toBe(10);
    expect(
      compareBodies(buildBigNumber('1e99999999999999999999'), buildBigNumber('1e99999999999999999998'))
        .changes,
    ).toHaveLength(1);
  });

  it('names the changed part of a value, and not the whole value', () => {
    const buildNested = (state: string) => buildPiece(is(['a', { value: 'hook', state }]));
    expect(findChange(buildNested('inferred'), buildNested('asserted'))).toMatchObject({
      field: 'cut[1]',
      word: 'confirmed',
    });
  });

  it('goes by id in confirmations too, also when the last one was closed', () => {
    const open = (...ids: readonly string[]) => ({
      unresolved: ids.map((id) => ({
        id,
        node: 'piece.yoke',
        value: null,
        state: 'unstated',
        question: 'How?',
      })),
    });
    const compareIds = (a: object, b: object) =>
      compareBodies(a, b).changes.map(({ node_id, word }) => [node_id, word]);
    expect(compareIds(open('c1', 'c2'), open('c2', 'c3'))).toEqual([
      ['c3', 'added'],
      ['c1', 'removed'],
    ]);
    expect(compareIds(open('c1'), open())).toEqual([['c1', 'removed']]);
  });
});

it('values that a profile does not receive are not called removed', () => {
  const factory = { ...toGraph(toNode('p', 'piece', { cut: is(2) })), profile: 'factory' };
  const full = toGraph(
    toNode('p', 'piece', { cut: is(2), design_intent: is('soft') }),
    toNode('n', 'colourway', {}),
  );
  const { changes, profiles } = compareBodies(full, factory);
  expect(profiles).toEqual(['technical_designer', 'factory']);
  expect(changes.map(({ word, withheld }) => [word, withheld])).toEqual([
    ['not in factory profile', true],
    ['not in factory profile', true],
  ]);
  const differs = { ...toGraph(toNode('p', 'piece', { cut: is(3) })), profile: 'factory' };
  expect(compareBodies(toGraph(toNode('p', 'piece', { cut: is(2) })), differs).changes[0]).toMatchObject({
    word: 'REVISED',
    class: 1,
  });
});

it('a changed measurement is shown with its tolerance and the unchanged ones on the same piece', () => {
  const buildPom = (id: string, spec: number) =>
    toNode(
      id,
      'measurement',
      { spec: is(spec), tol_plus: is(1) },
      { links: [{ rel: 'measured_on', to: 'front', state: 'asserted' }] },
    );
  const front = toNode('front', 'piece', {});
  const { changes } = compareBodies(
    toGraph(front, buildPom('B01', 56), buildPom('B03', 40)),
    toGraph(front, buildPom('B01', 57), buildPom('B03', 40)),
  );
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({
    node_id: 'B01',
    tolerances: [{ field: 'tol_plus', value: 1 }],
    check: [{ piece: 'front', unchanged: [{ id: 'B03' }] }],
  });
});

it('changes are ordered by department, then by the cost of overlooking them', () => {
  const buildBody = (cut: object, spi: object, spec: object) =>
    toGraph(
      toNode('m', 'measurement', { spec }),
      toNode('s', 'seam', { spi }),
      toNode('p', 'piece', { cut, grain: spi }),
    );
  const { changes } = compareBodies(
    buildBody(is(1), is(12), is(56)),
    buildBody(is(2), is(12, 'inferred'), is(57)),
  );
  expect(changes.map(({ department, class: rank }) => [department, rank])).toEqual([
    ['cutting', 1],
    ['cutting', 4],
    ['sewing', 4],
    ['measuring', 1],
  ]);
});

// --- laws ----------------------------------------------------------------------------------------------

/** Lists the stated values with place, state and meaning, in any order. Uses no code of `compare`. */
const toPlainText = (value: unknown, depth = 0): string => {
  const number = toNumberText(value);
  if (number !== undefined) return `number ${Number(number)}`;
  if (depth > 0 && readStated(value)) return 'stated';
  if (Array.isArray(value)) return `[${value.map((item) => toPlainText(item, depth + 1)).sort()}]`;
  if (!isRecord(value)) return value === undefined ? '' : toJsonText(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${toJsonText(key)}${toPlainText(item, depth + 1)}`)
    .sort()}}`;
};
const place = (field: string) => field.replaceAll(/\[\d+\]/g, '[]');
const describeChange = (
  id: string,
  role: string,
  field: string,
  {
    state,
    value,
    unit,
  }: { readonly state: string | null | undefined; readonly value: unknown; readonly unit: unknown },
) =>
  [
    id,
    role === 'self' || role === 'deep' ? 'value' : role,
    place(field),
    state ?? null,
    toPlainText(value ?? null),
    toPlainText(unit ?? null),
  ].join(' | ');

const listStatements = (body: unknown): string[] =>
  flattenBody(body)
    .filter(({ value }) => value.role !== 'plain')
    .map(({ nodeId, value }) => describeChange(nodeId, value.role, value.path, value))
    .sort();

const applyChanges = (body: unknown, changes: readonly ValueChange[]): string[] => {
  const bag = listStatements(body);
  const take = (text: string) => {
    const at = bag.indexOf(text);
    expect(at, `${text} is not there to be changed`).toBeGreaterThanOrEqual(0);
    bag.splice(at, 1);
  };
  for (const { node_id, role, field, before, after, values } of changes) {
    if (role === 'plain' || role === 'beside' || role === 'order') continue;
    if (role !== 'node') {
      if (before) take(describeChange(node_id, role, field, before));
      if (after) bag.push(describeChange(node_id, role, field, after));
      continue;
    }
    for (const value of values ?? []) {
      if (value.role === 'plain' || value.role === 'beside') continue;
      if (before) take(describeChange(node_id, value.role, value.field, value));
      else bag.push(describeChange(node_id, value.role, value.field, value));
    }
  }
  return bag.sort();
};

const state = fc.constantFrom('asserted', 'inferred', 'unstated', 'maybe');
const payload = fc.oneof(
  fc.constantFrom(null, 0, '', 'none', true, [], 56, parseJson('56.0'), parseJson('9007199254740993')),
  fc.array(fc.constantFrom('a', 'b', 1), { maxLength: 3 }),
  fc.record({ deep: fc.array(fc.record({ value: fc.constantFrom(1, 2), state }), { maxLength: 2 }) }),
);
const value = fc.record(
  { value: payload, state, unit: fc.constantFrom('cm', 'in'), basis: fc.constantFrom('a', 'b') },
  { requiredKeys: ['value', 'state'] },
);
const nodes = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    kind: fc.constantFrom('piece', 'seam', 'trim', 'measurement', 'label'),
    label: value,
    values: fc.dictionary(fc.constantFrom('cut', 'spec', 'text', 'tol'), value, { maxKeys: 3 }),
    links: fc.array(
      fc.record({ rel: fc.constantFrom('joins', 'uses'), to: fc.constantFrom('a', 'b'), state }),
      { maxLength: 3 },
    ),
  }),
  { selector: ({ id }) => id, maxLength: 5 },
);
const facts = fc.array(fc.record({ field: fc.constantFrom('lining', 'fit'), value: payload, state }), {
  maxLength: 3,
});
const body = fc.record({ garment_id: fc.constant('GARM-1'), nodes, facts });

describe('properties of a comparison', () => {
  it('a body and itself have no changes', () => {
    fc.assert(
      fc.property(fc.oneof(body, anyGraph), (a) => {
        expect(compareBodies(a, a).changes).toEqual([]);
      }),
    );
  });

  it('the reverse comparison has the reverse changes', () => {
    const listSides = (changes: readonly ValueChange[], from: 'before' | 'after', to: 'before' | 'after') =>
      changes
        .map((change) =>
          [
            change.node_id,
            change.role,
            place(change.field),
            toPlainText(change[from]?.value),
            change[from]?.state,
            toPlainText(change[to]?.value),
            change[to]?.state,
          ].join(' | '),
        )
        .sort();
    fc.assert(
      fc.property(body, body, (a, b) => {
        expect(listSides(compareBodies(a, b).changes, 'before', 'after')).toEqual(
          listSides(compareBodies(b, a).changes, 'after', 'before'),
        );
      }),
    );
    fc.assert(
      fc.property(anyGraph, anyGraph, (a, b) => {
        expect(compareBodies(a, b).changes).toHaveLength(compareBodies(b, a).changes.length);
      }),
    );
  });

  it('applying the changes to one body gives the values and states of the other', () => {
    fc.assert(
      fc.property(body, body, (a, b) => {
        expect(applyChanges(a, compareBodies(a, b).changes)).toEqual(listStatements(b));
      }),
      scaleCases(60),
    );
  });

  it('the order of nodes, members and lists is not a change', () => {
    fc.assert(
      fc.property(body, (a) => {
        const turned = {
          facts: a.facts.toReversed(),
          nodes: a.nodes.toReversed().map(({ links, ...rest }) => ({ links: links.toReversed(), ...rest })),
        };
        expect(compareBodies(a, { ...turned, garment_id: 'GARM-1' }).changes).toEqual([]);
      }),
    );
  });
});

it('two graphs of 2,000 nodes are compared in less than a second', async () => {
  const buildLargeBody = (shift: number) =>
    toGraph(
      ...Array.from({ length: 2000 }, (_, at) =>
        toNode(
          `n${at}`,
          ['piece', 'seam', 'measurement', 'trim'][at % 4] ?? 'piece',
          Object.fromEntries(
            Array.from({ length: 6 }, (_, n) => [`v${n}`, is(at % 10 === 0 ? n + shift : n)]),
          ),
          {
            links: [{ rel: 'joins', to: `n${(at + 4) % 2000}`, state: 'asserted' }],
          },
        ),
      ),
    );
  const [a, b] = [buildLargeBody(0), buildLargeBody(1)];
  const spent = await measureCpuTime(() => expect(compareBodies(a, b).changes).toHaveLength(1200));
  expect(spent).toBeLessThan(1000);
});

import { describe, expect, it } from 'vitest';
import { createBasisCollector } from '../../src/garment/basis-groups.ts';
import { normalizeValue } from '../../src/garment/comparable-value.ts';
import { flattenBody } from '../../src/garment/flatten-body.ts';
import { createValueFilter } from '../../src/garment/value-filter.ts';
import { toJsonText } from '../../src/platform/json/json-values.ts';
import { anyGraph } from '../support/arbitrary-bodies.ts';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import fc from '../support/property.ts';

const buildStyle = (at: number) => ({ design_id: `d${at}`, garment_id: null, name: `Style ${at}` });
const isOpen = createValueFilter({ states: ['inferred', 'unstated'] });

const buildPoint = (grade: object, kind = 'measurement', label = 'Chest') => ({
  nodes: [{ id: 'pom.1', kind, label: { value: label, state: 'asserted' }, values: { grade } }],
});
const rule = { value: 2.5, unit: 'cm', state: 'inferred', basis: 'house rule' };

const collect = (bodies: readonly unknown[]) => {
  const bases = createBasisCollector();
  for (const [at, body] of bodies.entries()) {
    const flat = flattenBody(body);
    for (const one of flat.filter(isOpen)) bases.addOpen(buildStyle(at), one);
    bases.addStated(buildStyle(at), flat);
  }
  return bases.listGroups();
};

describe('groups by basis', () => {
  it('count the styles that have a value, state the same, and state another', () => {
    const groups = collect([
      buildPoint(rule),
      buildPoint({ ...rule, value: 2.5 }, 'pom', 'chest'),
      buildPoint({ value: 2.5, unit: 'cm', state: 'asserted' }),
      buildPoint({ value: 3, unit: 'cm', state: 'asserted' }),
      buildPoint({ value: null, unit: 'cm', state: 'unstated' }),
      buildPoint({ ...rule, basis: 'category default' }),
    ]);
    const listNames = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);
    expect(
      groups.map(({ basis, state, styles, stated_same: same, stated_otherwise: other }) => [
        ...[basis, state, listNames(styles), listNames(same), other.map(({ name, value }) => [name, value])],
      ]),
    ).toEqual([
      ['house rule', 'inferred', ['Style 0', 'Style 1'], ['Style 2'], [['Style 3', 3]]],
      ['category default', 'inferred', ['Style 5'], ['Style 2'], [['Style 3', 3]]],
      [
        null,
        'unstated',
        ['Style 4'],
        [],
        [
          ['Style 2', 2.5],
          ['Style 3', 3],
        ],
      ],
    ]);
  });

  it('separate units, sizes and points', () => {
    const buildSize = (name: string) => ({
      nodes: [{ id: 'a', kind: 'pom', label: 'A', spec: { [name]: rule } }],
    });
    expect(collect([buildSize('M'), buildSize('L')])).toHaveLength(2);
    expect(collect([buildPoint(rule), buildPoint({ ...rule, unit: 'in' })])).toHaveLength(2);
    expect(collect([buildPoint(rule), buildPoint(rule, 'measurement', 'Waist')])).toHaveLength(2);
  });

  it('contain every open value of any bodies, with its state', () => {
    const check = (bodies: readonly unknown[]) => {
      const groups = collect(bodies);
      for (const [at, body] of bodies.entries()) {
        const flat = flattenBody(body);
        const describeValue = (value: {
          value?: unknown;
          unit?: unknown;
          state?: unknown;
          basis?: unknown;
        }) =>
          JSON.stringify([
            normalizeValue(value.value ?? null),
            normalizeValue(value.unit ?? null),
            value.state,
            JSON.stringify(value.basis ?? null),
          ]);
        const open = new Set(flat.filter(isOpen).map(({ value }) => describeValue(value)));
        const own = groups.filter(({ styles }) => styles.some(({ name }) => name === `Style ${at}`));
        expect(new Set(own.map(describeValue))).toEqual(open);
        for (const { stated_otherwise: others } of groups)
          for (const other of others.filter(({ name }) => name === `Style ${at}`))
            expect(
              // An object without a member `value` is read as a new object each time.
              flat.some(
                ({ value }) =>
                  value.state === 'asserted' && toJsonText(value.value ?? null) === toJsonText(other.value),
              ),
            ).toBe(true);
      }
    };
    fc.assert(fc.property(fc.array(anyGraph, { minLength: 1, maxLength: 3 }), check));
    check(FOREIGN_BODIES.map(({ value }) => value));
  });

  it('show the change of each value between two pulls', () => {
    const bases = createBasisCollector(true);
    const laters = [
      { ...rule, state: 'asserted' },
      { ...rule, value: 3, state: 'asserted' },
      rule,
      { ...rule, value: 3 },
      undefined,
    ];
    for (const [at, later] of laters.entries()) {
      const [open] = flattenBody(buildPoint(rule)).filter(isOpen);
      const [after] =
        later === undefined
          ? []
          : flattenBody(buildPoint(later)).filter(({ value }) => value.path === 'grade');
      if (open) bases.addOpen(buildStyle(at), open, after ?? null);
    }
    const [group] = bases.listGroups();
    const count = (all: readonly unknown[] | undefined) => all?.length;
    expect([
      ...[count(group?.styles), count(group?.stated_same), count(group?.stated_otherwise)],
      ...[count(group?.unchanged), count(group?.other)],
    ]).toEqual([5, 1, 1, 1, 2]);
  });
});

import { describe, expect, it } from 'vitest';
import { listSilentLines } from '../../src/garment/construction-silences.ts';
import { listGraphValues } from '../../src/garment/flatten-body.ts';
import { readGraph } from '../../src/garment/graph-model.ts';
import { listInferredValues } from '../../src/garment/inferred-values.ts';
import { buildTradeTables, readTradeTables } from '../../src/garment/read-trade-tables.ts';
import { isSizeListPath, isSizeOrToleranceKeys } from '../../src/garment/split-records.ts';
import { readStated } from '../../src/garment/stated-value.ts';
import type { Value } from '../../src/garment/value.ts';
import { isRecord } from '../../src/platform/json/json-values.ts';
import { anyGraph } from '../support/arbitrary-bodies.ts';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import fc from '../support/property.ts';
import { NOTABLE_GARMENTS, readSampleGraph } from '../support/sample-bodies.ts';

/** Identifies a value by its content; a table may give it another path. */
const describeValue = ({ value, unit, state, basis }: Value): string =>
  JSON.stringify([value, unit, state, basis], (_, item) => (item === undefined ? null : item));

const isBySize = ({ value }: Value): boolean => isRecord(value) && isSizeOrToleranceKeys(Object.keys(value));

/**
 * The ways in which a table may list a value: as it is, by its sizes or tolerance parts, or in the unit of the value
 * beside or around it. A part with its own provenance is a separate value.
 */
const listForms = (entry: Value, all: readonly Value[]): readonly (readonly string[])[] => {
  const isOuter = (outer: Value): boolean =>
    outer.path === entry.parent && (isInSizes(entry, outer.path) || isBySize(outer));
  const units = [
    entry.unit,
    ...((entry.unit ?? null) === null ? all.filter(isOuter).map(({ unit }) => unit) : []),
  ];
  return units.flatMap((unit) => {
    const whole = { ...entry, unit };
    const isSplit = isBySize(entry);
    const parts = Object.values(isSplit ? (entry.value as object) : {}).flatMap((size: unknown) => {
      const read = readStated(size) ?? { state: undefined, value: size, unit: undefined, basis: undefined };
      if (read.state !== undefined) return [];
      return [{ ...whole, value: read.value, unit: read.unit ?? unit, basis: read.basis ?? entry.basis }];
    });
    // If every part has its own provenance, the provenance of the whole is listed separately.
    const rest = parts.length > 0 ? parts : [{ ...whole, value: undefined }];
    return [[describeValue(whole)], ...(isSplit ? [rest.map(describeValue)] : [])];
  });
};

/** Returns true for a size in a list beside its value, such as `spec.by_size.S`. */
const isInSizes = ({ path }: Value, outer: string): boolean => {
  const [, list = '', size = ''] = /^\.?([^.[]+)(.*)$/.exec(path.slice(outer.length)) ?? [];
  return size !== '' && isSizeListPath(list);
};

describe('the list of inferred values', () => {
  const check = (body: unknown): void => {
    const graph = readGraph(body);
    const listed = listInferredValues(buildTradeTables(graph), undefined);
    const values = listGraphValues(graph);
    for (const { value } of listed) expect(value.state).toBe('inferred');
    // A tolerance that the body gives as one text is listed by its parts.
    const isWhole = ({ path }: Value): boolean => !/tol|[±+−-]|公差|允差|dung_sai/i.test(path);
    const texts = new Set(listed.map(({ value }) => describeValue(value)));
    const forms = values
      .filter((value) => value.state === 'inferred' && isWhole(value))
      .map((value) => listForms(value, values));
    for (const ways of forms)
      expect(
        ways.some((way) => way.every((text) => texts.has(text))),
        JSON.stringify(ways),
      ).toBe(true);
    const further = listed.map(({ value }) => value).filter(isWhole);
    const known = new Set(forms.flat(2));
    expect(further.filter((value) => !known.has(describeValue(value)))).toEqual([]);
  };

  it.each(FOREIGN_BODIES.map(({ name, value }) => [name, value] as const))(
    'has each of %s, and no other',
    (_, body) => {
      check(body);
    },
  );

  it.each(NOTABLE_GARMENTS)('has each of %s, and no other', (id) => {
    check(readSampleGraph(id));
  });

  it('has each of any body, and no other', () => {
    fc.assert(fc.property(anyGraph, check));
  });
});

it('a value by size beside another value is listed once for each size', () => {
  const spec = {
    ...{ value: 58, unit: 'cm', state: 'asserted' },
    by_size: { state: 'inferred', value: { S: 1, M: { value: 2, state: 'inferred', basis: 'fit' } } },
  };
  const { tables } = readTradeTables({ nodes: [{ id: 'p', kind: 'pom', spec }] });
  const listed = listInferredValues({ tables, further: [], bodyValues: [] }, undefined);
  expect(listed.map(({ size, value }) => [size, value.value, value.unit, value.basis])).toEqual([
    ['S', 1, 'cm', undefined],
    ['M', 2, 'cm', 'fit'],
  ]);
});

it('a tolerance in both directions is one value', () => {
  const measurement = { id: 'p', kind: 'pom', label: 'Chest', tol: { value: '±1', state: 'inferred' } };
  const list = (nodes: readonly unknown[]) =>
    listInferredValues(readTradeTables({ nodes }), undefined).map(({ name: what, value }) => [
      what,
      value.value,
    ]);
  expect(list([measurement])).toEqual([['tol ±', '1']]);
  expect(list([{ ...measurement, tol: { value: '+1/-0.5', state: 'inferred' } }])).toEqual([
    ['tol −', '0.5'],
    ['tol +', '1'],
  ]);
});

describe('a construction line', () => {
  const buildStated = (value: unknown, state = 'asserted') => ({ value, state });
  const find = (label: string, values: object = {}, kind = 'operation') =>
    listSilentLines(
      readTradeTables({ nodes: [{ id: 'n', kind, label: buildStated(label), values }] }).tables,
    ).flatMap(({ silences }) => [...silences.keys()]);

  it.each([
    ['Turn back cuff 2 cm, 301', ['turnback']],
    ['Turn back cuff 2 cm twice, 301', []],
    ['Hem, 2 cm, single turned, 406', []],
    ['Bartack 10 cm above the hem, 304', []],
    ['Topstitch pocket, 301', ['distance from edge']],
    ['Topstitch pocket at 6 mm, 301', []],
    ['1/4" topstitch along yoke, 301', []],
    ['Stitch down flap 1 mm from the edge, 301', []],
    ['Sew patch to right front, 301, outside', ["wearer's left or right"]],
    ["Sew patch to wearer's right front, 301, outside", []],
    ['Lay right sides together, stitch 301', []],
    ['Sew chest pocket, 301', ["wearer's left or right"]],
    ['Join shoulder seam, stitch 514', ['allowance towards']],
    ['Join shoulder seam towards back, stitch 514', []],
    ['Join sides with a flatlock seam, stitch 607', []],
    ['Sew neck tape, 401', ['inside or outside']],
    ['Sew neck tape inside, 401', []],
    ['Box pleat, no locker loop', []],
    ['Set belt loop into waistband', []],
    ['Locker loop at yoke', ['inside or outside']],
    ['Fly topstitch, J shape, 6 mm from edge, 301', ["wearer's left or right"]],
    ['Bartack at pocket mouths and fly, 10 mm', []],
    ['Overlock raw edge', ['stitch number']],
    ['Overlock raw edge, 504', []],
    ['Overlock 504 mm of the edge', ['stitch number']],
  ])('%s leaves open %j', (label, open) => {
    expect(find(label)).toEqual(open);
  });

  it('is not asked for a fact that a member of the body states, in any spelling', () => {
    expect(find('Side seam', {}, 'seam')).toEqual(['allowance towards', 'stitch number']);
    const values = { stitch: buildStated('401'), pressing: buildStated('open') };
    expect(find('Side seam', values, 'seam')).toEqual([]);
    expect(find('Side seam', { ...values, pressing: buildStated(null) }, 'seam')).toEqual([]);
    expect(find('Side seam', { ...values, pressing: buildStated('open', 'inferred') }, 'seam')).toEqual([]);
    expect(find('Side seam', { ...values, pressing: buildStated(null, 'unstated') }, 'seam')).toEqual([
      'allowance towards',
    ]);
  });

  it('is not asked for a part that only another member names', () => {
    const values = {
      stitch_class: buildStated('301'),
      pressing: buildStated('open'),
      reference: buildStated('panel 3, left thigh'),
    };
    expect(find('Side seam', values, 'seam')).toEqual([]);
  });

  it('has no distance where nothing is topstitched', () => {
    const values = { stitch_class: buildStated('301'), pressing: buildStated('open') };
    expect(find('Front edge', { ...values, topstitch: buildStated('none') }, 'seam')).toEqual([]);
    expect(find('Front edge', { ...values, topstitch: buildStated('twin needle') }, 'seam')).toEqual([
      'distance from edge',
    ]);
    expect(
      find(
        'Front edge',
        { ...values, topstitch: buildStated('twin needle'), margin: buildStated('6 mm') },
        'seam',
      ),
    ).toEqual([]);
  });

  it('of any body is read without an error', () => {
    fc.assert(
      fc.property(anyGraph, (body) => {
        for (const { silences } of listSilentLines(readTradeTables(body).tables))
          for (const value of silences.values()) expect(value?.state ?? 'unstated').toBe('unstated');
      }),
    );
  });
});

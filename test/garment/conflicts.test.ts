import { describe, expect, test } from 'vitest';
import { findConflicts } from '../../src/garment/find-conflicts.ts';
import { isRecord, toJsonText, toPayloadText } from '../../src/platform/json/json-values.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';
import { anyGraph } from '../support/arbitrary-bodies.ts';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import fc from '../support/property.ts';

const give = (value: unknown, unit?: string, state = 'asserted') => ({ value, unit, state });
const infer = (value: unknown, unit?: string) => give(value, unit, 'inferred');
const toPoint = (members: object) => ({ id: 'pom.1', kind: 'pom', label: give('Waist'), ...members });
const toBody = (...nodes: object[]) => parseJson(JSON.stringify({ garment_id: 'GARM-1', nodes }));
const buildSizes = (unit: string | undefined, all: Record<string, unknown>) => ({
  spec: Object.fromEntries(
    Object.entries(all).map(([size, value]) => [size, typeof value === 'object' ? value : give(value, unit)]),
  ),
});

const STATE = fc.constantFrom('asserted', 'inferred', 'unstated', 'draft');

/** A body with a size range among its facts. */
const withRange = (range: object, ...nodes: object[]) =>
  parseJson(JSON.stringify({ garment_id: 'GARM-1', nodes, facts: [{ field: 'size_range', ...range }] }));

/** Each conflict as its rule, its provenance and its statements. */
const find = (of: unknown): readonly string[] =>
  findConflicts(of).map(({ rule, between, statements }) => {
    const output = statements.map(
      ({ value, size }) =>
        `${size === undefined ? '' : `${size} `}${[toPayloadText(value.value), value.unit].filter(Boolean).join(' ')}`,
    );
    return `${rule}, ${between}: ${output.join('; ')}`;
  });

const AA = 'asserted against asserted';
const AI = 'asserted against inferred';
const II = 'inferred against inferred';

describe('a row of sizes that reverses', () => {
  test('is found in the units and fractions as written', () => {
    expect(find(toBody(toPoint(buildSizes('in', { XS: '9 1/2', S: '9', M: '9 1/4', L: '9 1/2' }))))).toEqual([
      `size-row, ${AA}: XS 9 1/2 in; S 9 in; M 9 1/4 in; L 9 1/2 in`,
    ]);
    expect(find(toBody(toPoint(buildSizes(undefined, { XS: '23 cm', S: '235 mm', M: '22.5 cm' }))))).toEqual([
      `size-row, ${AA}: XS 23 cm; S 235 mm; M 22.5 cm`,
    ]);
  });

  test('is not found in a row that rises, falls or stays', () => {
    for (const row of [
      { XS: '9 1/2', S: '9½', M: '9.50', L: '9 3/4"' },
      { XS: 30, S: 29.5, M: 29 },
      { XS: 24.0, S: 24.6, M: give(9.94, 'in', 'inferred') },
      { XS: 24, S: 'see sketch', M: 23, L: 25 },
      { S: 60, M: 58, L: give(62, 'cm', 'unstated') },
      { 'Size one': 60, 'Size two': 58, 'Size three': 62 },
    ])
      expect(find(toBody(toPoint(buildSizes('cm', row)))), JSON.stringify(row)).toEqual([]);
  });

  test('is not found where sizes differ in length too', () => {
    expect(
      find(toBody(toPoint(buildSizes('in', { '28x30': 30, '28x32': 32, '30x30': 30, '30x32': 32 })))),
    ).toEqual([]);
    expect(find(toBody(toPoint(buildSizes('cm', { S: 70, 'S tall': 74, M: 71, 'M tall': 75 }))))).toEqual([]);
  });

  test('names an inference as out of date only beside statements that agree', () => {
    const buildRow = (...states: string[]) =>
      toBody(
        toPoint(
          buildSizes('cm', {
            XS: give(60, 'cm', states[0]),
            S: give(64, 'cm', states[1]),
            M: give(62, 'cm', states[2]),
          }),
        ),
      );
    expect(find(buildRow('asserted', 'asserted', 'inferred'))[0]).toContain(AI);
    expect(find(buildRow('inferred', 'inferred', 'inferred'))[0]).toContain(II);
    expect(find(buildRow('asserted', 'draft', 'asserted'))[0]).toContain('without a known state');
  });
});

describe('a grade beside sizes', () => {
  const findGraded = (grade: unknown, row: Record<string, unknown>) =>
    find(toBody(toPoint({ ...buildSizes('cm', row), grade })));

  test('is found where a step is another one, with the two sizes of that step', () => {
    expect(findGraded(give(4.0, 'cm'), { XS: 66, S: 70, M: 75 })).toEqual([
      `grade-step, ${AA}: 4 cm; S 70 cm; M 75 cm`,
    ]);
    expect(findGraded(infer(2.5, 'cm'), { S: 66, M: 68 })).toEqual([
      `grade-step, ${AI}: 2.5 cm; S 66 cm; M 68 cm`,
    ]);
    expect(findGraded(infer(2.5, 'cm'), { S: infer(66, 'cm'), M: infer(68, 'cm') })[0]).toContain(II);
    expect(findGraded(give('+0.6'), { S: 24, M: 25 })).toEqual([`grade-step, ${AA}: +0.6; S 24 cm; M 25 cm`]);
    expect(
      find(
        toBody(toPoint({ ...buildSizes('in', { S: '22', M: '22 1/2', L: '23' }), grade: give('1/4', 'in') })),
      ),
    ).toEqual([`grade-step, ${AA}: 1/4 in; S 22 in; M 22 1/2 in; L 23 in`]);
  });

  test('is not found where the steps agree, or where it may be another thing', () => {
    expect(findGraded(give(4.0, 'cm'), { XS: 66, S: '70.0', M: 74 })).toEqual([]);
    expect(findGraded(give(40, 'mm'), { XS: 66, S: 70, M: 74 })).toEqual([]);
    expect(findGraded(give(4, 'cm'), { XS: 66, S: 70, L: 78 })).toEqual([]);
    expect(findGraded(give(1, 'cm'), { 26: 66, 28: 68, 30: 70, 34: 74 })).toEqual([]);
    expect(findGraded(give(4, 'cm'), { S: 66, 'S tall': 66, M: 70, 'M tall': 70 })).toEqual([]);
    // A grade in another system of units would be compared with a rounded value.
    expect(findGraded(give('1 5/8', 'in'), { S: 66, M: 70 })).toEqual([]);
    // A number alone may be that of a grade rule.
    expect(findGraded(give(3), { S: 66, M: 70 })).toEqual([]);
    expect(findGraded(give('4 to L, then 5', 'cm'), { S: 66, M: 70 })).toEqual([]);
    expect(findGraded(give(null, 'cm', 'unstated'), { S: 66, M: 70 })).toEqual([]);
  });
});

describe('a size range', () => {
  const findRanged = (range: object, ...all: string[]) =>
    find(
      withRange(range, toPoint(buildSizes('cm', Object.fromEntries(all.map((size, at) => [size, 60 + at]))))),
    );

  test('is compared with the sizes of the points', () => {
    expect(findRanged(give(['XS', 'S', 'M']), 'XS', 'S', 'M', 'L')).toEqual([
      `size-range, ${AA}: ["XS","S","M"]; L 63 cm`,
    ]);
    expect(findRanged(infer('XS-XL'), 'XS', 'S', 'M')).toEqual([
      `size-range, ${AI}: XS-XL; XS 60 cm; S 61 cm; M 62 cm`,
    ]);
    expect(findRanged(give('26 to 34'), '26', '28', '36')).toEqual([`size-range, ${AA}: 26 to 34; 36 62 cm`]);
  });

  test('agrees in other spellings, in another system and beside a sample size alone', () => {
    for (const [range, ...all] of [
      ['XS–XL', 'XS', 'S', 'M', 'L', 'XL'],
      [['S', 'M', '2XL'], 'S', 'M', 'XXL'],
      ['XS to XL', 'XS', 'M', 'M tall', 'XL'],
      ['XS, S, M', '34', '36', '38', '40'],
      ['XS-XL', 'M'],
      ['10-12, 14-16', '10-12', '14-16'],
      ['28-34', '28x30', '28x32', '34x32'],
      ['five sizes', 'S', 'M'],
      [5, '4', '6'],
    ] as const)
      expect(findRanged(give(range), ...all), String(range)).toEqual([]);
  });

  test('is not compared with a grid that states no value', () => {
    const spec = { XS: give(60, 'cm', 'unstated'), M: give(62, 'cm', 'unstated') };
    expect(find(withRange(give('S-L'), toPoint({ spec })))).toEqual([]);
    const ofOne = `size-range, ${AA}: S-L; XS 60 cm`;
    expect(find(withRange(give('S-L'), toPoint({ spec: { ...spec, XS: give(60, 'cm') } })))).toEqual([ofOne]);
  });

  test('is compared with a second one', () => {
    const findInTwo = (one: unknown, other: unknown) =>
      find({ nodes: [], facts: [one, other].map((range) => ({ field: 'size_range', ...Object(range) })) });
    expect(findInTwo(give('S-L'), infer(['S', 'M', 'L', 'XL']))).toEqual([
      `size-range, ${AI}: S-L; ["S","M","L","XL"]`,
    ]);
    expect(findInTwo(give(['S', 'M', 'L']), give('S-L'))).toEqual([]);
    expect(findInTwo(give(['S', 'M', 'L']), give([36, 38, 40]))).toEqual([]);
  });

  test('does not have the sample size, or a size of another table', () => {
    const garment = { id: 'garment', kind: 'garment', label: give('Shirt') };
    const cloth = {
      id: 'mat',
      kind: 'material',
      label: give('Oxford'),
      consumption: { S: give(1.2, 'm'), '3XL': give(1.9, 'm') },
    };
    const findSampled = (size: string) =>
      find(withRange(give('S-XL'), { ...garment, sample_size: give(size) }, cloth));
    const ofCloth = `outside-range, ${AA}: S-XL; 3XL 1.9 m`;
    expect(findSampled('XXL')).toEqual([`outside-range, ${AA}: S-XL; XXL`, ofCloth]);
    expect(findSampled('L')).toEqual([ofCloth]);
    expect(findSampled('38')).toEqual([ofCloth]);
    const box = {
      id: 'box',
      kind: 'packaging',
      label: give('Box'),
      dimensions: { XL: give(60, 'cm'), XXS: give(4, 'cm') },
    };
    expect(find(withRange(give('S-L'), box))).toEqual([]);
  });
});

test('a circumference measured from edge to edge is found, unless it is doubled', () => {
  const findMeasured = (label: string, how: string) =>
    find(toBody(toPoint({ label: give(label), how_to_measure: infer(how) })));
  expect(findMeasured('Waist circumference', 'flat, edge to edge')).toEqual([
    `round-or-flat, ${AI}: Waist circumference; flat, edge to edge`,
  ]);
  expect(findMeasured('腰围一周', '边到边')).toHaveLength(1);
  expect(findMeasured('1/2 chest', 'full circumference')).toHaveLength(1);
  expect(
    find(toBody(toPoint({ label: give('Hem circumference'), full_or_half: give('half') }))),
  ).toHaveLength(1);
  for (const how of ['edge to edge, doubled', 'edge to edge x 2', 'all round', '', 'along the edge'])
    expect(findMeasured('Waist circumference', how), how).toEqual([]);
  expect(findMeasured('Waist', 'edge to edge')).toEqual([]);
});

describe('a code with two tolerances', () => {
  const buildPoint = (id: string, members: object) => ({
    id,
    kind: 'pom',
    code: give('B01'),
    label: give('Chest'),
    ...members,
  });

  test('is found, with each tolerance as the body writes it', () => {
    expect(
      find(
        toBody(
          buildPoint('1', { tolerance: give('±1 cm') }),
          buildPoint('2', { tolerance: give('±0.5 cm') }),
        ),
      ),
    ).toEqual([`code-tolerance, ${AA}: ±1 cm; ±0.5 cm`]);
    expect(
      find(
        toBody(
          buildPoint('1', { tol_plus: give(1, 'cm'), tol_minus: give(1, 'cm') }),
          buildPoint('2', { tol_minus: infer('1/4', 'cm') }),
        ),
      ),
    ).toEqual([`code-tolerance, ${AI}: 1 cm; 1/4 cm`]);
    expect(find(toBody(buildPoint('1', { tolerance: give(1, 'cm'), tol_plus: give(0.5, 'cm') })))).toEqual([
      `code-tolerance, ${AA}: 1 cm; 0.5 cm`,
    ]);
  });

  test('is not found where the tolerances are equal, are not stated or are of two parts', () => {
    expect(
      find(
        toBody(buildPoint('1', { tol: give('±10 mm') }), buildPoint('2', { tol_plus: give('1.0', 'cm') })),
      ),
    ).toEqual([]);
    expect(
      find(
        toBody(
          buildPoint('1', { tol: give('±1', 'cm') }),
          buildPoint('2', { tol: give(null, 'cm', 'unstated') }),
        ),
      ),
    ).toEqual([]);
    expect(
      find(toBody(buildPoint('1', { tol: give('±1', 'cm') }), buildPoint('2', { tol: give('1/2', 'in') }))),
    ).toEqual([]);
    expect(
      find(
        toBody(
          buildPoint('1', { label: give('Chest, shell'), piece: give('shell'), tol: give(1, 'cm') }),
          buildPoint('2', { label: give('Chest, liner'), piece: give('liner'), tol: give(2, 'cm') }),
        ),
      ),
    ).toEqual([]);
    expect(
      find(
        toBody(
          buildPoint('1', { size: 'S', tol: give(1, 'cm') }),
          buildPoint('2', { size: 'M', tol: give(2, 'cm') }),
        ),
      ),
    ).toEqual([]);
    const set = (tol: number) => ({
      points: [{ code: 'A', name: tol === 1 ? 'Chest' : 'Waist', tolerance: give(tol, 'cm') }],
    });
    expect(find(parseJson(JSON.stringify({ jacket: set(1), trouser: set(2) })))).toEqual([]);
  });
});

describe('a quantity in the bill', () => {
  const buildButton = (quantity: object) => ({
    id: 'trim.button',
    kind: 'trim',
    label: give('Button, 18L'),
    quantity,
  });
  const buildPlacket = (count: object, label = 'Front placket') => ({
    id: `closure.${label}`,
    kind: 'closure',
    label: give(label),
    type: give('button and buttonhole'),
    count,
    links: [{ rel: 'uses', to: 'trim.button', state: 'asserted' }],
  });

  test('is found where it is fewer than the counts in use', () => {
    expect(find(toBody(buildPlacket(give(7)), buildButton(give(6, 'pcs'))))).toEqual([
      `bill-count, ${AA}: 6 pcs; 7`,
    ]);
    expect(
      find(toBody(buildPlacket(give(7)), buildPlacket(infer(4), 'Cuffs'), buildButton(infer(8)))),
    ).toEqual([`bill-count, ${II}: 8; 7; 4`]);
  });

  test('is not found where it is enough, is a length or is not stated for one of the items', () => {
    expect(find(toBody(buildPlacket(give(7)), buildButton(give(11))))).toEqual([]);
    expect(find(toBody(buildPlacket(give(7)), buildButton(give(1.5, 'gross'))))).toEqual([]);
    expect(
      find(toBody(buildPlacket(give(7)), { ...buildButton(give(1)), label: give('Button tape') })),
    ).toEqual([]);
    const other = {
      id: 'trim.2',
      kind: 'trim',
      label: give('Shank button'),
      quantity: give(null, undefined, 'unstated'),
    };
    expect(find(toBody(buildPlacket(give(7)), buildButton(give(6)), other))).toEqual([]);
    expect(
      find(toBody(buildPlacket(give(7)), { ...buildButton(give(6)), label: give('Corozo, 18L') })),
    ).toEqual([]);
  });

  test('is out of date where its reason names another count than is stated now', () => {
    const reasoned = { ...infer(11), basis: '7 front + 2 cuff + 2 collar' };
    expect(find(toBody(buildPlacket(give(6)), buildButton(reasoned)))).toEqual([`bill-count, ${AI}: 11; 6`]);
    expect(find(toBody(buildPlacket(give(7)), buildButton(reasoned)))).toEqual([]);
  });
});

describe('a number in a callout', () => {
  const seam = {
    id: 'seam.side',
    kind: 'seam',
    label: give('Side seam'),
    spi: infer(10),
    stitch_class: give('401'),
    sa: give(1, 'cm'),
  };
  const buildNote = (label: string, to = 'seam.side') => ({
    ...{ id: 'note.1', kind: 'construction_note', label: give(label), callout: give(1) },
    links: [{ rel: 'refers_to', to, state: 'asserted' }],
  });

  test('is compared with the row that it is about', () => {
    expect(find(toBody(seam, buildNote('Side seams 12 SPI')))).toEqual([
      `callout-number, ${AI}: Side seams 12 SPI; 10`,
    ]);
    expect(find(toBody(seam, buildNote('Fell with stitch 301')))).toEqual([
      `callout-number, ${AA}: Fell with stitch 301; 401`,
    ]);
    expect(find(toBody(seam, buildNote('3/8" seam allowance')))).toEqual([]);
    expect(find(toBody(seam, buildNote('8 mm seam allowance')))).toHaveLength(1);
    expect(find(toBody({ ...seam, text: give('12 stitches per inch') }))).toHaveLength(1);
    expect(
      find(
        toBody(toPoint({ code: give('B01'), spec: give(56, 'cm') }), buildNote('Check B01: 57 cm at fit')),
      ),
    ).toEqual([`callout-number, ${AA}: Check B01: 57 cm at fit; 56 cm`]);
    const placket = { id: 'c', kind: 'closure', label: give('Front'), type: give('button'), count: give(7) };
    expect(find(toBody(placket, buildNote('Six buttons at centre front', 'c')))).toHaveLength(1);
  });

  test('is not compared for ranges, for other parts or if there are several', () => {
    const placket = { id: 'c', kind: 'closure', label: give('Front'), type: give('zip'), count: give(1) };
    for (const text of [
      'Side seams 10 SPI',
      'Side seams 8-12 SPI',
      'Hem 12 SPI, side seam 10 SPI',
      'Close with stitch 301, then overlock 401',
      'Check B01: 57 cm, was 56 cm',
      'Seam allowance 10 mm',
      'Raise B01 by 1 cm',
      'Vent at CB, 42 cm',
      'Bartacks at pocket mouths and fly, 10 mm',
    ])
      expect(
        find(toBody(seam, toPoint({ code: give('B01'), spec: give(56, 'cm') }), buildNote(text))),
        text,
      ).toEqual([]);
    expect(find(toBody(placket, buildNote('Two buttons at each cuff', 'c')))).toEqual([]);
    expect(find(toBody(seam, { ...buildNote('Side seams 12 SPI'), links: [] }))).toEqual([]);
  });
});

describe('no conflict is reported', () => {
  test('in the garments of the sandbox, except the two size ranges of GARM-33', { timeout: 120_000 }, () => {
    const all = listSampleGarments().flatMap((garment) =>
      (['technical_designer', 'factory'] as const).flatMap((profile) =>
        find(parseJson(garment.graph(profile))).map((each) => `${garment.sgg_garment_id} ${profile} ${each}`),
      ),
    );
    const ranges = `size-range, ${AI}: ["XS","S","M","L"]; [34,36,38,40,42]`;
    expect(all).toEqual([`GARM-33 technical_designer ${ranges}`, `GARM-33 factory ${ranges}`]);
  });

  test.each(FOREIGN_BODIES)('in the foreign body $name', ({ value }) => expect(find(value)).toEqual([]));

  test('in a body whose values were made consistent', () => {
    const row = fc.record({
      from: fc.integer({ min: 500, max: 900 }),
      by: fc.integer({ min: 0, max: 60 }),
      isDown: fc.boolean(),
      names: fc.subarray(['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL'], { minLength: 2 }),
      states: fc.array(STATE, { minLength: 7, maxLength: 7 }),
    });
    fc.assert(
      fc.property(row, ({ from, by, isDown, names, states }) => {
        const spec = Object.fromEntries(
          names.map((size, at) => [size, give(`${from + (isDown ? -1 : 1) * by * at}/8`, 'in', states[at])]),
        );
        const point = toPoint({
          spec,
          grade: infer(`${by}/8`, 'in'),
          code: give('B01'),
          tol: give('±1/4', 'in'),
        });
        expect(find(withRange(give(names), point))).toEqual([]);
      }),
    );
  });
});

/** Collects value, unit and provenance of everything in a body that has a provenance. */
const listStated = (value: unknown): readonly string[] =>
  isRecord(value)
    ? [
        ...('state' in value ? [toJsonText([value.value, value.unit, value.state])] : []),
        ...Object.values(value).flatMap(listStated),
      ]
    : Array.isArray(value)
      ? value.flatMap(listStated)
      : [];

test('each statement is in the body with that state', () => {
  const amount = fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('cm', 'in', 'mm'), STATE)
    .map(([number, unit, state]) => give(number / 4, unit, state));
  const point = fc
    .record({
      spec: fc.dictionary(fc.constantFrom('XS', 'S', 'M', 'L', 'XL'), amount, { minKeys: 2 }),
      grade: amount,
      tol_plus: amount,
      tolerance: amount,
      how_to_measure: STATE.map((state) => give('edge to edge', undefined, state)),
      label: STATE.map((state) => give('Hem circumference', undefined, state)),
    })
    .map((members) => toPoint({ ...members, code: give('B01') }));
  let count = 0;
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 3 }), STATE, (points, state) => {
      const of = withRange(give('S-L', undefined, state), ...points);
      const stated = new Set(listStated(of));
      for (const { statements } of findConflicts(of)) {
        expect(statements.length).toBeGreaterThan(1);
        for (const { value } of statements)
          expect(stated).toContain(toJsonText([value.value, value.unit, value.state]));
        count += 1;
      }
    }),
  );
  expect(count).toBeGreaterThan(50);
});

test('a body of any shape is read', () => {
  fc.assert(
    fc.property(anyGraph, (of) => {
      for (const { statements } of findConflicts(of)) expect(statements.length).toBeGreaterThan(1);
    }),
  );
});

test.each<[string, (values: object) => object]>([
  ['members of a node', (values) => ({ values })],
  ['sizes of a value', (spec) => ({ values: { spec } })],
])('reads 40,000 %s in time', (_, toMembers) => {
  const values = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`v${at}`, give(at)]));
  expect(findConflicts(toBody(toPoint(toMembers(values))))).toStrictEqual([]);
});

import { describe, expect, test } from 'vitest';
import { readGraph } from '../../src/garment/graph-model.ts';
import { buildNodeTable, type NodeRow, type NodeTable } from '../../src/garment/node-table.ts';
import { createTableSpec } from '../../src/garment/trade-tables.ts';
import { toJsonText, toPayloadText } from '../../src/platform/json/json-values.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';
import fc from '../support/property.ts';

const buildTable = (name: string, ...nodes: unknown[]): NodeTable =>
  buildNodeTable(readGraph({ garment_id: 'GARM-1', nodes }), createTableSpec(name));
const listColumns = ({ columns: found }: NodeTable): readonly string[] => found.map(({ name }) => name);
const findCell = (row: NodeRow | undefined, column: string): string | undefined => {
  const entry = row?.cells.get(column);
  return entry && [toPayloadText(entry.value ?? ''), entry.unit ?? '', entry.state ?? ''].join(' ').trim();
};
const give = (value: unknown, unit?: string, state = 'asserted') => ({ value, unit, state });

describe('cells', () => {
  test('have the unit and state of their own value', () => {
    const [row] = buildTable('pom', {
      id: 'm1',
      kind: 'measurement',
      values: {
        spec: give('58.0', 'cm'),
        tol_minus: give('0.5', 'inch', 'inferred'),
        tol_plus: give('10', 'mm'),
      },
    }).rows;
    expect(findCell(row, 'spec')).toBe('58.0 cm asserted');
    expect(findCell(row, 'tol_minus')).toBe('0.5 inch inferred');
    expect(findCell(row, 'tol_plus')).toBe('10 mm asserted');
  });

  test('are never filled from another value', () => {
    const found = buildTable('bom', {
      id: 'f',
      kind: 'material',
      values: { quantity: give('0.35', 'm'), consumption: give('0.40', 'm', 'inferred') },
    });
    expect(listColumns(found)).toEqual(['quantity', 'consumption']);
    expect(findCell(found.rows[0], 'quantity')).toBe('0.35 m asserted');
    expect(findCell(found.rows[0], 'consumption')).toBe('0.40 m inferred');
  });

  test('keep both of two values with one name', () => {
    const found = buildTable('pom', {
      id: 'm',
      kind: 'pom',
      spec: give(1),
      values: { spec: give(2, 'cm', 'inferred') },
    });
    expect(listColumns(found)).toEqual(expect.arrayContaining(['spec', 'spec#2']));
    expect(findCell(found.rows[0], 'spec#2')).toBe('2 cm inferred');
  });

  test('include members without a state; a label is one column under any name', () => {
    const found = buildTable(
      'bom',
      { id: 'a', kind: 'trim', title: 'Zip', length: 60, note: 'metal' },
      { id: 'b', kind: 'trim', name: give('Button'), length: give(18, 'L') },
    );
    expect(listColumns(found)).toEqual(['label', 'length', 'note']);
    expect(found.rows.map((row) => findCell(row, 'label'))).toEqual(['Zip', 'Button  asserted']);
  });
});

describe('graded sizes', () => {
  const shapes: Record<string, unknown> = {
    'a map of stated values': {
      spec: { S: give(1), M: give(2, 'cm', 'inferred'), L: give(null, 'cm', 'unstated') },
    },
    'a list that names its sizes': {
      spec: [
        { size: 'S', value: 1, state: 'asserted' },
        { size: 'M', value: 2, unit: 'cm', state: 'inferred' },
        { size: 'L', value: null, unit: 'cm', state: 'unstated' },
      ],
    },
  };
  for (const [what, values] of Object.entries(shapes))
    test(`${what}: one column for each size, with its own state`, () => {
      const found = buildTable('pom', { id: 'm', kind: 'pom', values });
      expect(found.columns.filter(({ size }) => size)).toMatchObject(
        ['S', 'M', 'L'].map((size) => ({ name: `spec.${size}`, size, base: 'spec', head: size })),
      );
      expect(['S', 'M', 'L'].map((size) => findCell(found.rows[0], `spec.${size}`))).toEqual([
        '1  asserted',
        '2 cm inferred',
        'cm unstated',
      ]);
    });

  test('in one stated value have the state of the whole, unless a size has its own', () => {
    const found = buildTable(
      'pom',
      { id: 'm', kind: 'pom', values: { spec: give({ S: 1, M: { value: 2, state: 'unstated' } }, 'cm') } },
      {
        id: 'n',
        kind: 'pom',
        values: {
          spec: give(
            [
              { size: 'S', value: 5 },
              { size: 'XL', value: 6 },
            ],
            'cm',
          ),
        },
      },
    );
    expect(listColumns(found)).toEqual(expect.arrayContaining(['spec.S', 'spec.M', 'spec.XL']));
    expect(findCell(found.rows[0], 'spec.S')).toBe('1 cm asserted');
    expect(findCell(found.rows[0], 'spec.M')).toBe('2 cm unstated');
    expect(findCell(found.rows[1], 'spec.XL')).toBe('6 cm asserted');
    expect(found.rows[1]?.cells.has('spec.M')).toBe(false);
  });

  test('as sibling fields keep the order of the rows', () => {
    const found = buildTable(
      'pom',
      { id: 'm', kind: 'pom', code: 'A', spec_S: give(1), spec_L: give(3), method: 'flat' },
      {
        id: 'n',
        kind: 'pom',
        code: 'B',
        spec_XS: give(1),
        spec_S: give(1),
        spec_M: give(2),
        spec_L: give(3),
      },
    );
    expect(found.columns.flatMap(({ size }) => size ?? [])).toEqual(['XS', 'S', 'M', 'L']);
    expect(listColumns(found)).toContain('how_to_measure');
  });

  test('may be a plain list of sizes with several values each', () => {
    const found = buildTable('pom', {
      id: 'm',
      kind: 'pom',
      sizes: [
        { size: 'S', spec: 1, tol: 2 },
        { size: 'M', spec: 3 },
      ],
    });
    expect(listColumns(found)).toEqual(['tol_minus.S', 'tol_plus.S', 'spec.S', 'spec.M']);
  });
});

describe('the rows of a table', () => {
  test('include kinds by any name of the trade', () => {
    const kinds = ['BOMLine', 'Trim', 'shell fabric', 'care_label', 'measurement', 'PointOfMeasure', 'panel'];
    const nodes = kinds.map((kind, at) => ({ id: `n${at}`, kind }));
    const of = (name: string) => buildTable(name, ...nodes).rows.map(({ node }) => node.kind);
    expect(of('bom')).toEqual(['BOMLine', 'Trim', 'shell fabric', 'care_label']);
    expect(of('pom')).toEqual(['measurement', 'PointOfMeasure']);
    expect(of('cut')).toEqual(['panel']);
    expect(of('labels')).toEqual(['care_label']);
    expect(of('pieces')).toEqual(['panel']);
    expect(buildTable('bom', ...nodes).otherNodes.map(({ kind }) => kind)).toEqual(kinds.slice(4));
  });

  test('include nested lines of a node, one row each', () => {
    const found = buildTable('bom', {
      id: 'bom',
      kind: 'bill_of_materials',
      currency: 'EUR',
      lines: [
        { item: 'Shell', quantity: give('1.2', 'm') },
        { item: 'Zip', quantity: give('1', 'pc', 'inferred'), parts: [{ item: 'Puller' }] },
      ],
    });
    expect(found.rows.map(({ line }) => line)).toEqual(['', 'lines[0]', 'lines[1]']);
    expect(findCell(found.rows[0], 'currency')).toBe('EUR');
    expect(findCell(found.rows[2], 'quantity')).toBe('1 pc inferred');
  });

  test('include lines of a node of another kind', () => {
    const found = buildTable('pom', {
      id: 'g',
      kind: 'garment',
      measurements: [{ code: 'A', value: 5 }],
      fit: 'slim',
    });
    expect(found.rows.map(({ line }) => line)).toEqual(['measurements[0]']);
    expect(findCell(found.rows[0], 'code')).toBe('A');
  });

  const named = { chest: { ...give(92, 'cm'), tol: give(1, 'cm') }, waist: give(70, 'cm', 'inferred') };

  test.each([
    ['of a node of another kind', { nodes: [{ id: 'g', kind: 'garment', measurements: named }] }, 'g'],
    ['of a node of the table', { nodes: [{ id: 's', kind: 'measure', measurements: named }] }, 's'],
    ['beside the nodes', { measurements: named, nodes: [] }, '#body'],
  ])('include each member of a map %s, under its name', (_, body, id) => {
    const found = buildNodeTable(readGraph(body), createTableSpec('pom'));
    const rows = found.rows.filter(({ line }) => line !== '');
    expect(rows.map(({ node, line }) => [node.id, line])).toEqual([
      [id, 'measurements.chest'],
      [id, 'measurements.waist'],
    ]);
    expect(rows.map((row) => [findCell(row, 'spec'), findCell(row, 'tol_plus')])).toEqual([
      ['92 cm asserted', '1 cm asserted'],
      ['70 cm inferred', undefined],
    ]);
    expect(found.bodyValues).toEqual([]);
  });

  test('include a map of numbers; a single thing, sizes and a mixed map are not rows', () => {
    const listRowsOf = (measurements: unknown, name = 'measurements') =>
      buildTable('pom', { id: 'g', kind: 'garment', [name]: measurements }).rows.map(({ line }) => line);
    expect(listRowsOf({ chest: 92, waist: 70 })).toEqual(['measurements.chest', 'measurements.waist']);
    expect(listRowsOf({ chest: give(92) }, 'measurement')).toEqual([]);
    expect(listRowsOf({ S: give(92), M: give(94) })).toEqual([]);
    expect(listRowsOf({ chest: give(92), unit: 'cm' })).toEqual([]);
    expect(listRowsOf(give({ chest: 92 }))).toEqual([]);
  });

  test('leave the other values of the node around them', () => {
    const garment = {
      ...{ id: 'g', kind: 'garment', fit: 'slim', measurements: [{ code: 'A', value: 5 }] },
      links: [{ rel: 'made_of', to: 'm', state: 'asserted' }],
    };
    const found = buildNodeTable(readGraph({ profile: 'factory', nodes: [garment] }), createTableSpec('pom'));
    expect(found.otherValues.map(({ path }) => path)).toEqual(['fit', 'made_of']);
    expect(found.bodyValues.map(({ path }) => path)).toEqual(['profile']);
  });

  test('have the same columns when points of measure have other field names', () => {
    const own = { id: 'm', kind: 'pom', target: give(58), tolerance: give(1), method: 'flat' };
    expect(listColumns(buildTable('pom', own))).toEqual([
      ...['how_to_measure', 'tol_minus', 'tol_plus', 'spec'],
    ]);
    const known = { id: 'n', kind: 'pom', spec: give(58) };
    expect(listColumns(buildTable('pom', known))).toEqual(['tol_minus', 'tol_plus', 'spec']);
  });

  test('of nodes with the same members are those of each node alone', () => {
    const texts = fc.constantFrom('+1/-0.5', '±1', '58');
    const payloads = fc.oneof(
      fc.constantFrom(1, true, null, [], {}, [1, 2], { S: 1, M: 2 }, { plus: 1, minus: 2 }, [
        { size: 'S', value: 1 },
      ]),
      texts,
    );
    const members = fc.oneof(
      fc.record({ value: texts, state: fc.constant('asserted') }),
      payloads,
      fc.record({ value: payloads, state: fc.constantFrom('asserted', 'unstated', undefined) }),
      fc.record({ value: texts, state: fc.constant('inferred'), note: fc.constant('x') }),
      fc.record({
        value: texts,
        state: fc.constant('inferred'),
        basis: fc.constant({ value: 1, state: 'asserted' }),
      }),
    );
    const names = fc.constantFrom(
      'tolerance',
      'tol_plus',
      'tol+',
      'spec',
      'target',
      'spec_XL',
      'tolerance_XL',
      'label',
      'state',
      'a.b',
    );
    const graphs = fc.uniqueArray(names, { minLength: 1, maxLength: 4 }).chain((own) =>
      fc.array(fc.tuple(...own.map(() => members)), { minLength: 2, maxLength: 4 }).map((rows) =>
        rows.map((row, at) => ({
          id: `m${at}`,
          kind: 'pom',
          ...Object.fromEntries(row.map((value, n) => [own[n], value])),
        })),
      ),
    );
    const listRows = (...nodes: unknown[]) =>
      buildTable('pom', ...nodes).rows.map(({ line, cells, leftover, nestedValues }) => ({
        line,
        cells: [...cells].filter(([name]) => name !== 'other'),
        leftover,
        nestedValues,
      }));
    fc.assert(
      fc.property(graphs, (nodes) => {
        // A row with a note does not reuse the columns of another row.
        const other = { value: 1, state: 'asserted', note: 'x' };
        expect(listRows(...nodes)).toEqual(nodes.flatMap((node) => listRows({ ...node, other })));
      }),
      {
        examples: ['tolerance', 'tolerance_XL'].map((field): [object[]] => [
          ['58', '+1/-0.5', '58'].map((value, at) => ({ id: `m${at}`, kind: 'pom', [field]: give(value) })),
        ]),
      },
    );
  });

  test('have relations, with their states and values', () => {
    const found = buildTable(
      'bom',
      { id: 'f', kind: 'material', links: [{ rel: 'fused_with', to: 'g', state: 'inferred' }] },
      { id: 'p', kind: 'piece', links: [{ rel: 'made_of', to: 'f', state: 'asserted' }] },
    );
    expect(found.relations).toEqual(['fused_with']);
    expect(found.rows[0]?.relations).toMatchObject([{ target: 'g', state: 'inferred' }]);
    expect(found.rows[0]?.usedBy).toMatchObject([{ name: 'made_of', state: 'asserted' }]);
  });
});

/** Every scalar of a body, each with a text that occurs once. */
function plantCanaries(text: string): { body: unknown; words: readonly string[] } {
  const words: string[] = [];
  const body = parseJson(
    text.replaceAll('@', () => {
      words.push(`canary${words.length}x`);
      return words.at(-1) ?? '';
    }),
  );
  return { body, words };
}

test('have every value in a cell, a column, a relation or the rest', () => {
  const { body, words } =
    plantCanaries(`{"nodes":[{"id":"m","kind":"pom","label":{"value":"@","state":"asserted","x":"@"},
    "spec":{"value":{"S":"@","M":{"value":"@","state":"inferred","basis":{"value":"@","state":"unstated"}}},"unit":"@","state":"asserted"},
    "sizes":[{"size":"@","value":"@","q":"@"},{"name":"@","value":"@","unit":{"value":"@","state":"inferred"}}],
    "plain":{"a":{"b":["@","@"],"c":[{"d":"@"},{"code":"@","e":"@"}]}},
    "lines":[{"x":"@","deeper":[{"items":[{"y":"@"}]}]},"@",{}],
    "mixed":[{"size":"@","value":"@","state":"asserted"},"@",null,[["@"]]],
    "state":"unstated","value":{"value":"@","state":"x","basis":"@","more":{"value":"@","state":"y"}},
    "links":[{"rel":"@","to":"@","state":"asserted","note":"@"}]}]}`);
  const { columns: found, rows } = buildNodeTable(readGraph(body), createTableSpec('pom'));
  const kept = [
    ...found.map(({ name }) => name),
    ...rows.flatMap(({ cells, relations, leftover }) =>
      [...cells.values(), ...leftover, ...relations.map(({ value }) => value)].map((entry) =>
        toJsonText(entry),
      ),
    ),
  ].join('\n');
  expect(words.filter((word) => !kept.includes(word))).toEqual([]);
});

test('leave columns beyond the limit of a sheet to the rest, by name', () => {
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`f${at}`, give(at)]));
  const found = buildTable('pom', { id: 'm', kind: 'pom', ...many });
  const [row] = found.rows;
  expect(found.columns.length + (row?.leftover.length ?? 0)).toBe(600);
  expect(row?.leftover.at(-1)?.path).toBe('f599');
});

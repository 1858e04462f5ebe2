import { describe, expect, test } from 'vitest';
import { buildGraphRows, renderGraphView } from '../../../src/output/views/graph.ts';
import { isWrittenNumber, parseJson } from '../../../src/platform/json/parse-json.ts';
import { findContents } from '../../support/arbitrary-bodies.ts';
import { NOTABLE_GARMENTS, readSampleGraph } from '../../support/sample-bodies.ts';
import { countMarks, renderPlainText } from '../../support/view-text.ts';

const shirt = readSampleGraph('GARM-101');
const odd = parseJson(`{"garment_id": "GARM-33", "nodes": [
  {"node_id": "n1", "type": "panel", "name": {"value": "Front", "state": "asserted"}, "cut": {"state": "unstated", "unit": "pieces"}},
  {"id": "n2", "type": "seam", "name": "French seam", "state": "inferred", "between": ["n1", "n3"], "note": "x", "spi": {"value": 8.0, "state": "maybe"}},
  "a bare string node", 7.50, null]}`);

describe('the view of a graph for a designer', () => {
  test('has a head with the garment, the counts and the marks', () => {
    const [first, second] = renderPlainText(renderGraphView(shirt)).split('\n');
    expect(first).toBe('GARM-101  = Oxford button-down shirt  technical_designer');
    expect(second).toBe('24 nodes; counted by toile: 57 =  18 ~  15 ?  = asserted  ~ inferred  ? unstated');
  });

  test('has nodes in the tables of the trade, with units in heads and reasons below rows', () => {
    const text = renderPlainText(renderGraphView(shirt));
    expect(text).toContain(' CUT LIST  5  piece\n   piece  cut (pieces)  mirrored  on fold  grain\n');
    expect(text).toMatch(/^ +piece\.collar {2}= Collar leaf {2}= 2 +\? not stated$/m);
    expect(text).toContain('~ cut  why: outer and inner yoke assumed (medium)');
    expect(text).toContain('POINTS OF MEASURE  2  measurement   unit cm\n');
    expect(text).toContain('left out: 29 relations (colours, uses,');
  });

  test('has one line per value for other kinds, and for all with --all', () => {
    expect(renderPlainText(renderGraphView(shirt))).toMatch(/^ {3}~ fit {2}regular {2}why: chest ease/m);
    const all = renderPlainText(renderGraphView(shirt, { all: true }));
    expect(all).toMatch(/^ {3}~ grain {2}weft {2}why: house habit for yokes \(low\)$/m);
    expect(all).toMatch(/^ {3}~ made_of {2}-> mat\.shell {2}$/m);
  });

  test('shows numbers as sent, and an empty answer', () => {
    const text = renderPlainText(renderGraphView(shirt, { all: true }));
    expect(text).toContain('= spec  56.0 cm');
    expect(text).toContain('= lining  none  ');
    expect(text).toContain('= spare  0  ');
    const nothing = {
      nodes: [
        {
          id: 'a',
          values: {
            x: { value: null, state: 'asserted' },
            y: { value: [], state: 'asserted' },
            z: { value: '', state: 'inferred' },
            f: { value: false, state: 'asserted' },
          },
        },
      ],
    };
    expect(renderPlainText(renderGraphView(nothing))).toMatch(
      /= x {2}none \(stated\)[\s\S]*= y {2}\[\][\s\S]*~ z {2}""[\s\S]*= f {2}false/,
    );
  });

  test('marks an unstated value, and shows its other members', () => {
    const body = {
      nodes: [
        {
          id: 'a',
          values: { x: { value: 5, unit: 'cm', state: 'unstated' }, y: { state: 'unstated', unit: 'cm' } },
        },
      ],
    };
    expect(renderPlainText(renderGraphView(body))).toMatch(
      /\? x {2}not stated \(given: 5 cm\)[\s\S]*\? y {2}not stated \(cm\)/,
    );
  });

  test('shows an unknown state as it is, and a missing state as missing', () => {
    const text = renderPlainText(renderGraphView(odd, { all: true }));
    expect(text).toContain('! spi  8.0  state: maybe');
    expect(text).toContain('a bare string node  without a state');
    expect(text).toContain('7.50  without a state');
    expect(renderPlainText(renderGraphView(odd))).toContain('\u00a0note\u00a0x');
    expect(renderPlainText(renderGraphView(odd))).toContain('without a state');
  });

  test('shows everything beside the value of a node that is a list', () => {
    const list = parseJson('{"nodes": [[{"value": false, "values": 56.0, "unit": "cm"}], [7.50]]}');
    const all = renderPlainText(renderGraphView(list, { all: true }));
    expect(all).toMatch(/^ {3}#0 {4}\n {5}\[0\] {2}false cm {2}without a state\n +values {2}56\.0 {2}$/m);
    expect(all).toContain('#1  7.50  without a state');
    expect(renderPlainText(renderGraphView(list))).toMatch(
      /\[0\] {2}false cm[\s\S]*left out {2}1 member beside a value \(\[0\]\.values\)/,
    );
  });

  test('has only the requested kinds, in any spelling', () => {
    for (const kinds of [['construction-note'], ['Construction_Notes'], ['CONSTRUCTION NOTE']]) {
      const text = renderPlainText(renderGraphView(shirt, { kinds }));
      expect(text).toContain('note.01');
      expect(text).not.toMatch(/mat\.shell|FACTS/);
    }
    const unknown = renderPlainText(renderGraphView(shirt, { kinds: ['sleeve'] }));
    expect(unknown).toContain('No node has the kind "sleeve".');
    expect(unknown).toContain('piece 5');
  });

  test('shows the first rows of two thousand nodes, and how to see the rest', () => {
    const view = renderGraphView(readSampleGraph('GARM-450'));
    const text = renderPlainText(view);
    expect(text.split('\n').length).toBeLessThan(120);
    expect(text).toContain('2000 nodes; counted by toile: 6415 =  2216 ~  1148 ?');
    expect(text).toContain('93 more: --kind piece');
    expect(text).toContain('--all');
    expect(renderPlainText(renderGraphView(readSampleGraph('GARM-450'), { kinds: ['piece'] }))).not.toContain(
      'more: --kind',
    );
  });

  test('shows values at any depth', () => {
    let deep: unknown = 'the bottom';
    for (let level = 0; level < 10_000; level++) deep = { value: deep, state: 'inferred' };
    expect(renderPlainText(renderGraphView({ nodes: [{ id: 'a', deep }] }))).toContain('the bottom');
  });
});

describe('the view of a graph for a factory', () => {
  test('shows departments, cloth and allowances', () => {
    const text = renderPlainText(renderGraphView(readSampleGraph('GARM-101', 'factory')));
    expect(text).toContain('FACTORY   sample size = M');
    for (const department of ['CUTTING', 'SEWING', 'MATERIALS', 'MEASURING'])
      expect(text).toContain(`\n${department}\n`);
    expect(text).toContain(
      '= stated by the designer   ~ worked out, ask before bulk   ? it has not been stated',
    );
    expect(text).toContain('=\u00a0Oxford cloth + ~\u00a0Woven fusible');
    expect(text).toContain('=\u00a01.0 cm / ~\u00a01.0 cm');
  });

  test('shows every unstated value in one place', () => {
    const text = renderPlainText(renderGraphView(shirt, { view: 'factory' }));
    expect(text).toContain('? NOT STATED  15 values, counted by toile');
    expect(text).toContain('Side seam spi; ');
    expect(
      renderPlainText(renderGraphView(readSampleGraph('GARM-101', 'factory'), { view: 'designer' })),
    ).not.toContain('NOT STATED');
  });

  test.each(NOTABLE_GARMENTS.filter((id) => id !== 'GARM-450'))(
    'every state of %s is marked for both readers',
    (id) => {
      const body = readSampleGraph(id, 'factory');
      for (const view of ['designer', 'factory'] as const) {
        const marked = countMarks(renderGraphView(body, { view }));
        for (const state of findContents(body, isWrittenNumber).states.keys())
          expect(marked.get(state)).toBeGreaterThan(0);
      }
    },
  );
});

describe('rows of a graph', () => {
  test('have one value each, relations and facts among them', () => {
    const { columns, rows } = buildGraphRows(shirt);
    expect(columns).toEqual(['garment_id', 'node_id', 'kind', 'label', 'field', 'value', 'unit', 'state']);
    const all = [...rows];
    expect(all).toContainEqual([
      'GARM-101',
      'piece.yoke',
      'piece',
      'Back yoke',
      'cut',
      2,
      'pieces',
      'inferred',
    ]);
    expect(all).toContainEqual([
      'GARM-101',
      'piece.yoke',
      'piece',
      'Back yoke',
      'made_of',
      'mat.shell',
      null,
      'inferred',
    ]);
    expect(all).toContainEqual(['GARM-101', '', '', '', 'market', null, null, 'unstated']);
    expect(all).toHaveLength(86 + 29 + 4);
    expect(all.every((row) => row.length === columns.length)).toBe(true);
  });

  test('have reasons and members without a state with --all', () => {
    const all = [...buildGraphRows(shirt, { all: true }).rows];
    expect(all).toContainEqual([
      'GARM-101',
      'piece.yoke',
      'piece',
      'Back yoke',
      'cut.basis',
      'outer and inner yoke assumed',
      null,
      null,
    ]);
    expect([...buildGraphRows(odd, { all: true }).rows]).toContainEqual([
      'GARM-33',
      'n2',
      'seam',
      'French seam',
      'note',
      'x',
      null,
      null,
    ]);
  });
});

test.each(NOTABLE_GARMENTS)('every read of %s with --all shows each state and each number', (id) => {
  const body = readSampleGraph(id);
  const view = renderGraphView(body, { all: true });
  const found = findContents(body, isWrittenNumber);
  const [marked, text] = [countMarks(view), renderPlainText(view)];
  for (const [state, number] of found.states) expect(marked.get(state)).toBeGreaterThanOrEqual(number);
  expect([...new Set(found.lexemes)].filter((lexeme) => !text.includes(lexeme))).toEqual([]);
});

/** Facts that screens and pages used to find each for itself. */

import { expect, it } from 'vitest';
import { isSilent, readBrief } from '../../src/garment/brief.ts';
import { tallyOf, valuesOf } from '../../src/garment/flatten-body.ts';
import { readGraph } from '../../src/garment/graph.ts';
import { nodeTable } from '../../src/garment/node-table.ts';
import { besideColumns, cellOf, columnsOf, garmentOf } from '../../src/garment/node-values.ts';
import { openEnds } from '../../src/garment/open-ends.ts';
import { offerOf } from '../../src/garment/question.ts';
import { byDepartment, readQuestions } from '../../src/garment/questions.ts';
import { relations } from '../../src/garment/relations.ts';
import { signOf } from '../../src/garment/state-marks.ts';
import { TABLE_NAMES, wantedTable } from '../../src/garment/table-kinds.ts';
import { notStatedSection } from '../../src/sheet/open-ends.ts';
import { notStated } from '../../src/view/factory.ts';
import { graphView } from '../../src/view/graph.ts';
import { stateListView } from '../../src/view/state-list.ts';
import { plain } from '../support/plain.ts';

const open = { value: null, state: 'unstated' };
const said = (value: unknown) => ({ value, state: 'asserted' });

it('a body is taken apart once, and its relations are found once, however many tables ask', () => {
  let looked = 0;
  const ownKeys = (own: object): (string | symbol)[] => {
    looked++;
    return Reflect.ownKeys(own);
  };
  const values = new Proxy({ cut: said(2) }, { ownKeys });
  const body = { nodes: [{ id: 'a', kind: 'piece', values, between: ['b'] }, { id: 'b' }] };
  const graph = readGraph(body);
  const before = looked;
  for (const name of TABLE_NAMES) nodeTable(readGraph(body), wantedTable(name));
  expect(before).toBeGreaterThan(0);
  expect(looked).toBe(before);
  expect(relations(readGraph(body))).toBe(relations(graph));
});

it('a text is silent only where nobody gave a reason or said how sure it is', () => {
  const { entries } = readBrief({
    brief: { a: open, b: { ...open, basis: 'asked' }, c: { ...open, confidence: 'low' }, d: said('x') },
  });
  expect(entries.filter(isSilent).map(({ field }) => field)).toEqual(['a']);
});

it('a garment is the one node of its kind, or none', () => {
  const of = (...ids: readonly string[]) =>
    garmentOf(readGraph({ nodes: ids.map((id) => ({ id, kind: 'garment' })) }))?.id;
  expect([of(), of('a'), of('a', 'b')]).toEqual([undefined, 'a', undefined]);
});

it('what nobody stated is found in nodes and facts, relations aside', () => {
  const links = [{ rel: 'joins', to: 'b', state: 'unstated' }];
  const { nodes, beside, total } = openEnds(
    readGraph({
      nodes: [{ id: 'a', values: { cut: open, grain: said(1) }, links }, { id: 'b' }],
      facts: [{ field: 'lining', ...open }],
    }),
  );
  expect(nodes.map(({ node, open: found }) => [node.id, found.map(({ field }) => field)])).toEqual([
    ['a', ['cut']],
  ]);
  expect([beside.length, total]).toEqual([1, 2]);
});

it('what nobody stated beside the nodes alone is named wherever such values are', () => {
  const body = { nodes: [{ id: 'a', values: { cut: said(1) } }], facts: [{ field: 'lining', ...open }] };
  expect(plain(notStated(readGraph(body)))).toMatch(/NOT STATED {2}1 value.*\n *lining/);
  expect(notStatedSection(readGraph(body)).map(({ content }) => content.markup)).toEqual([
    expect.stringContaining('lining'),
  ]);
  const list = plain(stateListView(body, ['unstated'], {}));
  expect(list).toMatch(/BESIDE THE NODES\n.*lining/);
  expect(list).not.toContain('No value here');
});

it('a state that occurs once is counted beside those that occur more often', () => {
  const values = { a: said(1), b: said(2), c: { value: 3, state: 'sworn' }, d: { value: 4 } };
  const { states } = tallyOf(valuesOf(readGraph({ nodes: [{ id: 'n', values }] })));
  expect([...states]).toEqual([
    ['asserted', 2],
    ['inferred', 0],
    ['unstated', 0],
    ['sworn', 1],
  ]);
  expect(plain(graphView({ nodes: [{ id: 'n', values }] }))).toMatch(/2 = .*1 ! sworn/);
});

it('a measurement has its tolerances for columns, given or not, and every value once', () => {
  const { nodes } = readGraph({
    nodes: [
      { id: 'a', kind: 'pom', values: { spec: said(56), how: said('flat') } },
      { id: 'b', kind: 'pom' },
    ],
  });
  const columns = columnsOf('pom', nodes, 4);
  expect(columns).toEqual(['code', 'spec', 'tol_plus', 'tol_minus']);
  const [a] = nodes;
  expect(a && cellOf(a, 'spec')?.value).toBe(56);
  expect(a && besideColumns(a, columns).map(({ field }) => field)).toEqual(['how']);
});

it('an offer is said in its words, and keeps its state where it has one', () => {
  expect([{ text: 'cut 2', id: 'x' }, said('cut 2'), 'cut 2', { id: 1 }].map(offerOf)).toEqual([
    'cut 2',
    said('cut 2'),
    'cut 2',
    { id: 1 },
  ]);
});

it('a question stands with one department, and one without questions is left out', () => {
  const { list = [] } = readQuestions({ open: [{ node: 'pom.B1' }, { node: 'x' }, { node: 'seam.side' }] });
  expect(byDepartment(list).map(([name, asked]) => [name, asked.map(({ node }) => node)])).toEqual([
    ['sewing', ['seam.side']],
    ['measuring', ['pom.B1']],
    ['other', ['x']],
  ]);
});

it('a word that is none of the three has the sign of a stranger, and no word none', () => {
  expect(['asserted', 'inferred', 'unstated', 'constructor', '', undefined].map(signOf).join('')).toBe(
    '=~?!! ',
  );
});

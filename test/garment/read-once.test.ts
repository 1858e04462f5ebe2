/** Facts that screens and pages used to find each for itself. */

import { expect, it } from 'vitest';
import { countQuestionsByDepartment } from '../../src/garment/department-counts.ts';
import { countProvenance, listGraphValues, listUnstatedValues } from '../../src/garment/flatten-body.ts';
import { readGraph } from '../../src/garment/graph-model.ts';
import { indexNodesById, listNodeRelations } from '../../src/garment/node-relations.ts';
import { buildNodeTable } from '../../src/garment/node-table.ts';
import { findGarmentNode } from '../../src/garment/node-values.ts';
import { isUnstatedWithoutDetails, readTailorBrief } from '../../src/garment/open-body.ts';
import { readOptionWording } from '../../src/garment/open-question.ts';
import {
  findQuestionDepartment,
  groupQuestionsByDepartment,
  readOwnedQuestions,
  readQuestions,
} from '../../src/garment/open-questions.ts';
import { findProvenanceSign } from '../../src/garment/provenance-marks.ts';
import { createTableSpec, TABLE_NAMES } from '../../src/garment/trade-tables.ts';
import { buildUnstatedSection } from '../../src/output/sheet/open-value-sections.ts';
import { renderUnstatedBlocks } from '../../src/output/views/factory-graph.ts';
import { renderGraphView, renderProvenanceListView } from '../../src/output/views/graph.ts';
import { renderPlainText } from '../support/view-text.ts';

const open = { value: null, state: 'unstated' };
const buildValue = (value: unknown) => ({ value, state: 'asserted' });

it('a body is read once, and its relations once, however many tables need them', () => {
  let looked = 0;
  const countOwnKeys = (own: object): (string | symbol)[] => {
    looked++;
    return Reflect.ownKeys(own);
  };
  const values = new Proxy({ cut: buildValue(2) }, { ownKeys: countOwnKeys });
  const body = { nodes: [{ id: 'a', kind: 'piece', values, between: ['b'] }, { id: 'b' }] };
  const graph = readGraph(body);
  const before = looked;
  for (const name of TABLE_NAMES) buildNodeTable(readGraph(body), createTableSpec(name));
  expect(before).toBeGreaterThan(0);
  expect(looked).toBe(before);
  const relations = graph.nodes.map((node) => listNodeRelations(graph, node));
  expect(relations.flat().map(({ target }) => target)).toContain('b');
  for (const [at, node] of graph.nodes.entries()) expect(listNodeRelations(graph, node)).toBe(relations[at]);
});

it('a text is empty only where there is no reason and no confidence', () => {
  const { entries } = readTailorBrief({
    brief: { a: open, b: { ...open, basis: 'asked' }, c: { ...open, confidence: 'low' }, d: buildValue('x') },
  });
  expect(entries.filter(isUnstatedWithoutDetails).map(({ path }) => path)).toEqual(['a']);
});

it('the garment is the only node of its kind, or undefined', () => {
  const of = (...ids: readonly string[]) =>
    findGarmentNode(readGraph({ nodes: ids.map((id) => ({ id, kind: 'garment' })) }))?.id;
  expect([of(), of('a'), of('a', 'b')]).toEqual([undefined, 'a', undefined]);
});

it('unstated values are found in nodes and facts, but not in relations', () => {
  const links = [{ rel: 'joins', to: 'b', state: 'unstated' }];
  const { nodes, otherValues, total } = listUnstatedValues(
    readGraph({
      nodes: [{ id: 'a', values: { cut: open, grain: buildValue(1) }, links }, { id: 'b' }],
      facts: [{ field: 'lining', ...open }],
    }),
  );
  expect(nodes.map(({ node, open: found }) => [node.id, found.map(({ path }) => path)])).toEqual([
    ['a', ['cut']],
  ]);
  expect([otherValues.length, total]).toEqual([1, 2]);
});

it('unstated values outside nodes are named', () => {
  const body = {
    nodes: [{ id: 'a', values: { cut: buildValue(1) } }],
    facts: [{ field: 'lining', ...open }],
  };
  expect(renderPlainText(renderUnstatedBlocks(readGraph(body)))).toMatch(/NOT STATED {2}1 value.*\n *lining/);
  expect(
    buildUnstatedSection(readGraph(body)).map(({ content }) => 'markup' in content && content.markup),
  ).toEqual([expect.stringContaining('lining')]);
  const list = renderPlainText(renderProvenanceListView(body, ['unstated'], {}));
  expect(list).toMatch(/BESIDE THE NODES\n.*lining/);
  expect(list).not.toContain('No value here');
});

it('a state that occurs once is counted beside the others', () => {
  const values = { a: buildValue(1), b: buildValue(2), c: { value: 3, state: 'sworn' }, d: { value: 4 } };
  const { states } = countProvenance(listGraphValues(readGraph({ nodes: [{ id: 'n', values }] })));
  expect([...states]).toEqual([
    ['asserted', 2],
    ['inferred', 0],
    ['unstated', 0],
    ['sworn', 1],
  ]);
  expect(renderPlainText(renderGraphView({ nodes: [{ id: 'n', values }] }))).toMatch(/2 = .*1 ! sworn/);
});

it('an offered value keeps its words, and its state if it has one', () => {
  expect(
    [{ text: 'cut 2', id: 'x' }, buildValue('cut 2'), 'cut 2', { id: 1 }].map(readOptionWording),
  ).toEqual(['cut 2', buildValue('cut 2'), 'cut 2', { id: 1 }]);
});

it('a question belongs to the department of its node, whatever its id', () => {
  const graph = { nodes: [{ id: 'x', kind: 'seam', values: { spi: buildValue(9) } }] };
  const body = {
    open: [{ node: 'pom.B1' }, { node: 'x', field: 'spec' }, { node: 'seam.side' }, { node: 'y' }],
  };
  const { list = [] } = readQuestions(body);
  const nodes = indexNodesById(readGraph(graph));
  expect(
    groupQuestionsByDepartment(list, nodes).map(([name, asked]) => [name, asked.map(({ node }) => node)]),
  ).toEqual([
    ['sewing', ['x', 'seam.side']],
    ['measuring', ['pom.B1']],
    ['other', ['y']],
  ]);
  expect(readOwnedQuestions(readQuestions(body), graph)?.map(({ department }) => department)).toEqual(
    list.map((question) => findQuestionDepartment(question, nodes)),
  );
  expect(countQuestionsByDepartment(body, graph)?.get('sewing')).toBe(2);
});

it('an unknown state has the unknown mark, and a missing one has none', () => {
  expect(
    ['asserted', 'inferred', 'unstated', 'constructor', '', undefined].map(findProvenanceSign).join(''),
  ).toBe('=~?!! ');
});

import { describe, expect, it } from 'vitest';
import { buildGraphRows, renderGraphView } from '../../../src/output/views/graph.ts';
import { toPayloadText } from '../../../src/platform/json/json-values.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';
import { readForeignBody } from '../../support/foreign-bodies.ts';
import { runToile } from '../../support/run-toile.ts';
import { renderPlainText } from '../../support/view-text.ts';

const listCells = (body: unknown) =>
  [...buildGraphRows(body).rows].map((row) =>
    row
      .slice(4)
      .map((cell) => toPayloadText(cell ?? undefined))
      .join('|'),
  );

describe('a qualifier of a value', () => {
  const graded = readForeignBody('graded-sizes');

  it('is next to the value in every view', () => {
    for (const view of ['designer', 'factory'] as const)
      expect(renderPlainText(renderGraphView(graded, { view }))).toMatch(
        / XS {2}S {2}M {2}L [\s\S]*= Hip {2,8}= 90\.50 /,
      );
    expect(renderPlainText(renderGraphView(graded, { all: true }))).toMatch(
      /~ sizes\[1\] {2}36\.75 \(size\u00a0S, colour\u00a0navy\)/,
    );
  });

  it('is shown once with --all', () => {
    expect(renderPlainText(renderGraphView(graded, { all: true })).match(/navy/g)).toHaveLength(1);
  });

  it('has its own row below the value', () => {
    const rows = listCells(graded);
    const at = rows.indexOf('sizes[0]|90.50|cm|asserted');
    expect(rows.slice(at, at + 2)).toEqual(['sizes[0]|90.50|cm|asserted', 'sizes[0].size|XS||']);
    expect(listCells(readForeignBody('plm-bill'))).toContain('lines[0].price.currency|EUR||');
  });
});

it('a state that is not a text is shown as it arrived, with the unknown mark', () => {
  const body = readForeignBody('odd-states');
  const text = renderPlainText(renderGraphView(body, { all: true }));
  for (const line of [
    /! cut {2}4 {2}state: 1$/m,
    /! grain {2}bias {2}state: null$/m,
    /! cloth {2}pocketing {2}state: \["asserted","inferred"\]$/m,
    /! sewn_to {2}-> 13 {2}state: 0$/m,
    /! lining {2}none {2}state: 7$/m,
  ])
    expect(text).toMatch(line);
  expect(listCells(body)).toContain('grain|bias||null');
});

it('explains the mark of an unknown word only where it occurs', () => {
  expect(renderPlainText(renderGraphView(readForeignBody('odd-states')))).toContain(
    '? unstated  ! another word',
  );
  expect(renderPlainText(renderGraphView(readForeignBody('odd-states'), { view: 'factory' }))).toContain(
    '! another word',
  );
  expect(renderPlainText(renderGraphView({ nodes: [] }))).not.toContain('another word');
});

it('shows the name of a garment that only the body names, and does not count it as left out', () => {
  const piece = { id: 'p', kind: 'pom', label: 'Chest', spec: { value: 5, state: 'asserted' } };
  for (const options of [{}, { view: 'factory' as const }]) {
    const text = renderPlainText(
      renderGraphView({ garment_id: 'GARM-8', name: 'Parka', nodes: [piece] }, options),
    );
    expect(text.split('\n')[0]).toMatch(/^GARM-8 +Parka/);
    expect(text).not.toContain('(name)');
  }
});

describe('the counts of a graph', () => {
  const none = { value: null, state: 'unstated' };
  const cut = { value: 2, state: 'asserted' };

  it('are the same in head and rows', () => {
    const body = {
      nodes: [{ id: 'a', values: { cut, grain: none } }],
      facts: [{ field: 'lining', ...none }],
      care: none,
    };
    const text = renderPlainText(renderGraphView(body, { view: 'factory' }));
    expect(text).toMatch(/NOT STATED {2}3 values, counted by toile\n {3}a grain; lining; care/);
    expect(renderPlainText(renderGraphView(body))).toContain('1 node; counted by toile: 1 =  0 ~  3 ?');
  });

  it('include values outside the nodes', () => {
    const text = renderPlainText(
      renderGraphView(parseJson('{"nodes": [], "spec": {"a": {"value": 1, "state": "inferred"}}}')),
    );
    expect(text).toContain('0 nodes; counted by toile: 0 =  1 ~  0 ?');
  });
});

it('confirmations for a factory are a checklist, with what it leaves out', async () => {
  const { out } = await runToile(
    ['--sandbox', 'confirmations', 'GARM-101', '--view', 'factory', '--no-color'],
    {
      columns: 100,
    },
  );
  expect(out).toMatch(/^OPEN QUESTIONS {2}GARM-101$/m);
  expect(out).toMatch(/^ CUTTING\n {2}\[ \] conf-01 {2}piece\.yoke/m);
  expect(out).toMatch(/offered: doubled: cut 2/);
  expect(out).toMatch(/left out: 4 reasons \(conf-01, conf-02, conf-03, conf-04\) {2}--all/);
});

import { describe, expect, test } from 'vitest';
import { countProvenance, flattenBody, listGraphValues } from '../../src/garment/flatten-body.ts';
import { readGraph } from '../../src/garment/graph-model.ts';
import { readOpenBody } from '../../src/garment/open-body.ts';
import type { Value } from '../../src/garment/value.ts';

const readNode = (raw: unknown, ...others: unknown[]) => {
  const [first] = readGraph({ nodes: [raw, ...others] }).nodes;
  if (!first) throw new Error('no node');
  return first;
};
const summarize = (entries: readonly Value[]) =>
  entries.map(({ role, path, value, state }) => [role, path, value, state]);

describe('a node', () => {
  test('is identified by the first id that it has', () => {
    expect(
      readNode({ id: 'a', node_id: 'b', kind: 'piece', label: { value: 'Front', state: 'inferred' } }),
    ).toMatchObject({
      id: 'a',
      kind: 'piece',
      label: 'Front',
      state: 'inferred',
    });
    expect(readNode({ key: 7, node_type: 'seam', title: 'Hem' })).toMatchObject({
      id: '7',
      kind: 'seam',
      label: 'Hem',
    });
    expect(readNode({ id: '', payload: 1 })).toMatchObject({ id: '#0', kind: '', label: '' });
  });

  test('keeps further members that could be ids', () => {
    expect(summarize(readNode({ id: 'a', node_id: 'b', name: 'n', title: 't' }).entries)).toEqual([
      ['plain', 'node_id', 'b', undefined],
      ['label', 'name', 'n', undefined],
      ['plain', 'title', 't', undefined],
    ]);
  });

  test('has its values wherever they stand', () => {
    const entries = readNode({
      grain: { value: 'warp', state: 'asserted' },
      values: { cut: { value: 2, state: 'asserted' }, mirrored: true },
      facts: [{ field: 'lining', value: null, state: 'unstated' }],
      sizes: { M: { value: 1, state: 'inferred' }, L: 2 },
      payload: { deep: { value: [1, { value: 'hook', state: 'inferred' }], state: 'asserted' } },
    }).entries;
    expect(summarize(entries)).toEqual([
      ['value', 'grain', 'warp', 'asserted'],
      ['value', 'cut', 2, 'asserted'],
      ['value', 'mirrored', true, undefined],
      ['value', 'lining', null, 'unstated'],
      ['value', 'sizes.M', 1, 'inferred'],
      ['plain', 'sizes.L', 2, undefined],
      ['value', 'payload.deep', [1, { value: 'hook', state: 'inferred' }], 'asserted'],
      ['value', 'payload.deep[1]', 'hook', 'inferred'],
    ]);
    expect(entries.at(-1)?.parent).toBe('payload.deep');
  });

  test('keeps the state of its label and its own state', () => {
    expect(summarize(readNode({ id: 'n2', name: 'French seam', state: 'inferred' }).entries)).toEqual([
      ['label', 'name', 'French seam', 'inferred'],
    ]);
    expect(summarize(readNode({ id: 'n2', name: null, state: 'unstated' }).entries)).toEqual([
      ['label', 'name', null, 'unstated'],
    ]);
    expect(summarize(readNode({ id: 'n2', value: 5, state: 'asserted' }).entries)).toEqual([
      ['self', 'value', 5, 'asserted'],
    ]);
  });

  test('may be something else than an object', () => {
    for (const raw of ['a bare string', 7, null, true])
      expect(summarize(readNode(raw).entries)).toEqual([['value', '', raw, undefined]]);
  });

  test('links by objects, by names and by lists of ids', () => {
    const other = { id: 'n1' };
    expect(
      summarize(
        readNode(
          {
            id: 'n2',
            links: [
              { rel: 'joins', to: 'n1', state: 'inferred' },
              { rel: 'uses', to: { value: 'n9', state: 'asserted' } },
            ],
            between: ['n1', 'n3'],
            refs: ['n1', 'n2'],
            sizes: ['S', 'M'],
          },
          other,
        ).entries,
      ),
    ).toEqual([
      ['link', 'joins', 'n1', 'inferred'],
      ['link', 'uses', 'n9', 'asserted'],
      ['link', 'between', 'n1', undefined],
      ['link', 'between', 'n3', undefined],
      ['link', 'refs', 'n1', undefined],
      ['link', 'refs', 'n2', undefined],
      ['plain', 'sizes', ['S', 'M'], undefined],
    ]);
  });

  test('keeps everything when another node has the same id', () => {
    const { nodes } = readGraph({
      nodes: [
        { id: 'a', label: 'one' },
        { id: 'a', label: 'two' },
      ],
    });
    expect(nodes.map(({ id, label }) => [id, label])).toEqual([
      ['a', 'one'],
      ['a', 'two'],
    ]);
  });
});

describe('the body around the nodes', () => {
  test.each([undefined, null, 7, 'x', [], {}, { nodes: null }, { nodes: 'x', facts: 7, garment_id: [] }])(
    'may be %o',
    (body) => {
      expect(() => flattenBody(body)).not.toThrow();
      expect(readGraph(body).nodes).toEqual([]);
    },
  );

  test('keeps an id with more digits than a number has', () => {
    expect(readGraph({ garment_id: 'GARM-9007199254740993' }).garmentId).toBe('GARM-9007199254740993');
    expect(readGraph({ garment_id: 'GARM-00012' }).garmentId).toBe('GARM-00012');
  });

  test('keeps facts in order, also two with the same name', () => {
    const { facts, rest } = readGraph({
      facts: [{ field: 's', value: 1, state: 'asserted' }, { field: 's', value: 2, state: 'maybe' }, 'odd'],
      more: 1,
    });
    expect(summarize(facts)).toEqual([
      ['fact', 's', 1, 'asserted'],
      ['fact', 's', 2, 'maybe'],
      ['value', 'facts[2]', 'odd', undefined],
    ]);
    expect(summarize(rest)).toEqual([['plain', 'more', 1, undefined]]);
  });

  test('may have nodes by name', () => {
    expect(readGraph({ nodes: { front: { kind: 'piece' } } }).nodes[0]).toMatchObject({
      id: 'front',
      kind: 'piece',
    });
  });
});

const countBody = (body: unknown) => countProvenance(listGraphValues(readGraph(body)));

test('unknown states and a missing state are counted apart from the three', () => {
  const { states, none } = countBody({
    nodes: [
      { id: 'a', values: { x: { value: 1, state: 'asserted' }, y: { value: 1, state: 'maybe' }, z: 3 } },
    ],
  });
  expect([...states]).toEqual([
    ['asserted', 1],
    ['inferred', 0],
    ['unstated', 0],
    ['maybe', 1],
  ]);
  expect(none).toBe(1);
});

test('ten thousand levels neither overflow the stack nor hide a state', () => {
  let deep: unknown = 'bottom';
  for (let level = 0; level < 10_000; level++)
    deep = { value: deep, state: level % 2 ? 'asserted' : 'inferred' };
  const { states } = countBody({ nodes: [{ id: 'a', deep }] });
  expect([states.get('asserted'), states.get('inferred')]).toEqual([5000, 5000]);
  expect(flattenBody({ nodes: [{ id: 'a', deep }] }).at(-1)?.value.role).toBe('deep');
});

test('a member named as a built-in property is a member', () => {
  const body = JSON.parse(
    '{"nodes":[{"id":"a","__proto__":{"value":1,"state":"asserted"},"constructor":{"value":2,"state":"inferred"}}]}',
  );
  expect(flattenBody(body).map(({ value }) => [value.path, value.state])).toEqual([
    ['__proto__', 'asserted'],
    ['constructor', 'inferred'],
  ]);
});

test('the values of a body have no name of the member that wraps them', () => {
  const { entries, others } = readOpenBody(
    { garment_id: 'G', brief: { cloth: { text: 'x', state: 'asserted' }, hem: 'plain' }, made: 1 },
    ['brief'],
  );
  expect(summarize(entries)).toEqual([
    ['value', 'cloth', 'x', 'asserted'],
    ['value', 'hem', 'plain', undefined],
  ]);
  expect(summarize(others)).toEqual([['plain', 'made', 1, undefined]]);
  expect(summarize(readOpenBody({ cloth: 'k' }, ['brief']).entries)).toEqual([
    ['value', 'cloth', 'k', undefined],
  ]);
});

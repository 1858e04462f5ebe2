import { describe, expect, it } from 'vitest';
import { filterGraph } from '../../src/garment/filter-graph.ts';
import { countProvenance, listGraphValues } from '../../src/garment/flatten-body.ts';
import { readGraph } from '../../src/garment/graph-model.ts';
import { type GraphSummary, summarizeGraph } from '../../src/garment/graph-summary.ts';
import { isSelectedKind } from '../../src/garment/node-kinds.ts';
import { findUnknownWords } from '../../src/garment/unknown-words.ts';
import { listFieldNames, type ValueFilter } from '../../src/garment/value-filter.ts';
import { buildGraphRows } from '../../src/output/views/graph.ts';
import { collectBodyValues } from '../../src/output/views/value-rows.ts';
import { toJsonText } from '../../src/platform/json/json-values.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';
import { anyGraph } from '../support/arbitrary-bodies.ts';
import fc, { scaleCases } from '../support/property.ts';

const give = (value: unknown, state = 'asserted') => ({ value, state });
const buildLabel = (value: string) => give(value);

const BODY = {
  garment_id: 'GARM-1',
  profile: 'factory',
  nodes: [
    {
      id: 'seam.side',
      kind: 'seam',
      label: buildLabel('Side seam'),
      values: { stitch_class: give('301'), spi: give(null, 'unstated') },
      links: [
        { rel: 'joins', to: 'piece.front', state: 'asserted' },
        { rel: 'sewn_with', to: 'trim.thread', state: 'inferred' },
      ],
    },
    {
      id: 'seam.hem',
      kind: 'seam',
      label: buildLabel('Hem'),
      values: { stitch_class: give(null, 'unstated') },
    },
    { id: 'seam.tape', kind: 'seam', label: buildLabel('Tape'), values: { spi: give(8, 'inferred') } },
    { id: 'piece.front', kind: 'piece', label: give('Front', 'unstated'), values: { cut: give(2) } },
    { id: 'note', type: 'note', state: 'unstated', value: null, by: 'Ana' },
  ],
  facts: [
    { field: 'lining', ...give('none') },
    { field: 'fit', ...give(null, 'unstated') },
  ],
  season: { drop: give(null, 'unstated'), year: give(2027) },
};

const getNodes = (body: unknown) => (body as typeof BODY).nodes;

describe('a filtered graph', () => {
  it('is the whole without a filter', () => {
    expect(filterGraph(BODY, {})).toEqual({
      body: BODY,
      nodes: 5,
      totalNodes: 5,
      leftOut: [],
      nodesWithoutFields: [],
    });
  });

  it('by kind has whole nodes, and names what it leaves out', () => {
    const { body, ...counts } = filterGraph(BODY, { kinds: ['Seams'] });
    expect(getNodes(body)).toEqual(BODY.nodes.slice(0, 3));
    expect(counts).toEqual({ nodes: 3, totalNodes: 5, leftOut: ['facts', 'season'], nodesWithoutFields: [] });
  });

  it('finds seams whose stitch class is unstated or missing', () => {
    const { body, nodesWithoutFields } = filterGraph(BODY, {
      kinds: ['seam'],
      states: ['unstated'],
      fields: ['stitch_class'],
    });
    expect(getNodes(body)).toEqual([BODY.nodes[1]]);
    expect(nodesWithoutFields).toEqual(['seam.tape']);
  });

  it('by state has only values with it, and other members as a whole', () => {
    const { body } = filterGraph(BODY, { states: ['unstated'] });
    expect(body).toEqual({
      garment_id: 'GARM-1',
      profile: 'factory',
      nodes: [
        {
          id: 'seam.side',
          kind: 'seam',
          label: buildLabel('Side seam'),
          values: { spi: give(null, 'unstated') },
        },
        BODY.nodes[1],
        { id: 'piece.front', kind: 'piece', label: give('Front', 'unstated') },
        { id: 'note', type: 'note', state: 'unstated', value: null },
      ],
      facts: [BODY.facts[1]],
      season: { drop: give(null, 'unstated'), year: give(2027) },
    });
  });

  it('by field has links by their relation, and all of them by the name of the list', () => {
    const listLinks = (fields: string[]) =>
      getNodes(filterGraph(BODY, { nodes: ['seam.side'], fields }).body)[0]?.links?.map(({ rel }) => rel);
    expect(listLinks(['joins'])).toEqual(['joins']);
    expect(listLinks(['links'])).toEqual(['joins', 'sewn_with']);
  });

  it('keeps nodes that are named by keys, and every number as written', () => {
    const text =
      '{"nodes":{"a":{"kind":"seam","values":{"spi":{"value":8.0,"state":"asserted"}}},"b":{"kind":"x"}}}';
    const { body } = filterGraph(parseJson(text), { nodes: ['a'], fields: ['spi'] });
    expect(toJsonText(body)).toBe(text.replace(',"b":{"kind":"x"}', ''));
  });

  it.each([
    [{ kinds: ['seam', 'zip'] }, { what: 'kind', words: ['zip'], available: ['seam', 'piece', 'note'] }],
    [{ nodes: ['seam.sied'] }, { what: 'node', words: ['seam.sied'] }],
    [{ labels: ['sied seam'] }, { what: 'label', words: ['sied seam'] }],
    [
      { states: ['open'] },
      { what: 'state', words: ['open'], available: ['asserted', 'inferred', 'unstated'] },
    ],
    [
      { kinds: ['piece'], fields: ['grian'] },
      { what: 'field', words: ['grian'] },
    ],
  ])('refuses a word that matches nothing: %j', (choice, unknown) => {
    expect(findUnknownWords(BODY, choice)).toMatchObject(unknown);
  });

  it('accepts every word of the graph', () => {
    const fields = ['stitch_class', 'joins', 'links', 'values', 'fit', 'drop', 'label', 'season.year', 'by'];
    expect(findUnknownWords(BODY, { fields, kinds: undefined, states: ['inferred'] })).toBeUndefined();
  });

  it('of any body by state has the nodes in which the reader finds the state', () => {
    fc.assert(
      fc.property(anyGraph, (given) => {
        const { nodes } = readGraph(given);
        const states = new Set(nodes.flatMap(({ entries }) => entries.flatMap(({ state }) => state ?? [])));
        for (const state of states) {
          const fits = nodes.filter(({ entries }) => entries.some((entry) => entry.state === state));
          expect(filterGraph(given, { states: [state] }).nodes).toBe(fits.length);
        }
      }),
      scaleCases(60),
    );
  });
});

/** Adds up counts by word, without the values that have no state, because their rows have none either. */
const sumOf = (counts: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> => {
  const sums = new Map<string, number>();
  for (const [word, number] of counts.flatMap((count) => Object.entries(count)))
    if (number > 0 && word !== 'none') sums.set(word, (sums.get(word) ?? 0) + number);
  return Object.fromEntries([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)));
};
const countValues = ({ kinds, beside }: GraphSummary) => [...kinds.map(({ values }) => values), beside];

/** The states in the rows of `toile graph --jsonl` that match the filter word by word. */
const listStatesInRows = (body: unknown, { kinds, nodes, labels, states, fields }: ValueFilter) =>
  [...buildGraphRows(body).rows].flatMap(([, id, kind, label, field, , , state]) => {
    const isOfNode = id !== '' || (kinds ?? nodes ?? labels) === undefined;
    const fits =
      isOfNode &&
      isSelectedKind(String(kind), kinds) &&
      (nodes?.includes(String(id)) ?? true) &&
      (labels?.some((part) => [id, label].some((text) => String(text).includes(part))) ?? true) &&
      (states?.includes(String(state)) ?? true) &&
      (fields?.some((word) => listFieldNames(String(field).toLowerCase(), String(kind)).includes(word)) ??
        true);
    return fits && state !== null ? [{ [String(state)]: 1 }] : [];
  });

const OWNER = { design_id: null, garment_id: null, name: '', where: '' };
/** The states in the rows of `toile values` with the filter: with wildcards, any case and codes of nodes. */
const listStatesInFilteredRows = (body: unknown, filter: ValueFilter) =>
  collectBodyValues(OWNER, body, { filter, all: false })
    .values.flat()
    .flatMap(({ state }) => (state === null ? [] : [{ [String(state)]: 1 }]));
/** Returns true for a filter that selects exactly what equals its words. */
const isWordByWord = ({ labels, fields = [] }: ValueFilter) =>
  labels === undefined && !fields.some((field) => /[*?]/.test(field));

describe('a summary', () => {
  it('of any body and filter equals a count of the rows of that filter', () => {
    fc.assert(
      fc.property(anyGraph, fc.infiniteStream(fc.nat()), (body, numbers) => {
        const graph = readGraph(body);
        const nextNumber = (): number => numbers.next().value ?? 0;
        const choose = (words: readonly (string | undefined)[]): string[] | undefined => {
          const there = words.filter((word) => word !== undefined && word !== '' && word !== 'none');
          const [at, way] = [nextNumber(), nextNumber()];
          return there.length === 0 || way % 2 === 0 ? undefined : [String(there[at % there.length])];
        };
        const values = listGraphValues(graph);
        const filter = {
          kinds: choose(graph.nodes.map(({ kind }) => kind)),
          nodes: choose(graph.nodes.map(({ id }) => id)),
          labels: choose(graph.nodes.map(({ label }) => label)),
          states: choose(values.map(({ state }) => state)),
          fields: choose(values.map(({ path }) => path.toLowerCase())),
        };
        const summary = summarizeGraph(body, filter);
        const counted = sumOf([...countValues(summary), summary.links]);
        expect(counted).toEqual(sumOf(listStatesInFilteredRows(body, filter)));
        if (isWordByWord(filter)) expect(counted).toEqual(sumOf(listStatesInRows(body, filter)));
        // The header of the terminal, the sheet and the season count the same values.
        const { states } = countProvenance(values);
        expect(sumOf(countValues(summarizeGraph(body)))).toEqual(sumOf([Object.fromEntries(states)]));
      }),
      scaleCases(1_000),
    );
  });

  it.each([
    [{ '*': '', measurements: { state: 'asserted' } }, { fields: ['basis.*'] }],
    [{ measurements: { state: 'asserted' } }, { fields: ['basis.measurements'], states: ['asserted'] }],
  ])('counts the row that a wildcard or a state selects inside a basis: %j %j', (basis, filter) => {
    const body = { value: 0, basis, state: 'asserted' };
    expect(summarizeGraph(body, filter).beside).toEqual({ asserted: 1 });
    expect(listStatesInFilteredRows(body, filter)).toEqual([{ asserted: 1 }]);
  });

  it('counts values by kind and state, and open ones, in descending order', () => {
    expect(summarizeGraph(BODY)).toEqual({
      nodes: 5,
      kinds: [
        { kind: 'seam', nodes: 3, values: { asserted: 4, unstated: 2, inferred: 1 } },
        { kind: 'piece', nodes: 1, values: { unstated: 1, asserted: 1 } },
        { kind: 'note', nodes: 1, values: { unstated: 1 } },
      ],
      beside: { asserted: 2, unstated: 2 },
      links: { asserted: 1, inferred: 1 },
      open: expect.arrayContaining([
        { kind: 'seam', field: 'stitch_class', unstated: 1 },
        { kind: '', field: 'fit', unstated: 1 },
        { kind: 'piece', field: 'label', unstated: 1 },
      ]),
    });
  });
});

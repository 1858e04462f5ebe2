import { describe, expect, it } from 'vitest';
import type { AccountDesign } from '../../src/assistant/assistant-source.ts';
import { BodyCache } from '../../src/assistant/read-tools.ts';
import { readQuestions } from '../../src/garment/open-questions.ts';
import { toJsonText } from '../../src/platform/json/json-values.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';
import { readSampleBody, readSampleGraph } from '../support/sample-bodies.ts';
import { connectClient, createSource, ERAS, readText } from './connect-client.ts';

const DESIGNS = Array.from(
  { length: 130 },
  (_, n): AccountDesign => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    name: n % 3 === 0 ? `Shirt ${n}` : null,
    garment_category: n % 3 === 0 ? 'shirt' : 'parka',
    sgg_garment_id: n % 10 === 0 ? `GARM-${n}` : null,
    created_at: new Date(Date.UTC(2026, 0, 131 - n)).toISOString(),
  }),
);

const createListSource = (designs = DESIGNS, gap?: string) =>
  createSource(() => '{}', { listDesigns: async () => ({ designs, gap }) }).source;

interface Listed {
  readonly total: number;
  readonly of: number;
  readonly designs: readonly { readonly id: string }[];
  readonly _more?: { readonly after: string; readonly left_out: number };
  readonly categories?: object;
  readonly incomplete?: string;
}

describe.each(ERAS)('lists in the %s era', (era) => {
  const connectLister = async (source = createListSource()) => {
    const client = await connectClient(source, era);
    return (args: object = {}) => client.callTool({ name: 'list_designs', arguments: { ...args } });
  };
  const readData = async (result: Promise<{ structuredContent?: unknown }>) =>
    (await result).structuredContent as Listed;

  it('of designs can be searched, have a total, and are complete in parts', async () => {
    const list = await connectLister();
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await readData(list({ category: 'Shirt', ...(after && { after }) }));
      expect([page.total, page.of]).toEqual([44, 130]);
      seen.push(...page.designs.map(({ id }) => id));
      after = page._more?.after;
    } while (after !== undefined);
    expect(seen).toEqual(
      DESIGNS.filter(({ garment_category }) => garment_category === 'shirt').map(({ id }) => id),
    );
    expect((await readData(list({ search: 'shirt 12' }))).total).toBe(5);
    expect((await readData(list({ search: 'GARM-12' }))).total).toBe(1);
    expect((await readData(list({ minted: true }))).total).toBe(13);
    expect((await readData(list({ minted: false }))).total).toBe(117);
    expect((await readData(list({ since: '2026-05-01' }))).total).toBe(11);
    expect(await readData(list({ category: 'sock' }))).toMatchObject({
      total: 0,
      categories: { parka: 86, shirt: 44 },
    });
  });

  it('of designs refuse a cursor of another question or list, and an invalid date', async () => {
    const list = await connectLister();
    const { _more } = await readData(list());
    expect(readText(await list({ after: _more?.after, minted: true }))).toMatch(/other arguments/);
    expect(readText(await list({ since: 'yesterday' }))).toMatch(/not a date/);
    const other = await connectLister(createListSource(DESIGNS.slice(1)));
    expect(readText(await other({ after: _more?.after }))).toMatch(/changed/);
    expect(
      await readData((await connectLister(createListSource(DESIGNS, 'the list breaks off')))()),
    ).toMatchObject({
      incomplete: 'the list breaks off',
    });
  });

  it('of resources have a total and cursors, and an unknown cursor is an error', async () => {
    const client = await connectClient(createListSource(), era);
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.request({
        method: 'resources/list',
        params: cursor === undefined ? {} : { cursor },
      });
      const { resources, nextCursor, _meta } = page as {
        resources: { uri: string }[];
        nextCursor?: string;
        _meta?: { total?: number };
      };
      expect(_meta?.total).toBe(520);
      uris.push(...resources.map(({ uri }) => uri));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(new Set(uris).size).toBe(520);
    for (const wrong of ['x', '100', '0-0', '100-000000000000'])
      await expect(client.request({ method: 'resources/list', params: { cursor: wrong } })).rejects.toThrow(
        /cursor is unknown/,
      );
  });

  it('of completions have a total, for resources and prompts', async () => {
    const client = await connectClient(createListSource(), era);
    const complete = async (ref: Parameters<typeof client.complete>[0]['ref'], value: string) =>
      (await client.complete({ ref, argument: { name: 'id', value } })).completion;
    for (const ref of [
      { type: 'ref/resource', uri: 'toile://garment/{id}/{read}' } as const,
      { type: 'ref/prompt', name: 'still-open' } as const,
    ]) {
      expect(await complete(ref, '')).toMatchObject({ total: 130, hasMore: true });
      expect(await complete(ref, 'shirt 12')).toMatchObject({ total: 5, hasMore: false });
      expect((await complete(ref, 'shirt 120')).values).toEqual(['GARM-120']);
    }
  });
});

it('questions are counted and filtered by kind, department, state and text', async () => {
  const body = readSampleBody('GARM-450', 'confirmations');
  const client = await connectClient(createSource(() => toJsonText(body)).source);
  const ask = async (args: object = {}) =>
    readText(
      await client.callTool({
        name: 'list_unresolved_confirmations',
        arguments: { id: 'GARM-450', ...args },
      }),
    );
  const whole = readQuestions(body).list ?? [];
  const summary = await ask({ summary: true });
  const { counted_here } = JSON.parse(summary);
  expect(counted_here.questions).toBe(whole.length);
  expect(Buffer.byteLength(summary)).toBeLessThan(1_000);
  for (const [member, filter] of [
    ['kinds', 'kinds'],
    ['departments', 'departments'],
    ['states', 'states'],
  ] as const)
    for (const [word, count] of Object.entries(counted_here[member])) {
      const { _chosen } = JSON.parse(await ask({ [filter]: [word] }));
      expect([word, _chosen]).toEqual([word, { questions: count, of: whole.length }]);
    }
  const [first] = whole;
  const one = JSON.parse(await ask({ text: String(first?.node) }));
  expect(readQuestions(one).list?.every(({ node }) => node.includes(String(first?.node)))).toBe(true);
  expect(await ask({ kinds: ['zip'] })).toMatch(/No question is about the kind zip/);
});

it('nodes are found by label, in summaries and graphs', async () => {
  const body = readSampleGraph('GARM-101');
  const client = await connectClient(createSource(() => toJsonText(body)).source);
  const ask = async (args: object) =>
    readText(await client.callTool({ name: 'get_garment_graph', arguments: { id: 'GARM-101', ...args } }));
  const { nodes, _chosen } = JSON.parse(await ask({ labels: ['COLLAR'], kinds: ['piece'] }));
  expect(nodes.length).toBeGreaterThan(0);
  for (const { id, label } of nodes) expect(`${id} ${label.value}`.toLowerCase()).toContain('collar');
  expect(
    JSON.parse(await ask({ labels: ['COLLAR'], kinds: ['piece'], summary: true })).counted_here.nodes,
  ).toBe(_chosen.nodes);
  expect(await ask({ labels: ['zeppelin'] })).toBe('No label or id of the garment contains zeppelin.');
});

it('two garments are compared value by value, with counts first', async () => {
  const bodies: Record<string, unknown> = {
    'GARM-101': readSampleGraph('GARM-101'),
    'GARM-450': readSampleGraph('GARM-450'),
  };
  const client = await connectClient(createSource(({ id }) => toJsonText(bodies[id])).source);
  const compare = async (args: object = {}) =>
    readText(
      await client.callTool({
        name: 'compare_garments',
        arguments: { id: 'GARM-101', with: 'GARM-450', ...args },
      }),
    );
  const summary = JSON.parse(await compare({ summary: true }));
  expect(summary).toMatchObject({ same: false, counted_here: { kinds: expect.any(Object) } });
  const text = await compare({ kinds: ['garment'] });
  expect(JSON.parse(text).changes).toContainEqual(
    expect.objectContaining({ field: 'category', 'GARM-101': { value: 'shirt', state: 'asserted' } }),
  );
  // Every part of a long comparison keeps the counts and is short.
  const part = await compare();
  expect(Buffer.byteLength(part)).toBeLessThan(6_000);
  const { after } = JSON.parse(part)._more;
  expect(JSON.parse(await compare({ after }))).toMatchObject({ total: summary.total });
});

it('forty questions about one body parse it once', () => {
  const cache = new BodyCache(() => 0);
  const text = toJsonText(readSampleGraph('GARM-450'));
  const readValue = (each: string) => cache.addBody('graph', { text: each, value: parseJson(each) }).value;
  const values = Array.from({ length: 40 }, () => readValue(text));
  expect(new Set(values).size).toBe(1);
  expect(readValue(`${text} `)).not.toBe(values[0]);
});

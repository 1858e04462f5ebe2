import { describe, expect, it } from 'vitest';
import { takeBodyPart } from '../../../src/assistant/service-tools/body-part.ts';
import { createBodyResult } from '../../../src/assistant/service-tools/part-result.ts';
import { MAX_PART_BYTES, type ToolResult } from '../../../src/assistant/service-tools/tool-result.ts';
import fc, { scaleCases } from '../../support/property.ts';

const countBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** All parts of a body, one after the other. */
function listParts(body: unknown, budget: number) {
  const all: { value: Readonly<Record<string, unknown>>; tooLarge: readonly string[] }[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const part = takeBodyPart(body, budget, after);
    if (part === undefined) throw new Error(`nothing after ${after}`);
    all.push({ value: part.value, tooLarge: part.more?.too_large ?? [] });
    after = part.more?.after;
  }
  return all;
}

it('a body that fits is returned unchanged', () => {
  const body = { a: [1, 2], b: { value: 'x', state: 'asserted' } };
  expect(takeBodyPart(body, 1000)).toEqual({ value: body });
});

it('a value that is not an object is returned as a member', () => {
  expect(takeBodyPart([1], 1000)).toEqual({ value: { value: [1] } });
});

it('a value is never cut, and values that fit no part are named', () => {
  const body = { id: 'x', items: ['short', 'y'.repeat(5000), 'other'] };
  const [first] = listParts(body, 2000);
  expect(first).toEqual({ value: { id: 'x', items: ['short', 'other'] }, tooLarge: ['items[1]'] });
});

it('a value with its state stays whole', () => {
  const value = { value: ['z'.repeat(300), 'z'.repeat(300), 'z'.repeat(300)], state: 'inferred' };
  const pages = listParts({ a: value, b: value, c: value }, 2200);
  expect(pages.map((page) => Object.keys(page.value))).toEqual([['a', 'b'], ['c']]);
  expect(pages[0]?.value.a).toEqual(value);
});

it('a value that is larger than a part is named, and no state is cut from it', () => {
  const value = { value: Array.from({ length: 50 }, () => 'z'.repeat(90)), state: 'inferred' };
  const [first] = listParts({ id: 'x', a: { long: value, short: { value: 1, state: 'asserted' } } }, 2000);
  expect(first).toEqual({
    value: { id: 'x', a: { short: { value: 1, state: 'asserted' } } },
    tooLarge: ['a.long'],
  });
});

it('nested members are divided too', () => {
  const body = {
    data: { garment: { nodes: Array.from({ length: 50 }, (_, n) => ({ n, text: 'w'.repeat(90) })) } },
  };
  const nodes = listParts(body, 2000).flatMap(({ value }) => (value as typeof body).data.garment.nodes);
  expect(nodes).toEqual(body.data.garment.nodes);
});

it('a position past the end is undefined', () => {
  expect(takeBodyPart({ a: [1] }, 1000, 5)).toBeUndefined();
});

it('a member of any name is kept', () => {
  const body = JSON.parse(`{"__proto__":["${'a'.repeat(900)}","${'b'.repeat(900)}"],"constructor":["c"]}`);
  const pages = listParts(body, 1200);
  expect(
    pages.flatMap(({ value }) => Object.entries(value).find(([key]) => key === '__proto__')?.[1] ?? []),
  ).toEqual(['a'.repeat(900), 'b'.repeat(900)]);
});

it('of any body every part fits, and every element of a list occurs once', () => {
  const text = fc.string({ maxLength: 300, unit: 'grapheme' });
  const element = fc.record({ id: fc.nat(), label: text, more: fc.dictionary(text, text, { maxKeys: 3 }) });
  const body = fc.dictionary(fc.string({ maxLength: 20 }), fc.array(element, { maxLength: 12 }), {
    maxKeys: 6,
  });
  fc.assert(
    fc.property(body, (given) => {
      const pages = listParts(given, 8192);
      for (const { value } of pages) expect(countBytes(value)).toBeLessThanOrEqual(8192);
      for (const [key, list] of Object.entries(given)) {
        const found = pages.map(({ value }) => value[key] as unknown[] | undefined);
        const isHead = found.length > 1 && found.every((part) => countBytes(part) === countBytes(list));
        expect(isHead ? found[0] : found.flatMap((part) => part ?? [])).toEqual(list);
      }
    }),
    scaleCases(30),
  );
});

const readText = ({ content: [block] }: ToolResult): string => (block?.type === 'text' ? block.text : '');

describe('a result', () => {
  const ID = { id: 'GARM-5' };
  const readMore = (result: { structuredContent?: Record<string, unknown> }) =>
    result.structuredContent?._more as { after?: string; left_out: number; last?: true; how: string };
  const LONG = JSON.stringify({ notes: Array.from({ length: 90 }, (_, n) => `${n} ${'n'.repeat(600)}`) });

  it('says how to continue, and which part is the last', () => {
    const first = readMore(createBodyResult('get_tailor_brief', LONG, ID));
    expect(first.how).toBe(`To get the rest: call get_tailor_brief again with after="${first.after}".`);
    expect(first.last).toBeUndefined();
    const last = createBodyResult('get_tailor_brief', LONG, { ...ID, after: first.after });
    expect(readMore(last)).toEqual({ left_out: 0, last: true, how: 'This is the last part.' });
  });

  it('of the last part of a graph never says to start over', () => {
    const nodes = Array.from({ length: 300 }, (_, n) => ({
      id: `n${n}`,
      kind: n % 2 ? 'seam' : 'piece',
      label: 'l'.repeat(200),
    }));
    const text = JSON.stringify({ garment_id: 'GARM-5', nodes });
    const hows: string[] = [];
    let after: string | undefined;
    do {
      const more = readMore(createBodyResult('get_garment_graph', text, { ...ID, after }));
      hows.push(more.how);
      after = more.after;
    } while (after !== undefined);
    expect(hows.length).toBeGreaterThan(1);
    expect(hows.at(-1)).toBe('This is the last part.');
    for (const how of hows.slice(0, -1)) expect(how).toMatch(/^To get the rest: call/);
  });

  it.each([
    ['another body', 'get_tailor_brief', LONG.replace('1 n', '1 m'), ID, /changed after/],
    ['another garment', 'get_tailor_brief', LONG, { id: 'GARM-6' }, /other arguments/],
    ['another profile', 'get_tailor_brief', LONG, { ...ID, profile: 'factory' }, /other arguments/],
    ['another tool', 'run_design_trust', LONG, ID, /other arguments/],
  ] as const)('refuses a cursor of %s', (_, tool, text, args, words) => {
    const { after } = readMore(createBodyResult('get_tailor_brief', LONG, ID));
    const result = createBodyResult(tool, text, { ...args, after });
    expect(result).toMatchObject({ isError: true });
    expect(readText(result)).toMatch(words);
  });

  it('names an unknown kind beside a known one', () => {
    const text = JSON.stringify({ nodes: [{ id: 'a', kind: 'seam' }] });
    const result = createBodyResult('get_garment_graph', text, { ...ID, kinds: ['seam', 'zip'] });
    expect(readText(result)).toBe('No node is of the kind zip. Kinds in this graph: seam (1).');
  });

  it('counts characters as bytes of UTF-8', () => {
    const body = JSON.stringify({ notes: Array.from({ length: 500 }, () => '袖'.repeat(100)) });
    expect(Buffer.byteLength(readText(createBodyResult('get_tailor_brief', body, ID)))).toBeLessThan(
      MAX_PART_BYTES + 1024,
    );
  });
});

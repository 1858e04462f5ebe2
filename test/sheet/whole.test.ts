import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLexeme, readJson, writeJson } from '../../src/format/lossless.ts';
import { sheetHtml } from '../../src/sheet/index.ts';
import { find, graphBody } from '../support/open-bodies.ts';
import { toile } from '../support/toile.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');

const pageOf = (graph: unknown, others: unknown = {}): string =>
  sheetHtml({
    graph,
    brief: others,
    trust: others,
    confirmations: others,
    subject: 'GARM-1',
    profile: 'factory',
    now: NOW,
    digest: () => 'digest',
  });

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** What a reader sees, as one text. */
const textOf = (page: string): string =>
  page
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Every tag that the page may have, with the attributes that it may have; nothing runs and nothing loads. */
const TAGS =
  /^(?:!doctype html|\/?(?:html|head|body|title|style|meta|header|nav|main|section|h1|h2|h3|p|ul|li|dl|dt|dd|div|span|b|bdi|a|strong|small|table|thead|tbody|tr|th|td|figure|figcaption|svg|g|path|rect|polygon|text)(?: (?:lang|charset|http-equiv|content|name|id|class|href|role|aria-label|scope|xmlns|width|height|viewBox|x|y|rx|d|points|text-anchor)="[^"<>]*")*\/?)$/;

const strangeTags = (page: string): string[] =>
  [...page.matchAll(/<([^>]*)>?/g)].map(([, tag]) => tag ?? '').filter((tag) => !TAGS.test(tag));

const NASTY = [
  '</style><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '--><!--',
  '\u001b[31mred\u0007',
  '\\3c /style\\3e ',
  '"; } @import url(http://example.com/x); a { content: "',
  '\u202e\u2066reversed',
  '&lt;b&gt;',
  ']]>',
];

describe('whatever a body holds', () => {
  it('gets into the page as text alone', () => {
    for (const nasty of NASTY) {
      const value = { value: nasty, state: nasty, unit: nasty, basis: nasty, confidence: nasty };
      const node = {
        id: nasty,
        kind: nasty,
        label: value,
        values: { [nasty]: value },
        links: [{ rel: nasty, to: nasty, state: nasty }],
      };
      const body = {
        garment_id: nasty,
        profile: nasty,
        nodes: [{ ...node, kind: 'garment' }, node],
        facts: [{ field: nasty, ...value }],
        counts: { [nasty]: { [nasty]: 3 } },
        unresolved: [{ id: nasty, node: nasty, field: nasty, question: nasty, options: [nasty], ...value }],
      };
      const page = pageOf(body, body);
      expect(strangeTags(page)).toEqual([]);
      expect(page.match(/<style>([\s\S]*)<\/style>/)?.[1]).not.toContain('<');
      expect(page.match(/<style>([\s\S]*)<\/style>/)?.[1]).not.toContain('@import');
      expect(page).not.toMatch(/[\p{Cs}\u202a-\u202e\u2066\u2067]/u);
      expect(page.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }
  });

  it('is never lost, and never makes a tag', () => {
    const bodies = graphBody.map((body) => readJson(writeJson(body)));
    fc.assert(
      fc.property(bodies, (body) => {
        const page = pageOf(body);
        expect(strangeTags(page)).toEqual([]);
        const { states } = find(body, isLexeme);
        for (const word of states.keys())
          if (['asserted', 'inferred', 'unstated'].includes(word))
            expect(page.split(`aria-label="${word}"`).length - 1).toBeGreaterThan(1);
      }),
      { numRuns: 150 },
    );
  });
});

/** Numbers and texts of the stated values of a body. */
const payloads = (body: unknown): string[] => {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || isLexeme(value)) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    const { state, value: payload, text } = value as Readonly<Record<string, unknown>>;
    const shown = payload ?? text;
    if (typeof state === 'string' && (typeof shown === 'string' || isLexeme(shown as object)))
      found.push(String(shown));
    for (const item of Object.values(value)) visit(item);
  };
  visit(body);
  return found;
};

const harmless = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\p{Cc}/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : '\ufffd'));

it.each([
  ['GARM-101', 'factory'],
  ['GARM-33', 'technical_designer'],
  ['GARM-9007199254740993', 'factory'],
  ['5a7d1e2c', 'technical_designer'],
  ['0f1e2d3c', 'factory'],
  ['b1c2d3e4', 'technical_designer'],
])('every stated text and number of %s (%s) stands on its page', async (id, profile) => {
  const { out: page } = await toile(['--sandbox', 'sheet', id, '--profile', profile, '-o', '-']);
  const text = textOf(page);
  for (const read of ['graph', 'brief', 'trust', 'confirmations']) {
    const flags = read === 'graph' ? ['--profile', profile] : [];
    const { out } = await toile(['--sandbox', read, id, '--json', ...flags]);
    const missing = payloads(readJson(out)).filter((payload) => !text.includes(harmless(payload)));
    expect(missing).toEqual([]);
  }
});

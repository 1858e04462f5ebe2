import { describe, expect, it } from 'vitest';
import type { SheetTranslation } from '../../../src/output/sheet/translation.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';
import { anyGraph } from '../../support/arbitrary-bodies.ts';
import { isQuick } from '../../support/effort.ts';
import { FOREIGN_BODIES } from '../../support/foreign-bodies.ts';
import fc, { scaleCases } from '../../support/property.ts';
import { renderSheetHtml } from '../../support/render-sheet.ts';
import { NOTABLE_GARMENTS, readSampleBody, readSampleGraph } from '../../support/sample-bodies.ts';
import { removeTranslations, TEST_DICTIONARY } from '../../support/second-language.ts';
import { UNFILTERED_SHEET } from '../../support/unfiltered-sheet.ts';

const IN_BOTH: SheetTranslation = { language: TEST_DICTIONARY, terms: new Map() };

const renderPage = (graph: unknown, others: readonly unknown[], translation?: SheetTranslation): string => {
  const [brief, trust, confirmations] = others;
  const reading = { graph, brief, trust, confirmations, subject: 'GARM-1', profile: 'factory' };
  return renderSheetHtml({
    ...{
      garments: [reading],
      filter: { ...UNFILTERED_SHEET, all: true },
      now: 0,
      digest: () => 'x',
      translation,
    },
  });
};

const READS = ['tailor-brief', 'design-trust', 'confirmations'] as const;

/** Lists figures, marks and codes, which translations must not repeat. */
const listFigures = (page: string): readonly string[] =>
  [...page.matchAll(/<span class="tr[^"]*" lang="tlh">(?:<bdi lang="en">[^<]*<\/bdi>)?([^<]*)<\/span>/g)].map(
    ([, text = '']) => text.trim(),
  );

describe('a sheet in two languages', () => {
  // That of the largest takes as long as all others.
  it.each(isQuick ? NOTABLE_GARMENTS.filter((id) => id !== 'GARM-450') : NOTABLE_GARMENTS)(
    'the English of the sheet of %s is the same as without translation',
    (id) => {
      const others = READS.map((read) => readSampleBody(id, read));
      const both = renderPage(readSampleGraph(id), others, IN_BOTH);
      expect(removeTranslations(both)).toBe(removeTranslations(renderPage(readSampleGraph(id), others)));
      expect(listFigures(both).length).toBeGreaterThan(20);
      expect(new Set(listFigures(both))).toEqual(new Set(['nuqneH']));
    },
  );

  it.each(FOREIGN_BODIES)('keeps every value of the foreign body $name', ({ value }) => {
    const others = [value, value, value];
    expect(removeTranslations(renderPage(value, others, IN_BOTH))).toBe(
      removeTranslations(renderPage(value, others)),
    );
  });

  it('keeps every value of any body', () => {
    fc.assert(
      fc.property(anyGraph, (body) => {
        const value = parseJson(JSON.stringify(body));
        expect(removeTranslations(renderPage(value, [value, {}, {}], IN_BOTH))).toBe(
          removeTranslations(renderPage(value, [value, {}, {}])),
        );
      }),
      scaleCases(40),
    );
  });

  it('shows a term as text alone, and changes nothing of the text before it', () => {
    const hostile = [
      '</span><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '\u202e\u2066x',
      '<x-t>Yoke</x-t>',
    ];
    for (const term of hostile) {
      const graph = {
        nodes: [{ id: 'p', kind: 'piece', label: { value: 'Yoke', state: 'asserted' }, note: term }],
      };
      const both = renderPage(graph, [{}, {}, {}], {
        language: TEST_DICTIONARY,
        terms: new Map([
          ['Yoke', term],
          [term, 'Yoke'],
        ]),
      });
      expect(both).not.toMatch(/<script|<img|<x-|[\u202e\u2066]/);
      expect(removeTranslations(both)).toBe(removeTranslations(renderPage(graph, [{}, {}, {}])));
    }
  });

  it('counts the texts without a translation at the end, and lists terms with other numbers', () => {
    const nodes = ['Hem 2,5 cm', 'Seven buttons', 'Vent 42 cm', 'Yoke'].map((label, at) => ({
      ...{ id: `p${at}`, kind: 'piece', label: { value: label, state: 'asserted' } },
    }));
    const terms = new Map([
      ['Hem 2,5 cm', 'ba chỉ 2.5 cm'],
      ['Seven buttons', '7 nút'],
      ['Vent 42 cm', 'xẻ 24 cm'],
    ]);
    const page = renderPage({ nodes }, [{}, {}, {}], { language: TEST_DICTIONARY, terms });
    const end = page.slice(page.indexOf('<div class="untranslated">'));
    expect(end).toContain('1 text without a translation, counted on this page.');
    expect(end.match(/<li>/g)).toHaveLength(1);
    expect(end).toContain('<li><bdi>Vent 42 cm</bdi>: <bdi>xẻ 24 cm</bdi></li>');
    expect(renderPage({ nodes }, [{}, {}, {}])).not.toContain('without a translation');
  });

  it('never shows a second language without the first', () => {
    // Texts of the body are in capitals, so text with small letters comes from the sheet.
    const buildValue = (more: object = {}) => ({ value: 'XX', state: 'asserted', ...more });
    const open = { value: null, state: 'unstated', unit: 'XX' };
    const node = (kind: string, id: string) => ({
      ...{ id, ...(kind !== '' && { kind }), label: buildValue() },
      values: {
        SPEC: open,
        ONE: buildValue({ basis: 'XX', confidence: 'XX' }),
        NONE: { value: null, state: 'asserted' },
      },
      links: [{ rel: 'RR', to: 'XX9', state: 'asserted' }],
      ...{ facts: [{ field: 'FF', value: 'XX', state: 'OTHER' }], NOTHING: { state: 'asserted' } },
    });
    const graph = {
      nodes: [...['PIECE', 'pom', 'SEAM', 'garment', ''].map((kind, at) => node(kind, `XX${at}`)), 'XX'],
      ...{ facts: [{ field: 'FF', ...buildValue() }], BESIDE: buildValue() },
    };
    const asked = { id: 'Q1', node: 'XX1', field: 'SPEC', question: 'XX', ...open };
    const pages = [
      renderPage(
        graph,
        [
          { brief: { A: buildValue(), B: open, C: open } },
          { counts: { XX: { asserted: 1 }, B: {} } },
          { unresolved: [asked] },
        ],
        IN_BOTH,
      ),
      renderPage({ nodes: [] }, [{}, {}, {}], IN_BOTH),
      renderPage({ nodes: [] }, [undefined, undefined, { unresolved: [] }], IN_BOTH),
    ];
    for (const page of pages) {
      const body = page
        .slice(page.indexOf('<body>'))
        .replace(/<bdi lang="en">[^<]*<\/bdi>| [0-9a-f]{12}(?=<\/span>)/g, '');
      const bare = [...body.matchAll(/>([^<]*\p{Ll}{2}[^<]*)/gu)].flatMap(
        ({ 0: whole, 1: text = '', index }) => {
          // Behind the words themselves, or behind the element that they end.
          const behind = body.slice(index + whole.length).replace(/^(?:<\/(?:bdi|a|b|strong)>)*/, '');
          return text.trim() === 'nuqneH' || /^ ?<span class="tr/.test(behind) ? [] : [text.trim()];
        },
      );
      expect(bare).toEqual([]);
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TRADE_KINDS } from '../../../src/garment/trade-kinds.ts';
import { STITCH_AND_SEAM_CLASSES } from '../../../src/output/sheet/stitch-classes.ts';
import { convertDictionaryFile } from '../../../src/output/sheet/translation.ts';
import { SHEET_LANGUAGES } from '../../../src/output/views/sheet-parts.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';
import { DICTIONARY_NAMES } from '../../support/dictionary-names.ts';
import { FOREIGN_BODIES } from '../../support/foreign-bodies.ts';
import { renderSheetHtml } from '../../support/render-sheet.ts';
import { readSampleBody, readSampleGraph } from '../../support/sample-bodies.ts';
import { removeTranslations } from '../../support/second-language.ts';
import { UNFILTERED_SHEET } from '../../support/unfiltered-sheet.ts';
import { FOLDER, insertLanguages, kept, listTradeWords, UNCHECKED } from './dictionaries.ts';

/** A project and a file in it, or the title of a page and its address. */
const SOURCE =
  /^[\w.-]+\/[\w.-]+, [\w.-]+(?:\/[\w.-]+)*(?: and [\w./-]+)?$|^\S.+, https?:\/\/[\w.-]+\.\w+\/\S*$/;

it('each language that can be requested has a dictionary, and no other', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(SHEET_LANGUAGES.map((tag) => `${tag}.json`).toSorted());
});

it('docs/languages.md has the right counts', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/languages.md'), 'utf8');
  expect(insertLanguages(page), 'npm run docs').toBe(page);
  expect(page).toContain('| language | words |');
});

describe.each(SHEET_LANGUAGES)('the dictionary of %s', (tag) => {
  const { words, sources, tag: own, name } = kept(tag);

  it('has an entry for each text of the sheet, and no more', () => {
    expect(own).toBe(tag);
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(name).not.toBe('');
    expect(words.map(([word]) => word).toSorted()).toEqual([...DICTIONARY_NAMES].toSorted());
  });

  it('has no digit, mark or markup', () => {
    for (const [word = '', other = ''] of words) {
      expect(other, word).toMatch(/\p{L}/u);
      expect(other, word).not.toMatch(/[\p{Nd}<>&=~?]|^\s|\s$|\s\s|\p{Cc}/u);
    }
  });

  it('says where each term of the trade was checked, or that it was not', () => {
    const used = new Set(listTradeWords(kept(tag)).map(([, , source = '']) => source));
    expect([...used].filter((key) => key !== UNCHECKED).toSorted()).toEqual(Object.keys(sources).toSorted());
    expect(Object.keys(sources)).not.toContain(UNCHECKED);
    for (const [key, source] of Object.entries(sources)) expect(source, key).toMatch(SOURCE);
    expect(new Set(Object.values(sources)).size).toBe(Object.keys(sources).length);
  });

  it('has the same terms of the trade as the other dictionaries', () => {
    const of = (other: string) => listTradeWords(kept(other)).map(([word = '']) => word);
    expect(of(tag).toSorted()).toEqual(of('es').toSorted());
    expect(of(tag)).toEqual(
      expect.arrayContaining([
        ...STITCH_AND_SEAM_CLASSES,
        ...TRADE_KINDS.map((kind) => kind.replaceAll('_', ' ')),
      ]),
    );
  });

  it('has no term of the trade that is too wide for a column head', () => {
    for (const [word = '', other = ''] of listTradeWords(kept(tag)))
      expect([...other].length, word).toBeLessThan(34);
  });

  it('changes nothing of the English page', () => {
    const translation = { language: convertDictionaryFile(kept(tag)), terms: new Map<string, string>() };
    const graphs = [
      readSampleGraph('GARM-101'),
      readSampleGraph('5a7d'),
      ...FOREIGN_BODIES.map(({ value }) => value),
    ];
    const [brief, trust, confirmations] = (['tailor-brief', 'design-trust', 'confirmations'] as const).map(
      (read) => readSampleBody('GARM-101', read),
    );
    for (const graph of graphs) {
      const reading = { graph, brief, trust, confirmations, subject: 'GARM-1', profile: 'factory' };
      const of = { garments: [reading], filter: UNFILTERED_SHEET, now: 0, digest: () => 'x' };
      const both = renderSheetHtml({ ...of, translation });
      expect(both).toContain(`lang="${tag}"`);
      expect(removeTranslations(both)).toBe(removeTranslations(renderSheetHtml(of)));
    }
  });
});

it('a class of stitch or seam is recognized by its code, and other digits are not', () => {
  const buildValue = (text: string) => ({ value: parseJson(JSON.stringify(text)), state: 'asserted' });
  const renderPage = (field: string, text: string): string =>
    renderSheetHtml({
      garments: [
        {
          graph: { nodes: [{ id: 's', kind: 'seam', values: { [field]: buildValue(text) } }] },
          ...{ brief: {}, trust: {}, confirmations: {}, subject: 'GARM-1', profile: 'factory' },
        },
      ],
      ...{ filter: UNFILTERED_SHEET, now: 0, digest: () => 'x' },
      translation: { language: convertDictionaryFile(kept('it')), terms: new Map() },
    });
  const named = (field: string, text: string) =>
    [...renderPage(field, text).matchAll(/<span class="tr" lang="en">([^<]*)<\/span>/g)].map(
      ([, name]) => name,
    );
  expect(named('stitch_class', '301')).toEqual(['lockstitch']);
  expect(named('stitch_class', '401 / 504')).toEqual(['multi-thread chain stitch', 'overedge chain stitch']);
  expect(named('stitch_class', '701, 1301, 30.1')).toEqual([]);
  expect(named('seam_class', 'LSc (lapped, felled)')).toEqual(['lapped seam']);
  expect(named('seam_class', '8.03.01')).toEqual(['single-ply construction']);
  expect(named('needle', '301')).toEqual([]);
});

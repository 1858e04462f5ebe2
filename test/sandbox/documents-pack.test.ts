import { describe, expect, it } from 'vitest';
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';
import { renderTechPackPdf } from '../../src/sandbox/documents/export-document.ts';

const FACTS = {
  purchaseId: '5e0f8d1c-9b1a-4c0e-8a55-0d5a7f1e6b06',
  version: 2,
  createdAt: '2026-11-03T09:14:22Z',
};
const findGarment = (id: string) => {
  const found = listSampleGarments().find(
    (garment) => garment.sgg_garment_id === id || garment.id.startsWith(id),
  );
  if (!found) throw new Error(`no garment ${id}`);
  return found;
};
const SECTIONS = ['Callouts', 'Bill of materials', 'Points of measure', 'Construction', 'Open questions'];
const make = (id: string, request: object = {}) => renderTechPackPdf(findGarment(id), request, FACTS);

/** The text of each page, by its lines; a line that goes on is joined to the one before. */
function readPages(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1');
  return [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, content = '']) =>
    [...content.matchAll(/<([0-9a-f]*)> Tj/g)]
      .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
      .join('\n')
      .replaceAll(/\n {4}/g, ' '),
  );
}

describe('a Tech Pack', () => {
  it('writes pasted text in the order of the garment', async () => {
    const pasted = [
      '\u0000\u001b[31mred',
      '\ud800',
      '縮緬'.repeat(100),
      'x'.repeat(4000),
      ') Tj <</S/JavaScript>>',
      '\\',
      'a\tb\nc',
    ];
    for (const text of pasted) {
      const garment = {
        ...findGarment('GARM-101'),
        name: text,
        graph: () =>
          JSON.stringify({
            nodes: [
              {
                id: text,
                kind: 'trim',
                label: { value: text, state: text },
                values: { [text]: { value: text, state: 'asserted' } },
              },
              text,
              null,
            ],
          }),
        read: () =>
          JSON.stringify({
            unresolved: [{ question: text, node: text, field: text, value: text, state: 'inferred' }],
          }),
      };
      const found = readPages(await renderTechPackPdf(garment, { designerNotes: text, [text]: text }, FACTS));
      for (const title of SECTIONS) expect(found.join('\n'), title).toContain(title);
      for (const [at, page] of found.entries()) expect(page).toContain(`page ${at + 1} of ${found.length}`);
      if (text.startsWith('x')) expect(found.join('').match(/x/g)?.length).toBeGreaterThan(8 * 4000);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the point
      expect(found.join('')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
    }
  });

  it('has a cover and sections, and each page has the GARM id, profile, date and number', async () => {
    const found = readPages(
      await make('GARM-101', { brand: 'Atelier Example', sizeSelection: { sizes: ['XS', 'S'] }, odd: null }),
    );
    expect(found).toHaveLength(6);
    for (const [at, page] of found.entries()) {
      expect(page).toContain('GARM-101   Oxford button-down shirt');
      expect(page).toContain(`technical_designer   version 2   2026-11-03T09:14:22Z   page ${at + 1} of 6`);
      expect(page).toContain('they do not block a sample or a quotation');
    }
    expect(found.map((page) => page.split('\n')[3])).toEqual([
      'Tech Pack',
      'Callouts',
      'Bill of materials',
      'Points of measure',
      'Construction',
      'Open questions',
    ]);
    expect(found[0]).toContain('brand: Atelier Example');
    expect(found[0]).toContain('sizeSelection: {"sizes":["XS","S"]}');
    expect(found[0]).toContain('odd: null');
    expect(found[0]).toContain('55 asserted, 17 inferred, 14 unstated');
  });

  it('marks every value, and writes "not stated" for unstated ones', async () => {
    const text = readPages(await make('GARM-101')).join('\n');
    expect(text).toContain('= 56.0 cm');
    expect(text).toContain('~ Collar points: button-down, buttonhole vertical');
    expect(text).toContain('~ 2.5 cm');
    expect(text).toContain('? not stated');
    expect(text).toContain('Is the back yoke doubled (outer and inner), or a single layer?');
    expect(text).toContain('~ 2 pieces');
  });

  it('writes the id in place of a text that its font cannot show, and lists it at the end', async () => {
    const found = readPages(await make('GARM-5117'));
    expect(found[0]).toContain('[GARM-5117]');
    expect(found.join('\n')).toContain('= [mat.chirimen]');
    expect(found.at(-1)).toContain('Text not shown');
    expect(found.at(-1)).toContain('mat.chirimen');
    expect(readPages(await make('GARM-101')).join('\n')).not.toContain('Text not shown');
  });

  it('can be made for the empty design, unusual designs and the large one', async () => {
    expect(readPages(await make('c2b9a6d0')).join('\n')).toContain('No unresolved confirmations.');
    const unusual = readPages(await make('5a7d1e2c')).join('\n');
    expect(unusual).toContain('FINAL_v3_revised');
    expect(unusual, 'the dash of WinAnsi').toContain('\u0096 do not send');
    expect(readPages(await make('0f1e2d3c')).join('\n')).toContain('= [pom.A01]');
    expect(readPages(await make('GARM-33')).join('\n')).toContain('? n7: name not stated');
    const huge = readPages(await make('GARM-450'));
    expect(huge.join('\n')).toContain('Construction (continued)');
    expect(huge.at(-1)).toContain(`page ${huge.length} of ${huge.length}`);
  });

  it('has the same bytes for the same facts, and other bytes for another version', async () => {
    const once = await make('GARM-7');
    expect(await make('GARM-7')).toEqual(once);
    expect(await renderTechPackPdf(findGarment('GARM-7'), {}, { ...FACTS, version: 3 })).not.toEqual(once);
    expect(Buffer.from(once.subarray(0, 5)).toString()).toBe('%PDF-');
  });
});

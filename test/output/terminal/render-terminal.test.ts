import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { measureWidth } from '../../../src/output/measure-width.ts';
import { ansiColours } from '../../../src/output/terminal/ansi-colours.ts';
import { renderTerminal } from '../../../src/output/terminal/render-terminal.ts';
import { createTextPainter } from '../../../src/output/terminal/text-painter.ts';
import { measureLongestWord, wrapText } from '../../../src/output/terminal/wrap-text.ts';
import { gap, grid, line } from '../../../src/output/views/view-model.ts';
import { toSingleLine, wrapRtlText } from '../../../src/platform/escape/terminal-text.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { CONTROL_BYTE } from '../../support/control-byte.ts';
import fc from '../../support/property.ts';

const plain = createTextPainter(undefined, 'sign');
const renderLines = (view: Parameters<typeof renderTerminal>[0], width = 80) =>
  renderTerminal(view, plain, width).trimEnd().split('\n');

describe('text on a terminal', () => {
  it.each([
    ['an escape sequence', 'a\u001b[31mb', 'a[31mb'],
    ['a title', '\u001b]0;owned\u0007x', ']0;ownedx'],
    ['a C1 control', 'a\u009b31mb', 'a31mb'],
    ['a line break', 'a\nb\r\nc', 'a⏎b⏎c'],
    ['a tab', 'a\tb', 'a⇥b'],
    ['a bidi override', 'a\u202eb', 'ab'],
    ['half a character', 'a\ud83d', 'a\ufffd'],
    ['a joined emoji', '👩🏽‍🎨', '👩🏽‍🎨'],
  ])('of %s', (_, text, shown) => {
    expect(toSingleLine(text)).toBe(shown);
  });

  it('has the width of its characters, also when it is long', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter }), { minLength: 2 }), (words) => {
        const text = words.join(' ').padStart(1200, 'ß ');
        expect(measureWidth(text)).toBe(stringWidth(text));
      }),
    );
  });

  it('has the width that string-width gives it, for each character and for neighbours', () => {
    const all = Array.from({ length: 0x2400 }, (_, code) => String.fromCodePoint(code));
    expect(all.filter((each) => measureWidth(each) !== stringWidth(each))).toEqual([]);
    const single = all.filter((each) => measureWidth(each) === 1 && each.length === 1).join('');
    expect(measureWidth(`\u001b[1m${single.slice(0, 900)}\u001b[22m`)).toBe(
      stringWidth(single.slice(0, 900)),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...single), maxLength: 900 }), (text) => {
        expect(measureWidth(text)).toBe(stringWidth(text));
      }),
    );
  });

  it('of 100,000 words is measured in time', () => {
    expect(measureWidth('größe '.repeat(100_000))).toBe(600_000);
    expect(measureWidth(' 🏻'.repeat(100_000))).toBe(300_000);
  });

  it('never contains a control byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const shown = renderTerminal(
          [line(text), grid([{ fit: 'wrap' }, {}], [[text, 'x']])],
          createTextPainter(ansiColours, 'sign'),
          40,
        );
        // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are toile's own
        expect(shown.replaceAll(/\u001b\[\d+m|\n/g, '')).not.toMatch(CONTROL_BYTE);
      }),
    );
  });
});

describe('right-to-left text', () => {
  it('is isolated from the mark before it, and from the next value', () => {
    expect(wrapRtlText('= كتان مغسول')).toBe('= \u2068كتان مغسول\u2069');
    expect(wrapRtlText('= كتان ~ قطن')).toBe('= \u2068كتان\u2069 ~ \u2068قطن\u2069');
    expect(wrapRtlText('plain')).toBe('plain');
    expect(wrapRtlText('a (كتان) b قطن. c')).toBe('a (\u2068كتان) b قطن.\u2069 c');
    expect(wrapRtlText('كتان '.repeat(5000)).length).toBe(5 * 5000 + 2);
  });
});

describe('a grid', () => {
  const names = ['-5 Fleece Vest', '🧵👩🏽‍🎨 Picnic', 'عباية كتان', '縮緬ノーカラー', 'e\u0301te\u0301'];

  it('aligns by display width in any script', () => {
    const shown = renderLines([
      grid(
        [{}, {}],
        names.map((name) => [name, '|']),
      ),
    ]);
    const columns = shown.map((text) => stringWidth(text.slice(0, text.lastIndexOf('|'))));
    expect(new Set(columns).size).toBe(1);
  });

  it.each([30, 60, 80, 240])('fits %i columns when its columns can shrink', (width) => {
    const wide = grid(
      [{ head: 'ID' }, { head: 'NAME', fit: 'wrap' }, { head: 'WHY', fit: 'wrap' }],
      names.map((name) => ['c2b9', name.repeat(9), 'because of this and that, '.repeat(5)]),
    );
    for (const text of renderLines([wide], width)) expect(stringWidth(text)).toBeLessThanOrEqual(width);
  });

  const record = (width: number) =>
    renderLines(
      [
        grid(
          [
            { head: 'id' },
            { head: 'seam_class', fit: 'wrap' },
            { head: 'seam_allowance', fit: 'wrap' },
            { head: 'joins', fit: 'wrap' },
          ],
          [
            ['s1', '= SSa (superimposed)', '~ 1.0 cm', '= edge.side-front.side'],
            ['s2', '', '? not stated', ''],
          ],
          { indent: 1 },
        ),
      ],
      width,
    );

  it('breaks no word when the last columns can be printed below', () => {
    expect(record(60)).toEqual([
      ' id  seam_class         seam_allowance  joins',
      ' s1  = SSa              ~ 1.0 cm        = edge.side-front.',
      '       (superimposed)                     side',
      ' s2                     ? not stated',
    ]);
    expect(record(40)).toEqual([
      ' id  seam_class           seam_allowance',
      ' s1  = SSa                ~ 1.0 cm',
      '       (superimposed)',
      '     joins = edge.side-front.side',
      ' s2                       ? not stated',
    ]);
  });

  it('keeps every letter, colour and line of hyphenated words, however narrow', () => {
    const word = fc.string({ unit: fc.constantFrom(...'ab_-./縮é\uf8ff '), maxLength: 40 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 12, max: 50 }),
        (cells, width) => {
          const view = [
            grid(
              [{ head: 'one_name', fit: 'wrap' }, { fit: 'wrap' }],
              cells.map(([one, two]) => [
                [{ text: '~', state: 'inferred', mark: true }, ' ', { text: one, state: 'inferred' }],
                two,
              ]),
            ),
          ];
          const shown = renderTerminal(view, plain, width);
          for (const text of shown.split('\n'))
            expect(stringWidth(text)).toBeLessThanOrEqual(Math.max(width, 16));
          const sortLetters = (text: string) => [...text.replaceAll(/\s/g, '').normalize()].sort().join('');
          expect(sortLetters(shown)).toBe(
            sortLetters(`one_name${cells.flat().join('')}${'~'.repeat(cells.length)}`),
          );
          const coloured = renderTerminal(view, createTextPainter(ansiColours, 'sign'), width);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are toile's own
          expect(coloured.replaceAll(/\u001b\[\d+m/g, '').replaceAll(/ +$/gm, '')).toBe(
            shown.replaceAll(/ +$/gm, ''),
          );
        },
      ),
    );
  });

  it('keeps every word when it wraps', () => {
    const text = 'one two three four five six seven eight nine ten';
    const shown = renderLines([grid([{}, { fit: 'wrap' }], [['x', text]])], 20).join(' ');
    expect(shown.split(/\s+/).filter((word) => word !== 'x')).toEqual(text.split(' '));
  });

  it('breaks a wide word after a comma or a no-break space, not within a number', () => {
    expect(wrapText('1001.5,\u00a01002.5\u00a01003.5,1004.5', 18)).toEqual([
      '1001.5,\u00a01002.5\u00a0',
      '1003.5,1004.5',
    ]);
  });

  it('breaks no head while another column can shrink', () => {
    const columns = [
      { head: 'composition', fit: 'wrap' as const },
      { head: 'WHY', fit: 'wrap' as const },
    ];
    expect(renderLines([grid(columns, [['x', 'y'.repeat(60)]])], 40)[0]).toMatch(/^composition /);
  });

  it('takes time in proportion to its rows', () => {
    const buildRows = (count: number) =>
      grid(
        [{}, {}],
        Array.from({ length: count }, (_, at) => [`n${at}`, 'x']),
      );
    expect(renderLines([buildRows(5000)])).toHaveLength(5000);
  });
});

describe('marks', () => {
  const content = [{ text: '', mark: true as const, state: 'inferred' }, ' 56.0 cm'];

  it('are signs, words, or the mark of an unknown state', () => {
    expect(renderTerminal([line(content)], plain, 80)).toBe('~ 56.0 cm\n');
    expect(renderTerminal([line(content)], createTextPainter(undefined, 'word'), 80)).toBe(
      'inferred 56.0 cm\n',
    );
    for (const state of ['constructor', '__proto__', 'toString']) {
      expect(
        renderTerminal(
          [
            line([
              { text: '', mark: true, state },
              { text: ' x', state },
            ]),
          ],
          plain,
          80,
        ),
      ).toBe('! x\n');
    }
    const odd = [{ text: '', mark: true as const, state: 'guessed' }, ' x'];
    expect(renderTerminal([line(odd)], plain, 80)).toBe('! x\n');
  });

  it('have the same text without colour', () => {
    const coloured = renderTerminal([line(content)], createTextPainter(ansiColours, 'sign'), 80);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are taken out
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe('~ 56.0 cm\n');
    expect(coloured).not.toBe('~ 56.0 cm\n');
  });
});

it('the output never has two empty lines, nor one at an end', () => {
  expect(renderTerminal([gap, line('a'), gap, gap, line('b'), gap], plain, 80)).toBe('a\n\nb\n');
});

it('a command to copy is never broken', () => {
  const command = `toile designs ls --before ${'x'.repeat(90)}`;
  expect(renderLines([line(command, { unbroken: true })], 40)).toEqual([command]);
});

it('a number is never broken', () => {
  expect(measureLongestWord('about 123456.789012')).toBe(13);
  expect(measureLongestWord('about seam.class.of')).toBe(6);
});

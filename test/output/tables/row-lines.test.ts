import { LosslessNumber } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { formatCell } from '../../../src/output/tables/flat-table.ts';
import { formatItemJsonl, formatRowsJsonl, formatTsvLines } from '../../../src/output/tables/table-lines.ts';
import { escapeC1Controls } from '../../../src/platform/json/json-tokens.ts';
import { toJsonText } from '../../../src/platform/json/json-values.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';
import { jsonText, listTokens, word } from '../../platform/json/random-json.ts';
import fc, { scaleCases } from '../../support/property.ts';

const buildTable = (...rows: unknown[][]) => ({ columns: ['id', 'name', 'size'], rows });

describe('TSV lines', () => {
  it('are one per row: null is empty, numbers as written, nested values as JSON', () => {
    const rows = buildTable(
      ['00123', null, new LosslessNumber('56.0')],
      [true, { a: [new LosslessNumber('1e3')] }, 0],
    );
    expect([...formatTsvLines(rows)]).toStrictEqual(['00123\t\t56.0\n', 'true\t{"a":[1e3]}\t0\n']);
  });

  it('escape line breaks and control characters', () => {
    expect([
      ...formatTsvLines(buildTable(['a\tb\nc\rd', 'C:\\x', '\u001b[31m\u0007\u009b\ud800'])),
    ]).toStrictEqual(['a\\tb\\nc\\rd\tC:\\\\x\t\\u001b[31m\\u0007\\u009b\\ud800\n']);
  });

  it('can be decoded cell by cell, for any contents', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (cells) => {
        const [text = '', ...more] = formatTsvLines({ columns: cells, rows: [cells] });
        expect(more).toStrictEqual([]);
        expect(text.slice(0, -1).replaceAll('\t', '')).not.toMatch(/\p{Cc}/u);
        const read = text
          .slice(0, -1)
          .split('\t')
          .map((cell) => JSON.parse(`"${cell.replaceAll('"', '\\"')}"`));
        expect(read).toStrictEqual(cells);
      }),
      scaleCases(200),
    );
  });
});

describe('JSON lines of rows', () => {
  it('are one object per row, with any column names', () => {
    const rows = { columns: ['__proto__', 'n', 'gone'], rows: [['a\nb', new LosslessNumber('56.0')]] };
    expect([...formatRowsJsonl(rows)]).toStrictEqual(['{"__proto__":"a\\nb","n":56.0,"gone":null}\n']);
  });

  it('have each value on one line', () => {
    fc.assert(
      fc.property(fc.array(jsonText), (texts) => {
        const values = texts.map(parseJson);
        const [text = ''] = formatRowsJsonl({ columns: values.map((_, at) => `c${at}`), rows: [values] });
        expect(text.indexOf('\n')).toBe(text.length - 1);
        expect(Object.values(parseJson(text) as object).map((one) => toJsonText(one))).toStrictEqual(
          values.map((one) => toJsonText(one)),
        );
      }),
    );
  });
});

it('a JSON line keeps every token of an item', () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      const out = formatItemJsonl(text);
      expect(out.indexOf('\n')).toBe(out.length - 1);
      expect(listTokens(out)).toStrictEqual(listTokens(text).map(escapeC1Controls));
    }),
  );
});

it('the text of a cell keeps every value of a body', () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      const value = parseJson(text);
      if (typeof value === 'string') expect(formatCell(value)).toBe(value);
      else expect(formatCell(value)).toBe(value === null ? '' : toJsonText(value));
    }),
  );
});

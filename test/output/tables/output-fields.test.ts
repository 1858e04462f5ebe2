import { describe, expect, it } from 'vitest';
import {
  buildFieldTable,
  parseFields,
  pickFields,
  selectFieldColumns,
} from '../../../src/output/tables/output-fields.ts';
import { formatCsvLines } from '../../../src/output/tables/table-lines.ts';
import { UsageError } from '../../../src/platform/errors.ts';
import { toJsonText } from '../../../src/platform/json/json-values.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';
import fc from '../../support/property.ts';

const body = parseJson(`{
  "id": "7", "pack": {"ready": true, "version": 1.0, "a.b": 3}, "__proto__": {"x": 1},
  "nodes": [{"id": "n1", "spi": 10.0}, {"id": "n2", "more": {"deep": [1, {"z": 2.50}]}}, "odd"]
}`);

const pick = (typed: string) => toJsonText(pickFields(body, parseFields(typed)));
const catchError = (act: () => unknown): UsageError => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return error as UsageError;
  }
  throw new Error('nothing was thrown');
};

describe('choosing fields', () => {
  it.each([
    ['id', '{"id":"7"}'],
    ['pack.version,id', '{"pack":{"version":1.0},"id":"7"}'],
    ['pack.ready,pack.version', '{"pack":{"ready":true,"version":1.0}}'],
    ['pack,pack.ready', '{"pack":{"ready":true,"version":1.0,"a.b":3}}'],
    ['pack.ready,pack', '{"pack":{"ready":true,"version":1.0,"a.b":3}}'],
    ['pack.a\\.b', '{"pack":{"a.b":3}}'],
    ['nodes.id', '{"nodes":[{"id":"n1"},{"id":"n2"},null]}'],
    ['nodes.more.deep.z', '{"nodes":[{},{"more":{"deep":[null,{"z":2.50}]}},null]}'],
    ['__proto__.x', '{"__proto__":{"x":1}}'],
    [' id , pack.ready ', '{"id":"7","pack":{"ready":true}}'],
  ])('%s', (typed, result) => {
    expect(pick(typed)).toBe(result);
  });

  it('applies to each item of a list', () => {
    expect(toJsonText(pickFields([{ a: 1, b: 2 }, { b: 3 }], parseFields('a')))).toBe('[{"a":1},{}]');
  });

  it.each([
    ['nme', 'id,pack,__proto__,nodes'],
    ['pack.redy', "pack.ready,pack.version,'pack.a\\.b'"],
    ['nodes.spl', 'nodes.id,nodes.spi,nodes.more'],
    ['pack.ready.x', undefined],
    ['constructor', 'id,pack,__proto__,nodes'],
    ['toString.call', 'id,pack,__proto__,nodes'],
  ])('%s is unknown, and the error names the existing ones', (typed, existing) => {
    const error = catchError(() => pickFields(body, parseFields(typed)));
    expect(error.message).toContain(JSON.stringify(typed.trim()));
    expect(error.hint).toBe(existing ? `--fields ${existing}` : 'The result has no fields there.');
  });
});

describe('fields as table columns', () => {
  it('have a column each, null where a value lacks it', () => {
    const table = buildFieldTable([{ a: { b: 1 } }, { c: 2 }], parseFields('a.b,c'));
    expect(table).toStrictEqual({
      columns: ['a.b', 'c'],
      rows: [
        [1, null],
        [null, 2],
      ],
    });
  });

  it('are not refused when there are no values', () => {
    expect(buildFieldTable([], parseFields('x')).rows).toStrictEqual([]);
  });

  it('are chosen by name, also inside cells', () => {
    const table = { columns: ['id', 'pack', 'pack.ready'], rows: [['7', { version: 3 }, true]] };
    const chosen = selectFieldColumns(table, parseFields('pack.ready,pack.version,id'));
    expect([chosen.columns, [...chosen.rows]]).toStrictEqual([
      ['pack.ready', 'pack.version', 'id'],
      [[true, 3, '7']],
    ]);
    expect(catchError(() => selectFieldColumns(table, parseFields('nme'))).hint).toBe(
      '--fields id,pack,pack.ready',
    );
  });

  it('are read row by row as they arrive', () => {
    const rows = (function* () {
      yield ['1'];
      throw new Error('broke off');
    })();
    const seen: unknown[] = [];
    expect(() => {
      for (const row of selectFieldColumns({ columns: ['id'], rows }, parseFields('id')).rows) seen.push(row);
    }).toThrow('broke off');
    expect(seen).toStrictEqual([['1']]);
  });
});

describe('parsing --fields', () => {
  it('reads the head of a column before =, and suggests the nearest field', () => {
    const fields = parseFields('Code=code,Tol\\,+=tol_plus,a\\=b');
    expect(fields.map(({ title }) => title)).toStrictEqual(['Code', 'Tol,+', undefined]);
    expect(fields.map(({ path }) => path)).toStrictEqual([['code'], ['tol_plus'], ['a=b']]);
    const table = { columns: ['a=b', 'tol_plus', 'code'], rows: [[1, 2, 3]] };
    expect([...formatCsvLines(selectFieldColumns(table, fields))].join('')).toBe(
      'Code,"Tol,+",a\\=b\r\n3,2,1\r\n',
    );
    expect(() => selectFieldColumns(table, parseFields('Tol Plus'))).toThrow('(did you mean tol_plus?)');
    expect(catchError(() => parseFields('=code')).exit).toBe(2);
  });

  it.each(['', ',', 'a,', 'a..b', '.a', 'a.', ' '])('refuses %j', (typed) => {
    expect(catchError(() => parseFields(typed)).exit).toBe(2);
  });

  it('finds every member of any object by its escaped name', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.integer(), { minKeys: 1 }), (object) => {
        for (const name of Object.keys(object).filter((key) => key.trim() === key)) {
          const [field] = parseFields(name.replaceAll(/[\\.,=]/g, '\\$&'));
          expect(field?.path).toStrictEqual([name]);
          expect(pickFields(object, [field ?? { typed: '', title: undefined, path: [] }])).toStrictEqual({
            [name]: object[name],
          });
        }
      }),
    );
  });
});

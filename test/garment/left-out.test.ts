import { describe, expect, it } from 'vitest';
import { flattenBody } from '../../src/garment/flatten-body.ts';
import { countLeftOut, findLeftOut, formatLeftOut } from '../../src/garment/left-out.ts';
import { readStated } from '../../src/garment/stated-value.ts';
import { expandStated } from '../../src/garment/value.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';

const listEntries = (json: string) => flattenBody(parseJson(json)).map(({ value }) => value);

const piece = listEntries(`{"nodes": [{
  "id": "p1", "label": {"value": "Yoke", "state": "asserted", "by": "ana"}, "weight": 4, "width": 5,
  "cut": {"value": 2, "state": "inferred", "basis": "as drawn", "confidence": "low"},
  "links": [{"rel": "joins", "to": "p2", "state": "asserted"}, {"rel": "joins", "to": "p3", "state": "inferred"}]
}]}`);

describe('what an output form leaves out', () => {
  it('is nothing where it shows each entry whole', () => {
    expect(findLeftOut(piece, () => ['value', 'why', 'beside'])).toEqual([]);
    expect(countLeftOut('node', [])).toEqual([]);
  });

  it('is counted by name, each thing once', () => {
    const left = findLeftOut(piece, ({ role }) => (role === 'plain' || role === 'link' ? [] : ['value']));
    expect(formatLeftOut(left)).toBe(
      'left out: 2 relations (joins 2); 2 members without a state (weight, width); 1 reason (cut); ' +
        '1 member beside a value (label.by)',
    );
  });

  it('of a value that is not shown is that value, with its other members', () => {
    expect(findLeftOut(piece, ({ role }) => (role === 'label' ? ['value', 'why', 'beside'] : []))).toEqual([
      { what: 'value', count: 1, names: new Map([['cut', 1]]) },
      { what: 'relation', count: 2, names: new Map([['joins', 2]]) },
      {
        what: 'member without a state',
        count: 2,
        names: new Map([
          ['weight', 1],
          ['width', 1],
        ]),
      },
    ]);
  });

  it('has no reason where the body has an empty one', () => {
    const read = readStated({ value: 2, state: 'asserted', basis: null, confidence: null });
    expect(findLeftOut(expandStated(read as never, 'value', 'cut'), () => ['value'])).toEqual([]);
  });

  it('is listed up to a number of names, and the rest is counted', () => {
    const listNames = (count: number) =>
      formatLeftOut(
        countLeftOut(
          'node',
          Array.from({ length: count }, (_, at) => `n${at}`),
        ),
      );
    expect(listNames(9)).toBe('left out: 9 nodes (n0, n1, n2, n3, n4, n5, n6, n7, n8)');
    expect(listNames(30)).toBe('left out: 30 nodes (n0, n1, n2, n3, n4, n5, n6, n7 and 22 other names)');
  });
});

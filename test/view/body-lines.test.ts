import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/json/lossless.ts';
import { bodyLines, plainLines } from '../../src/view/body-lines.ts';
import { graphBody } from '../support/open-bodies.ts';
import fc from '../support/property.ts';

const GRAPH = readJson(`{
  "garment_id": "GARM-7",
  "profile": "factory",
  "nodes": [
    {"id": "pom.chest", "kind": "measurement", "label": {"value": "Chest", "state": "asserted"},
     "values": {"spec": {"value": 56.0, "unit": "cm", "state": "inferred", "basis": "grade rule"},
                "tol": {"value": null, "unit": "cm", "state": "unstated"},
                "code": {"value": "56.0", "state": "odd"}},
     "links": [{"rel": "measured_on", "to": "piece.front", "state": "inferred"}]},
    {"id": "x", "kind": "note", "text": "two\\nlines (really)"}
  ]
}`);

describe('the lines of a body', () => {
  it('are headed by nodes, and have each value with its unit and state', () => {
    expect(bodyLines(GRAPH)).toBe(`garment  GARM-7
pom.chest  measurement  Chest
  label: Chest (asserted)
  spec: 56.0 cm (inferred)
  spec.basis: grade rule
  tol: null cm (unstated)
  code: "56.0" (odd)
  measured_on -> piece.front (inferred)
x  note
  text:
    | two
    | lines (really)
profile
  profile: factory
`);
  });

  it('tell a number from a text, and what nobody sees from nothing', () => {
    const of = (value: unknown) =>
      bodyLines({ nodes: [{ id: 'a', values: { x: { value, state: 'asserted' } } }] });
    const all = [
      '5',
      5,
      ' 5',
      'a',
      'a\u200b',
      'a\u202e',
      'null',
      null,
      '',
      'a (asserted)',
      '\u001b[31m',
      '[]',
      [],
    ];
    expect(new Set(all.map(of)).size).toBe(all.length);
    for (const text of all.map(of)) expect(text).toMatch(/^[^\p{Cc}\p{Cf}]*$/mu);
  });

  it('begin at the margin only where they are headings, whatever the body', () => {
    fc.assert(
      fc.property(graphBody, (body) => {
        const text = bodyLines(body);
        expect(text === '' || text.endsWith('\n')).toBe(true);
        for (const line of text.split('\n').slice(0, -1)) expect(line).toMatch(/^(?: {2,4})?\S/);
        expect(bodyLines(body)).toBe(text);
      }),
    );
  });
});

it('what is no body is left as it is, but for signs that do something', () => {
  expect(plainLines('<<<<<<< ours\r\n{"a": 1,\n\u001b]0;x\u0007\n')).toBe(
    '<<<<<<< ours\n{"a": 1,\n\\u001b]0;x\\u0007\n',
  );
  expect(plainLines('')).toBe('');
});

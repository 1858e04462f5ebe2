import { expect, it } from 'vitest';
import { type Department, departmentAsked, departmentOf, isPiece } from '../../src/garment/departments.ts';
import { KINDS } from '../../src/garment/trade-kinds.ts';

it('gives every kind that the trade has a name for to somebody', () => {
  expect(KINDS.filter((kind) => departmentOf(kind) === 'other')).toEqual([]);
});

it.each<readonly [string, Department]>([
  ['Front-Panel', 'cutting'],
  ['pattern notch', 'cutting'],
  ['hem', 'sewing'],
  ['remark', 'sewing'],
  ['lining_fabric', 'materials'],
  ['colorway', 'materials'],
  ['Point of Measure', 'measuring'],
  ['care_note', 'labels and packing'],
  ['garment', 'other'],
  ['constructor', 'other'],
  ['', 'other'],
])('gives the kind %j to %s', (kind, department) => {
  expect(departmentOf(kind)).toBe(department);
});

it('takes a front panel, and no edge of one, for what is measured on', () => {
  expect(['front panel', 'piece', 'part', 'edge'].filter(isPiece)).toEqual(['front panel', 'piece', 'part']);
});

it.each<readonly [string, string, Department]>([
  ['mat.shell', 'anything', 'materials'],
  ['cw.navy', 'shell', 'materials'],
  ['pack.bag', 'size', 'labels and packing'],
  ['hem.sleeve', 'width', 'sewing'],
  ['n7', 'tol_plus', 'measuring'],
  ['n7', 'mood', 'other'],
])('gives a question about %s, %s, to %s', (node, field, department) => {
  expect(departmentAsked(node, field)).toBe(department);
});

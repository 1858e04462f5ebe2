import { expect, it } from 'vitest';
import {
  type Department,
  findKindDepartment,
  findQuestionDepartment,
  isPieceKind,
} from '../../src/garment/departments.ts';
import { TRADE_KINDS } from '../../src/garment/trade-kinds.ts';

it('gives every kind that the trade has a name for to somebody', () => {
  expect(TRADE_KINDS.filter((kind) => findKindDepartment(kind) === 'other')).toEqual([]);
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
  expect(findKindDepartment(kind)).toBe(department);
});

it('takes a front panel, and no edge of one, for what is measured on', () => {
  expect(['front panel', 'piece', 'part', 'edge'].filter(isPieceKind)).toEqual([
    'front panel',
    'piece',
    'part',
  ]);
});

it.each<readonly [string, string, Department]>([
  ['mat.shell', 'anything', 'materials'],
  ['cw.navy', 'shell', 'materials'],
  ['pack.bag', 'size', 'labels and packing'],
  ['hem.sleeve', 'width', 'sewing'],
  ['n7', 'tol_plus', 'measuring'],
  ['n7', 'mood', 'other'],
])('gives a question about %s, %s, to %s', (node, field, department) => {
  expect(findQuestionDepartment(node, field)).toBe(department);
});

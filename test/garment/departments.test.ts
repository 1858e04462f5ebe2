import { expect, it } from 'vitest';
import {
  type Department,
  findDepartment,
  findKindDepartment,
  isPieceKind,
} from '../../src/garment/departments.ts';
import { TRADE_KINDS } from '../../src/garment/trade-kinds.ts';

it('every kind that the trade names has a department', () => {
  expect(TRADE_KINDS.filter((kind) => findKindDepartment(kind) === 'other')).toEqual([]);
});

it.each<readonly [string, Department]>([
  ['Front-Panel', 'cutting'],
  ['pattern notch', 'cutting'],
  ['hem', 'sewing'],
  ['operation', 'sewing'],
  ['topstitch', 'sewing'],
  ['button closure', 'sewing'],
  ['BOMLine', 'materials'],
  ['hardware', 'materials'],
  ['seam allowance', 'cutting'],
  ['dimension', 'measuring'],
  ['remark', 'sewing'],
  ['lining_fabric', 'materials'],
  ['colorway', 'materials'],
  ['Point of Measure', 'measuring'],
  ['care_note', 'labels and packing'],
  ['garment', 'other'],
  ['constructor', 'other'],
  ['', 'other'],
])('the kind %j belongs to %s', (kind, department) => {
  expect(findKindDepartment(kind)).toBe(department);
});

it('a point is measured on a front panel, not on its edge', () => {
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
])('a question about %s, %s, belongs to %s', (node, field, department) => {
  expect(findDepartment({ kind: '', nodeId: node, field })).toBe(department);
  expect(findDepartment({ kind: 'seam', nodeId: node, field })).toBe('sewing');
});

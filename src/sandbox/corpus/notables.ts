import type { Entry } from './index.ts';
import { oxford } from './oxford.ts';
import { uuid } from './seeded.ts';

const EMPTY = { nodes: [], facts: [], open: [] };

export function notables(designer: string): Entry[] {
  return [
    {
      id: uuid('house', 101),
      owner: null,
      name: 'Oxford button-down shirt',
      garment_category: 'shirt',
      sgg_garment_id: 'GARM-101',
      created_at: '2025-03-04T09:00:00Z',
      model: oxford,
    },
    {
      id: 'c2b9a6d0-5c1e-4b0b-9a51-0d5a7f1e6b06',
      owner: designer,
      name: null,
      garment_category: null,
      sgg_garment_id: null,
      created_at: '2026-11-18T22:41:07Z',
      model: () => EMPTY,
      silent: true,
    },
  ];
}

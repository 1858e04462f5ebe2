import { grow, type Recipe } from './grow.ts';
import type { Entry } from './index.ts';
import type { Model } from './model.ts';
import { oxford } from './oxford.ts';
import * as recipes from './recipes.ts';
import { uuid } from './seeded.ts';

/** What has only just been created: nothing is in it, and nothing can be asked about it. */
const EMPTY: Model = { nodes: [], facts: [], open: [] };

const house = (n: string, created_at: string, name: string, category: string, model: () => Model): Entry => ({
  id: uuid('house', n),
  owner: null,
  name,
  garment_category: category,
  sgg_garment_id: `GARM-${n}`,
  created_at,
  model,
});

const from = (recipe: Recipe) => () => grow(recipe);

const houses = (): Entry[] => [
  house('101', '2025-03-04T09:00:00Z', 'Oxford button-down shirt', 'shirt', oxford),
  house('7', '2024-02-12T09:00:00Z', 'Five-pocket jean', 'trouser', from(recipes.JEAN)),
  {
    ...house('33', '2024-06-20T09:00:00Z', 'Bias slip dress', 'dress', from(recipes.SLIP)),
    shapes: { graph: 'flat', brief: 'list', trust: 'plain', confirmations: 'about' },
  },
  house('450', '2026-01-08T09:00:00Z', 'Down parka, 3-in-1', 'outerwear', from(recipes.PARKA)),
  house(
    '00012',
    '2024-03-18T09:00:00Z',
    'Merino crew sweater, fully fashioned',
    'knitwear',
    from(recipes.SWEATER),
  ),
  house(
    '9007199254740993',
    '2025-09-01T09:00:00Z',
    'Unlined field jacket',
    'jacket',
    from(recipes.FIELD_JACKET),
  ),
];

/** The garments that are each odd in a way of their own: empty, huge, unsaid, of odd name, id or shape. */
export function notables(owner: string): Entry[] {
  return [
    ...houses(),
    {
      id: 'c2b9a6d0-5c1e-4b0b-9a51-0d5a7f1e6b06',
      owner,
      name: null,
      garment_category: null,
      sgg_garment_id: null,
      created_at: '2026-11-18T22:41:07Z',
      model: () => EMPTY,
      silent: true,
    },
    {
      id: '8e0f4d7a-61b3-4a3c-8f0d-2f9b6c3d5a05',
      owner,
      name: recipes.VEST.title,
      garment_category: 'vest',
      sgg_garment_id: null,
      created_at: '2026-11-12T08:03:55Z',
      model: from(recipes.VEST),
    },
    {
      id: '5a7d1e2c-3b4f-4c6d-9e8a-7b6c5d4e3f04',
      owner,
      garment_category: 'trouser',
      sgg_garment_id: null,
      silent: true,
      name: 'FINAL_v3_revised_USE-THIS-ONE / "Mum\'s" wide-leg trouser, high rise, pleat front, side-entry pockets, turn-up hem, wool-flannel 320 g/m2, w/ self-belt (see fit comments 12-Oct, ignore 9-Oct) – do not send v2 to factory!!! =SUM(A1)',
      created_at: '2026-10-29T17:20:11Z',
      model: from(recipes.TROUSER),
    },
    {
      id: 'b1c2d3e4-f5a6-4789-8abc-def012345603',
      owner,
      name: recipes.ROMPER.title,
      garment_category: 'jumpsuit',
      sgg_garment_id: null,
      created_at: '2026-10-02T12:00:00Z',
      model: from(recipes.ROMPER),
    },
    {
      id: '0f1e2d3c-4b5a-4697-8877-665544332202',
      owner,
      name: recipes.ABAYA.title,
      garment_category: 'abaya',
      sgg_garment_id: null,
      silent: true,
      created_at: '2026-09-21T05:30:45Z',
      model: from(recipes.ABAYA),
      shapes: { brief: 'values', trust: 'rows', confirmations: 'about' },
    },
    {
      id: '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01',
      owner,
      name: recipes.COAT.title,
      garment_category: 'coat',
      sgg_garment_id: 'GARM-5117',
      created_at: '2026-08-30T02:15:00Z',
      model: from(recipes.COAT),
    },
  ];
}

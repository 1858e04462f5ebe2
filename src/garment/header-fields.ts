/** Finds the header fields of a garment, such as brand and season, by the names that bodies use for them. */

import { normalizeName, SAMPLE_SIZE_NAMES } from './trade-vocabulary.ts';
import type { Value } from './value.ts';

/** The fields in printed order, each with the names that bodies use for it, in order of preference. */
const HEADER_SPELLINGS = {
  'style number': 'style_number style_no style_code style_ref style 款号',
  brand: 'brand brand_name label_name client customer 品牌',
  category: 'category garment_category product_type 品类',
  season: 'season season_code 季节',
  stage: 'stage sample_stage sample_round development_stage status 阶段',
  supplier: 'supplier factory vendor maker manufacturer supplier_name 供应商 工厂',
  'main fabric': 'main_fabric fabric shell_fabric main_material 主面料',
  designer: 'designer designed_by technical_designer 设计师',
  'sample size': SAMPLE_SIZE_NAMES.join(' '),
  'size range': 'size_range size_run sizes 尺码范围',
  fit: 'fit silhouette 版型',
  revision: 'revision rev version revision_no 版本',
} as const;

/** The name of a header field, for example `size range`. */
export type HeaderField = keyof typeof HEADER_SPELLINGS;

/** The names of all header fields, in printed order. */
export const HEADER_FIELDS = Object.keys(HEADER_SPELLINGS) as readonly HeaderField[];

/**
 * Header fields that a page always prints. If the body does not have one of them, the page prints an empty box for it,
 * to be filled in by hand.
 */
export const WRITE_IN_FIELDS: readonly HeaderField[] = ['stage', 'supplier', 'sample size'];

/**
 * Returns the values that can fill a header field. A body can use several names for the same field. A value with a
 * preferred name comes first, for example `style_number` before `style`.
 */
export const listHeaderValues = (values: readonly Value[], field: HeaderField): readonly Value[] => {
  const names = HEADER_SPELLINGS[field].split(' ');
  const rank = ({ path }: Value): number => names.indexOf(normalizeName(path));
  const isHeader = (value: Value): boolean => !['deep', 'label'].includes(value.role) && rank(value) >= 0;
  return values
    .filter((value) => value.parent === undefined && isHeader(value))
    .toSorted((one, other) => rank(one) - rank(other));
};

const HEADER_NAMES = new Set(Object.values(HEADER_SPELLINGS).flatMap((names) => names.split(' ')));

/**
 * Returns the value of each header field that `values` contains. If several values have names of the same field, the
 * value with the preferred name is used, for example `style_number` before `style`.
 */
export const findHeaderValues = (values: readonly Value[]): ReadonlyMap<HeaderField, Value> => {
  const named = values.filter(({ path }) => HEADER_NAMES.has(normalizeName(path)));
  const found = new Map<HeaderField, Value>();
  for (const field of HEADER_FIELDS) {
    const [value] = listHeaderValues(named, field);
    if (value !== undefined) found.set(field, value);
  }
  return found;
};

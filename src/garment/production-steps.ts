/**
 * The steps in which a garment is made, for example cutting. After each step, a factory can no longer change certain
 * fields of the garment. toile uses the steps only to sort open values (inferred or unstated values). It does not
 * prevent changes to these fields.
 */

import { cacheByWord } from '../platform/cache-by-word.ts';
import { findNodeIdKind } from './departments.ts';
import type { OwnedValue } from './flatten-body.ts';
import { isSizeName } from './sizes.ts';
import { takeLastSegment } from './split-records.ts';
import { findKindTable, listTradeFields, type TableName } from './trade-tables.ts';
import { normalizeName, SAMPLE_SIZE_NAMES, TRADE_VOCABULARY, type TradeField } from './trade-vocabulary.ts';
import { dropListPlaces } from './value-filter.ts';

interface StepSpec {
  /** The last moment at which the fields of this production step can be changed, such as `before the cloth is cut`. */
  readonly moment: string;
  /**
   * The fields that cannot be changed after this production step. Maps the name of a table, for example `pom`, to the
   * keys of its fields, separated by spaces.
   */
  readonly fields: Readonly<Partial<Record<TableName, string>>>;
  /**
   * The names of members that cannot be changed after this step in nodes of any kind, separated by spaces. They apply
   * in addition to `fields`.
   */
  readonly names?: string;
}

/** The production steps in order. A field of a table, for example the weight of a material, is in at most one step. */
const STEPS = {
  booking: {
    moment: 'before cloth and trims are booked',
    fields: {
      bom: 'label composition material weight width size colour supplier article quantity consumption count wastage spare type',
      colourways: 'shell lining trim thread',
    },
  },
  pattern: {
    moment: 'before the pattern is made and graded',
    fields: {
      pom: 'spec grade body min max',
      sizes: 'size base',
      construction: 'seam_allowance',
      allowances: 'seam_allowance length shape ease',
    },
    names: `shrinkage shrinkage_warp shrinkage_weft shrinkage_length shrinkage_width 缩水率 ${SAMPLE_SIZE_NAMES.join(' ')}`,
  },
  cutting: {
    moment: 'before the cloth is cut',
    fields: {
      bom: 'nap',
      cut: 'material cut mirrored on_fold grain nap notches drill_holes area',
      allowances: 'notches',
    },
    names: 'made_of fused_with fused',
  },
  sewing: {
    moment: 'before it is sewn',
    fields: {
      bom: 'placement role',
      construction:
        'placement text stitch_class seam_class topstitch topstitch_distance spi spcm needle gauge thread machine pressing spacing',
      callouts: 'text placement machine',
      allowances: 'finish',
    },
    names: 'sewn_with spacing reinforcement',
  },
  packing: {
    moment: 'before it is labelled and packed',
    fields: { labels: 'type text placement attachment material size colour quantity' },
    names: 'fold folding fold_method packing',
  },
} as const satisfies Readonly<Record<string, StepSpec>>;

/**
 * The name of the group of values that belong to no production step. It is also printed as the heading of this group.
 */
export const NO_STEP = 'no step known';

/** A step of making a garment, for example `booking`. */
export type ProductionStep = keyof typeof STEPS | typeof NO_STEP;

/** The names of all production steps in order. The last one is `no step known`. */
export const STEP_NAMES = [...(Object.keys(STEPS) as ProductionStep[]), NO_STEP] as const;

/** A sentence that is printed with open values in the order of production steps. */
export const STEP_NOTE = 'The steps order the open values. They block nothing.';

/**
 * Returns the last moment at which the fields of a step can be changed, for example `before the cloth is cut`. Returns
 * an empty text for `no step known`.
 */
export const formatStepMoment = (step: ProductionStep): string =>
  step === NO_STEP ? '' : STEPS[step].moment;

/**
 * The headings under which a sheet lists values by production step. A heading says until when values can be changed,
 * such as `before the cloth is cut`. The last heading is `no step known`.
 */
export const STEP_MOMENTS = [...Object.values(STEPS).map(({ moment }) => moment), NO_STEP] as const;

const SPECS = Object.entries(STEPS) as readonly (readonly [ProductionStep, StepSpec])[];

const hasWord = (words: string | undefined, word: string): boolean =>
  words?.split(' ').includes(word) ?? false;

const findTableStep = (table: TableName, keys: readonly string[]): ProductionStep | undefined =>
  SPECS.find(([, { fields }]) => keys.some((key) => hasWord(fields[table], key)))?.[0];

const hasSpelling = ({ key, spellings }: TradeField, name: string): boolean =>
  key === name || hasWord(spellings, name);

/**
 * Returns the production step to which the fields with this name belong. Returns undefined if no table has such a
 * field, or if the fields with this name in several tables belong to different steps.
 */
const findCommonStep = (name: string): ProductionStep | undefined => {
  const steps = new Set(
    Object.entries(TRADE_VOCABULARY).map(([table, { fields }]) => {
      const field = (fields as readonly TradeField[]).find((each) => hasSpelling(each, name));
      return field && (findTableStep(table as TableName, [field.key]) ?? NO_STEP);
    }),
  );
  steps.delete(undefined);
  const [only, other] = [...steps];
  return other === undefined ? only : undefined;
};

/** Removes the sizes from a path: `sizes.M.target` becomes `sizes.target`, and `spec_M` becomes `spec`. */
const dropSizes = (path: string): string => {
  const steps = path.split('.').filter((step) => !isSizeName(step));
  const base = steps.join('.').replace(/_([^_.]+)$/, (end, size: string) => (isSizeName(size) ? '' : end));
  return base === '' ? 'sizes' : base;
};

const findKindSteps = cacheByWord((kind: string) =>
  cacheByWord((path: string): ProductionStep => {
    const table = findKindTable(kind);
    const findStepInTable = (name: string): ProductionStep | undefined =>
      table === '' ? undefined : findTableStep(table, listTradeFields(kind, name));
    const tableStep = findStepInTable(path) ?? findStepInTable(dropSizes(path));
    if (tableStep !== undefined) return tableStep;
    const name = normalizeName(takeLastSegment(path));
    const namedStep = SPECS.find(([, { names }]) => hasWord(names, name))?.[0];
    return namedStep ?? (table === '' ? findCommonStep(name) : undefined) ?? NO_STEP;
  }),
);

/**
 * Returns the step after which a value cannot be changed, for example `cutting` for `grain`; else `no step known`. The
 * step depends on the kind of the node, which is read from the node id if `kind` is empty.
 */
export const findProductionStep = ({
  kind,
  nodeId,
  value: { path },
}: Pick<OwnedValue, 'kind' | 'nodeId'> & { readonly value: { readonly path: string } }): ProductionStep =>
  findKindSteps(kind || (nodeId.includes('.') ? findNodeIdKind(nodeId) : ''))(dropListPlaces(path));

/**
 * Groups items by step, in the order of the steps. `getStep` returns the step of an item. Steps without items are left
 * out.
 */
export const groupBySteps = <T>(
  items: readonly T[],
  getStep: (item: T) => ProductionStep,
): readonly (readonly [ProductionStep, readonly T[]])[] => {
  const groups = new Map<ProductionStep, T[]>(STEP_NAMES.map((step) => [step, []]));
  for (const item of items) groups.get(getStep(item))?.push(item);
  return [...groups].filter(([, own]) => own.length > 0);
};

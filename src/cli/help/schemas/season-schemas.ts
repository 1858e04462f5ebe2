import { failedItemsSchema, unfinishedMembers } from './file-schemas.ts';
import {
  allowNull,
  anySchema,
  countSchema,
  defineData,
  defineEnum,
  defineList,
  defineMap,
  defineMembers,
  defineObject,
  defineServiceBody,
  nullableTextSchema,
  textSchema,
} from './json-schema.ts';

const amountSchema = defineObject({
  'value?': textSchema,
  'unit?': nullableTextSchema,
  ...defineMembers(textSchema, 'of?', 'why?'),
});

const provenanceCountMembers = {
  ...defineMembers(countSchema, 'asserted', 'inferred', 'unstated'),
  others: defineMap(countSchema),
};

const stepSchema = defineEnum('booking', 'pattern', 'cutting', 'sewing', 'packing', 'no step known');
const valueTotalsSchema = defineObject(defineMembers(countSchema, 'garments', 'values'));

const idMembers = defineMembers(nullableTextSchema, 'design_id', 'garment_id');
const styleNameMembers = { ...idMembers, name: textSchema };
const nodeMembers = defineMembers(textSchema, 'node_id', 'kind', 'label');
const valueMembers = { ...defineMembers(anySchema, 'value', 'unit'), state: nullableTextSchema };
const reasonMembers = defineMembers(anySchema, 'basis', 'confidence');
const missingMembers = { failed: failedItemsSchema, ...unfinishedMembers };

const stylesSchema = defineList(defineObject(styleNameMembers));
const styleValuesSchema = defineList(defineObject({ ...styleNameMembers, ...valueMembers }));
const basisGroupMembers = {
  basis: anySchema,
  ...defineMembers(textSchema, 'kind', 'label', 'field'),
  ...valueMembers,
  ...defineMembers(stylesSchema, 'styles', 'stated_same'),
  stated_otherwise: styleValuesSchema,
  'unchanged?': stylesSchema,
  'other?': styleValuesSchema,
};

/** The entries of DATA_SCHEMAS for results about many garments: values, questions, conflicts, trims and others. */
export const SEASON_SCHEMA_ENTRIES = [
  defineData('toile.values/1', {
    values: defineList(
      defineObject({
        ...idMembers,
        name: anySchema,
        ...nodeMembers,
        field: textSchema,
        ...valueMembers,
        ...reasonMembers,
        profile: nullableTextSchema,
        where: textSchema,
        'step?': stepSchema,
      }),
    ),
    'totals?': valueTotalsSchema,
    ...unfinishedMembers,
  }),
  defineData('toile.confirmations/1', {
    garments: defineList(
      defineObject({
        ...styleNameMembers,
        open: countSchema,
        departments: defineMap(countSchema),
        questions: defineList(
          defineObject({
            ...defineMembers(textSchema, 'id', 'department'),
            step: stepSchema,
            ...nodeMembers,
            field: textSchema,
            ...valueMembers,
            question: anySchema,
            options: defineList(anySchema),
            ...reasonMembers,
          }),
        ),
        where: textSchema,
      }),
    ),
    totals: defineObject({
      ...defineMembers(countSchema, 'garments', 'open'),
      ...defineMembers(defineMap(countSchema), 'departments', 'steps'),
    }),
    left_out: nullableTextSchema,
    ...missingMembers,
  }),
  defineData('toile.conflicts/1', {
    garments: defineList(
      defineObject({
        ...styleNameMembers,
        profile: nullableTextSchema,
        where: textSchema,
        conflicts: defineList(
          defineObject({
            ...defineMembers(textSchema, 'rule', 'about'),
            between: defineEnum(
              ...['asserted against asserted', 'asserted against inferred', 'inferred against inferred'],
              'without a known state',
            ),
            means: textSchema,
            statements: defineList(
              defineObject({
                ...nodeMembers,
                field: textSchema,
                ...defineMembers(nullableTextSchema, 'code', 'size'),
                ...valueMembers,
                ...reasonMembers,
              }),
            ),
          }),
        ),
      }),
    ),
    totals: defineObject(defineMembers(countSchema, 'garments', 'conflicts')),
    ...missingMembers,
  }),
  defineData('toile.season/1', {
    dir: textSchema,
    counted: { const: 'here' },
    designs: defineList(
      defineObject({
        ...styleNameMembers,
        profile: nullableTextSchema,
        open: allowNull(countSchema),
        style: defineMap(defineObject({ value: anySchema, 'unit?': anySchema, state: nullableTextSchema })),
        departments: defineMap(
          defineObject({
            values: allowNull(defineObject(provenanceCountMembers)),
            open: allowNull(countSchema),
          }),
        ),
        'brief?': allowNull(defineObject(provenanceCountMembers)),
        'trust?': allowNull(defineMap(anySchema)),
        where: textSchema,
        fetched: nullableTextSchema,
      }),
    ),
    totals: defineObject({
      ...defineMembers(countSchema, 'designs', 'open'),
      ...defineMembers(defineMap(countSchema), 'departments', 'suppliers?'),
    }),
    left_out: nullableTextSchema,
    ...missingMembers,
  }),
  defineData('toile.trims/1', {
    dir: textSchema,
    columns: defineList(textSchema),
    items: defineList(
      defineObject({
        item: textSchema,
        joined_by: defineEnum('supplier and article', 'article', 'name', 'nothing'),
        ...defineMembers(defineList(textSchema), 'kinds', 'suppliers'),
        ...defineMembers(countSchema, 'designs', 'uses'),
        'used_in?': defineList(
          defineObject({
            ...styleNameMembers,
            ...defineMembers(textSchema, 'node_id', 'line', 'kind'),
            values: defineList(
              defineObject({
                field: textSchema,
                ...valueMembers,
                ...reasonMembers,
                beside: defineMap(anySchema),
              }),
            ),
            'counted?': amountSchema,
            where: textSchema,
          }),
        ),
        'sums?': defineMap(amountSchema),
      }),
    ),
    totals: defineObject(defineMembers(countSchema, 'items', 'designs', 'uses')),
    left_out: nullableTextSchema,
    ...missingMembers,
  }),
  defineData('toile.counts/1', {
    counts: defineList(
      defineServiceBody('The columns of --count-by, and the number of values.', { count: countSchema }),
    ),
    'totals?': valueTotalsSchema,
    ...unfinishedMembers,
  }),
  defineData('toile.which/1', {
    digests: defineList(textSchema),
    reads: defineList(
      defineObject({
        digest: textSchema,
        of: defineEnum('garment', 'folder'),
        ...styleNameMembers,
        profile: nullableTextSchema,
        read: nullableTextSchema,
        found: defineObject({
          kind: defineEnum('folder', 'git', 'workbook', 'file'),
          where: textSchema,
          'commit?': textSchema,
        }),
        now: allowNull(
          defineObject({
            where: textSchema,
            read: nullableTextSchema,
            changes: defineObject(
              defineMembers(countSchema, 'stated', 'withdrawn', 'changed', 'added', 'removed'),
            ),
          }),
        ),
        'designs?': defineObject({ all: countSchema, changed: countSchema }),
      }),
    ),
    searched: defineObject({
      folders: defineList(textSchema),
      garments: countSchema,
      workbooks: countSchema,
      past: countSchema,
      notes: defineList(textSchema),
    }),
    missing: defineList(textSchema),
  }),
  defineData('toile.bases/1', {
    'a?': textSchema,
    'b?': textSchema,
    groups: defineList(defineObject(basisGroupMembers)),
    totals: defineObject({ garments: countSchema, values: countSchema, 'not_compared?': countSchema }),
    'left_out?': nullableTextSchema,
    'failed?': failedItemsSchema,
    ...unfinishedMembers,
  }),
];

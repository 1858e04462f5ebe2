import { failedItemsSchema, unfinishedMembers } from './file-schemas.ts';
import {
  allowNull,
  anySchema,
  countSchema,
  defineData,
  defineEnum,
  defineList,
  defineMap,
  defineObject,
  defineServiceBody,
  textSchema,
} from './json-schema.ts';

const nullableTextSchema = allowNull(textSchema);

const amountSchema = defineObject({
  'value?': textSchema,
  'unit?': allowNull(textSchema),
  'of?': textSchema,
  'why?': textSchema,
});

const provenanceCountMembers = {
  asserted: countSchema,
  inferred: countSchema,
  unstated: countSchema,
  others: defineMap(countSchema),
};

const stepSchema = defineEnum('booking', 'pattern', 'cutting', 'sewing', 'packing', 'no step known');
const valueTotalsSchema = defineObject({ garments: countSchema, values: countSchema });

const styleNameMembers = { design_id: nullableTextSchema, garment_id: nullableTextSchema, name: textSchema };
const styleValuesSchema = defineList(
  defineObject({ ...styleNameMembers, value: anySchema, unit: anySchema, state: nullableTextSchema }),
);
const basisGroupMembers = {
  ...{ basis: anySchema, kind: textSchema, label: textSchema, field: textSchema },
  ...{ value: anySchema, unit: anySchema, state: nullableTextSchema },
  styles: defineList(defineObject(styleNameMembers)),
  stated_same: defineList(defineObject(styleNameMembers)),
  stated_otherwise: styleValuesSchema,
  'unchanged?': defineList(defineObject(styleNameMembers)),
  'other?': styleValuesSchema,
};

export const SEASON_SCHEMA_ENTRIES = [
  defineData('toile.values/1', {
    values: defineList(
      defineObject({
        ...{
          design_id: nullableTextSchema,
          garment_id: nullableTextSchema,
          name: anySchema,
          node_id: textSchema,
          kind: textSchema,
          label: textSchema,
        },
        ...{
          field: textSchema,
          value: anySchema,
          unit: anySchema,
          state: nullableTextSchema,
          basis: anySchema,
          confidence: anySchema,
        },
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
        ...{ design_id: nullableTextSchema, garment_id: nullableTextSchema, name: textSchema },
        ...{ open: countSchema, departments: defineMap(countSchema) },
        questions: defineList(
          defineObject({
            ...{
              id: textSchema,
              department: textSchema,
              step: stepSchema,
              node_id: textSchema,
              kind: textSchema,
            },
            ...{ label: textSchema, field: textSchema, value: anySchema, unit: anySchema },
            ...{ state: nullableTextSchema, question: anySchema, options: defineList(anySchema) },
            ...{ basis: anySchema, confidence: anySchema },
          }),
        ),
        where: textSchema,
      }),
    ),
    totals: defineObject({
      ...{ garments: countSchema, open: countSchema, departments: defineMap(countSchema) },
      steps: defineMap(countSchema),
    }),
    left_out: nullableTextSchema,
    failed: failedItemsSchema,
    ...unfinishedMembers,
  }),
  defineData('toile.conflicts/1', {
    garments: defineList(
      defineObject({
        ...{ design_id: nullableTextSchema, garment_id: nullableTextSchema, name: textSchema },
        ...{ profile: nullableTextSchema, where: textSchema },
        conflicts: defineList(
          defineObject({
            rule: textSchema,
            about: textSchema,
            between: defineEnum(
              ...['asserted against asserted', 'asserted against inferred', 'inferred against inferred'],
              'without a known state',
            ),
            means: textSchema,
            statements: defineList(
              defineObject({
                ...{ node_id: textSchema, kind: textSchema, label: textSchema, field: textSchema },
                ...{ code: nullableTextSchema, size: nullableTextSchema, value: anySchema, unit: anySchema },
                ...{ state: nullableTextSchema, basis: anySchema, confidence: anySchema },
              }),
            ),
          }),
        ),
      }),
    ),
    totals: defineObject({ garments: countSchema, conflicts: countSchema }),
    failed: failedItemsSchema,
    ...unfinishedMembers,
  }),
  defineData('toile.season/1', {
    dir: textSchema,
    counted: { const: 'here' },
    designs: defineList(
      defineObject({
        ...{
          design_id: nullableTextSchema,
          garment_id: nullableTextSchema,
          name: textSchema,
          profile: nullableTextSchema,
          open: allowNull(countSchema),
        },
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
      ...{ designs: countSchema, open: countSchema, departments: defineMap(countSchema) },
      'suppliers?': defineMap(countSchema),
    }),
    left_out: nullableTextSchema,
    failed: failedItemsSchema,
    ...unfinishedMembers,
  }),
  defineData('toile.trims/1', {
    dir: textSchema,
    columns: defineList(textSchema),
    items: defineList(
      defineObject({
        item: textSchema,
        joined_by: defineEnum('supplier and article', 'article', 'name', 'nothing'),
        ...{ kinds: defineList(textSchema), suppliers: defineList(textSchema) },
        ...{ designs: countSchema, uses: countSchema },
        'used_in?': defineList(
          defineObject({
            ...{
              design_id: nullableTextSchema,
              garment_id: nullableTextSchema,
              name: textSchema,
              node_id: textSchema,
              line: textSchema,
              kind: textSchema,
            },
            values: defineList(
              defineObject({
                ...{ field: textSchema, value: anySchema, unit: anySchema, state: nullableTextSchema },
                ...{ basis: anySchema, confidence: anySchema, beside: defineMap(anySchema) },
              }),
            ),
            'counted?': amountSchema,
            where: textSchema,
          }),
        ),
        'sums?': defineMap(amountSchema),
      }),
    ),
    totals: defineObject({ items: countSchema, designs: countSchema, uses: countSchema }),
    left_out: nullableTextSchema,
    failed: failedItemsSchema,
    ...unfinishedMembers,
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
        ...{ digest: textSchema, of: defineEnum('garment', 'folder'), ...styleNameMembers },
        ...{ profile: nullableTextSchema, read: nullableTextSchema },
        found: defineObject({
          kind: defineEnum('folder', 'git', 'workbook', 'file'),
          ...{ where: textSchema, 'commit?': textSchema },
        }),
        now: allowNull(
          defineObject({
            ...{ where: textSchema, read: nullableTextSchema },
            changes: defineObject({
              ...{ stated: countSchema, withdrawn: countSchema, changed: countSchema },
              ...{ added: countSchema, removed: countSchema },
            }),
          }),
        ),
        'designs?': defineObject({ all: countSchema, changed: countSchema }),
      }),
    ),
    searched: defineObject({
      ...{ folders: defineList(textSchema), garments: countSchema, workbooks: countSchema },
      ...{ past: countSchema, notes: defineList(textSchema) },
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

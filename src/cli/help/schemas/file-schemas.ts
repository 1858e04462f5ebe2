import {
  allowNull,
  anySchema,
  booleanSchema,
  countSchema,
  defineData,
  defineEnum,
  defineList,
  defineMap,
  defineMembers,
  defineObject,
  defineServiceBody,
  nullableTextSchema,
  numberSchema,
  textSchema,
  timeSchema,
} from './json-schema.ts';

const savedMembers = {
  file: textSchema,
  bytes: allowNull(countSchema),
  sha256: nullableTextSchema,
  skipped: booleanSchema,
};
/** The optional member `unfinished`: the folders in which the last pull did not finish. */
export const unfinishedMembers = { 'unfinished?': defineList(textSchema) };
/** The schema of the member `failed`: the designs that failed, each with its error. */
export const failedItemsSchema = defineList(
  defineObject({ id: textSchema, code: textSchema, message: textSchema, exit: countSchema }),
);

const exportMembers = {
  ...savedMembers,
  record: anySchema,
  'drawing?': defineObject({
    ...defineMembers(textSchema, 'width?', 'height?', 'viewBox?'),
    layers: defineList(defineObject({ name: textSchema, elements: countSchema })),
    warnings: defineList(textSchema),
  }),
};

const subjectMembers = { kind: defineEnum('design', 'garment'), id: textSchema };

const sideMembers = { state: nullableTextSchema, value: anySchema, unit: anySchema };
const relatedValueSchema = defineObject({ field: textSchema, ...sideMembers });

const changeSchema = defineObject({
  class: countSchema,
  ...defineMembers(textSchema, 'word', 'department', 'node_id', 'kind', 'label', 'role', 'field'),
  before: allowNull(defineObject(sideMembers)),
  after: allowNull(defineObject(sideMembers)),
  'withheld?': { const: true },
  'values?': defineList(defineObject({ role: textSchema, field: textSchema, ...sideMembers })),
  'tolerances?': defineList(relatedValueSchema),
  'check?': defineList(
    defineObject({
      piece: textSchema,
      unchanged: defineList(defineObject({ id: textSchema, label: textSchema })),
    }),
  ),
});

const defineTexts = (...names: readonly string[]) => defineObject(defineMembers(textSchema, ...names));

const rowSubject = ['garment_id', 'node_id', 'line', 'code', 'description', 'size'] as const;

/** The entries of DATA_SCHEMAS for files: sheets, workbooks, exports, pulls and comparisons. */
export const FILE_SCHEMA_ENTRIES = [
  defineData('toile.sheet/1', savedMembers),
  defineData('toile.sheets/1', { sheets: defineList(defineObject(savedMembers)), failed: failedItemsSchema }),
  defineData('toile.workbook/1', savedMembers),
  defineData('toile.workbooks/1', {
    workbooks: defineList(defineObject({ ...savedMembers, record: { type: 'null' } })),
    failed: failedItemsSchema,
  }),
  defineData('toile.export/1', exportMembers),
  defineData('toile.exports/1', {
    exports: defineList(defineObject(exportMembers)),
    failed: failedItemsSchema,
  }),
  defineData('toile.techpack/1', {
    file: textSchema,
    bytes: countSchema,
    sha256: textSchema,
    purchase: defineServiceBody('the purchase as last seen'),
  }),
  defineData('toile.pull/1', {
    dir: textSchema,
    subjects: countSchema,
    new: defineList(textSchema),
    changed: defineList(textSchema),
    unchanged: countSchema,
    failed: defineList(
      defineObject({
        kind: defineEnum('design', 'garment', 'list', 'removal'),
        ...defineMembers(nullableTextSchema, 'id', 'name', 'file'),
        why: textSchema,
        code: textSchema,
      }),
    ),
    gone: defineList(defineObject({ ...subjectMembers, removed: booleanSchema })),
    renamed: defineList(defineObject({ from: textSchema, to: textSchema })),
    pruned: countSchema,
    left: allowNull(countSchema),
    requests: countSchema,
    seconds: numberSchema,
    resumed: booleanSchema,
  }),
  defineData('toile.pull-plan/1', {
    dir: textSchema,
    ...defineMembers(countSchema, 'subjects', 'reads', 'exports', 'requests'),
    minutes: numberSchema,
  }),
  defineData('toile.stale/1', {
    dir: textSchema,
    checked: countSchema,
    stale: countSchema,
    files: defineList(
      defineObject({
        ...subjectMembers,
        name: nullableTextSchema,
        path: textSchema,
        fetched: timeSchema,
        status: defineEnum('current', 'stale', 'gone', 'edited', 'lost', 'unknown'),
        'why?': textSchema,
      }),
    ),
    ...unfinishedMembers,
  }),
  defineData('toile.diff/1', {
    a: textSchema,
    b: textSchema,
    same: booleanSchema,
    counts: defineMap(countSchema),
    minor: defineMap(countSchema),
    designs: defineList(
      defineObject({
        ...defineMembers(nullableTextSchema, 'id', 'name', 'garment_id'),
        read: textSchema,
        profiles: defineList(nullableTextSchema),
        word: textSchema,
        changes: defineList(changeSchema),
      }),
    ),
    ...unfinishedMembers,
  }),
  defineData('toile.workbook-read/1', {
    file: textSchema,
    baseline: allowNull(
      defineObject({
        ...defineMembers(textSchema, 'digest', 'read', 'profile'),
        reads: defineList(defineTexts('garment_id', 'digest')),
      }),
    ),
    questions: allowNull(defineObject({ asked: countSchema, answered: countSchema })),
    answers: defineList(
      defineTexts(
        ...['garment_id', 'id', 'node_id', 'field', 'question', 'now', 'now_unit', 'now_state'],
        ...['answer', 'by', 'date'],
      ),
    ),
    countersign: allowNull(defineObject({ listed: countSchema, agreed: countSchema, proposed: countSchema })),
    countersigned: defineList(
      defineTexts(
        ...['garment_id', 'node_id', 'line', 'description', 'field', 'size', 'now', 'now_unit', 'now_state'],
        ...['answer', 'proposed', 'by', 'date', 'note'],
      ),
    ),
    points: allowNull(defineObject({ listed: countSchema, measured: countSchema })),
    measured: defineList(
      defineTexts(
        ...['garment_id', 'node_id', 'line', 'code', 'description', 'size', 'round'],
        ...['spec', 'spec_unit', 'spec_state', 'tol_plus', 'tol_plus_unit', 'tol_minus', 'tol_minus_unit'],
        ...['measured', 'difference', 'note'],
      ),
    ),
    recorded: defineList(
      defineObject({
        ...defineMembers(textSchema, ...rowSubject, 'fields', 'state', 'spec', 'unit', 'of', 'least', 'most'),
        count: countSchema,
      }),
    ),
    changed: defineList(
      defineTexts('sheet', 'cell', ...rowSubject, 'field', 'sent', 'sent_unit', 'sent_state', 'now'),
    ),
    added: defineList(
      defineObject({
        sheet: textSchema,
        row: textSchema,
        cells: defineList(defineTexts('column', 'cell', 'text')),
      }),
    ),
    removed: defineList(defineTexts('sheet', ...rowSubject)),
    remarks: defineList(defineTexts('sheet', 'cell', ...rowSubject, 'field', 'text', 'why')),
    unplaced: defineList(defineTexts('sheet', 'cell', 'text', 'why')),
  }),
] as const;

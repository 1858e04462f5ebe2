import {
  anything,
  body,
  count,
  listOf,
  made,
  mapOf,
  number,
  object,
  oneOf,
  orNull,
  text,
  time,
  yesOrNo,
} from './words.ts';

const written = { file: text, bytes: orNull(count), sha256: orNull(text), skipped: yesOrNo };
/** Folders whose last pull did not finish; absent where all did. */
export const unfinished = { 'unfinished?': listOf(text) };
/** Of several, those that could not be had. */
export const failed = listOf(object({ id: text, code: text, message: text, exit: count }));

const taken = {
  ...written,
  record: anything,
  'drawing?': object({
    'width?': text,
    'height?': text,
    'viewBox?': text,
    layers: listOf(object({ name: text, elements: count })),
    warnings: listOf(text),
  }),
};

const of = { kind: oneOf('design', 'garment'), id: text };

const side = { state: orNull(text), value: anything, unit: anything };
const beside = object({ field: text, ...side });

const change = object({
  class: count,
  word: text,
  department: text,
  node_id: text,
  kind: text,
  label: text,
  role: text,
  field: text,
  before: orNull(object(side)),
  after: orNull(object(side)),
  'withheld?': { const: true },
  'values?': listOf(object({ role: text, field: text, ...side })),
  'tolerances?': listOf(beside),
  'check?': listOf(object({ piece: text, unchanged: listOf(object({ id: text, label: text })) })),
});

const texts = (...names: readonly string[]) => object(Object.fromEntries(names.map((name) => [name, text])));

/** What is written to disk, compared with it or read from it. */
export const FILE_SHAPES = [
  made('toile.sheet/1', written),
  made('toile.sheets/1', { sheets: listOf(object(written)), failed }),
  made('toile.workbook/1', written),
  made('toile.workbooks/1', { workbooks: listOf(object({ ...written, record: { type: 'null' } })), failed }),
  made('toile.export/1', taken),
  made('toile.exports/1', { exports: listOf(object(taken)), failed }),
  made('toile.techpack/1', { file: text, bytes: count, sha256: text, purchase: body('as it was last seen') }),
  made('toile.pull/1', {
    dir: text,
    subjects: count,
    new: listOf(text),
    changed: listOf(text),
    unchanged: count,
    failed: listOf(
      object({
        kind: oneOf('design', 'garment', 'list', 'removal'),
        id: orNull(text),
        name: orNull(text),
        file: orNull(text),
        why: text,
        code: text,
      }),
    ),
    gone: listOf(object({ ...of, removed: yesOrNo })),
    renamed: listOf(object({ from: text, to: text })),
    pruned: count,
    left: orNull(count),
    requests: count,
    seconds: number,
    resumed: yesOrNo,
  }),
  made('toile.pull-plan/1', {
    dir: text,
    subjects: count,
    reads: count,
    exports: count,
    requests: count,
    minutes: number,
  }),
  made('toile.stale/1', {
    dir: text,
    checked: count,
    stale: count,
    files: listOf(
      object({
        ...of,
        name: orNull(text),
        path: text,
        fetched: time,
        status: oneOf('current', 'stale', 'gone', 'edited', 'lost', 'unknown'),
        'why?': text,
      }),
    ),
    ...unfinished,
  }),
  made('toile.diff/1', {
    a: text,
    b: text,
    same: yesOrNo,
    counts: mapOf(count),
    minor: mapOf(count),
    designs: listOf(
      object({
        id: orNull(text),
        name: orNull(text),
        garment_id: orNull(text),
        read: text,
        profiles: listOf(orNull(text)),
        word: text,
        changes: listOf(change),
      }),
    ),
    ...unfinished,
  }),
  made('toile.workbook-read/1', {
    file: text,
    questions: orNull(object({ asked: count, answered: count })),
    answers: listOf(
      texts(
        ...['garment_id', 'id', 'node_id', 'field', 'question', 'now', 'now_unit', 'now_state'],
        ...['answer', 'by', 'date'],
      ),
    ),
    points: orNull(object({ listed: count, measured: count })),
    measured: listOf(
      texts(
        ...['garment_id', 'node_id', 'line', 'code', 'description', 'size', 'round'],
        ...['spec', 'spec_unit', 'spec_state', 'tol_plus', 'tol_plus_unit', 'tol_minus', 'tol_minus_unit'],
        ...['measured', 'difference', 'note'],
      ),
    ),
    unplaced: listOf(texts('sheet', 'cell', 'text', 'why')),
  }),
] as const;

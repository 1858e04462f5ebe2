/**
 * The words of the trade: the kinds of nodes in each table, and the names of members that mean the same column. Names
 * are compared after `normalizeName`: `tolPlus`, `Tol Plus` and `tol-plus` are all `tol_plus`. A member with another
 * name gets a separate column. If a row has two spellings of a field, the first one in this list gets the column.
 */

import { cacheByWord } from '../platform/cache-by-word.ts';

/** A known column of the tables, for example `tol_plus` for the upper tolerance. */
export interface TradeField {
  /**
   * The main name of the field, for example `tol_plus`. It identifies the column in rows and templates, whichever
   * spelling the body has.
   */
  readonly key: string;
  readonly head: string;
  /** Other names that a body may use for this field, in order of preference, separated by spaces. */
  readonly spellings?: string;
  /**
   * The keys of other fields that a value of this field states too. For example, the value `±1` of the field
   * `tolerance` also states `tol_minus` and `tol_plus`.
   */
  readonly covers?: readonly string[];
}

/**
 * Describes one table of the garment trade, such as the bill of materials: its names, the kinds of nodes in it, and its
 * columns.
 */
export interface TradeTableWords {
  readonly title: string;
  /** Other names with which the user can select the table on the command line. */
  readonly aliases: readonly string[];
  /**
   * The kinds of nodes that the table shows, for example `seam`. The table also shows a kind of several words, for
   * example `front seam`, if one of its words is in this list.
   */
  readonly kinds: readonly string[];
  /**
   * The keys of columns that are always printed together. If the table has one of them, the others are printed too,
   * even if they are empty. For example, a factory can then see that a tolerance is missing.
   */
  readonly required?: readonly string[];
  /** The columns of the table, in printed order. */
  readonly fields: readonly TradeField[];
}

/** Splits a list of words that are separated by single spaces. */
export const splitWordList = (words: string): readonly string[] => words.split(' ');

/** Splits a list of pairs: `left/right front/back` into `["left", "right"]` and `["front", "back"]`. */
export const splitWordPairs = (pairs: string): readonly (readonly [string, string])[] =>
  splitWordList(pairs).map((pair) => pair.split('/', 2) as [string, string]);

const createField = (key: string, spellings: string): TradeField => ({
  key,
  head: key.replaceAll('_', ' '),
  spellings,
});

const createPlainFields = (keys: string): readonly TradeField[] =>
  splitWordList(keys).map((key) => ({ key, head: key.replaceAll('_', ' ') }));

const CODE = createField('code', 'ref_no 编号 代码 mã kod');
const PLACEMENT = createField('placement', 'location place where 位置');
const SEQUENCE: TradeField = { key: 'sequence', head: 'no.', spellings: 'seq step_no sort_order op_no 序号' };
const QUANTITY = createField('quantity', 'qty quantities 数量 số_lượng');
const COLOUR = createField('colour', 'color 颜色 màu');
const TEXT = createField('text', 'instruction instructions wording');
const ALLOWANCE = createField('seam_allowance', 'allowance sa 缝份 缝头');
const LABEL: TradeField = { key: 'label', head: 'name' };

/** The tables of the trade by their names on the command line, in the order in which a tech pack prints them. */
export const TRADE_VOCABULARY = {
  bom: {
    title: 'Bill of materials',
    aliases: ['bill', 'bill_of_materials', 'boms'],
    kinds: splitWordList(
      'bom bill bill_of_materials material cloth trim closure thread interlining lining button ' +
        'zip elastic hardware component',
    ),
    fields: [
      createField('section', 'bom_section category group 分类'),
      SEQUENCE,
      CODE,
      { ...LABEL, head: 'component' },
      { key: 'role', head: 'use', spellings: 'usage_type purpose 用途' },
      { key: 'type', head: 'type' },
      PLACEMENT,
      createField('composition', 'content fibre fiber fibre_content fiber_content 成分'),
      { key: 'material', head: 'material' },
      createField('weight', 'gsm 克重'),
      createField('width', 'cuttable_width fabric_width 门幅 幅宽'),
      createField('size', '规格'),
      COLOUR,
      createField('supplier', 'vendor mill manufacturer supplier_name vendor_name 供应商'),
      createField(
        'article',
        'supplier_article article_no article_number supplier_ref mill_ref supplier_reference sku item_no',
      ),
      QUANTITY,
      createField('consumption', 'yield usage 用量 单耗 định_mức'),
      ...createPlainFields('count wastage'),
      createField('spare', 'spares'),
      createField('nap', 'one_way'),
    ],
  },
  pom: {
    title: 'Points of measure',
    aliases: ['poms', 'points', 'points_of_measure', 'measurements'],
    kinds: ['measurement', 'measure', 'dimension'],
    required: ['spec', 'tol_minus', 'tol_plus'],
    fields: [
      { key: 'critical', head: 'key', spellings: 'is_critical critical_point key_point is_key qc' },
      SEQUENCE,
      { ...CODE, spellings: `${CODE.spellings} pom_code point_code pom_no` },
      { ...LABEL, spellings: '部位 测量部位 名称 tên' },
      createField('description', 'desc 描述 mô_tả'),
      createField(
        'how_to_measure',
        'method how measuring_method measure_method measurement_method htm 测量方法 量法 cách_đo',
      ),
      createField('piece', 'panel measured_piece'),
      { key: 'position', head: 'position', spellings: PLACEMENT.key.concat(' ', PLACEMENT.spellings ?? '') },
      { key: 'extent', head: 'full or half', spellings: 'full_or_half half_or_full half_full measured_as' },
      { key: 'tension', head: 'relaxed or stretched', spellings: 'condition relaxed_or_stretched stretch' },
      {
        key: 'tol_minus',
        head: 'tol −',
        spellings:
          'tolerance_minus minus_tol minus_tolerance tol- tol_- tol_lower lower_tol tolerance_lower tol_down tol_neg minus - − ' +
          'tolerance.minus tolerance.- tolerance.− tolerance.lower tolerance.down tolerance.negative tolerance.tol_minus ' +
          'tolerance.tol_lower 下公差 负公差 dung_sai_âm',
      },
      {
        key: 'tol_plus',
        head: 'tol +',
        spellings:
          'tolerance_plus plus_tol plus_tolerance tol+ tol_+ tol_upper upper_tol tolerance_upper tol_up tol_pos plus + ' +
          'tolerance.plus tolerance.+ tolerance.upper tolerance.up tolerance.positive tolerance.tol_plus ' +
          'tolerance.tol_upper 上公差 正公差 dung_sai_dương',
      },
      {
        key: 'tolerance',
        head: 'tol ±',
        spellings:
          'tol tol± tol_+/- ± +/- plus_minus tolerance.value tolerance.both tolerance.± dung_sai 公差 允差',
        covers: ['tol_minus', 'tol_plus'],
      },
      createField('body', 'body_measurement body_size 净体尺寸'),
      createField(
        'spec',
        'target specification value finished finished_measurement measurement measure 规格 成品尺寸 thông_số',
      ),
      createField('grade', 'grade_rule grading grade_step increment 跳码 档差 bước_nhảy'),
      { key: 'min', head: 'min', spellings: 'minimum lower_limit tolerance.min', covers: ['tol_minus'] },
      { key: 'max', head: 'max', spellings: 'maximum upper_limit tolerance.max', covers: ['tol_plus'] },
    ],
  },
  cut: {
    title: 'Cut list',
    aliases: ['piece', 'pieces', 'panels', 'cut_list', 'cutlist'],
    kinds: ['piece', 'pattern'],
    fields: [
      CODE,
      { ...LABEL, head: 'piece' },
      createField('material', 'fabric cloth'),
      createField('cut', 'cut_quantity cut_qty quantity qty pieces 裁片数'),
      createField('mirrored', 'mirror pair'),
      createField('on_fold', 'fold cut_on_fold'),
      createField('grain', 'grainline grain_line 布纹'),
      createField('nap', 'one_way'),
      ...createPlainFields('notches drill_holes area'),
    ],
  },
  construction: {
    title: 'Construction',
    aliases: ['seams', 'operations'],
    kinds: ['seam', 'hem', 'stitch', 'quilt', 'topstitch', 'operation', 'process', 'construction', 'pocket'],
    fields: [
      SEQUENCE,
      CODE,
      { ...LABEL, head: 'place' },
      PLACEMENT,
      { ...TEXT, head: 'what to do', spellings: `${TEXT.spellings} operation` },
      {
        key: 'stitch_class',
        head: 'stitch',
        spellings: 'stitch stitch_type stitch_code iso_4915 线迹',
      },
      { key: 'seam_class', head: 'seam type', spellings: 'seam_type seam_code 缝型' },
      ALLOWANCE,
      { key: 'topstitch', head: 'topstitch' },
      {
        key: 'topstitch_distance',
        head: 'distance from edge',
        spellings: 'edge_distance distance_from_edge margin',
      },
      { key: 'spi', head: 'stitches per inch', spellings: 'stitches_per_inch stitch_density 针距' },
      { key: 'spcm', head: 'stitches per cm', spellings: 'stitches_per_cm' },
      createField('needle', 'needles needle_size'),
      createField('gauge', 'needle_gauge'),
      ...createPlainFields('thread machine pressing spacing'),
    ],
  },
  callouts: {
    title: 'Callouts',
    aliases: ['notes', 'construction_notes'],
    kinds: ['construction_note', 'callout'],
    fields: [
      { key: 'callout', head: 'no.', spellings: 'callout_no number no' },
      CODE,
      { ...LABEL, head: 'callout' },
      TEXT,
      PLACEMENT,
      { key: 'machine', head: 'machine' },
    ],
  },
  allowances: {
    title: 'Seam allowances',
    aliases: ['seam_allowances', 'edges'],
    kinds: ['edge', 'seam_allowance', 'allowance'],
    fields: [
      CODE,
      { ...LABEL, head: 'edge' },
      ALLOWANCE,
      ...createPlainFields('length shape ease finish notches'),
    ],
  },
  labels: {
    title: 'Labels and packing',
    aliases: ['packing'],
    kinds: ['label', 'packaging', 'packing', 'care'],
    fields: [
      CODE,
      { ...LABEL, head: 'item' },
      { key: 'type', head: 'type' },
      { ...TEXT, spellings: `${TEXT.spellings} content` },
      PLACEMENT,
      createField('attachment', 'attached_by fixing'),
      ...createPlainFields('material size'),
      COLOUR,
      QUANTITY,
    ],
  },
  colourways: {
    title: 'Colourways',
    aliases: ['colorways', 'colours', 'colors'],
    kinds: ['colourway', 'colour', 'color'],
    fields: [CODE, { ...LABEL, head: 'colourway' }, ...createPlainFields('shell lining trim thread')],
  },
  sizes: {
    title: 'Sizes',
    aliases: ['grading', 'size_run'],
    kinds: ['size', 'grade', 'grading'],
    fields: [CODE, LABEL, ...createPlainFields('size base')],
  },
} as const satisfies Readonly<Record<string, TradeTableWords>>;

/** Maps a synonym of a kind to its trade name: `panel` to `piece`, and `pom` to `measurement`. */
export const KIND_SYNONYMS: ReadonlyMap<string, string> = new Map(
  splitWordPairs(
    'panel/piece part/piece pom/measurement point/measurement point_of_measure/measurement ' +
      'note/construction_note remark/construction_note colorway/colourway fabric/material',
  ),
);

/**
 * The names of members that contain the tolerance of a value. For example, in the path `tol.plus`, `tol` is such a
 * name, and `plus` is one side of the tolerance.
 */
export const TOLERANCE_GROUPS = splitWordList('tolerance tolerances tol dung_sai 公差 允差');

/** Names of the two sides of a tolerance, such as `plus` and `lower`. */
export const TOLERANCE_PARTS = splitWordList(
  'plus minus + - − upper lower up down positive negative min max tol_plus tol_minus ' +
    'tol_upper tol_lower',
);

/**
 * The names of members that only group the values of sizes. For example, in the path `sizes.M.spec`, `sizes` is such a
 * name, and the value is the `spec` of size M.
 */
export const SIZE_GROUPS = splitWordList(
  'sizes size size_run sizerun run by_size bysize per_size graded graded_sizes size_chart 尺码',
);

/** The names that the member with the sample size can have. */
export const SAMPLE_SIZE_NAMES = splitWordList('sample_size base_size sample size_sample 样板尺码 基码');

/** Converts a name to lower snake case for comparison: `tol_plus` for `tolPlus`, `Tol Plus` and `tol-plus`. */
export const normalizeName = cacheByWord((name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/(?<=\p{Ll}|\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_')
    .toLowerCase()
    .trim()
    .replaceAll(/[\s_]{1,8}|(?<=\p{L})-(?=\p{L})/gu, '_'),
);

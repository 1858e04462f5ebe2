import { CHANGE_WORDS } from '../../src/garment/change-words.ts';
import { CONFLICT_MEANINGS, CONFLICT_RULES } from '../../src/garment/conflict.ts';
import { SILENCE_NAMES } from '../../src/garment/construction-silences.ts';
import { DEPARTMENT_NAMES } from '../../src/garment/departments.ts';
import { PROVENANCE_MARKS } from '../../src/garment/provenance-marks.ts';
import { TRADE_KINDS } from '../../src/garment/trade-kinds.ts';
import { TRADE_TABLES } from '../../src/garment/trade-tables.ts';
import { KIND_SYNONYMS } from '../../src/garment/trade-vocabulary.ts';
import { SHEET_PHRASES } from '../../src/output/sheet/phrases.ts';
import { STITCH_AND_SEAM_CLASSES } from '../../src/output/sheet/stitch-classes.ts';
import { POINT_WORDS } from '../../src/output/workbook/sheets/forms.ts';

/** The names of columns that every dictionary translates. */
const FIRST_COLUMN_NAMES =
  'code role type composition material quantity consumption count size colour supplier placement weight width description spec tol_plus tol_minus grade how_to_measure cut cut_quantity on_fold mirrored grain nap seam_class stitch_class spi seam_allowance thread text attachment shell lining trim base'.split(
    ' ',
  );

const RELATION_NAMES = [
  ...['part_of', 'edge_of', 'joins', 'finishes', 'sewn_with', 'made_of', 'fused_with', 'uses', 'closes'],
  ...['placed_on', 'measured_on', 'refers_to', 'colours', 'between'],
];

/** Names of fields of pieces, seams, materials and the tailor brief. */
const FIELD_NAMES =
  'length shape topstitch topstitch_distance notches pressing thread text needle mirrored ease area colour how_to_measure machine fused finish spare drill_holes critical category sample_size size_range nap lining shrinkage_warp shrinkage_weft lap instruction season wastage reinforcement fit market interlining hem hem_allowance care button buttons button_spacing cloth cloth_width cutting nap_and_matching making labels measurements pressing_and_finish packing details closing collar sleeve_placket front back pockets price comment ticket currency order'.split(
    ' ',
  );

const TRUST_NAMES = [
  ...['callouts', 'bill of materials', 'bom', 'rows', 'unresolved'],
  ...['high', 'medium', 'low', 'none'].map((word) => `confidence ${word}`),
];

/** The kinds of content that the last page of a sheet counts. */
const LEFT_OUT_NAMES = [
  'node',
  'id of a node',
  'value',
  'relation',
  'member without a state',
  'reason',
  'member beside a value',
  'question',
];

/** All names and phrases that every dictionary translates, in lower case, each once. */
export const DICTIONARY_NAMES: readonly string[] = [
  ...new Set(
    [
      ...SHEET_PHRASES,
      ...POINT_WORDS,
      ...Object.keys(PROVENANCE_MARKS),
      ...Object.values(PROVENANCE_MARKS).flatMap(({ name, meaning }) => [name, meaning]),
      ...DEPARTMENT_NAMES,
      ...STITCH_AND_SEAM_CLASSES,
      ...Object.keys(CHANGE_WORDS),
      ...LEFT_OUT_NAMES,
      ...SILENCE_NAMES,
      ...Object.values(CONFLICT_RULES),
      ...Object.values(CONFLICT_MEANINGS),
      ...Object.values(TRADE_TABLES).flatMap(({ title, fields }) => [
        title,
        ...fields.map(({ head }) => head),
      ]),
      ...[
        ...[...TRADE_KINDS, ...KIND_SYNONYMS.keys()],
        ...[...FIRST_COLUMN_NAMES, ...RELATION_NAMES, ...FIELD_NAMES],
      ].map((name) => name.replaceAll('_', ' ')),
      ...TRUST_NAMES,
      ...['garment', 'kind'],
    ].map((name) => name.toLowerCase()),
  ),
];

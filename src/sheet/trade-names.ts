/** Names that a sheet meets again and again, for which every language has the trade's own word. */

import { WORDS } from '../garment/change.ts';
import { DEPARTMENTS } from '../garment/departments.ts';
import { MARKS } from '../garment/state-marks.ts';
import { FIRST_NAMES } from '../garment/table-kinds.ts';
import { TRADE_NAMES } from '../garment/trade-kinds.ts';
import { CLASS_NAMES } from './classes.ts';
import { SAID } from './words.ts';

const RELATIONS = [
  ...['part_of', 'edge_of', 'joins', 'finishes', 'sewn_with', 'made_of', 'fused_with', 'uses', 'closes'],
  ...['placed_on', 'measured_on', 'refers_to', 'colours', 'between'],
];

/** Of pieces, seams and what they are made of, and of the brief. */
const FIELDS = [
  ...[
    'length',
    'shape',
    'topstitch',
    'topstitch_distance',
    'notches',
    'pressing',
    'thread',
    'text',
    'needle',
  ],
  ...[
    'mirrored',
    'ease',
    'area',
    'colour',
    'how_to_measure',
    'machine',
    'fused',
    'finish',
    'spare',
    'drill_holes',
  ],
  ...[
    'critical',
    'category',
    'sample_size',
    'size_range',
    'nap',
    'lining',
    'shrinkage_warp',
    'shrinkage_weft',
    'lap',
  ],
  ...[
    'instruction',
    'season',
    'wastage',
    'reinforcement',
    'fit',
    'market',
    'interlining',
    'hem',
    'hem_allowance',
  ],
  ...[
    'care',
    'button',
    'buttons',
    'button_spacing',
    'cloth',
    'cloth_width',
    'cutting',
    'nap_and_matching',
    'making',
  ],
  ...[
    'labels',
    'measurements',
    'pressing_and_finish',
    'packing',
    'details',
    'closing',
    'collar',
    'sleeve_placket',
  ],
  ...['front', 'back', 'pockets', 'price', 'comment', 'ticket', 'currency', 'order'],
];

/** What Design Trust counts. */
const TRUSTED = [
  ...['callouts', 'bill of materials', 'bom', 'rows', 'unresolved'],
  ...['high', 'medium', 'low', 'none'].map((word) => `confidence ${word}`),
];

/** What the last page counts. */
const COUNTED = [
  'node',
  'value',
  'relation',
  'member without a state',
  'reason',
  'member beside a value',
  'question',
];

/** Each in small letters, as a dictionary has it, once. */
export const NAMES: readonly string[] = [
  ...new Set(
    [
      ...SAID,
      ...Object.keys(MARKS),
      ...Object.values(MARKS).flatMap(({ name, asks }) => [name, asks]),
      ...DEPARTMENTS,
      ...CLASS_NAMES,
      ...Object.keys(WORDS),
      ...COUNTED,
      ...[...TRADE_NAMES, ...FIRST_NAMES, ...RELATIONS, ...FIELDS].map((name) => name.replaceAll('_', ' ')),
      ...TRUSTED,
      ...['garment', 'kind'],
    ].map((name) => name.toLowerCase()),
  ),
];

import type { GraphNode } from '../../garment/graph-model.ts';
import { toPayloadText } from '../../platform/json/json-values.ts';
import {
  findFieldValue,
  type GarmentSpecification,
  resolveNodeKind,
  selectNodesOfKind,
} from './garment-specification.ts';
import {
  formatMark,
  formatNameWithMark,
  formatNodeDetails,
  formatValueWithMark,
} from './provenance-marks.ts';

/** A section of a Tech Pack: a table, and the sentence that replaces an empty one. */
export interface PackSection {
  readonly title: string;
  /** The headings of the cells of a row. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly none: string;
}

/** Returns the text as the document can show it, or else the id of its node. */
export type ShowText = (text: string, standIn?: string) => string;

const BILL_SECTION_NAMES: Readonly<Record<string, string>> = {
  material: 'Materials',
  trim: 'Trims',
  label: 'Labels',
  packaging: 'Packaging',
  colourway: 'Colourways',
};
const CONSTRUCTION_KINDS = ['piece', 'seam', 'quilt_line', 'closure'] as const;
const MEASURE_FIELDS = ['spec', 'tol_plus', 'tol_minus', 'grade'] as const;

const toSpacedWords = (name: string): string => name.replaceAll('_', ' ');

/** Builds the sections of a Tech Pack. */
export const buildPackSections = (spec: GarmentSpecification, show: ShowText): PackSection[] => {
  const of =
    (node: GraphNode): ShowText =>
    (words) =>
      show(words, node.id);
  const rowsOf = (kinds: readonly string[], row: (node: GraphNode, say: ShowText) => readonly string[]) =>
    selectNodesOfKind(spec, ...kinds).map((node) => row(node, of(node)));
  return [
    {
      title: 'Callouts',
      heads: ['No.', 'Construction', 'Further'],
      rows: rowsOf(['construction_note', 'process'], (node, say) => {
        const number = findFieldValue(node, 'callout');
        return [
          number ? formatValueWithMark(number, say) : '',
          formatNameWithMark(node, say),
          formatNodeDetails(node, ['callout'], say),
        ];
      }),
      none: '? No callouts: not stated.',
    },
    {
      title: 'Bill of materials',
      heads: ['Section', 'Item', 'Details'],
      rows: rowsOf(Object.keys(BILL_SECTION_NAMES), (node, say) => [
        BILL_SECTION_NAMES[resolveNodeKind(node)] ?? '',
        formatNameWithMark(node, say),
        formatNodeDetails(node, [], say),
      ]),
      none: '? No materials, trims or labels: not stated.',
    },
    {
      title: 'Points of measure',
      heads: ['Code', 'Point', 'Spec', 'Tol. +', 'Tol. -', 'Grade', 'Further'],
      rows: rowsOf(['measurement'], (node, say) => {
        const cells = MEASURE_FIELDS.map(
          (field) => formatValueWithMark(findFieldValue(node, field), say) || '? not stated',
        );
        return [
          formatValueWithMark(findFieldValue(node, 'code'), say),
          formatNameWithMark(node, say),
          ...cells,
          formatNodeDetails(node, ['code', ...MEASURE_FIELDS], say),
        ];
      }),
      none: '? No points of measure: not stated.',
    },
    {
      title: 'Construction',
      heads: ['Part', 'Name', 'Details'],
      rows: rowsOf(CONSTRUCTION_KINDS, (node, say) => [
        toSpacedWords(resolveNodeKind(node)),
        formatNameWithMark(node, say),
        formatNodeDetails(node, [], say),
      ]),
      none: '? No pieces, seams or closures: not stated.',
    },
    {
      title: 'Open questions',
      heads: ['Question', 'About', 'Now'],
      rows: spec.questions.map(({ text, about, state, now }, at) => {
        const say = (words: string) => show(words, `question ${at + 1}`);
        return [say(text), say(about), `${formatMark(state)} ${now ? say(now) : 'not stated'}`];
      }),
      none: 'No unresolved confirmations.',
    },
  ];
};

/** Returns the members of the request as lines. None is left out. */
export const listRequestMembers = (request: object): string[] =>
  Object.entries(request).map(([field, value]) => `${field}: ${toPayloadText(value)}`);

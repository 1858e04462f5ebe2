import type { GraphNode } from '../../garment/graph.ts';
import { payloadText } from '../../json/values.ts';
import { kindOf, ofKind, type Specification, valueIn } from './specification.ts';
import { details, mark, marked, named } from './state-marks.ts';

/** A section of a pack: rows, and what stands in its place where there is nothing to put in it. */
export interface Section {
  readonly title: string;
  /** What each cell of a row is. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly none: string;
}

/** The text as the document can show it, or what stands for it: the id of what it belongs to. */
export type Show = (text: string, standIn?: string) => string;

const BILL: Readonly<Record<string, string>> = {
  material: 'Materials',
  trim: 'Trims',
  label: 'Labels',
  packaging: 'Packaging',
  colourway: 'Colourways',
};
const MADE = ['piece', 'seam', 'quilt_line', 'closure'] as const;
const MEASURES = ['spec', 'tol_plus', 'tol_minus', 'grade'] as const;

const spaced = (name: string): string => name.replaceAll('_', ' ');

export const sections = (spec: Specification, show: Show): Section[] => {
  const of =
    (node: GraphNode): Show =>
    (words) =>
      show(words, node.id);
  const rowsOf = (kinds: readonly string[], row: (node: GraphNode, say: Show) => readonly string[]) =>
    ofKind(spec, ...kinds).map((node) => row(node, of(node)));
  return [
    {
      title: 'Callouts',
      heads: ['No.', 'Construction', 'Further'],
      rows: rowsOf(['construction_note', 'process'], (node, say) => {
        const number = valueIn(node, 'callout');
        return [number ? marked(number, say) : '', named(node, say), details(node, ['callout'], say)];
      }),
      none: '? No callouts: not stated.',
    },
    {
      title: 'Bill of materials',
      heads: ['Section', 'Item', 'Details'],
      rows: rowsOf(Object.keys(BILL), (node, say) => [
        BILL[kindOf(node)] ?? '',
        named(node, say),
        details(node, [], say),
      ]),
      none: '? No materials, trims or labels: not stated.',
    },
    {
      title: 'Points of measure',
      heads: ['Code', 'Point', 'Spec', 'Tol. +', 'Tol. -', 'Grade', 'Further'],
      rows: rowsOf(['measurement'], (node, say) => {
        const cells = MEASURES.map((field) => marked(valueIn(node, field), say) || '? not stated');
        return [
          marked(valueIn(node, 'code'), say),
          named(node, say),
          ...cells,
          details(node, ['code', ...MEASURES], say),
        ];
      }),
      none: '? No points of measure: not stated.',
    },
    {
      title: 'Construction',
      heads: ['Part', 'Name', 'Details'],
      rows: rowsOf(MADE, (node, say) => [spaced(kindOf(node)), named(node, say), details(node, [], say)]),
      none: '? No pieces, seams or closures: not stated.',
    },
    {
      title: 'Open questions',
      heads: ['Question', 'About', 'Now'],
      rows: spec.questions.map(({ text, about, state, now }, at) => {
        const say = (words: string) => show(words, `question ${at + 1}`);
        return [say(text), say(about), `${mark(state)} ${now ? say(now) : 'not stated'}`];
      }),
      none: 'No unresolved confirmations.',
    },
  ];
};

/** What was ordered, as it was sent: an open object, of which nothing is left out. */
export const ordered = (request: object): string[] =>
  Object.entries(request).map(([field, value]) => `${field}: ${payloadText(value)}`);

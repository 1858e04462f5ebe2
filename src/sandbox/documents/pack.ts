import type { GraphNode } from '../../provenance/index.ts';
import { payloadText } from '../../provenance/index.ts';
import { lettered } from './lettering.ts';
import { LEGEND, mark, marked, named } from './marks.ts';
import { setter } from './pages.ts';
import { bytesOf, printer } from './printer.ts';
import { kindOf, ofKind, type Specification, valueIn, valuesOf } from './reading.ts';

interface Facts {
  readonly purchaseId: string;
  readonly version: number;
  readonly createdAt: string;
}

const SECTIONS: Readonly<Record<string, string>> = {
  material: 'Materials',
  trim: 'Trims',
  label: 'Labels',
  packaging: 'Packaging',
  colourway: 'Colourways',
};

const spaced = (field: string): string => field.replaceAll('_', ' ');
type Show = (text: string) => string;

const all = (node: GraphNode, show: Show, but: readonly string[] = []): string =>
  valuesOf(node)
    .filter(({ field }) => !but.includes(field))
    .map((entry) => `${show(spaced(entry.field))} ${marked(entry, show)}`)
    .join('; ');

/** What was ordered, as it was sent: an open object, of which nothing is left out. */
const ordered = (request: object): string[] =>
  Object.entries(request).map(([field, value]) => `${field}: ${payloadText(value)}`);

/**
 * A Tech Pack: cover, callouts, bill of materials, points of measure, construction, open questions. Every value
 * has its mark. Text that the fonts cannot show gives way to the id it belongs to, and the last page says where.
 */
export function pack(spec: Specification, request: object, facts: Facts): Promise<Uint8Array> {
  const created = new Date(facts.createdAt);
  const unshown = new Map<string, number>();
  const show = (text: string, standIn: string = spec.identity): string =>
    lettered(text, `[${standIn}]`, () => unshown.set(standIn, (unshown.get(standIn) ?? 0) + 1));
  const name = show(spec.name ?? '(unnamed)');
  const document = printer({
    Title: `Tech Pack ${spec.identity}`,
    Subject: `${spec.identity}, ${spec.profile}`,
    CreationDate: created,
  });
  const pages = setter(document);
  const of = (node: GraphNode) => (words: string) => show(words, node.id);

  pages.section('Tech Pack');
  pages.line(name, { size: name.length > 80 ? 13 : 22, bold: true, gap: 10 });
  for (const line of [
    `Identity: ${spec.identity}`,
    `Category: ${show(spec.category) || 'not stated'}`,
    `Profile: ${spec.profile}`,
    `Version: ${facts.version}`,
    `Composed: ${facts.createdAt}`,
    `Purchase: ${facts.purchaseId}`,
  ])
    pages.line(line, { size: 11 });
  pages.line(' ');
  pages.line(`Marks: ${LEGEND}`, { bold: true });
  pages.line(
    `Values counted in this pack: ${[...spec.tally.states].map(([state, count]) => `${count} ${state}`).join(', ')}.`,
  );
  pages.line(
    `Unresolved confirmations: ${spec.questions.length}. They do not block a sample or a quotation.`,
    { gap: 12 },
  );
  pages.line('Ordered with', { bold: true });
  const sent = ordered(request);
  for (const line of sent.length > 0 ? sent : ['nothing but the design itself'])
    pages.line(show(line), { indent: 10 });

  const table = (
    title: string,
    columns: readonly [head: string, width: number][],
    rows: readonly (readonly string[])[],
    none: string,
  ) => {
    pages.section(title);
    if (rows.length === 0) pages.line(none);
    else
      pages.table(
        columns.map(([head, width]) => ({ head, width })),
        rows,
      );
  };

  table(
    'Callouts',
    [
      ['No.', 0.08],
      ['Construction', 0.52],
      ['Further', 0.4],
    ],
    ofKind(spec, 'construction_note', 'process').map((node) => {
      const say = of(node);
      const number = valueIn(node, 'callout');
      return [
        number ? say(payloadText(number.value)) || '?' : '',
        named(node, say),
        all(node, say, ['callout']),
      ];
    }),
    '? No callouts: not stated.',
  );
  table(
    'Bill of materials',
    [
      ['Section', 0.14],
      ['Item', 0.34],
      ['Details', 0.52],
    ],
    ofKind(spec, ...Object.keys(SECTIONS)).map((node) => [
      SECTIONS[kindOf(node)] ?? '',
      named(node, of(node)),
      all(node, of(node)),
    ]),
    '? No materials, trims or labels: not stated.',
  );
  const measures = ['spec', 'tol_plus', 'tol_minus', 'grade'];
  table(
    'Points of measure',
    [
      ['Code', 0.09],
      ['Point', 0.28],
      ['Spec', 0.13],
      ['Tol. +', 0.11],
      ['Tol. -', 0.11],
      ['Grade', 0.11],
      ['Further', 0.17],
    ],
    ofKind(spec, 'measurement').map((node) => {
      const say = of(node);
      const cells = measures.map((field) => marked(valueIn(node, field), say) || '? not stated');
      return [
        marked(valueIn(node, 'code'), say),
        named(node, say),
        ...cells,
        all(node, say, ['code', ...measures]),
      ];
    }),
    '? No points of measure: not stated.',
  );
  table(
    'Construction',
    [
      ['Part', 0.14],
      ['Name', 0.34],
      ['Details', 0.52],
    ],
    ofKind(spec, 'piece', 'seam', 'quilt_line', 'closure').map((node) => [
      spaced(kindOf(node)),
      named(node, of(node)),
      all(node, of(node)),
    ]),
    '? No pieces, seams or closures: not stated.',
  );
  table(
    'Open questions',
    [
      ['Question', 0.46],
      ['About', 0.3],
      ['Now', 0.24],
    ],
    spec.questions.map(({ text, about, state, now }, at) => {
      const say = (words: string) => show(words, `question ${at + 1}`);
      return [say(text), say(about), `${mark(state)} ${now ? say(now) : 'not stated'}`];
    }),
    'No unresolved confirmations.',
  );
  if (unshown.size > 0) {
    pages.section('Text not shown');
    pages.line(
      'The fonts of this document have no letters for some texts. Where one of these names stands in square brackets, the text is in the JSON export of the same garment:',
      { gap: 8 },
    );
    pages.line([...unshown.keys()].join(', '));
  }
  pages.finish(
    [
      `${spec.identity}   ${name === `[${spec.identity}]` ? '' : name}`,
      `${spec.profile}   version ${facts.version}   ${facts.createdAt}`,
    ],
    `${LEGEND}   ${spec.questions.length} unresolved; they do not block a sample or a quotation.`,
  );
  return bytesOf(document);
}

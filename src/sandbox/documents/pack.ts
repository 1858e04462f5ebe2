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
const all = (node: GraphNode, but: readonly string[] = []): string =>
  valuesOf(node)
    .filter(({ field }) => !but.includes(field))
    .map((entry) => `${spaced(entry.field)} ${marked(entry)}`)
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
  pages.line(name, { size: 22, bold: true, gap: 10 });
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
      return [
        marked(valueIn(node, 'callout')).replace(/^\S+ /, ''),
        say(named(node)),
        say(all(node, ['callout'])),
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
      of(node)(named(node)),
      of(node)(all(node)),
    ]),
    '? No materials, trims or labels: not stated.',
  );
  table(
    'Points of measure',
    [
      ['Code', 0.1],
      ['Point', 0.32],
      ['Spec', 0.15],
      ['Tol. +', 0.12],
      ['Tol. -', 0.12],
      ['Further', 0.19],
    ],
    ofKind(spec, 'measurement').map((node) => {
      const say = of(node);
      const cell = (field: string) => say(marked(valueIn(node, field)) || '? not stated');
      return [
        cell('code').replace(/^= /, ''),
        say(named(node)),
        cell('spec'),
        cell('tol_plus'),
        cell('tol_minus'),
        say(all(node, ['code', 'spec', 'tol_plus', 'tol_minus'])),
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
    ofKind(spec, 'piece', 'seam', 'closure').map((node) => [
      kindOf(node),
      of(node)(named(node)),
      of(node)(all(node)),
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
      return [say(text), say(about), say(`${mark(state)} ${now || 'not stated'}`)];
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

import { lettered } from './lettering.ts';
import { type Setter, setter } from './pages.ts';
import { bytesOf, printer } from './printer.ts';
import { ordered, type Show, sections } from './sections.ts';
import type { Specification } from './specification.ts';
import { LEGEND } from './state-marks.ts';

interface Facts {
  readonly purchaseId: string;
  readonly version: number;
  readonly createdAt: string;
}

const cover = (pages: Setter, spec: Specification, request: object, facts: Facts, show: Show): void => {
  const name = show(spec.name ?? '(unnamed)');
  pages.section('Tech Pack');
  pages.line(name, { size: name.length > 80 ? 13 : 22, bold: true, gap: 10 });
  const identity = [
    `Identity: ${spec.identity}`,
    `Category: ${show(spec.category) || 'not stated'}`,
    `Profile: ${spec.profile}`,
    `Version: ${facts.version}`,
    `Composed: ${facts.createdAt}`,
    `Purchase: ${facts.purchaseId}`,
  ];
  for (const line of identity) pages.line(line, { size: 11 });
  pages.line(' ');
  const states = [...spec.tally.states].map(([state, count]) => `${count} ${show(state)}`).join(', ');
  pages.line(`Marks: ${LEGEND}`, { bold: true });
  pages.line(`Values counted in this pack: ${states}.`);
  pages.line(
    `Unresolved confirmations: ${spec.questions.length}. They do not block a sample or a quotation.`,
    { gap: 12 },
  );
  pages.line('Ordered with', { bold: true });
  const sent = ordered(request);
  for (const line of sent.length > 0 ? sent : ['nothing but the design itself'])
    pages.line(show(line, 'as sent'), { indent: 10 });
};

/**
 * A Tech Pack: cover, callouts, bill of materials, points of measure, construction, open questions. Every value
 * has its mark. Text that the fonts cannot show gives way to the id it belongs to, and the last page says where.
 */
export const pack = (spec: Specification, request: object, facts: Facts): Promise<Uint8Array> => {
  const unshown = new Set<string>();
  const show: Show = (text, standIn = spec.identity) =>
    lettered(text, `[${standIn}]`, () => unshown.add(standIn));
  const created = new Date(facts.createdAt);
  const document = printer({
    Title: `Tech Pack ${spec.identity}`,
    Subject: `${spec.identity}, ${spec.profile}`,
    CreationDate: created,
  });
  const pages = setter(document);
  cover(pages, spec, request, facts, show);
  for (const { title, columns, rows, none } of sections(spec, show)) {
    pages.section(title);
    const heads = Object.entries(columns).map(([head, width]) => ({ head, width }));
    // A state may be any word, in any letters; what is made of words alone has been shown already.
    const shown = rows.map((row) => row.map((cell) => show(cell)));
    if (rows.length === 0) pages.line(none);
    else pages.table(heads, shown);
  }
  if (unshown.size > 0) {
    pages.section('Text not shown');
    pages.line(
      'The fonts of this document have no letters for some texts. Where one of these names stands in square brackets, the text is in the JSON export of the same garment:',
      { gap: 8 },
    );
    pages.line([...unshown].map((id) => show(id, '?')).join(', '));
  }
  const name = show(spec.name ?? '(unnamed)', '');
  const identity = name === '[]' ? spec.identity : `${spec.identity}   ${name}`;
  pages.finish(
    [identity, `${spec.profile}   version ${facts.version}   ${facts.createdAt}`],
    `${LEGEND}   ${spec.questions.length} unresolved; they do not block a sample or a quotation.`,
  );
  return bytesOf(document);
};

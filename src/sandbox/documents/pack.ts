import { lettered } from './lettering.ts';
import { ordered, type Show, sections } from './sections.ts';
import type { Specification } from './specification.ts';
import { LEGEND } from './state-marks.ts';
import { COLUMNS, LINES, type TextLine, wrapText, writeTextPdf } from './text-pdf.ts';

interface Facts {
  readonly purchaseId: string;
  readonly version: number;
  readonly createdAt: string;
}

interface PackSection {
  readonly title: string;
  readonly lines: readonly TextLine[];
}

const toLines = (text: string, indent?: number): readonly TextLine[] =>
  wrapText(text, indent).map((line) => ({ text: line }));

const coverLines = (spec: Specification, request: object, facts: Facts, show: Show): readonly TextLine[] => {
  const states = [...spec.tally.states].map(([state, count]) => `${count} ${show(state)}`).join(', ');
  const sent = ordered(request);
  return [
    ...wrapText(show(spec.name ?? '(unnamed)')).map((text) => ({ text, isBold: true })),
    { text: '' },
    ...[
      `Identity: ${spec.identity}`,
      `Category: ${show(spec.category) || 'not stated'}`,
      `Profile: ${spec.profile}`,
      `Version: ${facts.version}`,
      `Composed: ${facts.createdAt}`,
      `Purchase: ${facts.purchaseId}`,
      '',
      `Marks: ${LEGEND}`,
      `Values counted in this pack: ${states}.`,
      `Unresolved confirmations: ${spec.questions.length}. They do not block a sample or a quotation.`,
      '',
    ].flatMap((text) => toLines(text)),
    { text: 'Ordered with', isBold: true },
    ...(sent.length > 0 ? sent : ['nothing but the design itself']).flatMap((text) =>
      toLines(show(text, 'as sent'), 4),
    ),
  ];
};

const NOT_SHOWN =
  'The fonts of this document have no letters for some texts. Where one of these names stands in square brackets, the text is in the JSON export of the same garment:';

/** Lines on pages, each under the title of its section and between a head and a foot. */
const paginate = (
  all: readonly PackSection[],
  [left, right]: readonly [left: string, right: string],
  foot: readonly string[],
): readonly (readonly TextLine[])[] => {
  const room = LINES - 6 - foot.length;
  const pages = all.flatMap(({ title, lines }) =>
    Array.from({ length: Math.max(1, Math.ceil(lines.length / room)) }, (_, at) => ({
      title: at === 0 ? title : `${title} (continued)`,
      lines: lines.slice(at * room, (at + 1) * room),
    })),
  );
  return pages.map(({ title, lines }, at) => [
    { text: left.slice(0, COLUMNS), isBold: true },
    { text: `${right}   page ${at + 1} of ${pages.length}` },
    { text: '' },
    { text: title, isBold: true },
    { text: '' },
    ...lines,
    { text: '' },
    ...foot.map((text) => ({ text })),
  ]);
};

/**
 * A Tech Pack as text: cover, callouts, bill of materials, points of measure, construction, open questions. Every value
 * has its mark. Text that the fonts cannot show gives way to the id it belongs to, and the last page says where.
 */
export const pack = (spec: Specification, request: object, facts: Facts): Uint8Array => {
  const unshown = new Set<string>();
  const show: Show = (text, standIn = spec.identity) =>
    lettered(text, `[${standIn}]`, () => unshown.add(standIn));
  const parts: PackSection[] = [{ title: 'Tech Pack', lines: coverLines(spec, request, facts, show) }];
  for (const { title, heads, rows, none } of sections(spec, show)) {
    // A state may be any word, in any letters; what is made of words alone has been shown already.
    const texts = rows.map((row) =>
      row.flatMap((cell, at) => (cell === '' ? [] : [`${heads[at]}: ${show(cell)}`])).join('   '),
    );
    parts.push({
      title,
      lines: (texts.length === 0 ? [none] : texts).flatMap((text) => toLines(text, 4)),
    });
  }
  if (unshown.size > 0) {
    const names = [...unshown].map((id) => show(id, '?')).join(', ');
    parts.push({ title: 'Text not shown', lines: [...toLines(NOT_SHOWN), ...toLines(names, 4)] });
  }
  const name = show(spec.name ?? '(unnamed)', '');
  return writeTextPdf(
    paginate(
      parts,
      [
        name === '[]' ? spec.identity : `${spec.identity}   ${name}`,
        `${spec.profile}   version ${facts.version}   ${facts.createdAt}`,
      ],
      [LEGEND, `${spec.questions.length} unresolved; they do not block a sample or a quotation.`],
    ),
    { title: `Tech Pack ${spec.identity}`, created: facts.createdAt },
  );
};

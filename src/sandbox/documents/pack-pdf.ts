import type { GarmentSpecification } from './garment-specification.ts';
import { buildPackSections, listRequestMembers, type ShowText } from './pack-sections.ts';
import { toPrintableText } from './printable-text.ts';
import { MARK_LEGEND } from './provenance-marks.ts';
import {
  PDF_PAGE_COLUMNS,
  PDF_PAGE_LINES,
  type PdfTextLine,
  renderTextPdf,
  wrapPdfText,
} from './text-pdf.ts';

/** Purchase, version and time of a Tech Pack. */
interface PackFacts {
  readonly purchaseId: string;
  readonly version: number;
  readonly createdAt: string;
}

/** A section as lines of text. */
interface PackTextSection {
  readonly title: string;
  readonly lines: readonly PdfTextLine[];
}

/** Wraps a text to lines. */
const toTextLines = (text: string, indent?: number): readonly PdfTextLine[] =>
  wrapPdfText(text, indent).map((line) => ({ text: line }));

/** Returns the lines of the first page: identity, counts, and the members of the request. */
const listCoverLines = (
  spec: GarmentSpecification,
  request: object,
  facts: PackFacts,
  show: ShowText,
): readonly PdfTextLine[] => {
  const states = [...spec.tally.states].map(([state, count]) => `${count} ${show(state)}`).join(', ');
  const sent = listRequestMembers(request);
  return [
    ...wrapPdfText(show(spec.name ?? '(unnamed)')).map((text) => ({ text, isBold: true })),
    { text: '' },
    ...[
      `Identity: ${spec.identity}`,
      `Category: ${show(spec.category) || 'not stated'}`,
      `Profile: ${spec.profile}`,
      `Version: ${facts.version}`,
      `Composed: ${facts.createdAt}`,
      `Purchase: ${facts.purchaseId}`,
      '',
      `Marks: ${MARK_LEGEND}`,
      `Values counted in this pack: ${states}.`,
      `Unresolved confirmations: ${spec.questions.length}. They do not block a sample or a quotation.`,
      '',
    ].flatMap((text) => toTextLines(text)),
    { text: 'Ordered with', isBold: true },
    ...(sent.length > 0 ? sent : ['nothing but the design itself']).flatMap((text) =>
      toTextLines(show(text, 'as sent'), 4),
    ),
  ];
};

/** The sentence above the list of texts that the fonts cannot show. */
const NOT_SHOWN_NOTE =
  'The fonts of this document have no letters for some texts. Where one of these names stands in square brackets, the text is in the JSON export of the same garment:';

/** Lays out sections on pages. Each page has a head, the title of its section and a foot. */
const layOutPages = (
  all: readonly PackTextSection[],
  [left, right]: readonly [left: string, right: string],
  foot: readonly string[],
): readonly (readonly PdfTextLine[])[] => {
  const room = PDF_PAGE_LINES - 6 - foot.length;
  const pages = all.flatMap(({ title, lines }) =>
    Array.from({ length: Math.max(1, Math.ceil(lines.length / room)) }, (_, at) => ({
      title: at === 0 ? title : `${title} (continued)`,
      lines: lines.slice(at * room, (at + 1) * room),
    })),
  );
  return pages.map(({ title, lines }, at) => [
    { text: left.slice(0, PDF_PAGE_COLUMNS), isBold: true },
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
 * Renders a Tech Pack as text: cover, callouts, bill of materials, points of measure, construction, open
 * questions. Every value has its provenance mark. A text that the fonts cannot show is replaced by the id
 * of its node; the last page lists them.
 */
export const renderPackPdf = (spec: GarmentSpecification, request: object, facts: PackFacts): Uint8Array => {
  const unshown = new Set<string>();
  const show: ShowText = (text, standIn = spec.identity) =>
    toPrintableText(text, `[${standIn}]`, () => unshown.add(standIn));
  const parts: PackTextSection[] = [
    { title: 'Tech Pack', lines: listCoverLines(spec, request, facts, show) },
  ];
  for (const { title, heads, rows, none } of buildPackSections(spec, show)) {
    // A provenance word may be in any script, so each cell is converted. The other texts are converted
    // already.
    const texts = rows.map((row) =>
      row.flatMap((cell, at) => (cell === '' ? [] : [`${heads[at]}: ${show(cell)}`])).join('   '),
    );
    parts.push({
      title,
      lines: (texts.length === 0 ? [none] : texts).flatMap((text) => toTextLines(text, 4)),
    });
  }
  if (unshown.size > 0) {
    const names = [...unshown].map((id) => show(id, '?')).join(', ');
    parts.push({
      title: 'Text not shown',
      lines: [...toTextLines(NOT_SHOWN_NOTE), ...toTextLines(names, 4)],
    });
  }
  const name = show(spec.name ?? '(unnamed)', '');
  return renderTextPdf(
    layOutPages(
      parts,
      [
        name === '[]' ? spec.identity : `${spec.identity}   ${name}`,
        `${spec.profile}   version ${facts.version}   ${facts.createdAt}`,
      ],
      [MARK_LEGEND, `${spec.questions.length} unresolved; they do not block a sample or a quotation.`],
    ),
    { title: `Tech Pack ${spec.identity}`, created: facts.createdAt },
  );
};

import type { GraphNode } from '../../garment/graph-model.ts';
import { toPayloadText } from '../../platform/json/json-values.ts';
import {
  findFieldValue,
  formatMark,
  formatNameWithMark,
  formatNodeDetails,
  formatValueWithMark,
  type GarmentSpecification,
  MARK_LEGEND,
  resolveNodeKind,
  selectNodesOfKind,
} from './export-document.ts';
import { cleanXmlText } from './svg-markup.ts';

/** A line of text on a page. */
interface PdfTextLine {
  readonly text: string;
  readonly isBold?: boolean;
}

/** Characters that fit on one line. */
const PDF_PAGE_COLUMNS = 112;
/** Lines that fit on one page. */
const PDF_PAGE_LINES = 74;

const [SIZE, LEADING, LEFT, TOP] = [7.5, 10.2, 44, 800];

/** Bytes of WinAnsi, the encoding of the standard PDF fonts, by character. */
const WIN_ANSI: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);

/** Formats a hexadecimal PDF string, for example `<4142>`. No character of the text can end it. */
const toHexString = (text: string): string =>
  `<${[...text].map((sign) => (WIN_ANSI.get(sign) ?? 63).toString(16).padStart(2, '0')).join('')}>`;

/** Returns the content stream of a page. */
const toPageContent = (lines: readonly PdfTextLine[]): string =>
  [
    `BT ${LEADING} TL ${LEFT} ${TOP} Td`,
    ...lines.map(({ text, isBold }) => `/${isBold ? 'B' : 'R'} ${SIZE} Tf ${toHexString(text)} Tj T*`),
    'ET',
  ].join('\n');

const FONT = '<< /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont';

/** Renders the document. `created` is a time in ISO 8601. */
const renderTextPdf = (
  pages: readonly (readonly PdfTextLine[])[],
  { title, created }: { readonly title: string; readonly created: string },
): Uint8Array => {
  const date = `D:${created.replaceAll(/\D/g, '').slice(0, 14)}Z`;
  const first = 6;
  const kids = pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 595.28 841.89] /Resources << /Font << /R 3 0 R /B 4 0 R >> >> >>`,
    `${FONT} /Courier >>`,
    `${FONT} /Courier-Bold >>`,
    `<< /Title ${toHexString(title)} /Author (toile sandbox) /CreationDate (${date}) >>`,
    ...pages.flatMap((lines, at) => {
      const content = toPageContent(lines);
      return [
        `<< /Type /Page /Parent 2 0 R /Contents ${first + 2 * at + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(text);
};

/**
 * Wraps a text at spaces into lines that fit. All lines but the first are indented. Nothing is cut off.
 */
const wrapPdfText = (text: string, indent = 0): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => each.match(/.{1,100}/gsu) ?? [each])) {
    if (line !== '' && line.length + 1 + word.length > PDF_PAGE_COLUMNS) {
      lines.push(line);
      line = ' '.repeat(indent) + word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
};

/** Characters beyond Latin-1 in WinAnsi, the encoding of the standard PDF fonts. */
const EXTRA_CHARACTERS = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Returns true for a text that the standard PDF fonts can show. */
const isPrintableText = (text: string): boolean =>
  [...text].every(
    (char) => (char >= ' ' && char <= '~') || (char >= '\u00a0' && char <= 'ÿ') || EXTRA_CHARACTERS.has(char),
  );

/**
 * Returns the text if the fonts can show it, or else `standIn`, and passes the text to `note`. Nothing is
 * transliterated: wrong letters would be worse than none.
 */
const toPrintableText = (text: string, standIn: string, note: (text: string) => void): string => {
  const plain = cleanXmlText(text);
  if (isPrintableText(plain)) return plain;
  note(plain);
  return standIn;
};

/** A section of a Tech Pack: a table, and the sentence that replaces an empty one. */
interface PackSection {
  readonly title: string;
  /** The headings of the cells of a row. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly none: string;
}

/** Returns the text as the document can show it, or else the id of its node. */
type ShowText = (text: string, standIn?: string) => string;

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
const buildPackSections = (spec: GarmentSpecification, show: ShowText): PackSection[] => {
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
const listRequestMembers = (request: object): string[] =>
  Object.entries(request).map(([field, value]) => `${field}: ${toPayloadText(value)}`);

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

/** Renders a Tech Pack: a PDF of plain text, in Courier on A4 and uncompressed. The same facts give the same bytes. */

import { toPayloadText } from '../../platform/json/json-values.ts';
import {
  formatMark,
  formatNameWithMark,
  formatNodeDetails,
  type GarmentSpecification,
  MARK_LEGEND,
  type PackFacts,
  resolveNodeKind,
  selectNodesOfKind,
} from './export-document.ts';
import { cleanXmlText } from './svg-markup.ts';

const PAGE_COLUMNS = 112;
const PAGE_LINES = 74;
/** The indexes of the lines of a page that are printed in bold: the page head and the title of the section. */
const BOLD_LINES = [0, 3];

const [SIZE, LEADING, LEFT, TOP] = [7.5, 10.2, 44, 800];

/** The characters of the bytes 128 to 159 in WinAnsi, the encoding of the PDF fonts. A space means no character. */
const HIGH_CHARACTERS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const WIN_ANSI: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte] as const),
  ...[...HIGH_CHARACTERS].flatMap((char, at) => (char === ' ' ? [] : [[char, 128 + at] as const])),
]);

/** Returns a text as a hexadecimal PDF string, for example `<4142>` for `AB`. Unknown characters become `?`. */
const toHexString = (text: string): string =>
  `<${[...text].map((char) => (WIN_ANSI.get(char) ?? 63).toString(16).padStart(2, '0')).join('')}>`;

const toPageContent = (lines: readonly string[]): string =>
  [
    `BT ${LEADING} TL ${LEFT} ${TOP} Td`,
    ...lines.map(
      (text, at) => `/${BOLD_LINES.includes(at) ? 'B' : 'R'} ${SIZE} Tf ${toHexString(text)} Tj T*`,
    ),
    'ET',
  ].join('\n');

const FONT = '<< /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont';

const renderTextPdf = (pages: readonly (readonly string[])[], title: string, created: string): Uint8Array => {
  const date = `D:${created.replaceAll(/\D/g, '').slice(0, 14)}Z`;
  const firstPage = 6;
  const kids = pages.map((_, at) => `${firstPage + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 595.28 841.89] /Resources << /Font << /R 3 0 R /B 4 0 R >> >> >>`,
    `${FONT} /Courier >>`,
    `${FONT} /Courier-Bold >>`,
    `<< /Title ${toHexString(title)} /Author (toile sandbox) /CreationDate (${date}) >>`,
    ...pages.flatMap((lines, at) => {
      const content = toPageContent(lines);
      return [
        `<< /Type /Page /Parent 2 0 R /Contents ${firstPage + 2 * at + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(text);
};

/** Wraps a text at spaces into lines that fit. All lines but the first are indented. Nothing is cut off. */
const wrapText = (text: string): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => each.match(/.{1,100}/gsu) ?? [each])) {
    if (line !== '' && line.length + 1 + word.length > PAGE_COLUMNS) {
      lines.push(line);
      line = `    ${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
};

/**
 * The sections of a Tech Pack that list nodes: title, kinds of nodes, and the sentence for a garment without such
 * nodes.
 */
const NODE_SECTIONS = [
  ['Callouts', ['construction_note', 'process'], '? No callouts: not stated.'],
  [
    'Bill of materials',
    ['material', 'trim', 'label', 'packaging', 'colourway'],
    '? No materials, trims or labels: not stated.',
  ],
  ['Points of measure', ['measurement'], '? No points of measure: not stated.'],
  ['Construction', ['piece', 'seam', 'quilt_line', 'closure'], '? No pieces, seams or closures: not stated.'],
] as const;

const NOT_SHOWN_NOTE =
  'The fonts of this document have no letters for some texts. Where one of these names stands in square brackets, the text is in the JSON export of the same garment:';

const layOutPages = (
  sections: readonly (readonly [title: string, texts: readonly string[]])[],
  [leftHeader, rightHeader]: readonly [left: string, right: string],
  footer: readonly string[],
): readonly (readonly string[])[] => {
  const linesPerPage = PAGE_LINES - 6 - footer.length;
  const pages = sections.flatMap(([title, texts]) => {
    const lines = texts.flatMap(wrapText);
    return Array.from({ length: Math.max(1, Math.ceil(lines.length / linesPerPage)) }, (_, at) => [
      at === 0 ? title : `${title} (continued)`,
      '',
      ...lines.slice(at * linesPerPage, (at + 1) * linesPerPage),
      '',
      ...footer,
    ]);
  });
  return pages.map((lines, at) => [
    leftHeader.slice(0, PAGE_COLUMNS),
    `${rightHeader}   page ${at + 1} of ${pages.length}`,
    '',
    ...lines,
  ]);
};

/**
 * Renders a Tech Pack as a PDF of text, from the cover to the open questions. A text that the fonts cannot show is
 * replaced by the id of its node, for example `[piece.front]`; the last page lists these ids.
 */
export const renderPackPdf = (spec: GarmentSpecification, request: object, facts: PackFacts): Uint8Array => {
  const hiddenTexts = new Set<string>();
  const toPrintable = (text: string, placeholder = spec.identity): string => {
    const cleaned = cleanXmlText(text);
    if ([...cleaned].every((char) => WIN_ANSI.has(char))) return cleaned;
    hiddenTexts.add(placeholder);
    return `[${placeholder}]`;
  };
  const name = spec.name ?? '(unnamed)';
  const states = [...spec.tally.states].map(([state, count]) => `${count} ${toPrintable(state)}`).join(', ');
  const requestTexts = Object.entries(request).map(([field, value]) => `${field}: ${toPayloadText(value)}`);
  const openText = `${spec.questions.length}; they do not block a sample or a quotation.`;
  const cover = [
    toPrintable(name),
    '',
    `Identity: ${spec.identity}`,
    `Category: ${toPrintable(spec.category) || 'not stated'}`,
    `Profile: ${spec.profile}`,
    `Version: ${facts.version}`,
    `Composed: ${facts.createdAt}`,
    `Purchase: ${facts.purchaseId}`,
    '',
    `Marks: ${MARK_LEGEND}`,
    `Values counted in this pack: ${states}.`,
    `Unresolved confirmations: ${openText}`,
    '',
    'Ordered with',
    ...(requestTexts.length > 0 ? requestTexts : ['nothing but the design itself']).map((text) =>
      toPrintable(text, 'as sent'),
    ),
  ];
  const sections = NODE_SECTIONS.map(([title, kinds, emptyText]) => {
    const texts = selectNodesOfKind(spec, ...kinds).map((node) => {
      const format = (text: string) => toPrintable(text, node.id);
      const words = `${formatNameWithMark(node, format)}   ${formatNodeDetails(node, [], format)}`.trimEnd();
      // An unknown provenance word is in `words` as the node has it, and the fonts may be unable to show it. So
      // `format` is applied to the whole text.
      return format(`${resolveNodeKind(node).replaceAll('_', ' ')}: ${words}`);
    });
    return [title, texts.length === 0 ? [emptyText] : texts] as const;
  });
  const questions = spec.questions.map(({ text, about, state, now }, at) => {
    const format = (words: string) => toPrintable(words, `question ${at + 1}`);
    return format(
      `${format(text)}   About: ${format(about)}   Now: ${formatMark(state)} ${now ? format(now) : 'not stated'}`,
    );
  });
  const shownName = toPrintable(name);
  const hiddenList = [...hiddenTexts].map((id) => toPrintable(id, '?')).join(', ');
  return renderTextPdf(
    layOutPages(
      [
        ['Tech Pack', cover],
        ...sections,
        ['Open questions', questions.length === 0 ? ['No unresolved confirmations.'] : questions],
        ...(hiddenList === '' ? [] : [['Text not shown', [NOT_SHOWN_NOTE, hiddenList]] as const]),
      ],
      [
        shownName === `[${spec.identity}]` ? spec.identity : `${spec.identity}   ${shownName}`,
        `${spec.profile}   version ${facts.version}   ${facts.createdAt}`,
      ],
      [MARK_LEGEND, `Unresolved: ${openText}`],
    ),
    `Tech Pack ${spec.identity}`,
    facts.createdAt,
  );
};

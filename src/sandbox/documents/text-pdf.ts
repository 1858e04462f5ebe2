/** A PDF of plain text: lines in Courier on A4, uncompressed. The same lines give the same bytes. */

import { cleanXmlText } from './svg-markup.ts';

/** A line of text on a page. */
export interface PdfTextLine {
  readonly text: string;
  readonly isBold?: boolean;
}

/** Characters that fit on one line. */
export const PDF_PAGE_COLUMNS = 112;
/** Lines that fit on one page. */
export const PDF_PAGE_LINES = 74;

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
export const renderTextPdf = (
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
export const wrapPdfText = (text: string, indent = 0): readonly string[] => {
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
export const toPrintableText = (text: string, standIn: string, note: (text: string) => void): string => {
  const plain = cleanXmlText(text);
  if (isPrintableText(plain)) return plain;
  note(plain);
  return standIn;
};

/** A PDF of text: lines in Courier on A4, uncompressed, the same bytes for the same lines. */

export interface TextLine {
  readonly text: string;
  readonly isBold?: boolean;
}

/** How many characters and lines fit on a page. */
export const COLUMNS = 112;
export const LINES = 74;

const [SIZE, LEADING, LEFT, TOP] = [7.5, 10.2, 44, 800];

/** Bytes of WinAnsi, the encoding of the fonts that every reader of PDF has, by character. */
const WIN_ANSI: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);

/** A string of PDF in hexadecimal, where nothing in a text can end it: `<4142>`. */
const toHexString = (text: string): string =>
  `<${[...text].map((sign) => (WIN_ANSI.get(sign) ?? 63).toString(16).padStart(2, '0')).join('')}>`;

const toContent = (lines: readonly TextLine[]): string =>
  [
    `BT ${LEADING} TL ${LEFT} ${TOP} Td`,
    ...lines.map(({ text, isBold }) => `/${isBold ? 'B' : 'R'} ${SIZE} Tf ${toHexString(text)} Tj T*`),
    'ET',
  ].join('\n');

const FONT = '<< /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont';

/** The document; `created` in ISO 8601. */
export const writeTextPdf = (
  pages: readonly (readonly TextLine[])[],
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
      const content = toContent(lines);
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

/** The text in lines that fit, broken at spaces; all but the first are indented. Nothing is left out. */
export const wrapText = (text: string, indent = 0): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => each.match(/.{1,100}/gsu) ?? [each])) {
    if (line !== '' && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = ' '.repeat(indent) + word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
};

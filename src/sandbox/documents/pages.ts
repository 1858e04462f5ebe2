import { BOLD, type Printer, REGULAR } from './printer.ts';

/** Points: 72 to the inch. */
const PAGE = { width: 595.28, height: 841.89, side: 42, top: 76, bottom: 52 };
export const INNER = PAGE.width - 2 * PAGE.side;

/** So many characters fit on one page, whatever the width of their column. */
const LINE = 1500;
const CELL = 400;

const partsOf = (words: string, most: number): string[] => {
  const parts = [];
  for (let at = 0; at < words.length; at += most) parts.push(words.slice(at, at + most));
  return parts.length > 0 ? parts : [words];
};

/** A row taller than a page would run off it; it goes on in rows below. */
const inParts = (row: readonly string[]): string[][] => {
  const cells = row.map((cell) => partsOf(cell, CELL));
  const count = Math.max(...cells.map((parts) => parts.length));
  return Array.from({ length: count }, (_, at) => cells.map((parts) => parts[at] ?? ''));
};

/** Sets text from the top of a page downwards, on as many pages as it takes. */
export interface Setter {
  /** Begins a page. */
  section(title: string): void;
  line(
    words: string,
    style?: {
      readonly size?: number;
      readonly bold?: boolean;
      readonly indent?: number;
      readonly gap?: number;
    },
  ): void;
  /** Rows of cells under a head that returns on each page. */
  table(
    columns: readonly { readonly head: string; readonly width: number }[],
    rows: readonly (readonly string[])[],
  ): void;
  /** Header and footer of every page: each must stand alone when the pack is taken apart. */
  finish(header: readonly [left: string, right: string], footer: string): void;
}

export const setter = (document: Printer): Setter => {
  let y = 0;
  let title = '';

  const page = () => {
    document.addPage({ size: 'A4', margin: 0 });
    y = PAGE.top;
  };
  const room = (height: number, head: () => void = () => {}) => {
    if (y + height <= PAGE.height - PAGE.bottom) return;
    page();
    put(`${title} (continued)`, { size: 11, bold: true, gap: 6 });
    head();
  };
  const put: Setter['line'] = (words, { size = 9, bold = false, indent = 0, gap = 3 } = {}) => {
    document.font(bold ? BOLD : REGULAR).fontSize(size);
    document.text(words, PAGE.side + indent, y, { width: INNER - indent, lineGap: 1 });
    y = document.y + gap;
  };
  const heightOf = (words: string, width: number) =>
    document
      .font(REGULAR)
      .fontSize(8)
      .heightOfString(words || ' ', { width, lineGap: 1 });
  const rule = (weight: number) => {
    document
      .lineWidth(weight)
      .moveTo(PAGE.side, y)
      .lineTo(PAGE.side + INNER, y)
      .stroke('#000000');
  };

  /** As much as one line holds; the whole of it stands on the cover. */
  const cutTo = (words: string, width: number): string => {
    if (document.widthOfString(words) <= width) return words;
    let kept = words.slice(0, 200);
    while (kept !== '' && document.widthOfString(`${kept}…`) > width) kept = kept.slice(0, -1);
    return `${kept}…`;
  };

  return {
    section(words) {
      title = words;
      page();
      put(words, { size: 16, bold: true, gap: 10 });
    },
    line(words, style = {}) {
      for (const part of partsOf(words, LINE)) {
        document.font(style.bold ? BOLD : REGULAR).fontSize(style.size ?? 9);
        room(document.heightOfString(part, { width: INNER - (style.indent ?? 0), lineGap: 1 }));
        put(part, style);
      }
    },
    table(columns, rows) {
      const widths = columns.map(({ width }) => width * INNER);
      const cells = (row: readonly string[], font: string) => {
        let x = PAGE.side;
        for (const [at, width] of widths.entries()) {
          document
            .font(font)
            .fontSize(8)
            .text(row[at] ?? '', x, y, { width: width - 6, lineGap: 1 });
          x += width;
        }
      };
      const head = () => {
        cells(
          columns.map((column) => column.head),
          BOLD,
        );
        y += Math.max(...columns.map((column, at) => heightOf(column.head, (widths[at] ?? 0) - 6))) + 3;
        rule(0.8);
        y += 4;
      };
      head();
      for (const row of rows.flatMap(inParts)) {
        const height = Math.max(...row.map((cell, at) => heightOf(cell, (widths[at] ?? 0) - 6))) + 6;
        room(height, head);
        cells(row, REGULAR);
        y += height - 3;
        rule(0.2);
        y += 4;
      }
      y += 6;
    },
    finish([left, right], footer) {
      const { count } = document.bufferedPageRange();
      for (let at = 0; at < count; at++) {
        document.switchToPage(at);
        const number = `page ${at + 1} of ${count}`;
        document.font(BOLD).fontSize(8);
        document.text(cutTo(left, INNER), PAGE.side, 30, { lineBreak: false });
        document
          .font(REGULAR)
          .text(`${right}   ${number}`, PAGE.side, 42, { width: INNER, lineBreak: false });
        y = 56;
        rule(0.5);
        document.fontSize(7).text(footer, PAGE.side, PAGE.height - 36, { width: INNER, lineBreak: false });
      }
    },
  };
};

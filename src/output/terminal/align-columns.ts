import Table from 'cli-table3';
import stringWidth from 'string-width';
import { wrapRtlText } from '../../platform/escape/terminal-text.ts';
import type { GridColumn } from '../views/view-model.ts';

export const COLUMN_GAP = 2;

const NO_BORDERS = Object.fromEntries(
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'
    .split(' ')
    .map((name) => [name, '']),
);

/**
 * Aligns rows in columns of the given widths and returns the lines. Each text must be one line that fits its column.
 * cli-table3 measures some emoji wrongly, so it aligns placeholders, which the texts then replace.
 */
export const alignColumns = (
  columns: readonly GridColumn[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
): string[] => {
  const texts: string[] = [];
  const standIn = (text: string): string => {
    const width = stringWidth(text);
    if (width === 0) return '';
    texts.push(text);
    return String.fromCodePoint(0xf0000 + texts.length - 1) + '\ue000'.repeat(width - 1);
  };
  const table = new Table({
    chars: { ...NO_BORDERS, middle: ' '.repeat(COLUMN_GAP) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: [...widths],
    colAligns: columns.map((column) => column.align ?? 'left'),
  });
  for (const row of rows) table.push(row.map(standIn));
  return table
    .toString()
    .split('\n')
    .map((line) =>
      line
        .replace(/([\u{f0000}-\u{ffffd}])\ue000*/gu, (_, first: string) => {
          const text = texts[(first.codePointAt(0) ?? 0) - 0xf0000] ?? '';
          return wrapRtlText(text);
        })
        .trimEnd(),
    );
};

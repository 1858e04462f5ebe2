/** One sheet that somebody saved as CSV, whichever way their program writes it. */

import { parse } from 'csv-parse/sync';
import { UsageError } from '../errors.ts';
import { WORKBOOK } from '../size-limits.ts';
import { columnName } from './cells.ts';
import type { ReadSheet } from './read.ts';
import type { ReadCell } from './read-cells.ts';
import { refused } from './unpack.ts';

/** UTF-8, or UTF-16 with its mark, or else what Windows programs write in the West. */
const decodedText = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** What stands most often between the names in the first line. */
const delimiterOf = (text: string): string => {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const bare = line.replace(/"[^"]*"/g, '');
  const count = (sign: string): number => bare.split(sign).length;
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
};

/** A cell that toile wrote as a formula (`sheet --terms-missing`; `--excel` of 0.1) whose value is the very text. */
const unguarded = (text: string): string =>
  /^="(?:[^"]|"")*"$/.test(text) ? text.slice(2, -1).replaceAll('""', '"') : text;

export const readCsv = (bytes: Uint8Array, name: string): readonly ReadSheet[] => {
  if (bytes.length > WORKBOOK.bytes)
    throw refused(name, `has more than ${WORKBOOK.bytes} bytes, which is more than toile reads`, 'too_large');
  const text = decodedText(bytes);
  if (text.includes('\u0000')) throw refused(name, 'is neither an .xlsx workbook nor CSV');
  let records: readonly (readonly string[])[];
  let cells = 0;
  const countCells = (record: string[]): string[] => {
    cells += record.length;
    if (cells > WORKBOOK.cells) throw refused(name, 'holds more cells than toile reads', 'too_large');
    return record;
  };
  try {
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      on_record: countCells,
    });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw refused(name, 'is not CSV: a quote does not end');
  }
  const rows = records.map((record, at) =>
    record.flatMap((cell, column): readonly ReadCell[] =>
      cell === ''
        ? []
        : [
            {
              place: `${columnName(column)}${at + 1}`,
              row: at + 1,
              column: column + 1,
              text: unguarded(cell),
              kind: 'text',
              ...(/^=(?!")/.test(cell) ? { formula: cell.slice(1) } : {}),
            },
          ],
    ),
  );
  return [{ name: '', rows: rows.filter((row) => row.length > 0), merged: [], remarks: [] }];
};

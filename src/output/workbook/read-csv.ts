import { parse } from 'csv-parse/sync';
import { UsageError } from '../../platform/errors.ts';
import { WORKBOOK_LIMITS } from '../../platform/size-limits.ts';
import { readExcelText } from '../tables/excel.ts';
import { formatColumnName } from './cell-layout.ts';
import type { ImportedCell } from './read-cells.ts';
import type { ImportedSheet } from './read-xlsx.ts';
import { createWorkbookError, type WorkbookLimits } from './unzip-parts.ts';

/**
 * Decodes the bytes of a CSV file as UTF-16 if they begin with its byte order mark, otherwise as UTF-8. If they are not
 * valid UTF-8, decodes them as windows-1252.
 */
const decodeCsvText = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

const detectDelimiter = (text: string): string => {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const unquoted = line.replace(/"[^"]*"/g, '');
  const countParts = (sign: string): number => unquoted.split(sign).length;
  return [';', '\t'].reduce((best, sign) => (countParts(sign) > countParts(best) ? sign : best), ',');
};

/**
 * Reads a CSV file as one sheet with an empty name. `name` is the file as typed, for error messages. The separator is
 * detected. A formula such as `="1-2"` becomes the text `1-2`. Throws a UsageError if the file is not CSV or too large.
 */
export const readCsvSheets = (
  bytes: Uint8Array,
  name: string,
  limits: WorkbookLimits = WORKBOOK_LIMITS,
): readonly ImportedSheet[] => {
  if (bytes.length > limits.bytes)
    throw createWorkbookError(name, `has more than ${limits.bytes} bytes, the limit of toile`, 'too_large');
  const text = decodeCsvText(bytes);
  if (text.includes('\u0000')) throw createWorkbookError(name, 'is neither an .xlsx workbook nor CSV');
  let records: readonly (readonly string[])[];
  let cells = 0;
  const countCells = (record: string[]): string[] => {
    cells += record.length;
    if (cells > limits.cells) throw createWorkbookError(name, 'has too many cells', 'too_large');
    return record;
  };
  try {
    records = parse(text, {
      bom: true,
      delimiter: detectDelimiter(text),
      relax_column_count: true,
      on_record: countCells,
    });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw createWorkbookError(name, 'is not CSV: a quote does not end');
  }
  const rows = records.map((record, at) =>
    record.flatMap((cell, column): readonly ImportedCell[] => {
      if (cell === '') return [];
      const text = readExcelText(cell);
      return [
        {
          place: `${formatColumnName(column)}${at + 1}`,
          row: at + 1,
          column: column + 1,
          text,
          kind: 'text',
          ...(text === cell && cell.startsWith('=') ? { formula: cell.slice(1) } : {}),
        },
      ];
    }),
  );
  return [{ name: '', rows: rows.filter((row) => row.length > 0), merged: [], comments: [] }];
};

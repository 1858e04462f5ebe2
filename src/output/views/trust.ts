import {
  type DesignTrust,
  formatPlainCount,
  isCountValue,
  readDesignTrust,
} from '../../garment/design-trust.ts';
import { findLeftOut } from '../../garment/left-out.ts';
import { isProvenanceWord } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';
import { flattenValue } from '../../garment/value.ts';
import { quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { toNumberText } from '../../platform/json/json-values.ts';
import { buildValueCells, formatLeftOutNote } from './value-cells.ts';
import { buildValueGridRows, renderValueGrid, VALUE_GRID_COLUMNS } from './value-grid.ts';
import {
  faint,
  heading,
  renderMarkedRuns,
  renderProvenanceMark,
  renderValueRuns,
  strong,
  type TextRuns,
} from './value-runs.ts';
import {
  formatGarmentId,
  type ReadViewOptions,
  renderLeftOutBlocks,
  renderTitleLine,
} from './view-header.ts';
import {
  type GridColumn,
  gap,
  grid,
  line,
  type OutputRows,
  type RichText,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

/** The columns of `toile trust`, which prints one row for each count of a Design Trust body. */
export const TRUST_COLUMNS = ['garment_id', 'field', 'value', 'unit', 'state'] as const;

const renderTrustValue = (entry: Value): TextRuns => {
  const count = formatPlainCount(entry);
  if (count !== undefined) return [count];
  return entry.state === undefined ? renderValueRuns(entry) : renderMarkedRuns(entry);
};

const renderTrustTable = ({ columns, rows }: DesignTrust): readonly ViewBlock[] => {
  if (rows.length === 0) return [];
  const numbers = columns.map(
    (cell): GridColumn => ({
      head: isProvenanceWord(cell)
        ? [renderProvenanceMark(cell), { text: ` ${cell}`, legend: true }]
        : [cell],
      align: 'right',
    }),
  );
  const lines = rows.map(({ name, cells }): RichText[] => [
    name,
    ...columns.map((column) => {
      const entry = cells.get(column);
      return entry ? renderTrustValue(entry) : faint('not given');
    }),
  ]);
  return [gap, grid([{ fit: 'wrap', min: 12 }, ...numbers], lines, { indent: 1 })];
};

const buildRemainingRows = (
  { confidence, rest }: DesignTrust,
  id: string,
  toile: ShellSafe,
): readonly (readonly RichText[])[] => {
  const levels = confidence.flatMap(({ name, value }, at) => [
    at > 0 ? '   ' : '',
    `${name} `,
    ...renderTrustValue(value),
  ]);
  const lines = rest.map((entry): readonly RichText[] => {
    const isOpen = entry.path === 'unresolved' && isCountValue(entry) && toNumberText(entry.value) !== '0';
    const hint = isOpen ? [faint(shellText`   list them: ${toile} confirmations ${quoteShellWord(id)}`)] : [];
    return [entry.path, [...renderTrustValue(entry), ...hint]];
  });
  return levels.length > 0 ? [['confidence', levels], ...lines] : lines;
};

const REMAINING_COLUMNS: readonly GridColumn[] = [
  { fit: 'wrap', min: 12 },
  { fit: 'wrap', min: 24 },
];

/**
 * Renders the body of Design Trust for a terminal: a table of counts by provenance, then the counts that are not in
 * this table.
 */
export const renderTrustView = (
  body: unknown,
  options: ReadViewOptions & { readonly toile?: ShellSafe } = {},
): TerminalView => {
  const all = options.all ?? false;
  const trust = readDesignTrust(body);
  const { garmentId, entries, others } = trust;
  const shownOthers = all ? others : others.filter(({ role }) => role !== 'plain');
  const id = formatGarmentId(garmentId, options);
  const lines = buildRemainingRows(trust, id, options.toile ?? shellText`toile`);
  const leftOut = all
    ? []
    : findLeftOut([...entries.flatMap(flattenValue), ...others], (entry) =>
        shownOthers.includes(entry) ? ['value', 'why'] : others.includes(entry) ? [] : ['value'],
      );
  return [
    renderTitleLine([heading('DESIGN TRUST'), '  ', strong(id)], undefined, 'counts derived by the service'),
    ...renderTrustTable(trust),
    ...(lines.length > 0 ? [gap, grid(REMAINING_COLUMNS, lines, { indent: 1 })] : []),
    ...(entries.length === 0 ? [gap, line('There are no counts.', { indent: 1 })] : []),
    ...(all ? renderTrustDetail(entries) : []),
    ...renderValueGrid(shownOthers, all),
    ...renderLeftOutBlocks(leftOut),
  ];
};

const renderTrustDetail = (entries: readonly Value[]): readonly ViewBlock[] => [
  gap,
  line(heading('AS SENT'), { indent: 1 }),
  grid(VALUE_GRID_COLUMNS, buildValueGridRows(entries, '', true), { indent: 1 }),
];

/**
 * Builds one output row for each count, in the order of the body. If the option `all` is set, also builds rows for the
 * members of the body that are not counts.
 */
export const buildTrustRows = (body: unknown, options: ReadViewOptions = {}): OutputRows => {
  const { garmentId, entries, others } = readDesignTrust(body);
  const all = options.all ?? false;
  const counts = [...entries.flatMap(flattenValue), ...others];
  const cells = counts.flatMap((entry) => buildValueCells(entry, all));
  const garment = garmentId ?? options.subject ?? null;
  return {
    columns: TRUST_COLUMNS,
    rows: cells.map(({ field, value, unit, state }) => [garment, field, value, unit, state]),
    note: formatLeftOutNote(counts, all),
  };
};

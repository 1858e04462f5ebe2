import type { AmountResult } from '../../garment/amounts.ts';
import { formatCount } from '../../garment/format-count.ts';
import { convertTrimValue, listMissingSums, type TrimItem, type TrimsData } from './trims-rows.ts';
import {
  faint,
  renderMarkedRuns,
  renderProvenanceMark,
  renderReasonRuns,
  renderValueRuns,
  strong,
  type TextRuns,
} from './value-runs.ts';
import { PROVENANCE_LEGEND } from './view-header.ts';
import {
  type GridColumn,
  gap,
  grid,
  line,
  type OverflowTable,
  type RichText,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

const renderAmountRuns = (result: AmountResult): TextRuns =>
  'why' in result
    ? [faint(`not multiplied: ${result.why}`)]
    : [
        renderProvenanceMark('inferred'),
        ` ${result.value}${result.unit === null ? '' : `\u00a0${result.unit}`}`,
        faint(`  ${result.of}, counted by toile`),
      ];

const renderSumBlocks = ({ sums }: TrimItem): readonly ViewBlock[] => {
  const known = Object.entries(sums ?? {}).flatMap(([name, result]) =>
    'why' in result ? [] : [`${name} ${result.value}${result.unit === null ? '' : `\u00a0${result.unit}`}`],
  );
  const missing = listMissingSums(sums);
  return [
    ...(known.length > 0
      ? [
          line([renderProvenanceMark('inferred'), ` ${known.join(', ')}`, faint('  counted by toile')], {
            indent: 3,
            hang: 2,
          }),
        ]
      : []),
    ...(missing.length > 0
      ? [line(faint(`not added up: ${missing.join('; ')}`), { indent: 3, hang: 2 })]
      : []),
  ];
};

const formatJoining = ({ joined_by }: TrimItem): string =>
  joined_by === 'nothing' ? 'not joined: it has no name' : `joined by ${joined_by}`;

const renderTrimBlocks = (
  item: TrimItem,
  columns: readonly string[],
  whole: boolean,
): readonly ViewBlock[] => {
  const uses = item.used_in ?? [];
  const usedColumns = columns.filter((name) =>
    uses.some(({ values }) => values.some(({ field }) => field === name)),
  );
  const table: OverflowTable = {
    kind: 'spread',
    indent: 1,
    columns: ['', 'kind', ...usedColumns],
    rows: uses.map((use) => {
      const entries = new Map(use.values.map((value) => [value.field, convertTrimValue(value)] as const));
      const reasonLines = [...entries].flatMap(([name, entry]): RichText[] => {
        const why = whole ? renderReasonRuns(entry) : [];
        return why.length > 0 ? [[renderProvenanceMark(entry.state), ` ${name}  `, ...why]] : [];
      });
      return {
        cells: [
          { inside: [use.name], below: [use.name] },
          { inside: `  ${use.kind}`, below: use.kind === '' ? '' : [faint('kind\u00a0'), use.kind] },
          ...usedColumns.map((name) => {
            const entry = entries.get(name);
            if (entry === undefined) return { inside: '', below: '' };
            const shown = renderValueRuns(entry);
            return {
              inside: renderMarkedRuns(entry),
              below: [renderProvenanceMark(entry.state), faint(`\u00a0${name}\u00a0`), ...shown],
            };
          }),
        ],
        below: [...reasonLines, ...(use.counted ? [renderAmountRuns(use.counted)] : [])],
      };
    }),
  };
  const head = [strong(item.item), faint(`  ${formatUses(item)}, ${formatJoining(item)}`)];
  return [gap, line(head, { hang: 2 }), table, ...renderSumBlocks(item)];
};

const formatUses = ({ designs, uses }: Pick<TrimItem, 'designs' | 'uses'>): string =>
  `${formatCount(uses, 'use')} in ${formatCount(designs, 'style')}`;

const ITEM_COLUMNS: readonly GridColumn[] = [
  { head: faint('styles'), align: 'right' },
  { head: faint('uses'), align: 'right' },
  { head: faint('item'), fit: 'wrap', min: 16 },
  { head: faint('kind'), fit: 'wrap', min: 8 },
  { head: faint('supplier'), fit: 'wrap', min: 8 },
];

const renderItemLine = ({ item, kinds, suppliers, designs, uses }: TrimItem): readonly RichText[] => [
  ...[`${designs}`, `${uses}`, strong(item), kinds.join(', '), suppliers.join(', ')],
];

/**
 * Renders materials and trims for a terminal, with one line per item. With `details`, renders a table of the uses of
 * each item instead, with the sums in `data` if there are any. With `details` and `whole`, this table also shows the
 * basis and the confidence of each value.
 */
export const renderTrimsView = (
  data: TrimsData,
  { details, whole }: { details: boolean; whole: boolean },
): TerminalView => {
  const { dir, items, columns, totals, left_out: leftOut } = data;
  const total = `${formatCount(totals.items, 'item')}, ${formatUses(totals)}`;
  const title: RichText = [strong(dir), '  materials and trims, as sent'];
  return [
    details ? line(title, { right: PROVENANCE_LEGEND, hang: 2 }) : line(title, { hang: 2 }),
    ...(items.length === 0
      ? [gap, line('No material or trim matches.', { indent: 1 })]
      : [
          ...(details
            ? items.flatMap((item) => renderTrimBlocks(item, columns, whole))
            : [gap, grid(ITEM_COLUMNS, items.map(renderItemLine))]),
          gap,
          line([strong(total), faint(`  counted by toile${details ? '' : '; --long shows each use'}`)], {
            hang: 2,
          }),
        ]),
    ...(leftOut === null
      ? []
      : [gap, line(faint(`left out: ${leftOut}${whole ? '' : '  --whole'}`), { indent: 1, hang: 2 })]),
  ];
};

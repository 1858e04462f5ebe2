/**
 * Materials and trims of a season for a terminal: each item once, and below it the garments that use it.
 */

import type { AmountResult } from '../../garment/amounts.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import {
  COUNTED_HERE_NOTE,
  convertTrimValue,
  listMissingSums,
  type TrimItem,
  type TrimsData,
  type TrimUse,
} from './trims-rows.ts';
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
  gap,
  line,
  type OverflowTable,
  type RichText,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

const formatUseName = ({ name, garment_id, design_id, node_id, line: at }: TrimUse): string =>
  toScalarText(name) || garment_id || design_id || `${node_id} ${at}`.trim();

const renderAmountRuns = (result: AmountResult): TextRuns =>
  'why' in result
    ? [faint(`not multiplied: ${result.why}`)]
    : [
        renderProvenanceMark('inferred'),
        ` ${result.value}${result.unit === null ? '' : `\u00a0${result.unit}`}`,
        faint(`  ${result.of}, counted here`),
      ];

const renderSumBlocks = ({ sums }: TrimItem): readonly ViewBlock[] => {
  const known = Object.entries(sums ?? {}).flatMap(([name, result]) =>
    'why' in result ? [] : [`${name} ${result.value}${result.unit === null ? '' : `\u00a0${result.unit}`}`],
  );
  const not = listMissingSums(sums);
  return [
    ...(known.length > 0
      ? [
          line(
            [
              renderProvenanceMark('inferred'),
              ` ${known.join(', ')}`,
              faint(`  ${COUNTED_HERE_NOTE.slice(2)}`),
            ],
            {
              indent: 3,
              hang: 2,
            },
          ),
        ]
      : []),
    ...(not.length > 0 ? [line(faint(`not added up: ${not.join('; ')}`), { indent: 3, hang: 2 })] : []),
  ];
};

const renderTrimBlocks = (
  item: TrimItem,
  columns: readonly string[],
  whole: boolean,
): readonly ViewBlock[] => {
  const used = columns.filter((name) =>
    item.uses.some(({ values }) => values.some(({ field }) => field === name)),
  );
  const spread: OverflowTable = {
    kind: 'spread',
    indent: 1,
    columns: ['', 'kind', ...used],
    rows: item.uses.map((use) => {
      const entries = new Map(use.values.map((value) => [value.field, convertTrimValue(value)] as const));
      const whys = [...entries].flatMap(([name, entry]): RichText[] => {
        const why = whole ? renderReasonRuns(entry) : [];
        return why.length > 0 ? [[renderProvenanceMark(entry.state), ` ${name}  `, ...why]] : [];
      });
      return {
        cells: [
          { inside: [formatUseName(use)], below: [formatUseName(use)] },
          { inside: `  ${use.kind}`, below: use.kind === '' ? '' : [faint('kind\u00a0'), use.kind] },
          ...used.map((name) => {
            const entry = entries.get(name);
            if (entry === undefined) return { inside: '', below: '' };
            const shown = renderValueRuns(entry);
            return {
              inside: renderMarkedRuns(entry),
              below: [renderProvenanceMark(entry.state), faint(`\u00a0${name}\u00a0`), ...shown],
            };
          }),
        ],
        below: [...whys, ...(use.counted ? [renderAmountRuns(use.counted)] : [])],
      };
    }),
  };
  const how =
    item.joined_by === 'nothing' ? 'joined by nothing: it has no name' : `joined by ${item.joined_by}`;
  return [gap, line([strong(item.item), faint(`  ${how}`)], { hang: 2 }), spread, ...renderSumBlocks(item)];
};

/** Renders the materials and trims of a season. With `whole` the reasons of the values too. */
export const renderTrimsView = (data: TrimsData, whole: boolean): TerminalView => {
  const { dir, items, columns, left_out: left } = data;
  return [
    line([strong(dir), '  materials and trims, as sent'], { right: PROVENANCE_LEGEND, hang: 2 }),
    ...(items.length > 0
      ? items.flatMap((item) => renderTrimBlocks(item, columns, whole))
      : [gap, line('No material or trim fits.', { indent: 1 })]),
    ...(left === null
      ? []
      : [gap, line(faint(`left out: ${left}${whole ? '' : '  --whole'}`), { indent: 1, hang: 2 })]),
  ];
};

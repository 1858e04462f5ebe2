import { countProvenance } from '../../garment/flatten-body.ts';
import { readGraph } from '../../garment/graph-model.ts';
import { countLeftOut } from '../../garment/left-out.ts';
import { formatKindHeading, groupNodesByKind, isSelectedKind } from '../../garment/node-kinds.ts';
import { countOtherProvenance, hasSelectedProvenance } from '../../garment/provenance-filter.ts';
import type { Value } from '../../garment/value.ts';
import type { GraphOptions } from './graph-options.ts';
import { formatFilteredLabel } from './value-cells.ts';
import { buildValueGridRows, VALUE_GRID_COLUMNS } from './value-grid.ts';
import { faint, heading, strong } from './value-runs.ts';
import { formatGarmentId, renderCountLine, renderLeftOutBlocks, renderTitleLine } from './view-header.ts';
import { gap, grid, line, type RichText, type TerminalView, type ViewBlock } from './view-model.ts';

/** Renders for a terminal the values with one of the `states`, by kind and node, then values outside the nodes. */
export const renderProvenanceListView = (
  body: unknown,
  states: readonly string[],
  { kinds = [], ...options }: GraphOptions,
): TerminalView => {
  const { garmentId, profile, nodes, facts, rest } = readGraph(body);
  const all = options.all ?? false;
  const isPlain = ({ role }: Value): boolean => role === 'plain' && !all;
  const fits = (entry: Value): boolean => hasSelectedProvenance(states, entry) && !isPlain(entry);
  const some = nodes.filter(({ kind }) => isSelectedKind(kind, kinds));
  const kept = some.flatMap((node) => {
    const entries = node.entries.filter(fits);
    return entries.length > 0 ? [{ ...node, entries, whole: node }] : [];
  });
  const beside = kinds.length > 0 ? [] : [...facts, ...rest];
  const blocks = [...groupNodesByKind(kept)].flatMap(([kind, own]): ViewBlock[] => [
    gap,
    line([heading(formatKindHeading(kind)), faint(`  ${own.length}`)], { indent: 1 }),
    grid(
      VALUE_GRID_COLUMNS,
      own.flatMap(({ id, label, entries, state }): (readonly RichText[])[] => [
        [strong(id), formatFilteredLabel(states, label, state), ''],
        ...buildValueGridRows(entries, '  ', all),
      ]),
      { indent: 1 },
    ),
  ]);
  const found = [...kept.flatMap(({ entries }) => entries), ...beside.filter(fits)];
  const looked = [...some.flatMap(({ entries }) => entries), ...beside];
  const gone = countOtherProvenance(
    looked.filter((entry) => entry.role !== 'plain' && !hasSelectedProvenance(states, entry)),
  );
  const left = countLeftOut(
    'member without a state',
    looked.filter((entry) => entry.role === 'plain' && !fits(entry)).map(({ path }) => path),
  );
  return [
    renderTitleLine([strong(formatGarmentId(garmentId, options))], undefined, profile),
    renderCountLine('counted by toile: ', countProvenance(found)),
    ...(found.length === 0 ? [gap, line('No value has one of these states.', { indent: 1 })] : blocks),
    ...(beside.some(fits)
      ? [
          gap,
          line(heading('BESIDE THE NODES'), { indent: 1 }),
          grid(VALUE_GRID_COLUMNS, buildValueGridRows(beside.filter(fits), '', all), { indent: 1 }),
        ]
      : []),
    ...renderLeftOutBlocks(left, gone),
  ];
};

/** The values of some states, with why they are what they are: what to ask at a fit. */

import type { Entry } from '../garment/entries.ts';
import { tallyOf } from '../garment/flatten-body.ts';
import { readGraph } from '../garment/graph.ts';
import { byKind, kindHeading, wanted } from '../garment/kinds.ts';
import { leaving } from '../garment/left-out.ts';
import { hasState, otherStates } from '../garment/state-choice.ts';
import { ENTRY_COLUMNS, entryRows } from './entry-rows.ts';
import type { GraphOptions } from './graph-options.ts';
import { type Block, gap, grid, type Inline, line, type View } from './model.ts';
import { countPieces, identity, leftOutLines, legend, title } from './read-header.ts';
import { faint, heading, strong } from './value-pieces.ts';

export const stateListView = (
  body: unknown,
  states: readonly string[],
  { kinds = [], ...options }: GraphOptions,
): View => {
  const { garmentId, profile, nodes, facts, rest } = readGraph(body);
  const all = options.all ?? false;
  const isPlain = ({ role }: Entry): boolean => role === 'plain' && !all;
  const fits = (entry: Entry): boolean => hasState(states, entry) && !isPlain(entry);
  const some = nodes.filter(({ kind }) => wanted(kind, kinds));
  const kept = some.flatMap((node) => {
    const entries = node.entries.filter(fits);
    return entries.length > 0 ? [{ ...node, entries, whole: node }] : [];
  });
  const beside = kinds.length > 0 ? [] : [...facts, ...rest];
  const blocks = [...byKind(kept)].flatMap(([kind, own]): Block[] => [
    gap,
    line([heading(kindHeading(kind)), faint(`  ${own.length}`)], { indent: 1 }),
    grid(
      ENTRY_COLUMNS,
      own.flatMap(({ id, label, entries, state }): (readonly Inline[])[] => [
        // The name is not one of the values that were asked for, so an inferred one is not said as if it were.
        [strong(id), state === 'asserted' || hasState(states, { state }) ? label : '', ''],
        ...entryRows(entries, '  ', all),
      ]),
      { indent: 1 },
    ),
  ]);
  const found = [...kept.flatMap(({ entries }) => entries), ...beside.filter(fits)];
  const looked = [...some.flatMap(({ entries }) => entries), ...beside];
  const gone = otherStates(looked.filter((entry) => entry.role !== 'plain' && !hasState(states, entry)));
  const left = leaving(
    'member without a state',
    looked.filter((entry) => entry.role === 'plain' && !fits(entry)).map(({ field }) => field),
  );
  return [
    title([strong(identity(garmentId, options))], undefined, profile),
    line(['counted here: ', ...countPieces(tallyOf(found))], { right: legend, hang: 2 }),
    ...(found.length === 0 ? [gap, line('No value here is of these states.', { indent: 1 })] : blocks),
    ...(beside.some(fits)
      ? [
          gap,
          line(heading('BESIDE THE NODES'), { indent: 1 }),
          grid(ENTRY_COLUMNS, entryRows(beside.filter(fits), '', all), { indent: 1 }),
        ]
      : []),
    ...leftOutLines(left, gone),
  ];
};

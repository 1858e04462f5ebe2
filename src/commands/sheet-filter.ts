/** Reads the flags that select the parts and values of a sheet, and filters its graphs. */

import { filterGraph } from '../garment/filter-graph.ts';
import { flattenBody } from '../garment/flatten-body.ts';
import { createUnknownWordFinder } from '../garment/unknown-words.ts';
import { hasValueFilter } from '../garment/value-filter.ts';
import {
  DEFAULT_SHEET_PARTS,
  isSheetPart,
  SHEET_PARTS,
  type SheetFilter,
} from '../output/views/sheet-parts.ts';
import { UsageError } from '../platform/errors.ts';
import { nextCommand, shellText } from '../platform/escape/shell.ts';
import type { FlagSpecs, FlagValues } from './argument-spec.ts';
import { FILTER_FLAGS, readValueFilter, refuseUnknownWords } from './flags/filter-flags.ts';
import { readListFlag } from './flags/parse-flags.ts';

/** The flags that select the parts and values of a sheet, for example `--only` and `--kind`. */
export const SHEET_FILTER_FLAGS: FlagSpecs = {
  only: {
    value: 'PARTS',
    about: 'only these parts of the sheet, for example cutting,brief',
    suggests: SHEET_PARTS,
    commas: true,
    excludes: ['no-trust', 'countersign'],
  },
  countersign: { about: 'only the strip to sign: inferred values, missing details', excludes: ['no-trust'] },
  ...FILTER_FLAGS,
  by: { value: 'WHAT', choices: ['step'], about: 'list open values by production step' },
  'no-trust': { about: 'omit the Design Trust counts' },
  all: { about: 'show values without a state too, and draw all pieces' },
};

/** Returns the parts, kinds and values that the flags select. Throws a UsageError for an unknown part. */
export const readSheetFilter = (flags: FlagValues): SheetFilter => {
  const only =
    flags.countersign === true
      ? ['countersign']
      : readListFlag(flags, 'only', shellText`--only cutting,sewing`);
  const strange = only?.find((word) => !isSheetPart(word));
  if (strange !== undefined) {
    throw new UsageError(
      `unknown part ${JSON.stringify(strange)} of a sheet; known: ${SHEET_PARTS.join(', ')}`,
      { hint: nextCommand`toile help sheet` },
    );
  }
  const withTrust = flags['no-trust'] !== true;
  const parts =
    only?.filter(isSheetPart) ??
    (withTrust ? undefined : DEFAULT_SHEET_PARTS.filter((part) => part !== 'trust'));
  const { kinds = [], ...values } = readValueFilter(flags);
  return {
    parts: flags.by === 'step' ? [...(parts ?? DEFAULT_SHEET_PARTS), 'steps'] : parts,
    kinds,
    values,
    all: flags.all === true,
  };
};

/**
 * Returns the graphs with the selected values. Kinds are not filtered here, but by the sheet. Throws a UsageError for a
 * filter word that no graph has, because the sheet would be empty.
 */
export const filterSheetGraphs = (
  { kinds, values }: SheetFilter,
  graphs: readonly unknown[],
): readonly unknown[] => {
  const vocabulary = createUnknownWordFinder({ ...values, ...(kinds.length > 0 && { kinds }) });
  for (const graph of graphs) if (!vocabulary.isComplete()) vocabulary.add(flattenBody(graph));
  refuseUnknownWords(vocabulary.findUnknown());
  return values && hasValueFilter(values) ? graphs.map((graph) => filterGraph(graph, values).body) : graphs;
};

/**
 * Compares the open (inferred or unstated) values of an earlier pull with the values of a later pull, and groups them
 * by their basis.
 */

import { type BasisGroup, createBasisCollector, type StyleName } from '../../garment/basis-groups.ts';
import { flattenBody, type OwnedValue } from '../../garment/flatten-body.ts';
import { readGraph } from '../../garment/graph-model.ts';
import { matchByKey } from '../../garment/match-values.ts';
import { nameGarment } from '../../garment/node-values.ts';
import { createUnknownWordFinder } from '../../garment/unknown-words.ts';
import { createValueFilter, type ValueFilter } from '../../garment/value-filter.ts';
import type { UnfinishedPulls } from '../../output/views/saved-files.ts';
import { parseUuid } from '../../platform/branded.ts';
import { DEFAULT_PROFILE } from '../../service/client/resources.ts';
import type { CommandContext } from '../command-context.ts';
import { refuseUnknownWords } from '../flags/filter-flags.ts';
import { type BodyPair, type DiffSide, listUnfinishedSides, readBodyPairs } from './diff-sources.ts';

/**
 * The JSON output of `toile diff --by basis`: the open values of version `a`, in groups with the same field and the
 * same basis (reason). Each group also has the values of version `b` in these fields.
 */
export interface BasisComparison extends UnfinishedPulls {
  readonly a: string;
  readonly b: string;
  readonly groups: readonly BasisGroup[];
  readonly totals: {
    readonly garments: number;
    readonly values: number;
    /** The number of designs that are not compared, because only one of the two sides has them. */
    readonly not_compared: number;
  };
}

/** The provenance words of the values that are compared if `--state` is not given. */
const DEFAULT_STATES: readonly string[] = ['inferred'];

/**
 * Returns one pair of graphs for each design. This is the pair with the profile `technical_designer` if there is one,
 * otherwise the first pair.
 */
const listGraphPairs = (pairs: readonly BodyPair[]): readonly BodyPair[] => {
  const chosen = new Map<string, BodyPair>();
  for (const pair of pairs) {
    if (pair.file !== '' && !pair.file.startsWith('graph.')) continue;
    const key = pair.design?.id ?? '';
    if (!chosen.has(key) || pair.file === `graph.${DEFAULT_PROFILE}.json`) chosen.set(key, pair);
  }
  return [...chosen.values()];
};

const readStyleName = ({ design, b }: BodyPair): StyleName => {
  const graph = readGraph(b);
  const design_id = parseUuid(design?.id) ?? null;
  const garment_id = graph.garmentId ?? (design_id === null ? (design?.id ?? null) : null);
  return {
    design_id,
    garment_id,
    name: nameGarment({ design_id, garment_id, name: design?.name }, () => graph),
  };
};

const toPlaceKey = ({ nodeId, value: { role, path } }: OwnedValue): string =>
  JSON.stringify([nodeId, role, path]);

/**
 * Compares values of side `a` with the values at the same place in side `b`. The filter selects the values of side `a`
 * by their provenance (default: `inferred`). Values with the same field, value and basis form a group. A group lists
 * its garments, sorted by the result of the comparison, for example `unchanged`.
 * @throws UsageError if a word of the filter occurs in neither side.
 */
export const compareBases = async (
  deps: CommandContext,
  [a, b]: readonly [DiffSide, DiffSide],
  filter: ValueFilter,
): Promise<BasisComparison> => {
  const pairs = listGraphPairs(await readBodyPairs(deps, a, b, true));
  const isOpen = createValueFilter({ ...filter, states: filter.states ?? DEFAULT_STATES });
  const vocabulary = createUnknownWordFinder(filter);
  const bases = createBasisCollector(true);
  let values = 0;
  const both = pairs.filter((pair) => pair.a !== undefined && pair.b !== undefined);
  for (const pair of both) {
    const [before, after] = [flattenBody(pair.a), flattenBody(pair.b)];
    for (const flat of [before, after]) if (!vocabulary.isComplete()) vocabulary.add(flat);
    const style = readStyleName(pair);
    for (const [open, later] of matchByKey(before, after, toPlaceKey)) {
      if (open === undefined || !isOpen(open)) continue;
      values += 1;
      bases.addOpen(style, open, later ?? null);
    }
  }
  refuseUnknownWords(vocabulary.findUnknown());
  return {
    a: a.typed,
    b: b.typed,
    groups: bases.listGroups(),
    totals: { garments: both.length, values, not_compared: pairs.length - both.length },
    ...listUnfinishedSides([a, b]),
  };
};

/**
 * Returns true if at least one open value (inferred or unstated) of side `a` has another value or another provenance on
 * side `b`, or is missing there.
 */
export const hasChangedOpenValues = ({ groups }: BasisComparison): boolean =>
  groups.some(
    ({ stated_same: same, stated_otherwise: otherwise, other = [] }) =>
      same.length + otherwise.length + other.length > 0,
  );

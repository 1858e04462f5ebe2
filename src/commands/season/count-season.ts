import type { Collection, CollectionItem } from '../../collection/load-collection.ts';
import {
  countQuestionsByDepartment,
  countValuesByDepartment,
  toProvenanceCounts,
} from '../../garment/department-counts.ts';
import { DEPARTMENT_NAMES, type Department } from '../../garment/departments.ts';
import { readTrustCounts } from '../../garment/design-trust.ts';
import { countProvenance } from '../../garment/flatten-body.ts';
import { type GraphModel, listRestValues, readGraph } from '../../garment/graph-model.ts';
import { findHeaderValues } from '../../garment/header-fields.ts';
import { formatLeftOutNames, mergeLeftOut } from '../../garment/left-out.ts';
import { findGarmentNode } from '../../garment/node-values.ts';
import { readTailorBrief } from '../../garment/open-body.ts';
import { foldCase } from '../../garment/value-filter.ts';
import type { FailedItem } from '../../output/views/saved-files.ts';
import {
  countSeasonTotals,
  type SeasonData,
  type SeasonDesign,
  STYLE_FIELDS,
  sumOpenQuestions,
} from '../../output/views/season-rows.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import type { CommandContext } from '../command-context.ts';
import {
  deriveFromBody,
  describePulledGarment,
  findGraphFile,
  formatCollectionPath,
  mapCollection,
} from '../designs/collection-bodies.ts';

/** The pulled folder that `toile season` reads, and the filters for its designs and departments. */
export interface SeasonFilter {
  readonly dir: string;
  readonly profile: string | undefined;
  readonly departments: readonly Department[] | undefined;
  /** The text that the name or an id of a design must contain. */
  readonly search: string | undefined;
}

/** The counts of the selected designs in a pulled folder, and the designs in this folder that could not be read. */
export interface SeasonCounts extends SeasonData {
  readonly failed: readonly FailedItem[];
}

/** Returns the header fields of a style from its graph, for example its number and its season. */
const readStyle = (graph: GraphModel): SeasonDesign['style'] => {
  const found = findHeaderValues([
    ...(findGarmentNode(graph)?.entries ?? []),
    ...graph.facts,
    ...listRestValues(graph),
  ]);
  return Object.fromEntries(
    Object.entries(STYLE_FIELDS).flatMap(([column, field]) => {
      const { value = null, unit, state = null } = found.get(field) ?? {};
      return found.has(field) ? [[column, { value, ...(unit !== undefined && { unit }), state }]] : [];
    }),
  );
};

const countDesign = (item: CollectionItem, { dir, profile, departments }: SeasonFilter) => {
  const file = findGraphFile(item, profile);
  const graph = file === undefined ? undefined : item.readJson(file);
  const read = file === undefined ? undefined : readGraph(graph);
  const values = file === undefined ? undefined : countValuesByDepartment(graph);
  const open = deriveFromBody(item, 'confirmations', (body) => countQuestionsByDepartment(body, graph));
  const brief = deriveFromBody(item, 'tailor-brief', (body) =>
    toProvenanceCounts(countProvenance(readTailorBrief(body).entries)),
  );
  const trust = deriveFromBody(item, 'design-trust', readTrustCounts);
  const counts: SeasonDesign['departments'] = Object.fromEntries(
    (departments ?? DEPARTMENT_NAMES).map((name) => [
      name,
      { values: values?.get(name) ?? null, open: open?.get(name) ?? null },
    ]),
  );
  const design: SeasonDesign = {
    ...describePulledGarment(item, read),
    style: read ? readStyle(read) : {},
    profile: read?.profile ?? null,
    open: sumOpenQuestions(counts),
    departments: counts,
    ...(departments ? {} : { brief: brief ?? null, trust: trust?.counts ?? null }),
    where: formatCollectionPath(dir, item),
    fetched:
      [...item.files.values()]
        .map(({ fetched }) => fetched)
        .toSorted()
        .at(-1) ?? null,
  };
  return { design, left: departments ? [] : (trust?.leftOut ?? []) };
};

/**
 * Counts the values and open questions of each selected design of a pulled folder. `counts` also lists the designs that
 * could not be read. `collection` is the loaded folder.
 */
export const countSeason = async (
  deps: CommandContext,
  filter: SeasonFilter,
): Promise<{ readonly counts: SeasonCounts; readonly collection: Collection }> => {
  const { dir, search } = filter;
  const searchText = search === undefined ? undefined : foldCase(search);
  const isMatch = ({ design_id, garment_id, name }: SeasonDesign): boolean =>
    searchText === undefined ||
    [design_id, garment_id, name].some((word) => foldCase(toScalarText(word) ?? '').includes(searchText));
  const { results, failed, unfinished, collection } = await mapCollection(deps, dir, (item) =>
    countDesign(item, filter),
  );
  const matches = results.filter(({ design }) => isMatch(design));
  const leftOut = mergeLeftOut(matches.flatMap((counts) => counts.left));
  const designs = matches.map(({ design }) => design);
  const counts: SeasonCounts = {
    dir,
    counted: 'here',
    designs,
    totals: countSeasonTotals(designs),
    left_out: leftOut.length > 0 ? formatLeftOutNames(leftOut) : null,
    failed,
    ...unfinished,
  };
  return { counts, collection };
};

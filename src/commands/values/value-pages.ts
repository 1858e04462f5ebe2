import { createAbsentFieldFinder } from '../../garment/absent-fields.ts';
import { createBasisCollector } from '../../garment/basis-groups.ts';
import { flattenBody, type OwnedValue } from '../../garment/flatten-body.ts';
import type { GraphNode } from '../../garment/graph-model.ts';
import { formatLeftOut, type LeftOut, mergeLeftOut } from '../../garment/left-out.ts';
import { groupBySteps, NO_STEP } from '../../garment/production-steps.ts';
import { createUnknownWordFinder } from '../../garment/unknown-words.ts';
import { createOwnerFilter, createValueFilter, type ValueFilter } from '../../garment/value-filter.ts';
import {
  type BodyOwner,
  buildAbsentRow,
  type CountColumn,
  collectBodyValues,
  type ValueRow,
} from '../../output/views/value-rows.ts';
import { IncompleteList } from '../../platform/errors.ts';
import { groupByKey } from '../../platform/group-items.ts';
import { appendAll } from '../../platform/lists.ts';
import { type CommandContext, reportNote } from '../command-context.ts';
import type { ResultPage } from '../command-result.ts';
import { type BodySelection, type BodySource, walkBodySources } from '../designs/body-sources.ts';
import { refuseUnknownWords } from '../flags/filter-flags.ts';
import type { ValueGrouping } from '../flags/grouping-flag.ts';
import { createBatchRunner, isRateLimitExit } from '../output-files.ts';

/** The parsed arguments and flags of `toile values`. */
export interface ValuesOptions extends BodySelection {
  readonly filter: ValueFilter;
  readonly countBy: readonly CountColumn[] | undefined;
  readonly by: ValueGrouping | undefined;
}

/** The number of garments and values in the whole result. */
export interface ValueTotals {
  readonly garments: number;
  readonly values: number;
}

const createPage = (items: readonly unknown[]): ResultPage => ({
  text: '',
  items: items.map((value, at) => ({ at, value })),
  isComplete: true,
  nextCursor: null,
});

/**
 * Creates a counter that groups output rows. Rows with equal values in all `columns` form a group. `all` returns one
 * row per group, with its count, in the order in which the groups appeared.
 */
const createRowCounter = (columns: readonly CountColumn[]) => {
  const counts = new Map<string, { readonly row: Partial<ValueRow>; count: number }>();
  return {
    add(row: ValueRow): void {
      const key = JSON.stringify(columns.map((column) => row[column]));
      const existing = counts.get(key);
      if (existing) existing.count += 1;
      else
        counts.set(key, {
          row: Object.fromEntries(columns.map((column) => [column, row[column]])),
          count: 1,
        });
    },
    all: () => [...counts.values()].map(({ row, count }) => ({ ...row, count })),
  };
};

/**
 * A node, stored until toile can tell which fields it lacks. This is known only after all garments were read. Only the
 * names of its fields are stored, so that the body can be removed from memory.
 */
interface NodeCandidate {
  readonly owner: BodyOwner;
  readonly node: Pick<GraphNode, 'id' | 'kind' | 'label'>;
  readonly names: ReadonlySet<string>;
}

interface SourceRows {
  readonly rows: readonly ValueRow[];
  readonly candidates: readonly NodeCandidate[];
}

/** Inserts the rows for absent fields directly after the other rows of their node. */
const joinNodeRows = (rows: readonly ValueRow[], absent: readonly ValueRow[]): readonly ValueRow[] => {
  if (absent.length === 0) return rows;
  const groups = groupByKey([...rows, ...absent], ({ where, node_id }) => JSON.stringify([where, node_id]));
  return [...groups.values()].flat();
};

/**
 * Yields the selected values as pages, and at the end the results that need all garments, for example counts. Calls
 * `onTotals` when all garments were read. Adds folders in which the last pull did not finish to `unfinished`.
 * @throws UsageError before the first page for an unknown filter word, but only if all garments could be read.
 * @throws IncompleteList after the last page if one of several garments could not be read. A single garment gives its
 * own error.
 */
export const walkValuePages = async function* (
  deps: CommandContext,
  options: ValuesOptions,
  unfinished: Set<string>,
  onTotals: (totals: ValueTotals) => void,
): AsyncGenerator<ResultPage> {
  const { filter, countBy, by, allFiles: all } = options;
  const counts = countBy && createRowCounter(countBy);
  const bases = by === 'basis' ? createBasisCollector() : undefined;
  const hasRows = counts === undefined && bases === undefined;
  const withStep = by === 'step' || countBy?.includes('step') === true;
  const [isOpen, isAny] = [createValueFilter(filter), createValueFilter({ ...filter, states: undefined })];
  const vocabulary = createUnknownWordFinder(filter);
  const finder = createAbsentFieldFinder(filter);
  const isOwner = createOwnerFilter(filter);
  const sourceNames: string[] = [];
  let lastError: unknown;
  const batch = createBatchRunner(deps, sourceNames, (exit, error) => {
    lastError = error;
    return isRateLimitExit(exit);
  });
  let readCount = 0;
  const garments = new Set<string>();
  let values = 0;
  let leftOut: readonly LeftOut[] = [];
  const pendingRows: SourceRows[] = [];

  const add = (row: ValueRow): void => {
    values += 1;
    garments.add(String(row.design_id ?? row.garment_id ?? row.where));
    counts?.add(row);
  };
  const listCandidates = (owner: BodyOwner, flat: readonly OwnedValue[]): readonly NodeCandidate[] => {
    const nodes = new Map(flat.filter(isOwner).flatMap(({ node }) => (node ? [[node, node]] : [])));
    return [...nodes.values()].map((node) => ({
      owner,
      node: { id: node.id, kind: node.kind, label: node.label },
      names: finder.readNames(node),
    }));
  };
  const readRows = async (source: BodySource): Promise<SourceRows> => {
    const rows: ValueRow[] = [];
    const candidates: NodeCandidate[] = [];
    for await (const { origin, body } of source.bodies()) {
      const flat = flattenBody(body);
      vocabulary.add(flat);
      const chosen = collectBodyValues(origin, body, { filter, all, withStep });
      leftOut = mergeLeftOut([...leftOut, ...chosen.left]);
      if (hasRows) appendAll(rows, chosen.bare);
      for (const cells of chosen.values) {
        if (cells[0]) add(cells[0]);
        if (hasRows) appendAll(rows, cells);
      }
      if (bases) {
        for (const value of flat) if (isOpen(value)) bases.addOpen(origin, value);
        bases.addStated(origin, flat.filter(isAny));
      }
      if (finder.isWanted) {
        finder.add(flat);
        appendAll(candidates, listCandidates(chosen.owner, flat));
      }
    }
    return { rows, candidates };
  };
  const buildAllRows = ({ rows, candidates }: SourceRows): readonly ValueRow[] => {
    const absent = candidates.flatMap(({ owner, node, names }) =>
      finder.findAbsentIn(node.kind, names).map((field) => buildAbsentRow(owner, node, field, withStep)),
    );
    for (const row of absent) add(row);
    return hasRows ? joinNodeRows(rows, absent) : [];
  };

  for await (const source of walkBodySources(deps, options, unfinished)) {
    deps.signal.throwIfAborted();
    const place = sourceNames.push(source.name) - 1;
    const sourceRows = await batch.runItem(place, () => readRows(source));
    if (sourceRows === undefined) continue;
    readCount += 1;
    if (!hasRows && !finder.isWanted) continue;
    pendingRows.push(sourceRows);
    if (finder.isWanted || by === 'step' || !vocabulary.isComplete()) continue;
    for (const each of pendingRows.splice(0)) yield createPage(buildAllRows(each));
  }
  if (readCount === 0 && sourceNames.length === 1) throw lastError;
  if (readCount === sourceNames.length) refuseUnknownWords(vocabulary.findUnknown());
  const sorted: ValueRow[] = [];
  for (const each of pendingRows) {
    const rows = buildAllRows(each);
    if (by === 'step') appendAll(sorted, rows);
    else if (hasRows) yield createPage(rows);
  }
  onTotals({ garments: garments.size, values });
  if (by === 'step')
    yield createPage(groupBySteps(sorted, ({ step }) => step ?? NO_STEP).flatMap(([, own]) => own));
  else if (bases) yield createPage(bases.listGroups());
  else if (counts) yield createPage(counts.all());
  else if (readCount === 0) yield createPage([]);
  if (readCount > 0 && values === 0) reportNote(deps, 'no value matches');
  if (leftOut.length > 0) reportNote(deps, `${formatLeftOut(leftOut)}; --whole shows them`);
  const failed = batch.reportFailures().length;
  if (failed > 0) throw new IncompleteList(`${failed} of ${sourceNames.length} inputs could not be read`);
};

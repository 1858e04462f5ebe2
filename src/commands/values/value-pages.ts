import type { Collection } from '../../collection/index.ts';
import { formatLeftOut, type LeftOut, mergeLeftOut } from '../../garment/left-out.ts';
import { isSameKind } from '../../garment/node-kinds.ts';
import { formatUnknownWords } from '../../garment/unknown-words.ts';
import type { ValueFilter } from '../../garment/value-filter.ts';
import { collectBodyValues, type ValueColumn, type ValueRow } from '../../output/views/value-rows.ts';
import { IncompleteList } from '../../platform/errors.ts';
import type { ResultPage } from '../command-result.ts';
import { createBatchRunner, isRateLimitExit } from '../output-files.ts';
import { type BodySource, type ValueSources, type ValuesContext, walkBodySources } from './body-sources.ts';

/** The options of `toile values`. */
export interface ValuesOptions extends ValueSources {
  readonly choice: ValueFilter;
  readonly countBy: readonly ValueColumn[] | undefined;
}

const createPage = (items: readonly unknown[]): ResultPage => ({
  text: '',
  items: items.map((value, at) => ({ at, value })),
  isComplete: true,
  nextCursor: null,
});

/**
 * Returns a counter of rows with the same cells in these columns, in the order of their first appearance.
 */
const createRowCounter = (columns: readonly ValueColumn[]) => {
  const counts = new Map<string, { readonly row: Partial<ValueRow>; count: number }>();
  return {
    add(row: ValueRow): void {
      const cells = columns.map((column) => row[column]);
      const key = JSON.stringify(cells);
      const known = counts.get(key);
      if (known) known.count += 1;
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
 * Yields the values garment by garment. A garment that cannot be read does not stop the others. It is
 * reported at the end.
 */
export const walkValuePages = async function* (
  deps: ValuesContext,
  options: ValuesOptions,
  opened: (dir: string, held: Collection) => void,
): AsyncGenerator<ResultPage> {
  const { choice, countBy, allFiles: all } = options;
  const counts = countBy && createRowCounter(countBy);
  const called: string[] = [];
  let last: unknown;
  const tried = createBatchRunner(deps, called, (exit, error) => {
    last = error;
    return isRateLimitExit(exit);
  });
  let read = 0;
  let found = 0;
  let left: readonly LeftOut[] = [];
  const kinds = new Set<string>();

  const rowsOf = async (source: BodySource): Promise<readonly ValueRow[]> => {
    const rows: ValueRow[] = [];
    for await (const [of, body] of source.bodies()) {
      const chosen = collectBodyValues(of, body, { choice, all });
      if (choice.kinds) for (const kind of chosen.kinds) if (kind !== '') kinds.add(kind);
      found += chosen.values.length;
      left = mergeLeftOut([...left, ...chosen.left]);
      if (counts === undefined) rows.push(...chosen.bare);
      for (const cells of chosen.values) {
        if (counts === undefined) rows.push(...cells);
        else if (cells[0]) counts.add(cells[0]);
      }
    }
    return rows;
  };

  for await (const source of walkBodySources(deps, options, opened)) {
    deps.signal.throwIfAborted();
    const place = called.push(source.called) - 1;
    const rows = await tried.runItem(place, () => rowsOf(source));
    if (rows === undefined) continue;
    read += 1;
    if (counts === undefined) yield createPage(rows);
  }
  if (read === 0 && called.length === 1) throw last;
  if (counts) yield createPage(counts.all());
  else if (read === 0) yield createPage([]);
  const lost = choice.kinds?.filter((word) => ![...kinds].some((kind) => isSameKind(word, kind))) ?? [];
  const nothing =
    lost.length > 0
      ? formatUnknownWords({ what: 'kind', words: lost, available: [...kinds] })
      : 'no value fits';
  if (read > 0 && (lost.length > 0 || found === 0)) deps.report({ kind: 'note', text: nothing });
  if (left.length > 0) deps.report({ kind: 'note', text: `${formatLeftOut(left)}; --whole has them` });
  const failed = tried.reportFailures().length;
  if (failed > 0) throw new IncompleteList(`${failed} of ${called.length} could not be read`);
};

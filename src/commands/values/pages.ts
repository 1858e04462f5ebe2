import { Incomplete } from '../../errors.ts';
import { means } from '../../garment/kinds.ts';
import { type LeftOut, leftOutText, together } from '../../garment/left-out.ts';
import { unknownText } from '../../garment/unknown-words.ts';
import type { ValueChoice } from '../../garment/value-choice.ts';
import type { Held } from '../../mirror/index.ts';
import { type ValueColumn, type ValueRow, valuesOf } from '../../view/value-rows.ts';
import type { Page } from '../answers.ts';
import { isLimited, trying } from '../written-files.ts';
import { type Deps, type Source, type Sources, sourcesOf } from './bodies.ts';

export interface Asked extends Sources {
  readonly choice: ValueChoice;
  readonly countBy: readonly ValueColumn[] | undefined;
}

const page = (items: readonly unknown[]): Page => ({
  text: '',
  items: items.map((value, at) => ({ at, value })),
  whole: true,
  next: null,
});

/** Counts rows that have the same in these columns; in the order in which they came. */
const counting = (columns: readonly ValueColumn[]) => {
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

/** Garment by garment. One that cannot be read hides none of the others; it is named at the end. */
export const pagesOf = async function* (
  deps: Deps,
  options: Asked,
  opened: (dir: string, held: Held) => void,
): AsyncGenerator<Page> {
  const { choice, countBy, everything: all } = options;
  const counts = countBy && counting(countBy);
  const called: string[] = [];
  let last: unknown;
  const tried = trying(deps, called, (exit, error) => {
    last = error;
    return isLimited(exit);
  });
  let read = 0;
  let found = 0;
  let left: readonly LeftOut[] = [];
  const kinds = new Set<string>();

  const rowsOf = async (source: Source): Promise<readonly ValueRow[]> => {
    const rows: ValueRow[] = [];
    for await (const [of, body] of source.bodies()) {
      const chosen = valuesOf(of, body, { choice, all });
      if (choice.kinds) for (const kind of chosen.kinds) if (kind !== '') kinds.add(kind);
      found += chosen.values.length;
      left = together([...left, ...chosen.left]);
      if (counts === undefined) rows.push(...chosen.bare);
      for (const cells of chosen.values) {
        if (counts === undefined) rows.push(...cells);
        else if (cells[0]) counts.add(cells[0]);
      }
    }
    return rows;
  };

  for await (const source of sourcesOf(deps, options, opened)) {
    deps.signal.throwIfAborted();
    const place = called.push(source.called) - 1;
    const rows = await tried.at(place, () => rowsOf(source));
    if (rows === undefined) continue;
    read += 1;
    if (counts === undefined) yield page(rows);
  }
  if (read === 0 && called.length === 1) throw last;
  if (counts) yield page(counts.all());
  else if (read === 0) yield page([]);
  const lost = choice.kinds?.filter((word) => ![...kinds].some((kind) => means(word, kind))) ?? [];
  const nothing =
    lost.length > 0 ? unknownText({ what: 'kind', words: lost, there: [...kinds] }) : 'no value fits';
  if (read > 0 && (lost.length > 0 || found === 0)) deps.tell({ kind: 'note', text: nothing });
  if (left.length > 0) deps.tell({ kind: 'note', text: `${leftOutText(left)}; --whole has them` });
  const failed = tried.failed().length;
  if (failed > 0) throw new Incomplete(`${failed} of ${called.length} could not be read`);
};

import { CHANGE_CLASSES, type ChangeClass } from '../../garment/change-words.ts';
import type { BodyChange } from '../../garment/compare-bodies.ts';
import { formatCount } from '../../garment/format-count.ts';
import { groupByKey } from '../../platform/group-items.ts';
import { findSmallest } from '../../platform/lists.ts';
import { renderChangeLines, renderChangeTable } from './diff-changes.ts';
import type { UnfinishedPulls } from './saved-files.ts';
import { faint, heading, strong } from './value-runs.ts';
import {
  buildRecordRows,
  gap,
  line,
  type OutputRows,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

/**
 * The changes in one body of a design. If only one of the compared versions has the design or the body, `word`
 * describes this, for example `added`. Printed as JSON.
 */
export interface DiffDesign {
  readonly id: string | null;
  readonly name: string | null;
  readonly garment_id: string | null;
  /** The name of the compared body, for example `brief`; empty if whole designs or two files are compared. */
  readonly read: string;
  /** The profiles of the body before and after; null for a body that names no profile. */
  readonly profiles: readonly (string | null)[];
  /** `added`, `removed` or `not pulled` if only one version has the design or the body. Otherwise an empty text. */
  readonly word: string;
  readonly changes: readonly BodyChange[];
}

/** The result of `toile diff`: the changes from version `a` to version `b`. Printed as JSON. */
export interface DiffData extends UnfinishedPulls {
  readonly a: string;
  readonly b: string;
  /**
   * True if every body was pulled and the two versions do not differ. Only changes that match the filter count as
   * differences. A change of only the reason, the order or the spelling does not count.
   */
  readonly same: boolean;
  readonly counts: Readonly<Record<string, number>>;
  /**
   * The number of minor changes for each printed word, for example `reason`. A minor change is a change of only the
   * reason, the order or the spelling. Minor changes are listed only with `--all`.
   */
  readonly minor: Readonly<Record<string, number>>;
  readonly designs: readonly DiffDesign[];
  /** The short digests of both versions. Only the HTML page prints them. */
  readonly digests?: readonly string[];
}

/**
 * The word that is printed for a body that an unfinished pull has not fetched yet. Such a body has no list of changes.
 */
export const NOT_PULLED = 'not pulled';

/**
 * Formats a line about a design or body that only one of the compared versions has, for example `design added` or
 * `brief not pulled`.
 */
export const formatOneSidedBody = ({ read, word }: DiffDesign): string =>
  `${read === '' ? 'design' : read} ${word}`;

/** Groups changes by department, in the order of the first change of each department. */
export const groupChangesByDepartment = (
  changes: readonly BodyChange[],
): readonly (readonly [string, readonly BodyChange[]])[] => [
  ...groupByKey(changes, ({ department }) => department),
];

/**
 * Returns the printed title of a department, for example `cutting`. The title of the department `other` depends on the
 * changed body (`read`). It is `garment and the rest` for a graph, and the name of the body for any other body, for
 * example `tailor brief`.
 */
export const formatDepartmentTitle = (name: string, read: string): string =>
  name !== 'other'
    ? name
    : /^graph|^$/.test(read)
      ? 'garment and the rest'
      : read.replace(/\.json$/, '').replaceAll('-', ' ');

const formatProfiles = ({ profiles: [a, b] }: DiffDesign): string =>
  a === b ? (a ?? '') : `${a ?? 'no profile'} -> ${b ?? 'no profile'}`;

const COUNT_LABELS: Readonly<Record<string, string>> = {
  ...{ changed: 'changed', added: 'added', removed: 'removed', withheld: 'kept back' },
  ...{ designs_added: 'designs new', designs_removed: 'designs gone', not_pulled: 'not pulled' },
};

type DiffCounts = Pick<DiffData, 'same' | 'counts' | 'minor'>;

const formatDiffCounts = ({ counts }: DiffCounts): string =>
  Object.entries(COUNT_LABELS)
    .filter(([key], at) => at < 3 || (counts[key] ?? 0) > 0)
    .map(([key, word]) => `${word} ${counts[key] ?? 0}`)
    .join('   ');

/** Returns the name of a design, else its garment id, else its id. */
export const formatDiffDesignName = ({ id, name, garment_id }: DiffDesign): string =>
  name ?? garment_id ?? id ?? '';

/** Formats the counts of a comparison: `changed 2   added 1   removed 0` or `No change.`, then the minor changes. */
export const formatDiffSummary = (data: DiffCounts): string => {
  const minor = Object.entries(data.minor);
  const number = minor.reduce((sum, [, count]) => sum + count, 0);
  const words = minor.map(([word, count]) => `${word} ${count}`).join(', ');
  const minorText = number === 0 ? '' : `${formatCount(number, 'difference')} in reasons, order or spelling`;
  if (data.same)
    return minorText === '' ? 'No change.' : `No changes except ${minorText} (${words}); --all shows them.`;
  return minorText === ''
    ? formatDiffCounts(data)
    : `${formatDiffCounts(data)}   and ${minorText} (${words}); --all shows them`;
};

/** Renders a comparison for a terminal: the counts, then the changes by design and department. */
export const renderDiffView = (data: DiffData): TerminalView => {
  const { a, b, designs } = data;
  const [only] = designs;
  const single = designs.length === 1 && only && only.id === null ? only : undefined;
  return [
    line([strong('DIFF'), `  ${single?.garment_id ?? ''}${single?.garment_id ? '   ' : ''}${a} -> ${b}`], {
      hang: 6,
      ...(single ? { right: faint(formatProfiles(single)) } : {}),
    }),
    line(formatDiffSummary(data), { indent: 6, hang: 2 }),
    ...designs.flatMap((design, at): readonly ViewBlock[] => {
      const isNewDesign = design.id !== null && designs[at - 1]?.id !== design.id;
      const titleBlocks = isNewDesign
        ? [gap, line([strong(formatDiffDesignName(design)), faint(`  ${design.id}`)])]
        : [];
      if (design.word !== '') return [...titleBlocks, line(formatOneSidedBody(design), { indent: 2 })];
      return [
        ...titleBlocks,
        ...groupChangesByDepartment(design.changes).flatMap(([department, changes]): readonly ViewBlock[] => [
          gap,
          line(heading(formatDepartmentTitle(department, design.read).toUpperCase()), { indent: 1 }),
          { kind: 'either', wide: renderChangeTable(changes), narrow: renderChangeLines(changes) },
        ]),
      ];
    }),
  ];
};

/** The columns of `toile diff`, which prints one row per change. */
export const DIFF_COLUMNS: readonly string[] = [
  ...['design', 'read', 'department', 'class', 'word', 'node_id', 'kind', 'label', 'field'],
  ...['state_before', 'value_before', 'unit_before', 'state_after', 'value_after', 'unit_after'],
];

/** Builds one output row per change, and one for each design or body that only one side has. */
export const buildDiffRows = ({ designs }: DiffData): OutputRows =>
  buildRecordRows(
    designs.flatMap((entry): readonly object[] => {
      const { id, garment_id, read, word, changes } = entry;
      const design = id ?? garment_id;
      if (word !== '') return [{ design, read, word: formatOneSidedBody(entry) }];
      return changes.map(({ before, after, ...change }) => ({
        ...change,
        design,
        read,
        state_before: before?.state,
        value_before: before?.value,
        unit_before: before?.unit,
        state_after: after?.state,
        value_after: after?.value,
        unit_after: after?.unit,
      }));
    }),
    DIFF_COLUMNS,
  );

/**
 * Returns 0 for a design if only one of the two versions has the design or the body. Otherwise returns the lowest class
 * of its changes, or 99 if there are none. Ignores values that may be missing only because the second version has
 * another profile.
 */
const computeDesignCost = ({ word, changes }: DiffDesign): number =>
  word !== ''
    ? 0
    : findSmallest(
        changes.filter(({ withheld }) => !withheld).map((change) => change.class),
        99,
      );

/**
 * Sorts designs by the smallest class number of their changes. A design comes first if one of the two versions lacks
 * the design or one of its bodies. All entries of one design stay together.
 */
export const sortDesignsByCost = (designs: readonly DiffDesign[]): readonly DiffDesign[] => {
  const costs = new Map<string, number>();
  const getDesignKey = ({ id, garment_id }: DiffDesign): string => id ?? garment_id ?? '';
  for (const design of designs)
    costs.set(
      getDesignKey(design),
      Math.min(costs.get(getDesignKey(design)) ?? 99, computeDesignCost(design)),
    );
  const positions = new Map([...costs.keys()].map((key, at) => [key, at] as const));
  return designs.toSorted(
    (a, b) =>
      (costs.get(getDesignKey(a)) ?? 0) - (costs.get(getDesignKey(b)) ?? 0) ||
      (positions.get(getDesignKey(a)) ?? 0) - (positions.get(getDesignKey(b)) ?? 0),
  );
};

/**
 * Groups the changes of all designs by class (`rank`), class 1 first, with the title of the class. The last group has
 * the values that may be missing only because the second version has another profile; its `rank` is null. Empty groups
 * are left out.
 */
export const groupChangesByClass = (
  designs: readonly DiffDesign[],
): readonly {
  readonly rank: ChangeClass | null;
  readonly title: string;
  readonly rows: readonly { readonly design: DiffDesign; readonly change: BodyChange }[];
}[] => {
  const all = designs.flatMap((design) => design.changes.map((change) => ({ design, change })));
  const ranks = Object.keys(CHANGE_CLASSES).map((key) => Number(key) as ChangeClass);
  const ranked = ranks.map((rank) => ({
    rank,
    title: CHANGE_CLASSES[rank],
    rows: all.filter(({ change }) => change.class === rank && !change.withheld),
  }));
  const withheld = all.filter(({ change }) => change.withheld);
  const withheldGroup = {
    rank: null,
    title: 'kept back: the other profile does not hold it',
    rows: withheld,
  };
  return [...ranked, withheldGroup].filter(({ rows }) => rows.length > 0);
};

import { formatUnknownWords } from '../../garment/unknown-words.ts';
import { foldCase } from '../../garment/value-filter.ts';
import {
  buildSavedFileRows,
  renderSavedFileView,
  SAVED_FILE_COLUMNS,
  type SavedFile,
} from '../../output/views/saved-files.ts';
import { renderSeasonLinesView, renderSeasonView } from '../../output/views/season.ts';
import {
  buildSeasonRows,
  buildSeasonTable,
  listSeasonColumns,
  SEASON_COLUMNS,
  type SeasonDesign,
  TRUST_PREFIX,
} from '../../output/views/season-rows.ts';
import { UsageError } from '../../platform/errors.ts';
import { nextCommand } from '../../platform/escape/shell.ts';
import { toNumberText, toScalarText } from '../../platform/json/json-values.ts';
import { buildDataResult, type DataResult, type TextResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { COLLECTION_ARGUMENT, computeFolderDigest } from '../designs/collection-bodies.ts';
import { PROFILE_FLAG } from '../designs/fetch-resource.ts';
import { FILTER_FLAGS, readDepartmentFlag } from '../flags/filter-flags.ts';
import { readTextFlag } from '../flags/parse-flags.ts';
import { createBatchResult, writeOutputFile } from '../output-files.ts';
import { renderSeasonPageHtml } from '../render-sheet-page.ts';
import { countSeason, type SeasonCounts, type SeasonFilter } from './count-season.ts';

const compareCells = (a: unknown, b: unknown): number => {
  const [numberA, numberB] = [toNumberText(a), toNumberText(b)];
  if (numberA !== undefined && numberB !== undefined) return Number(numberA) - Number(numberB);
  const [textA, textB] = [foldCase(toScalarText(a) ?? ''), foldCase(toScalarText(b) ?? '')];
  return textA < textB ? -1 : textA > textB ? 1 : 0;
};

/**
 * Returns the designs sorted by a column. Without a column, the design with the most open questions comes first.
 * Designs without a value in the column come last, also with `reverse`. Designs with equal values stay in the order of
 * the folder.
 */
const sortSeason = (
  designs: readonly SeasonDesign[],
  column: string | undefined,
  reverse: boolean,
): readonly SeasonDesign[] => {
  const designsWithKey =
    column === undefined
      ? designs.map((design) => [design, design.open] as const)
      : buildSeasonTable({ designs, left_out: null }, undefined).cells.map(
          (cells, at) => [designs[at] as SeasonDesign, cells.get(column) ?? null] as const,
        );
  const known = designsWithKey.filter(([, key]) => key !== null);
  const sign = reverse === (column !== undefined) ? -1 : 1;
  const inOrder = known.toSorted(([, a], [, b]) => compareCells(a, b) * sign);
  return [...inOrder, ...designsWithKey.filter(([, key]) => key === null)].map(([design]) => design);
};

interface SeasonOptions extends SeasonFilter {
  readonly long: boolean;
  readonly sort: string | undefined;
  readonly reverse: boolean;
  readonly html: string | undefined;
}

const refuseUnknownColumn = ({ sort, departments }: SeasonOptions): void => {
  const columns = listSeasonColumns(departments);
  if (sort === undefined || columns.includes(sort) || (!departments && sort.startsWith(TRUST_PREFIX))) return;
  throw new UsageError(formatUnknownWords({ what: 'column', words: [sort], available: columns }), {
    hint: nextCommand`toile help season`,
  });
};

const isSeasonCounts = (value: SeasonCounts | SavedFile): value is SeasonCounts => 'designs' in value;

export const seasonCommand = defineCommand({
  path: 'season',
  resultKind: 'data',
  targetFlags: [],
  group: 'Keep a season',
  effects: { sends: 'never', writes: 'a page, with --html' },
  outputSchemas: ['toile.season/1', 'toile.sheet/1'],
  summary: 'Count the values and open questions of each design',
  namesInOtherTools: ['report', 'overview'],
  about:
    'Prints one line per design. The design with the most open questions comes first, the totals come ' +
    'last. Style number, season, category, supplier, stage and sample size are shown if the graph has ' +
    'them.\n\n' +
    'With --long or in a pipe, each department has its own counts of values by state and of open ' +
    'questions. The states are asserted, inferred, unstated and "another" (an unknown state or none). The ' +
    'texts of the brief are counted too.\n\n' +
    'toile counts the values in the files of the folder. Only the counts of Design Trust come from the service. An empty ' +
    'cell is not 0: the folder lacks the data.',
  args: [COLLECTION_ARGUMENT],
  flags: {
    profile: PROFILE_FLAG,
    department: FILTER_FLAGS.department,
    search: { value: 'TEXT', about: 'only designs with TEXT in name or id' },
    sort: {
      value: 'COLUMN',
      about: 'sort by a column, for example name or sewing_open',
      suggests: SEASON_COLUMNS,
    },
    reverse: { about: 'reverse the order; empty cells stay last' },
    long: { about: 'show the counts of each department and of Design Trust' },
    html: { value: 'FILE', about: 'write one HTML page to print; - for stdout', completes: ['files'] },
  },
  examples: [
    { why: 'See how complete the season is', line: 'toile season ./season' },
    {
      why: 'Find the designs with the most missing measurements',
      line: 'toile season ./season --sort measuring_unstated --reverse',
    },
    { why: 'Print the season for a meeting', line: 'toile season ./season --html season.html' },
    { why: 'Open the counts in a spreadsheet', line: 'toile season ./season --xlsx season.xlsx' },
  ],
  json: '{"schema": "toile.season/1", "dir", "counted": "here", "designs": [{"design_id", "garment_id", "name", "style": {"supplier": {"value", "state"}}, "profile", "open", "departments": {"cutting": {"values": {"asserted", "inferred", "unstated", "others": {}}, "open"}}, "brief", "trust": {"callouts.rows"}, "where", "fetched"}], "totals": {"designs", "open", "departments": {"cutting": 2}, "suppliers": {"name": 3}}, "left_out", "failed": [], "unfinished": [...]}\n\nwith --html {"schema": "toile.sheet/1", "file", "bytes", "sha256", "skipped"}',
  exitCodes: [
    ['1', 'some designs could not be read'],
    ['2', 'the page already exists or cannot be written'],
  ],
  columns: [
    { names: SEASON_COLUMNS, open: true },
    { when: '--department, only its columns', names: listSeasonColumns([]), open: true },
    { when: '--html', names: SAVED_FILE_COLUMNS },
  ],
  parse: ({ args: [dir = ''], flags }): SeasonOptions => {
    if (dir === '') throw new UsageError('the name of the folder is empty');
    const options = {
      dir,
      profile: readTextFlag(flags, 'profile'),
      departments: readDepartmentFlag(flags),
      search: readTextFlag(flags, 'search'),
      sort: readTextFlag(flags, 'sort'),
      reverse: flags.reverse === true,
      long: flags.long === true,
      html: readTextFlag(flags, 'html'),
    };
    refuseUnknownColumn(options);
    return options;
  },
  run: async (deps, options): Promise<DataResult<SeasonCounts | SavedFile> | TextResult> => {
    const { departments, sort, reverse, html } = options;
    const count = async () => {
      const { counts, collection } = await countSeason(deps, options);
      return { counts: { ...counts, designs: sortSeason(counts.designs, sort, reverse) }, collection };
    };
    if (html === undefined) return createBatchResult('toile.season/1', (await count()).counts);
    let failed = 0;
    const page = { into: html, name: 'season.html', clobber: false, skipExisting: false, several: false };
    const value = await writeOutputFile(deps, page, async () => {
      const { counts: season, collection } = await count();
      failed = season.failed.length;
      const folderDigest = computeFolderDigest(collection);
      return renderSeasonPageHtml({ season, departments, folderDigest, now: deps.clock.now() });
    });
    const exitOption = failed > 0 ? { exit: 1 } : {};
    if (value.file === '-') return { kind: 'text', text: '', ...exitOption };
    return buildDataResult('toile.sheet/1', value, exitOption);
  },
  buildView: (value, { departments, long }) =>
    !isSeasonCounts(value)
      ? renderSavedFileView(value)
      : long
        ? renderSeasonView(value, departments)
        : renderSeasonLinesView(value, departments),
  buildRows: (value, { departments }) =>
    isSeasonCounts(value) ? buildSeasonRows(value, departments) : buildSavedFileRows([value]),
});

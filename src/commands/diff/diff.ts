import { createChangeFilter } from '../../garment/change-filter.ts';
import { CHANGE_CLASSES, CHANGE_WORDS, WITHHELD_WORD } from '../../garment/change-words.ts';
import { compareBodies } from '../../garment/compare-bodies.ts';
import { flattenBody } from '../../garment/flatten-body.ts';
import { createUnknownWordFinder } from '../../garment/unknown-words.ts';
import {
  BASIS_COMPARISON_COLUMNS,
  buildBasisRows,
  renderBasisComparisonView,
} from '../../output/views/basis-groups.ts';
import {
  buildDiffRows,
  DIFF_COLUMNS,
  type DiffData,
  type DiffDesign,
  NOT_PULLED,
  renderDiffView,
  sortDesignsByCost,
} from '../../output/views/diff.ts';
import { countChanges, selectShownChanges } from '../../output/views/diff-changes.ts';
import { renderDiffHtml } from '../../output/views/diff-html.ts';
import { renderDiffMarkdown } from '../../output/views/diff-markdown.ts';
import { buildDataResult, type DataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { FILTER_FLAGS, FILTER_GLOSSARY, readValueFilter, refuseUnknownWords } from '../flags/filter-flags.ts';
import { readGroupingFlag } from '../flags/grouping-flag.ts';
import { type BasisComparison, compareBases, hasChangedOpenValues } from './compare-bases.ts';
import {
  computeSideDigest,
  listUnfinishedSides,
  readBodyPairs,
  readDiffSide,
  walkFolderBodies,
} from './diff-sources.ts';

const NOT_PULLED_WORDS = [
  NOT_PULLED,
  'one side lacks it, and the last pull of that folder did not finish',
] as const;
const DESIGN_WORDS = ['design added, design removed', 'only one of the two folders holds it'] as const;

const isBasisComparison = (value: DiffData | BasisComparison): value is BasisComparison => 'groups' in value;

export const diffCommand = defineCommand({
  path: 'diff',
  resultKind: 'data',
  group: 'Keep a season',
  effects: { sends: 'sometimes' },
  outputSchemas: ['toile.diff/1', 'toile.bases/1'],
  summary: 'Compare the values of two garments, files or folders',
  namesInOtherTools: ['compare'],
  about:
    'Each side is a JSON file, a pulled folder, an id, or "-" for stdin. ID@factory is the graph for the ' +
    'factory. Two pulled folders are compared design by design. The changes that are most costly to miss come first.\n\n' +
    'toile finds the same part on both sides by its id. Only --all compares the order of items and the ' +
    'spelling of numbers (56, 56.0). A change of state is reported even if the value is the same. With a ' +
    'filter, a change is shown if its old or new value matches.\n\n' +
    'Instead of a list of changes, --by basis shows what became of the inferred values. The basis is the ' +
    'source of an inferred value, such as a house rule. For each basis, toile counts the designs ' +
    'that now state the same value, and those that now state another.\n\n' +
    'Use --state to follow values of other states instead. If a folder has both profiles of a graph, --by basis uses ' +
    'the one for the technical designer.',
  args: [
    {
      name: 'A',
      about: 'a file, a pulled folder, an id, or "-" for stdin',
      required: true,
      completes: ['ids', 'files'],
      stdin: 'body or ids',
    },
    {
      name: 'B',
      about: 'the file, folder or id to compare with',
      required: true,
      completes: ['ids', 'files'],
      stdin: 'body or ids',
    },
  ],
  flags: {
    ...FILTER_FLAGS,
    all: { about: 'also compare reasons, order and the spelling of numbers' },
    md: { about: 'write Markdown', affects: 'text', excludes: ['html'] },
    html: { about: 'write one HTML page, the changes most costly to miss first', affects: 'text' },
    by: {
      value: 'WHAT',
      choices: ['basis'],
      about: 'show what became of the inferred values',
      excludes: ['md', 'html', 'all'],
    },
  },
  examples: [
    { why: 'See what changed in a garment since the last pull', line: 'toile diff season GARM-5117' },
    { why: 'See what the factory graph omits', line: 'toile diff GARM-5117 GARM-5117@factory' },
    {
      why: 'Write the changes between two pulled folders as a page',
      line: 'toile diff spring summer --html > changes.html',
    },
    { why: 'See which inferred values proved right', line: 'toile diff spring summer --by basis' },
    {
      why: 'Write the changes between two folders to a spreadsheet',
      line: 'toile diff spring summer --xlsx changes.xlsx',
    },
  ],
  json: '{"schema": "toile.diff/1", "a", "b", "same", "counts": {"changed", "added", "removed", "withheld"}, "minor": {"reason": 3}, "designs": [{"id", "name", "read", "profiles": [..., ...], "word", "changes": [{"class", "word", "department", "node_id", "kind", "label", "role", "field", "before": {"state", "value", "unit"}, "after", "by", "values": [{"node_id", "role", "field", "state", "value", "unit"}]}]}], "unfinished": [...]}\n\nwith --by basis {"schema": "toile.bases/1", "a", "b", "groups": [{..., "styles", "stated_same", "stated_otherwise", "unchanged", "other"}], "totals": {"garments", "values", "not_compared"}}\n\n"values" lists the values of a change that has several',
  exitCodes: [
    ['0', 'no differences'],
    ['1', 'differences found'],
    ['2', 'the comparison failed, or is incomplete because data was not pulled'],
  ],
  glossaries: [
    FILTER_GLOSSARY,
    {
      title: 'Words of a change',
      terms: [...Object.entries(CHANGE_WORDS), WITHHELD_WORD, DESIGN_WORDS, NOT_PULLED_WORDS],
    },
    { title: 'Classes, as "class" in JSON and CSV', terms: Object.entries(CHANGE_CLASSES) },
  ],
  failureExitCode: 2,
  columns: [{ names: DIFF_COLUMNS }, { when: '--by basis', names: BASIS_COMPARISON_COLUMNS }],
  parse: ({ args: [a = '', b = ''], flags }) => {
    const page = flags.html === true ? 'html' : flags.md === true ? 'md' : undefined;
    const by = readGroupingFlag(flags);
    return { a, b, all: flags.all === true, page, filter: readValueFilter(flags), by } as const;
  },
  run: async (deps, { a, b, all, page, filter, by }): Promise<DataResult<DiffData | BasisComparison>> => {
    const sides = [await readDiffSide(deps, a), await readDiffSide(deps, b)] as const;
    if (by !== undefined) {
      const compared = await compareBases(deps, sides, filter);
      return buildDataResult('toile.bases/1', compared, { exit: hasChangedOpenValues(compared) ? 1 : 0 });
    }
    const pairs = await readBodyPairs(deps, ...sides);
    const isWanted = createChangeFilter(filter);
    const vocabulary = createUnknownWordFinder(filter);
    const minor = new Map<string, number>();
    const comparedDesigns = pairs.flatMap((pair): readonly DiffDesign[] => {
      const designMembers = { id: pair.design?.id ?? null, name: pair.design?.name ?? null, read: pair.file };
      if (pair.a === undefined || pair.b === undefined) {
        const word = pair.isNotPulled ? NOT_PULLED : pair.a === undefined ? 'added' : 'removed';
        return [{ ...designMembers, garment_id: null, profiles: [null, null], word, changes: [] }];
      }
      const comparison = compareBodies(pair.a, pair.b);
      const { profiles, garmentIds } = comparison;
      for (const body of [pair.a, pair.b]) if (!vocabulary.isComplete()) vocabulary.add(flattenBody(body));
      const { changes: shown, minor: minorCounts } = selectShownChanges(
        comparison.changes.filter(isWanted),
        all,
      );
      for (const [word, number] of minorCounts) minor.set(word, (minor.get(word) ?? 0) + number);
      if (shown.length === 0 && pairs.length > 1) return [];
      const ids = { garment_id: garmentIds[1] ?? garmentIds[0] ?? null };
      return [
        {
          ...designMembers,
          ...ids,
          profiles: profiles.map((profile) => profile ?? null),
          word: '',
          changes: shown,
        },
      ];
    });
    // A filter word may occur only in unchanged bodies, which were not searched yet. They are searched before the word
    // is reported as unknown.
    for (const body of walkFolderBodies(sides)) {
      if (vocabulary.isComplete()) break;
      vocabulary.add(flattenBody(body));
    }
    refuseUnknownWords(vocabulary.findUnknown());
    const designs = sortDesignsByCost(comparedDesigns);
    const changes = designs.flatMap((design) => design.changes);
    const countWhole = (word: string): number => designs.filter((design) => design.word === word).length;
    const notPulled = countWhole(NOT_PULLED);
    const hasDifferences = changes.length + countWhole('added') + countWhole('removed') > 0;
    const same = !hasDifferences && notPulled === 0;
    const counts = {
      ...countChanges(changes),
      designs_added: countWhole('added'),
      designs_removed: countWhole('removed'),
      ...(notPulled > 0 && { not_pulled: notPulled }),
    };
    const unfinished = listUnfinishedSides(sides);
    const bodies = [pairs.map((pair) => pair.a), pairs.map((pair) => pair.b)] as const;
    const digests = page === 'html' && {
      digests: sides.map((side, at) => computeSideDigest(side, bodies[at] ?? [])),
    };
    const value = {
      a,
      b,
      same,
      counts,
      minor: Object.fromEntries(minor),
      designs,
      ...digests,
      ...unfinished,
    };
    return buildDataResult('toile.diff/1', value, { exit: same ? 0 : hasDifferences ? 1 : 2 });
  },
  chooseForm: ({ page }) => (page ? 'text' : undefined),
  buildReport: (value) =>
    isBasisComparison(value) ? undefined : { markdown: renderDiffMarkdown(value), warnings: [] },
  renderText: (value, { page }) => {
    if (isBasisComparison(value)) return '';
    return page === 'html' ? renderDiffHtml(value) : renderDiffMarkdown(value);
  },
  buildView: (value) =>
    isBasisComparison(value)
      ? renderBasisComparisonView(value.groups, value.totals.not_compared)
      : renderDiffView(value),
  buildRows: (value) =>
    isBasisComparison(value) ? buildBasisRows(value.groups, BASIS_COMPARISON_COLUMNS) : buildDiffRows(value),
});

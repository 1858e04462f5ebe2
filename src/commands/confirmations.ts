import { type BasisGroup, createBasisCollector } from '../garment/basis-groups.ts';
import { flattenBody } from '../garment/flatten-body.ts';
import { findLeftOut, formatLeftOutNames, type LeftOut, mergeLeftOut } from '../garment/left-out.ts';
import { readOwnedQuestions, readQuestions } from '../garment/open-questions.ts';
import { createUnknownWordFinder } from '../garment/unknown-words.ts';
import { createValueFilter, hasValueFilter, type ValueFilter } from '../garment/value-filter.ts';
import { BASIS_COLUMNS, buildBasisRows, renderBasisGroupsView } from '../output/views/basis-groups.ts';
import {
  buildConfirmationRows,
  CONFIRMATION_COLUMNS,
  renderConfirmationsView,
} from '../output/views/confirmations.ts';
import {
  buildGarmentQuestions,
  buildSeasonQuestionRows,
  buildSeasonQuestions,
  type GarmentQuestions,
  renderSeasonQuestionsView,
  SEASON_QUESTION_COLUMNS,
  type SeasonQuestions,
  STEP_QUESTION_COLUMNS,
} from '../output/views/season-questions.ts';
import type { ViewAudience } from '../output/views/view-header.ts';
import { detectPathKind, readBodyFile } from '../platform/files/user-files.ts';
import type { CommandContext } from './command-context.ts';
import type { DataResult, ServiceResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';
import { type DesignOrBody, isBodyInput, parseDesignOrBody } from './designs/body-input.ts';
import {
  type BodySource,
  createFileSource,
  readAllSources,
  resolveAbsentPath,
  walkBodySources,
} from './designs/body-sources.ts';
import { READ_COMMAND_SPEC, type RequestedSubject, readResource } from './designs/fetch-resource.ts';
import { FILTER_FLAGS, FILTER_GLOSSARY, readValueFilter } from './flags/filter-flags.ts';
import { BY_FLAG, GROUPING_GLOSSARY, readGroupingFlag, type ValueGrouping } from './flags/grouping-flag.ts';
import { readTextFlag } from './flags/parse-flags.ts';
import { createBatchResult } from './output-files.ts';

interface ConfirmationsInput {
  readonly words: readonly string[];
  /** The argument of the command, parsed. It is undefined unless the user typed exactly one argument. */
  readonly argument: DesignOrBody;
  readonly filter: ValueFilter;
  readonly all: boolean;
  readonly view: ViewAudience | undefined;
  readonly by: ValueGrouping | undefined;
}

/** The JSON output for `--by basis`. */
interface BasisQuestions extends Pick<SeasonQuestions, 'failed' | 'left_out' | 'unfinished'> {
  readonly groups: readonly BasisGroup[];
  readonly totals: { readonly garments: number; readonly values: number };
}

type ConfirmationsResult =
  | (ServiceResult & { readonly extra: RequestedSubject })
  | (DataResult<SeasonQuestions | BasisQuestions> & { readonly extra?: undefined });

const isBasisQuestions = (value: SeasonQuestions | BasisQuestions): value is BasisQuestions =>
  'groups' in value;

/** Reads the open questions of all garments that the arguments name. */
const collectQuestions = async (
  deps: CommandContext,
  { words, argument, filter, by }: ConfirmationsInput,
): Promise<DataResult<SeasonQuestions | BasisQuestions>> => {
  const unfinished = new Set<string>();
  const isWanted = createValueFilter(filter);
  const vocabulary = createUnknownWordFinder(filter);
  const bases = createBasisCollector();
  const garments: GarmentQuestions[] = [];
  let leftOut: readonly LeftOut[] = [];
  const readSource = async (source: BodySource): Promise<void> => {
    for await (const { origin, body, readGraphBody } of source.bodies()) {
      const graph = readGraphBody?.();
      const questions = readQuestions(body);
      const ownedQuestions = readOwnedQuestions(questions, graph) ?? [];
      vocabulary.add(ownedQuestions.map(({ subject }) => subject));
      if (!vocabulary.isComplete() && graph !== undefined) vocabulary.add(flattenBody(graph));
      const selected = ownedQuestions.filter(({ subject }) => isWanted(subject));
      const others = [...selected.flatMap(({ question }) => question.others), ...questions.others];
      leftOut = mergeLeftOut([...leftOut, ...findLeftOut(others, () => [])]);
      garments.push(buildGarmentQuestions(origin, selected));
      if (by !== 'basis') continue;
      for (const { subject } of selected) bases.addOpen(origin, subject);
      bases.addStated(origin, graph === undefined ? [] : flattenBody(graph));
    }
  };
  const selection = {
    words,
    all: false,
    resource: 'confirmations' as const,
    profile: undefined,
    allFiles: false,
    needsGraph: hasValueFilter(filter),
  };
  const sources = isBodyInput(argument)
    ? [createFileSource('-', () => readBodyFile(deps, '-'))]
    : walkBodySources(deps, selection, unfinished);
  const failed = await readAllSources(deps, { sources, vocabulary, readSource });
  const problems = {
    left_out: leftOut.length > 0 ? formatLeftOutNames(leftOut) : null,
    failed,
    ...(unfinished.size > 0 && { unfinished: [...unfinished] }),
  };
  if (by !== 'basis')
    return createBatchResult('toile.confirmations/1', buildSeasonQuestions(garments, problems));
  const values = garments.reduce((sum, { open }) => sum + open, 0);
  const totals = { garments: garments.length, values };
  return createBatchResult('toile.bases/1', { groups: bases.listGroups(), totals, ...problems });
};

export const confirmationsCommand = defineCommand({
  ...READ_COMMAND_SPEC,
  path: 'confirmations',
  outputSchemas: ['body', 'toile.confirmations/1', 'toile.bases/1'],
  args: READ_COMMAND_SPEC.args.map((argument) => ({
    ...argument,
    about: `a pulled folder or ${argument.about}`,
    many: true,
  })),
  summary: 'List the open questions of a garment or a season',
  namesInOtherTools: ['questions'],
  flags: {
    all: { about: 'show all fields, even those that are usually left out' },
    view: {
      value: 'FOR',
      choices: ['designer', 'factory'],
      about: 'designer: with the possible answers; factory: by department',
      affects: 'screen',
    },
    ...FILTER_FLAGS,
    by: { ...BY_FLAG, excludes: ['view'] },
  },
  about:
    'Open questions do not prevent a sample or a quotation. In a pipe, each line is one question.\n\n' +
    'For a season, give a pulled folder or several ids. toile then lists and counts the questions by ' +
    'style and department. The style with the most questions comes first. With a filter, the ' +
    'questions of a single garment are listed in the same way.\n\n' +
    'With --by, toile groups the questions of all styles by basis or step.',
  examples: [
    { why: 'See the open questions', line: 'toile confirmations GARM-101' },
    { why: 'See the open questions of a pulled season', line: 'toile confirmations season' },
    { why: 'List what sewing has to ask', line: 'toile confirmations season --department sewing --csv' },
    {
      why: 'Group the questions by basis, the source of a value',
      line: 'toile confirmations season --by basis',
    },
    { why: 'Print the JSON as the service sent it', line: 'toile confirmations GARM-101 --json' },
  ],
  json: 'the JSON of the service, unchanged\n\nwith pulled folders, several ids or a filter {"schema": "toile.confirmations/1", "garments": [{"design_id", "garment_id", "name", "open", "departments": {"cutting": 2}, "questions": [{"id", "department", "step", "node_id", "kind", "label", "field", "value", "unit", "state", "question", "options", "basis", "confidence"}], "where"}], "totals": {"garments", "open", "departments", "steps": {"cutting": 2}}, "left_out", "failed": [], "unfinished": [...]}\n\nwith --by basis {"schema": "toile.bases/1", "groups": [...]}, as printed by `toile values`',
  glossaries: [GROUPING_GLOSSARY, FILTER_GLOSSARY],
  exitCodes: [['1', 'some designs could not be read']],
  columns: [
    { names: CONFIRMATION_COLUMNS },
    { when: 'pulled folders, several ids or a filter', names: SEASON_QUESTION_COLUMNS },
    { when: '--by step', names: STEP_QUESTION_COLUMNS },
    { when: '--by basis', names: BASIS_COLUMNS },
  ],
  parse: ({ args, flags }): ConfirmationsInput => ({
    words: args,
    argument: args.length > 1 ? undefined : parseDesignOrBody(args[0]),
    filter: readValueFilter(flags),
    all: flags.all === true,
    view: readTextFlag(flags, 'view') as ViewAudience | undefined,
    by: readGroupingFlag(flags),
  }),
  hasUnlimitedWait: ({ words }) => words.length > 1,
  run: async (deps, input): Promise<ConfirmationsResult> => {
    const { words, argument, filter, by } = input;
    const [word] = words;
    const isLocal = isBodyInput(argument);
    const pathKind = word === undefined || isLocal ? undefined : await detectPathKind(deps.system, word);
    const isSeason = hasValueFilter(filter) || by !== undefined;
    if (words.length > 1 || pathKind !== undefined || (word !== undefined && isSeason))
      return collectQuestions(deps, input);
    const subject = argument?.kind === 'name' ? await resolveAbsentPath(deps, word ?? '') : argument;
    return readResource(deps, subject, 'confirmations');
  },
  buildView: (value, { all, view, by }, { extra }) => {
    if (extra !== undefined) return renderConfirmationsView(value, { all, view, subject: extra.id });
    const season = value as SeasonQuestions | BasisQuestions;
    return isBasisQuestions(season)
      ? renderBasisGroupsView(season.groups, true)
      : renderSeasonQuestionsView(season, by === 'step');
  },
  buildRows: (value, { all, by }, extra) => {
    if (extra !== undefined) return buildConfirmationRows(value, { all, subject: extra.id });
    const season = value as SeasonQuestions | BasisQuestions;
    return isBasisQuestions(season)
      ? buildBasisRows(season.groups, BASIS_COLUMNS)
      : buildSeasonQuestionRows(season, by === 'step');
  },
});

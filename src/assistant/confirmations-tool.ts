import { DEPARTMENT_NAMES, findNodeIdKind } from '../garment/departments.ts';
import { isSelectedKind } from '../garment/node-kinds.ts';
import { getQuestionWording, type OpenQuestion } from '../garment/open-question.ts';
import { filterQuestions, findQuestionDepartment, readQuestions } from '../garment/open-questions.ts';
import { findProductionStep, type ProductionStep, STEP_NAMES } from '../garment/production-steps.ts';
import { hasSelectedProvenance, toProvenanceName } from '../garment/provenance-filter.ts';
import { foldCase } from '../garment/value-filter.ts';
import { toJsonText, toPayloadText } from '../platform/json/json-values.ts';
import type { CachedBody } from './read-tools.ts';
import { createPartResult, type ToolArguments } from './service-tools/part-result.ts';
import {
  createTextSchema,
  createWordListSchema,
  type ToolDefinition,
} from './service-tools/tool-definitions.ts';
import {
  countByName,
  createToolDataResult,
  createToolErrorResult,
  type ToolResult,
} from './service-tools/tool-result.ts';

/** The arguments of `list_unresolved_confirmations`: the arguments of the service, and the filters of toile. */
export interface ConfirmationArguments extends ToolArguments {
  readonly summary?: boolean;
  readonly departments?: readonly string[];
  readonly steps?: readonly string[];
  readonly states?: readonly string[];
  readonly text?: string;
}

/** Returns `tool`, the definition of `list_unresolved_confirmations`, with the filters of toile added. */
export const createConfirmationsDefinition = (tool: ToolDefinition): ToolDefinition => ({
  ...tool,
  description: `${tool.description} Ask for little: \`summary\` first, then \`kinds\`, \`departments\`, \`states\` and \`text\` together.`,
  inputSchema: {
    ...tool.inputSchema,
    properties: {
      ...Object(tool.inputSchema.properties),
      summary: {
        type: 'boolean',
        description: 'Counts by kind, department and state, instead of questions.',
      },
      kinds: createWordListSchema('Only questions about nodes of these kinds, for example ["seam"].'),
      departments: createWordListSchema('Only questions for these departments.', DEPARTMENT_NAMES),
      steps: createWordListSchema(
        'Only questions about what is fixed at these production steps.',
        STEP_NAMES,
      ),
      states: createWordListSchema(
        'Only questions whose current value has one of these states; none: without a state.',
      ),
      text: createTextSchema('Only questions that contain this text.'),
    },
  },
});

const getKind = ({ node }: OpenQuestion): string => findNodeIdKind(node) || '(no kind)';

const findQuestionStep = ({ node, field }: OpenQuestion): ProductionStep =>
  findProductionStep({ kind: '', nodeId: node, value: { path: field } });

const createQuestionPredicate = ({ kinds, departments, steps, states, text }: ConfirmationArguments) => {
  const searchText = text === undefined ? undefined : foldCase(text);
  return (question: OpenQuestion): boolean =>
    isSelectedKind(findNodeIdKind(question.node), kinds) &&
    (departments?.includes(findQuestionDepartment(question)) ?? true) &&
    (steps?.includes(findQuestionStep(question)) ?? true) &&
    hasSelectedProvenance(states, question.now) &&
    (searchText === undefined ||
      [
        question.node,
        question.field,
        toPayloadText(getQuestionWording(question)),
        toJsonText(question.options),
      ].some((candidate) => foldCase(candidate).includes(searchText)));
};

/**
 * Creates the result of `list_unresolved_confirmations`: the questions that match the filters. If `summary` is true,
 * the result has only counts of these questions, for example by department. A long list is returned in parts. Returns
 * an error result if `kinds` contains a kind that no question is about.
 */
export const createConfirmationsResult = (
  { value, digest }: CachedBody,
  { after, ...selection }: ConfirmationArguments,
  extraMembers: Readonly<Record<string, unknown>>,
): ToolResult => {
  const { id: _, summary, ...filter } = selection;
  const questions = readQuestions(value).list ?? [];
  const unknownKinds = selection.kinds?.filter(
    (kind) => !questions.some(({ node }) => isSelectedKind(findNodeIdKind(node), [kind])),
  );
  if (unknownKinds !== undefined && unknownKinds.length > 0)
    return createToolErrorResult(
      `No question is about the kind ${unknownKinds.join(' or ')}. The kinds are: ${Object.keys(countByName(questions, getKind)).join(', ') || 'none'}.`,
    );
  const isSelected = createQuestionPredicate(selection);
  const selected = questions.filter(isSelected);
  if (summary === true && after === undefined)
    return createToolDataResult({
      counted_here: {
        questions: selected.length,
        kinds: countByName(selected, getKind),
        departments: countByName(selected, (question) => findQuestionDepartment(question)),
        steps: countByName(selected, findQuestionStep),
        states: countByName(selected, ({ now }) => toProvenanceName(now)),
      },
      ...extraMembers,
    });
  const isUnfiltered = Object.values(filter).every((option) => option === undefined);
  return createPartResult({
    tool: 'list_unresolved_confirmations',
    value: isUnfiltered ? value : filterQuestions(value, isSelected),
    digest,
    question: selection,
    after,
    narrowingHint: 'ask for less: summary=true, or kinds, departments, steps, states, text',
    extraMembers: {
      ...(isUnfiltered ? {} : { _chosen: { questions: selected.length, of: questions.length } }),
      ...extraMembers,
    },
  });
};

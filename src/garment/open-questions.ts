/** Reads the open questions in the body of confirmations. The body has them in a list, which may have any name. */

import { getOwnMember, isRecord, type JsonObject, toScalarText } from '../platform/json/json-values.ts';
import { DEPARTMENT_NAMES, type Department, findDepartment } from './departments.ts';
import { NO_NODE, type OwnedValue } from './flatten-body.ts';
import { readGraph } from './graph-model.ts';
import { indexNodesById, type NodeIndex } from './node-relations.ts';
import {
  type OpenQuestion,
  type QuestionSubject,
  readQuestion,
  readQuestionSubject,
} from './open-question.ts';
import { readMemberText, readStated } from './stated-value.ts';
import { createBareValue, joinValuePath, readBodyProvenance, readValues, type Value } from './value.ts';

/** The open questions of a confirmations body, and all values of the body that do not belong to an open question. */
export interface OpenQuestions {
  readonly garmentId: string | undefined;
  /** The open questions; empty if all questions are settled. Undefined if the body has no list of questions. */
  readonly list: readonly OpenQuestion[] | undefined;
  /** The path of the list of questions in the body; empty if the body itself is this list. */
  readonly name: string;
  /** All values of the body that do not belong to an open question. They include the values of settled questions. */
  readonly others: readonly Value[];
}

const LIST_NAMES = [
  ...['unresolved', 'open', 'unresolved_confirmations', 'open_questions', 'open_confirmations', 'pending'],
  ...['outstanding', 'confirmations', 'questions', 'items'],
];
/**
 * Matches a word that means that a question is settled (answered or closed), for example `resolved`. The word is the
 * name of a list of questions or the status of a question.
 */
const SETTLED_PATTERN =
  /^(?:resolved|closed|answered|settled|done|confirmed|dismissed|withdrawn|archived?|history)(?:_|$)/i;
const STATUS_KEYS = ['status', 'resolution', 'resolved', 'closed', 'answered'];
const QUESTION_KEYS = ['question', 'ask', 'options', 'choices'];
/** The maximum number of levels of nested objects in which toile looks for the list of questions. */
const MAX_DEPTH = 3;

/**
 * Returns the department that works with the node and field of a question. The kind of the node is looked up in
 * `nodes`.
 */
export const findQuestionDepartment = ({ node, field }: QuestionSubject, nodes?: NodeIndex): Department =>
  findDepartment({ kind: nodes?.get(node)?.kind ?? '', nodeId: node, field });

/** Groups questions by department, in printed order. Departments without questions are left out. */
export const groupQuestionsByDepartment = (
  list: readonly OpenQuestion[],
  nodes?: NodeIndex,
): readonly (readonly [Department, readonly OpenQuestion[]])[] =>
  DEPARTMENT_NAMES.map(
    (name) => [name, list.filter((question) => findQuestionDepartment(question, nodes) === name)] as const,
  ).filter(([, questions]) => questions.length > 0);

const isSettledItem = (item: unknown): boolean =>
  isRecord(item) &&
  STATUS_KEYS.some((key) => {
    const status = getOwnMember(item, key);
    return status === true || (typeof status === 'string' && SETTLED_PATTERN.test(status));
  });

/**
 * A list of questions that was found in a body. `name` is the path of the list in the body, and `others` has the values
 * of the body outside the list.
 */
interface QuestionList {
  readonly name: string;
  readonly list: readonly unknown[];
  readonly others: readonly Value[];
}

const readOpenItem = (item: unknown, at: number): readonly OpenQuestion[] =>
  isSettledItem(item) ? [] : [readQuestion(item, at)];

/** Returns the items of the list of questions in a confirmations body, both open and settled. */
const findRawQuestions = (body: unknown): readonly unknown[] | undefined =>
  Array.isArray(body) ? body : isRecord(body) ? findQuestionList(body, '', 0)?.list : undefined;

/** Returns the node and field of each open question; undefined if the body has no list of questions. */
export const listQuestionSubjects = (body: unknown): readonly QuestionSubject[] | undefined =>
  findRawQuestions(body)
    ?.filter((item) => !isSettledItem(item))
    .map(readQuestionSubject);

/**
 * Returns a confirmations body with only those open questions for which `isWanted` returns true. Everything else in the
 * body remains, including settled questions.
 */
export const filterQuestions = (body: unknown, isWanted: (question: OpenQuestion) => boolean): unknown => {
  const questions = findRawQuestions(body);
  if (questions === undefined) return body;
  const replaceList = (value: unknown, depth: number): unknown => {
    if (value === questions) return questions.filter((item, at) => readOpenItem(item, at).every(isWanted));
    if (!isRecord(value) || depth > MAX_DEPTH) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, replaceList(member, depth + 1)]),
    );
  };
  return replaceList(body, 0);
};

const hasQuestions = (list: readonly unknown[]): boolean =>
  list.some((item) => isRecord(item) && QUESTION_KEYS.some((key) => Object.hasOwn(item, key)));

/** Finds the list of questions in an object, or in the objects nested in it at most `MAX_DEPTH` levels deep. */
const findQuestionList = (body: JsonObject, path: string, depth: number): QuestionList | undefined => {
  const members = Object.entries(body);
  const lists = members.filter((each): each is [string, unknown[]] => Array.isArray(each[1]));
  const readOtherMembers = (listName: string): readonly Value[] =>
    members
      .filter(([name]) => name !== listName)
      .flatMap(([name, value]) => readValues(value, joinValuePath(path, name)));
  const found =
    LIST_NAMES.map((name) => lists.find(([key]) => key === name)).find((found) => found !== undefined) ??
    lists.find(([key, list]) => !SETTLED_PATTERN.test(key) && hasQuestions(list));
  if (found)
    return { name: joinValuePath(path, found[0]), list: found[1], others: readOtherMembers(found[0]) };
  if (depth >= MAX_DEPTH) return undefined;
  for (const [name, value] of members) {
    if (!isRecord(value) || readStated(value) || SETTLED_PATTERN.test(name)) continue;
    const inner = findQuestionList(value, joinValuePath(path, name), depth + 1);
    if (inner) return { ...inner, others: [...inner.others, ...readOtherMembers(name)] };
  }
  return undefined;
};

/**
 * Reads a list of questions. Returns its open questions as `list`. Returns the values of its settled questions as
 * `others`, followed by the given `others`.
 */
const readQuestionList = ({ name, list, others }: QuestionList): Omit<OpenQuestions, 'garmentId'> => {
  const questions = list.map(readOpenItem);
  const settled = list.flatMap((item, at) => (isSettledItem(item) ? readValues(item, `${name}[${at}]`) : []));
  return { name, list: questions.flat(), others: [...settled, ...others] };
};

/** Reads a confirmations body of any structure: its open questions, and all its other values. */
export const readQuestions = (body: unknown): OpenQuestions => {
  if (Array.isArray(body))
    return { garmentId: undefined, ...readQuestionList({ name: '', list: body, others: [] }) };
  if (!isRecord(body))
    return {
      garmentId: undefined,
      name: '',
      list: undefined,
      others: body === undefined ? [] : readValues(body, ''),
    };
  const provenance = readBodyProvenance(body);
  const id = getOwnMember(body, 'garment_id');
  const remaining = Object.entries(body).filter(
    ([name, value]) =>
      !(name === 'garment_id' && toScalarText(value) !== undefined) &&
      !(name === 'state' && provenance.length > 0),
  );
  const members = Object.fromEntries(remaining);
  const questionList = findQuestionList(members, '', 0);
  const read = questionList
    ? readQuestionList(questionList)
    : { name: '', list: undefined, others: remaining.flatMap(([name, value]) => readValues(value, name)) };
  return { garmentId: readMemberText(id), ...read, others: [...provenance, ...read.others] };
};

/**
 * An open question with its department. `subject` is the present value of the field that the question is about,
 * together with the node that has this field.
 */
export interface OwnedQuestion {
  readonly question: OpenQuestion;
  readonly subject: OwnedValue;
  readonly department: Department;
}

/**
 * Returns the open questions, each with its node and department. `graph` is the graph body of the same garment, which
 * has the kinds and names of the nodes. Returns undefined if the confirmations have no list of questions.
 */
export const readOwnedQuestions = (
  { list }: OpenQuestions,
  graph: unknown,
): readonly OwnedQuestion[] | undefined => {
  const nodes = graph === undefined ? undefined : indexNodesById(readGraph(graph));
  return list?.map((question) => {
    const { node: nodeId, field, now } = question;
    const node = nodes?.get(nodeId);
    const subject: OwnedValue = {
      ...NO_NODE,
      ...(node && { kind: node.kind, label: node.label, labelState: node.state, node }),
      nodeId,
      value: { ...createBareValue(field, now.value, 'value'), ...now },
    };
    return { question, subject, department: findQuestionDepartment(question, nodes) };
  });
};

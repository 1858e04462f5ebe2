/** Confirmations as the questions that a body asks, whatever it names their list. */

import { isRecord, own, scalarText } from '../json/values.ts';
import { DEPARTMENTS, type Department, departmentAsked } from './departments.ts';
import { below, type Entry, entriesOf, ownState } from './entries.ts';
import { type Question, readQuestion } from './question.ts';
import { stated } from './stated.ts';

export interface Questions {
  readonly garmentId: string | undefined;
  /** Undefined where the body has no list of questions, which is not the same as an empty one. */
  readonly list: readonly Question[] | undefined;
  /** What the body calls that list; empty where the list is the body. */
  readonly name: string;
  readonly others: readonly Entry[];
}

const LISTS = [
  ...['unresolved', 'open', 'unresolved_confirmations', 'open_questions', 'open_confirmations', 'pending'],
  ...['outstanding', 'confirmations', 'questions', 'items'],
];
/** What is settled is not asked again, whatever list it stands in. */
const SETTLED =
  /^(?:resolved|closed|answered|settled|done|confirmed|dismissed|withdrawn|archived?|history)(?:_|$)/i;
const STATUS = ['status', 'resolution', 'resolved', 'closed', 'answered'];
const MEMBERS_OF_A_QUESTION = ['question', 'ask', 'options', 'choices'];
/** Levels of members in which a list is looked for. */
const DEEPEST = 3;
const textOf = (value: unknown): string | undefined => scalarText(stated(value)?.value ?? value);

/** Questions by who has to ask them, departments that have none left out. */
export const byDepartment = (
  list: readonly Question[],
): readonly (readonly [Department, readonly Question[]])[] =>
  DEPARTMENTS.map(
    (name) => [name, list.filter(({ node, field }) => departmentAsked(node, field) === name)] as const,
  ).filter(([, asked]) => asked.length > 0);

const isSettled = (item: unknown): boolean =>
  isRecord(item) &&
  STATUS.some((key) => {
    const said = own(item, key);
    return said === true || (typeof said === 'string' && SETTLED.test(said));
  });

interface Found {
  readonly name: string;
  readonly list: readonly unknown[];
  readonly others: readonly Entry[];
}

const asks = (list: readonly unknown[]): boolean =>
  list.some((item) => isRecord(item) && MEMBERS_OF_A_QUESTION.some((key) => Object.hasOwn(item, key)));

/** The list of what is open, in the body or in a member of it, and what stands beside it. */
const listIn = (body: Readonly<Record<string, unknown>>, path: string, depth: number): Found | undefined => {
  const members = Object.entries(body);
  const lists = members.filter((each): each is [string, unknown[]] => Array.isArray(each[1]));
  const beside = (taken: string): readonly Entry[] =>
    members
      .filter(([name]) => name !== taken)
      .flatMap(([name, value]) => entriesOf(value, below(path, name)));
  const own =
    LISTS.map((name) => lists.find(([key]) => key === name)).find((found) => found !== undefined) ??
    lists.find(([key, list]) => !SETTLED.test(key) && asks(list));
  if (own) return { name: below(path, own[0]), list: own[1], others: beside(own[0]) };
  if (depth >= DEEPEST) return undefined;
  for (const [name, value] of members) {
    if (!isRecord(value) || stated(value) || SETTLED.test(name)) continue;
    const inner = listIn(value, below(path, name), depth + 1);
    if (inner) return { ...inner, others: [...inner.others, ...beside(name)] };
  }
  return undefined;
};

/** Of a list that says of each item how it stands, those that are open are asked. */
const asked = ({ name, list, others }: Found): Pick<Questions, 'name' | 'list' | 'others'> => {
  const questions = list.map((item, at) => (isSettled(item) ? [] : [readQuestion(item, at)]));
  const settled = list.flatMap((item, at) => (isSettled(item) ? entriesOf(item, `${name}[${at}]`) : []));
  return { name, list: questions.flat(), others: [...settled, ...others] };
};

export const readQuestions = (body: unknown): Questions => {
  if (Array.isArray(body)) return { garmentId: undefined, ...asked({ name: '', list: body, others: [] }) };
  if (!isRecord(body))
    return {
      garmentId: undefined,
      name: '',
      list: undefined,
      others: body === undefined ? [] : entriesOf(body, ''),
    };
  const self = ownState(body);
  const id = own(body, 'garment_id');
  const rest = Object.entries(body).filter(
    ([name, value]) =>
      !(name === 'garment_id' && scalarText(value) !== undefined) && !(name === 'state' && self.length > 0),
  );
  const members = Object.fromEntries(rest);
  const found = listIn(members, '', 0);
  const read = found
    ? asked(found)
    : { name: '', list: undefined, others: rest.flatMap(([name, value]) => entriesOf(value, name)) };
  return { garmentId: textOf(id), ...read, others: [...self, ...read.others] };
};

/** Confirmations as the questions that a body asks, whatever it names their list. */

import { isRecord, own, scalarText } from '../json/values.ts';
import { DEPARTMENTS, type Department, departmentAsked } from './departments.ts';
import { type Entry, entriesOf, ownState } from './entries.ts';
import { type Question, readQuestion } from './question.ts';
import { stated } from './stated.ts';

export interface Questions {
  readonly garmentId: string | undefined;
  /** Undefined where the body has no list of questions, which is not the same as an empty one. */
  readonly list: readonly Question[] | undefined;
  readonly others: readonly Entry[];
}

const LISTS = ['unresolved', 'open', 'confirmations', 'unresolved_confirmations', 'questions', 'items'];
const textOf = (value: unknown): string | undefined => scalarText(stated(value)?.value ?? value);

/** Questions by who has to ask them, departments that have none left out. */
export const byDepartment = (
  list: readonly Question[],
): readonly (readonly [Department, readonly Question[]])[] =>
  DEPARTMENTS.map(
    (name) => [name, list.filter(({ node, field }) => departmentAsked(node, field) === name)] as const,
  ).filter(([, asked]) => asked.length > 0);

function listIn(body: unknown): readonly [string, readonly unknown[]] | undefined {
  if (Array.isArray(body)) return ['', body];
  if (!isRecord(body)) return undefined;
  const members = Object.entries(body).filter((each): each is [string, unknown[]] => Array.isArray(each[1]));
  const asks = ([, list]: [string, unknown[]]): boolean =>
    list.some((item) => isRecord(item) && Object.hasOwn(item, 'question'));
  return (
    LISTS.map((name) => members.find(([key]) => key === name)).find((found) => found !== undefined) ??
    members.find(asks)
  );
}

export function readQuestions(body: unknown): Questions {
  const found = listIn(body);
  const [key, list] = found ?? ['', undefined];
  const members = isRecord(body)
    ? Object.entries(body)
    : list === undefined && body !== undefined
      ? [['', body] as const]
      : [];
  const id = isRecord(body) ? own(body, 'garment_id') : undefined;
  const self = isRecord(body) ? ownState(body) : [];
  const consumed = (name: string, value: unknown): boolean =>
    (name === 'garment_id' && scalarText(value) !== undefined) || (name === 'state' && self.length > 0);
  return {
    garmentId: textOf(id),
    list: list?.map(readQuestion),
    others: [
      ...self,
      ...members
        .filter(([name, value]) => !(list !== undefined && name === key) && !consumed(name, value))
        .flatMap(([name, value]) => entriesOf(value, name)),
    ],
  };
}

/** Confirmations as the questions that a body asks, whatever it names their list. */

import {
  type Entry,
  entriesOf,
  isRecord,
  own,
  type Stated,
  scalarText,
  stated,
} from '../provenance/index.ts';

export interface Question {
  readonly id: string;
  /** What the question is about: a node and a field of it. */
  readonly node: string;
  readonly field: string;
  /** The words of the question; undefined where there are none. */
  readonly question: unknown;
  /** Answers that the service offers, in order; empty for a free one. */
  readonly options: readonly unknown[];
  /** What the value is now, with its state, unit and basis. */
  readonly now: Stated;
  /** What else the item holds, of it what is stated first. */
  readonly others: readonly Entry[];
  /** Not a question but something else in the list. */
  readonly stranger?: unknown;
}

export interface Questions {
  readonly garmentId: string | undefined;
  /** Undefined where the body has no list of questions, which is not the same as an empty one. */
  readonly list: readonly Question[] | undefined;
  readonly others: readonly Entry[];
}

const LISTS = ['unresolved', 'confirmations', 'unresolved_confirmations', 'questions', 'items'];
const ID = ['id', 'confirmation_id', 'key'];
const NODE = ['node', 'node_id', 'subject', 'target'];
const OPTIONS = ['options', 'choices'];
const TAKEN: readonly string[] = [
  'state',
  'value',
  'text',
  'unit',
  'basis',
  'confidence',
  'field',
  'question',
  'blocking',
];

const textOf = (value: unknown): string | undefined => scalarText(stated(value)?.value ?? value);

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

function readQuestion(item: unknown, at: number): Question {
  const none = stated({ value: null }) as Stated;
  if (!isRecord(item))
    return {
      id: `#${at}`,
      node: '',
      field: '',
      question: undefined,
      options: [],
      now: none,
      others: [],
      stranger: item,
    };
  const [id, node, options] = [ID, NODE, OPTIONS].map((keys) => keys.find((key) => Object.hasOwn(item, key)));
  const get = (key: string | undefined): unknown => (key === undefined ? undefined : own(item, key));
  const names = ['id', 'node', 'field', 'question', 'options', 'blocking', ...ID, ...NODE, ...OPTIONS];
  const now = stated(item, names) ?? none;
  const offered = get(options);
  const used = new Set<string>([...TAKEN]);
  if (textOf(get(id)) !== undefined) used.add(id ?? '');
  if (textOf(get(node)) !== undefined) used.add(node ?? '');
  if (Array.isArray(offered)) used.add(options ?? '');
  const others = Object.entries(item)
    .filter(([key, value]) => !used.has(key) || (key === 'blocking' && value !== false))
    .flatMap(([key, value]) => entriesOf(value, key));
  return {
    id: textOf(get(id)) ?? `#${at}`,
    node: textOf(get(node)) ?? '',
    field: textOf(own(item, 'field')) ?? '',
    question: own(item, 'question'),
    options: Array.isArray(offered) ? offered : [],
    now: { ...now, extras: [] },
    others,
  };
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
  return {
    garmentId: textOf(id),
    list: list?.map(readQuestion),
    others: members
      .filter(
        ([name, value]) =>
          !(list !== undefined && name === key) &&
          !(name === 'garment_id' && scalarText(value) !== undefined),
      )
      .flatMap(([name, value]) => entriesOf(value, name)),
  };
}

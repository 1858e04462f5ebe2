/** Unresolved confirmations: open questions as prose, since toile has no way to answer them. */

import type { Entry } from '../garment/entries.ts';
import { leaving } from '../garment/left-out.ts';
import { type Question, wordsOf } from '../garment/question.ts';
import { readQuestions } from '../garment/questions.ts';
import { hasState, stateName } from '../garment/state-choice.ts';
import { cellsOf, leftOutOfCells } from './entry-cells.ts';
import { ENTRY_COLUMNS, entryRows, leftOutOf } from './entry-rows.ts';
import type { Reader } from './graph-options.ts';
import { type Block, gap, grid, line, type Rows, type View } from './model.ts';
import { leftOfList, openQuestions } from './open-questions.ts';
import { about, currently, offered, standing } from './question-pieces.ts';
import { identity, leftOutLines, more, type ReadOptions, title } from './read-header.ts';
import { faint, heading, strong, textPieces, whyPieces } from './value-pieces.ts';

const WHERE = 'The designer answers them in the service; toile shows them.';

const questionBlocks = (question: Question, all: boolean): readonly Block[] => {
  const why = whyPieces(question.now);
  const words = wordsOf(question);
  return [
    gap,
    ...nameLine(question),
    ...(words === undefined ? [] : [line(textPieces(words), { indent: 3 })]),
    ...(why.length > 0 ? [line(why, { indent: 3, hang: 5 })] : []),
    ...(question.options.length > 0
      ? [line([faint('offered: '), ...offered(question)], { indent: 3, hang: 9 })]
      : []),
    ...beside(question, all),
  ];
};

const nameLine = (question: Question): readonly Block[] => {
  const now = currently(question);
  const right = now.length > 0 ? { right: [faint('now: '), ...now] } : {};
  return [line([strong(question.id), '  ', about(question)], { indent: 1, ...right })];
};

const beside = ({ others }: Question, all: boolean): readonly Block[] => {
  const rows = entryRows(others, '', all);
  const left = all ? [] : leftOutOf(others);
  return [
    ...(rows.length > 0 ? [grid(ENTRY_COLUMNS, rows, { indent: 3 })] : []),
    ...(left.length > 0 ? [line(more(left), { indent: 3, hang: 2 })] : []),
  ];
};

export interface ConfirmationOptions extends ReadOptions {
  /** `factory`: by department, without the reasons. */
  readonly view?: Reader;
  /** Only questions about values of these states, as they stand now. */
  readonly states?: readonly string[] | undefined;
}

/** The questions as far as the states of their values were asked for, and how many others there are. */
const readOfStates = (body: unknown, { states }: ConfirmationOptions) => {
  const questions = readQuestions(body);
  const list = questions.list?.filter(({ now }) => hasState(states, now));
  const gone = questions.list?.filter(({ now }) => !hasState(states, now)).map(({ now }) => stateName(now));
  return { ...questions, list, gone: leaving('question about a value of another state', gone ?? []) };
};

/** For a terminal. Reads any body; the specification (2.8) shows none of its fields. */
export const confirmationsView = (body: unknown, options: ConfirmationOptions = {}): View => {
  const all = options.all ?? false;
  const factory = options.view === 'factory' && !all;
  const questions = readOfStates(body, options);
  const { garmentId, list, others, gone } = questions;
  // Without a list the members are all there is to read.
  const open = all || list === undefined;
  const rows = entryRows(others, '', open);
  const left = open ? [] : [...(factory ? leftOfList(list ?? []) : []), ...leftOutOf(others)];
  return [
    title([
      heading(factory ? 'OPEN QUESTIONS' : 'CONFIRMATIONS'),
      '  ',
      strong(identity(garmentId, options)),
    ]),
    line(standing(readQuestions(body), 'here'), { hang: 2 }),
    ...(factory ? openQuestions(list ?? []) : (list ?? []).flatMap((each) => questionBlocks(each, all))),
    ...((list ?? []).length > 0 ? [gap, line(faint(WHERE))] : []),
    ...(rows.length > 0 ? [gap, grid(ENTRY_COLUMNS, rows, { indent: 1 })] : []),
    ...leftOutLines(left, gone),
  ];
};

export const CONFIRMATION_COLUMNS = [
  'garment_id',
  'id',
  'node_id',
  'field',
  'value',
  'unit',
  'state',
  'question',
  'options',
  'basis',
  'confidence',
] as const;

/** One row per question; with `all`, or where the body has no list of questions, a row for each other value too. */
export const confirmationsRows = (body: unknown, options: ConfirmationOptions = {}): Rows => {
  const { garmentId, list, others, gone } = readOfStates(body, options);
  const garment = garmentId ?? options.subject ?? null;
  const other = (id: string, node: string, all: boolean) => (entry: Entry) =>
    cellsOf(entry, all).map(({ field, value, unit, state }) => [
      ...[garment, id, node, field, value, unit, state],
      ...[null, [], null, null],
    ]);
  const all = options.all ?? false;
  const rows = (list ?? []).flatMap(
    ({ id, node, field, now, question, options: offers, stranger, others: beside }) => [
      [
        ...[garment, id, node, field, stranger ?? now.value ?? null, now.unit ?? null, now.state ?? null],
        ...[question ?? null, offers, now.basis ?? null, now.confidence ?? null],
      ],
      ...beside.flatMap(other(id, node, all)),
    ],
  );
  const open = all || list === undefined;
  return {
    columns: CONFIRMATION_COLUMNS,
    rows: [...rows, ...others.flatMap(other('', '', open))],
    note: leftOutOfCells(
      [...(list ?? []).flatMap(({ others: beside }) => beside), ...(open ? [] : others)],
      all,
      { gone },
    ),
  };
};

/** Open questions, with empty columns for what comes back. */

import { type LeftOut, leaving } from '../../garment/left-out.ts';
import { offerOf, type Question, wordsOf } from '../../garment/question.ts';
import { readQuestions } from '../../garment/questions.ts';
import { byId } from '../../garment/relations.ts';
import { payloadText } from '../../json/values.ts';
import { type Cell, textCell } from '../book.ts';
import { statedCells, whyText } from '../state-cells.ts';
import { QUESTIONS } from './forms.ts';
import type { Garment } from './garment.ts';
import type { SheetWithLeftOut } from './left-out.ts';

/** So that the sheet is one page across. */
const MOST: Readonly<Record<string, number>> = { label: 22, question: 40, options: 20, now: 20, why: 30 };

const said = (value: unknown): string => (value === undefined || value === null ? '' : payloadText(value));

const rowOf = (id: string, question: Question, label: string): readonly Cell[] => {
  const [value, unit, state] = statedCells(question.now);
  return [
    ...[id, question.id, question.node, label, question.field, said(wordsOf(question))].map((text) =>
      textCell(text),
    ),
    textCell(question.options.map((option) => said(offerOf(option))).join('\n')),
    ...[value, unit, state],
    textCell(whyText(question.now)),
    ...QUESTIONS.filled.map((name) => textCell('', name === 'date' ? 'fill-in' : 'fill-in-text')),
  ];
};

export const questionsSheet = (garments: readonly Garment[]): SheetWithLeftOut => {
  const beside: string[] = [];
  const rows = garments.flatMap(({ id, graph, bodies: { confirmations } }) => {
    if (confirmations === undefined) return [];
    const nodes = byId(graph);
    const { list, others } = readQuestions(confirmations);
    beside.push(...others.map(({ field }) => field));
    return (list ?? []).map((question) => {
      beside.push(...question.others.map(({ field }) => field));
      return rowOf(id, question, nodes.get(question.node)?.label ?? '');
    });
  });
  const list: readonly LeftOut[] = leaving('member beside a question', beside);
  return {
    sheet: {
      name: QUESTIONS.name,
      columns: [
        ...QUESTIONS.given.map((head) => ({
          head,
          ...(MOST[head] === undefined ? {} : { most: MOST[head] }),
        })),
        ...QUESTIONS.filled.map((head) => ({
          head,
          fillIn: true,
          ...(head === 'answer' ? { least: 30 } : {}),
        })),
      ],
      rows,
      fixed: 2,
    },
    leftOut: { sheet: QUESTIONS.name, list },
  };
};

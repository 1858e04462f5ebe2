/** Counted by toile: values by state and open questions, by who works from them. Nothing is added up over departments. */

import { DEPARTMENTS, type Department } from './departments.ts';
import type { Entry } from './entries.ts';
import { flatten, type Tally, tallyOf } from './flatten-body.ts';
import { byDepartment, readQuestions } from './questions.ts';
import { NO_STATE } from './state-choice.ts';
import { isStateWord } from './stated.ts';
import { concerns } from './value-choice.ts';

export interface StateCounts {
  readonly asserted: number;
  readonly inferred: number;
  readonly unstated: number;
  /** Of any other word, by that word; `none` for values without one. */
  readonly others: Readonly<Record<string, number>>;
}

export const stateCounts = ({ states, none }: Tally): StateCounts => {
  const others = [...states].filter(([word]) => !isStateWord(word));
  const silent = none > 0 ? [[NO_STATE, none + (states.get(NO_STATE) ?? 0)] as const] : [];
  const [asserted = 0, inferred = 0, unstated = 0] = (['asserted', 'inferred', 'unstated'] as const).map(
    (word) => states.get(word),
  );
  return { asserted, inferred, unstated, others: Object.fromEntries([...others, ...silent]) };
};

/** What every count of a graph counts, relations aside, each value in one department. */
export const valuesByDepartment = (graph: unknown): ReadonlyMap<Department, StateCounts> => {
  const entries = new Map<Department, Entry[]>(DEPARTMENTS.map((name) => [name, []]));
  for (const flat of flatten(graph))
    if (flat.entry.role !== 'link') entries.get(concerns(flat))?.push(flat.entry);
  return new Map([...entries].map(([name, own]) => [name, stateCounts(tallyOf(own))]));
};

/** Undefined where the body has no list of questions, which is not the same as none open. */
export const questionsByDepartment = (
  confirmations: unknown,
): ReadonlyMap<Department, number> | undefined => {
  const { list } = readQuestions(confirmations);
  if (list === undefined) return undefined;
  const asked = new Map(byDepartment(list));
  return new Map(DEPARTMENTS.map((name) => [name, asked.get(name)?.length ?? 0]));
};

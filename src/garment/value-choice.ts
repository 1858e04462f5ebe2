/** Which values of a body are asked for, by what they are called, hold, and whom they concern. */

import { payloadText } from '../json/values.ts';
import { type Department, departmentAsked, departmentOf } from './departments.ts';
import type { Entry } from './entries.ts';
import type { Flat } from './flatten-body.ts';
import { wanted } from './kinds.ts';
import { hasState } from './state-choice.ts';

export interface ValueChoice {
  /** Names of fields; `*` stands for any signs, `?` for one. */
  readonly fields?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly states?: readonly string[] | undefined;
  readonly departments?: readonly Department[] | undefined;
  /** A part of the value, in either case. */
  readonly text?: string | undefined;
}

/** In either case, and however the language composes its letters. */
export const folded = (text: string): string => text.normalize('NFC').toLocaleLowerCase();

const patternOf = (typed: string): RegExp =>
  new RegExp(
    `^${typed.replaceAll(/[\\^$.*+?()[\]{}|]/g, (sign) => (sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`))}$`,
    'isu',
  );

/** What stands inside a value goes by its own name too: `tol_*` fits `sizes[2].tol_plus`. */
const namesOf = ({ field }: Entry): readonly string[] => [field, field.slice(field.lastIndexOf('.') + 1)];

/** Who works from it. */
export const concerns = ({ nodeId, kind, entry }: Flat): Department =>
  nodeId === '' ? departmentAsked('', entry.field) : departmentOf(kind);

/** Whether one is asked for. What is chosen by nothing fits everything. */
export const choosing = (choice: ValueChoice): ((one: Flat) => boolean) => {
  const { kinds, states, departments, text } = choice;
  const patterns = choice.fields?.map(patternOf);
  const part = text === undefined ? undefined : folded(text);
  return (one) => {
    const { nodeId, kind, entry } = one;
    if (kinds && (nodeId === '' || !wanted(kind, kinds))) return false;
    if (!hasState(states, entry)) return false;
    if (patterns && !namesOf(entry).some((name) => patterns.some((pattern) => pattern.test(name))))
      return false;
    if (departments && !departments.includes(concerns(one))) return false;
    return part === undefined || folded(payloadText(entry.value)).includes(part);
  };
};

/** Filters the values of a body by name, kind, provenance, department and text. */

import { toPayloadText } from '../platform/json/json-values.ts';
import { type Department, findKindDepartment, findQuestionDepartment } from './departments.ts';
import type { OwnedValue } from './flatten-body.ts';
import { isSelectedKind } from './node-kinds.ts';
import { hasSelectedProvenance } from './provenance-filter.ts';
import type { Value } from './value.ts';

/** A filter for values. A member that is undefined filters nothing. */
export interface ValueFilter {
  /** Names of fields; `*` matches any characters, `?` one. */
  readonly fields?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly states?: readonly string[] | undefined;
  readonly departments?: readonly Department[] | undefined;
  /** A part of the value; case is ignored. */
  readonly text?: string | undefined;
}

/** Returns the text in lower case and in composed Unicode form, for comparison. */
export const foldCase = (text: string): string => text.normalize('NFC').toLocaleLowerCase();

const compilePattern = (typed: string): RegExp =>
  new RegExp(
    `^${typed.replaceAll(/[\\^$.*+?()[\]{}|]/g, (sign) => (sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`))}$`,
    'isu',
  );

/** Returns the path and its last segment: `tol_*` matches `sizes[2].tol_plus`. */
const listValueNames = ({ path }: Value): readonly string[] => [path, path.slice(path.lastIndexOf('.') + 1)];

/** Returns the department that works with a value. */
export const findValueDepartment = ({ nodeId, kind, value }: OwnedValue): Department =>
  nodeId === '' ? findQuestionDepartment('', value.path) : findKindDepartment(kind);

/** Creates a predicate from a filter. An empty filter matches every value. */
export const createValueFilter = (choice: ValueFilter): ((one: OwnedValue) => boolean) => {
  const { kinds, states, departments, text } = choice;
  const patterns = choice.fields?.map(compilePattern);
  const part = text === undefined ? undefined : foldCase(text);
  return (one) => {
    const { nodeId, kind, value } = one;
    if (kinds && (nodeId === '' || !isSelectedKind(kind, kinds))) return false;
    if (!hasSelectedProvenance(states, value)) return false;
    if (patterns && !listValueNames(value).some((name) => patterns.some((pattern) => pattern.test(name))))
      return false;
    if (departments && !departments.includes(findValueDepartment(one))) return false;
    return part === undefined || foldCase(toPayloadText(value.value)).includes(part);
  };
};

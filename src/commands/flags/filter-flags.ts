/** The flags that filter values, with the same meaning in every command. */

import { DEPARTMENT_NAMES, type Department, shortenDepartment } from '../../garment/departments.ts';
import { ABSENT_STATE, NO_PROVENANCE } from '../../garment/provenance-filter.ts';
import { PROVENANCE_WORDS } from '../../garment/stated-value.ts';
import { formatUnknownWords, type UnknownWords } from '../../garment/unknown-words.ts';
import { foldCase, type ValueFilter } from '../../garment/value-filter.ts';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { FlagSpec, FlagValues } from '../argument-spec.ts';
import type { Glossary } from '../command-spec.ts';
import { readListFlag, readTextFlag } from './parse-flags.ts';

const STATE_WORDS: readonly string[] = [...PROVENANCE_WORDS, NO_PROVENANCE, ABSENT_STATE];

export const FILTER_FLAGS = {
  kind: {
    value: 'KIND',
    about: 'only parts of these kinds, for example piece,seam',
    completes: ['kinds'],
    commas: true,
  },
  label: { value: 'TEXT', about: 'only parts with a name that contains TEXT, or with code TEXT' },
  field: { value: 'FIELDS', about: "only these fields; * is a wildcard: 'tol_*'" },
  state: {
    value: 'STATES',
    about: 'only these states, for example inferred,unstated',
    suggests: STATE_WORDS,
    commas: true,
  },
  department: {
    value: 'DEPARTMENT',
    about: `only ${DEPARTMENT_NAMES.map(shortenDepartment).join(', ')}`,
    suggests: DEPARTMENT_NAMES.map(shortenDepartment),
    commas: true,
  },
  value: { value: 'TEXT', about: 'only values that contain TEXT, ignoring case' },
} as const satisfies Readonly<Record<string, FlagSpec>>;

/**
 * The flags of FILTER_FLAGS for commands in which they select only the printed rows. With `--json`, these commands
 * print the whole body.
 */
export const ROW_FILTER_FLAGS = Object.fromEntries(
  Object.entries<FlagSpec>(FILTER_FLAGS).map(([name, flag]) => [name, { ...flag, affects: 'rows' }]),
) as { readonly [Name in keyof typeof FILTER_FLAGS]: FlagSpec };

/** The rules of filters, for the help of every command that has filters. */
export const FILTER_GLOSSARY: Glossary = {
  title: 'Filters',
  terms: [
    ['several filters', 'a value must match all of them'],
    ['part', 'a piece, a seam, a material or a point of measure (a node of the graph)'],
    ['--state asserted', 'values that the designer stated'],
    ['--state inferred', 'values that the service derived'],
    ['--state unstated', 'values that are neither stated nor inferred'],
    ['--state none', 'values for which the body gives no state'],
    ['--state absent', 'fields that a part lacks but others of its kind have'],
    ['unknown words', 'an unknown kind, label, field, state or department is an error (exit code 2)'],
    ['--value', 'a text that occurs nowhere gives an empty result'],
  ],
};

const isOneOf = (words: readonly string[], typed: string): boolean => words.includes(foldCase(typed));

/**
 * Returns the provenance words that the user selected with `--state`. Undefined means that all are selected. Unknown
 * words are accepted, because a body may contain any word.
 */
export const readStateFlag = (flags: FlagValues): readonly string[] | undefined =>
  readListFlag(flags, 'state', shellText`--state inferred,unstated`)?.map((word) =>
    isOneOf(STATE_WORDS, word) ? foldCase(word) : word,
  );

/**
 * Returns the selected departments; undefined selects all. The first word of a name is enough, such as `labels`
 * for `labels and packing`. Throws a UsageError for an unknown department.
 */
export const readDepartmentFlag = (flags: FlagValues): readonly Department[] | undefined =>
  readListFlag(flags, 'department', shellText`--department sewing,measuring`)?.map((word) => {
    const known = DEPARTMENT_NAMES.find((name) => isOneOf([name, shortenDepartment(name)], word));
    if (known !== undefined) return known;
    throw new UsageError(
      formatUnknownWords({ what: 'department', words: [word], available: DEPARTMENT_NAMES }),
    );
  });

/** Reads `--label` as one text, because names such as "Chest, 2.5 cm" contain commas. */
const readLabelFlag = (flags: FlagValues): readonly string[] | undefined => {
  const text = readTextFlag(flags, 'label');
  return text === undefined ? undefined : [text];
};

/**
 * Returns the filter that the flags of FILTER_FLAGS select. Throws a UsageError if the value of a flag is empty or
 * invalid.
 */
export const readValueFilter = (flags: FlagValues): ValueFilter => ({
  kinds: readListFlag(flags, 'kind', shellText`--kind piece,seam`),
  labels: readLabelFlag(flags),
  fields: readListFlag(flags, 'field', shellText`--field spec,tol_plus`),
  states: readStateFlag(flags),
  departments: readDepartmentFlag(flags),
  text: readTextFlag(flags, 'value'),
});

/**
 * Throws a UsageError that lists `unknown`, the words of a filter that match nothing in the data. Does nothing if there
 * are none (undefined). Without this error, a misspelled word would only give an empty result.
 */
export const refuseUnknownWords = (unknown: UnknownWords | undefined): void => {
  if (unknown !== undefined) throw new UsageError(formatUnknownWords(unknown), { code: 'unknown_word' });
};

/** The flag `--by`, which groups open values (inferred or not stated). It has the same meaning in every command. */

import { NO_STEP, STEP_NAMES } from '../../garment/production-steps.ts';
import type { FlagSpec, FlagValues } from '../argument-spec.ts';
import type { Glossary } from '../command-spec.ts';
import { readTextFlag } from './parse-flags.ts';

const GROUPINGS = ['basis', 'step'] as const;

/** A way to group open (inferred or unstated) values: by their `basis`, or by the production `step`. */
export type ValueGrouping = (typeof GROUPINGS)[number];

/** The provenance words of the values that `--by` groups, unless `--state` selects other words. */
export const OPEN_STATES: readonly string[] = ['inferred', 'unstated'];

export const BY_FLAG: FlagSpec = {
  value: 'WHAT',
  choices: GROUPINGS,
  about: 'group open values by basis, or by production step',
  excludes: ['count-by'],
};

/** Explains the groupings `--by basis` and `--by step` in the help of each command that has them. */
export const GROUPING_GLOSSARY: Glossary = {
  title: 'Groups of open values (inferred or not stated)',
  terms: [
    [
      '--by basis',
      'the basis is the source of an inferred value, such as a house rule. Each group counts the styles ' +
        'in which its value is open, is stated as the same value, or is stated as another value',
    ],
    [
      '--by step',
      `the production step that makes a value final: ${STEP_NAMES.filter((step) => step !== NO_STEP).join(', ')}. Other values are under "${NO_STEP}". toile only sorts by step and enforces nothing`,
    ],
  ],
};

/** Returns how the flag `--by` groups values; undefined without the flag. */
export const readGroupingFlag = (flags: FlagValues): ValueGrouping | undefined => {
  const word = readTextFlag(flags, 'by');
  return GROUPINGS.find((grouping) => grouping === word);
};

/** The flag `--by`, which groups open values, with the same meaning in every command. */

import type { FlagSpec, FlagValues } from '../argument-spec.ts';
import { readTextFlag } from './parse-flags.ts';

/** The ways to group open values. */
const GROUPINGS = ['basis', 'step'] as const;

/** A way to group open values, for example `step`. */
export type ValueGrouping = (typeof GROUPINGS)[number];

/** The states that are grouped unless `--state` selects others. */
export const OPEN_STATES: readonly string[] = ['inferred', 'unstated'];

/** The flag `--by`, which groups open values by basis or by production step. */
export const BY_FLAG: FlagSpec = {
  value: 'WHAT',
  choices: GROUPINGS,
  about: 'group open values by their basis, or by production step',
  excludes: ['count-by'],
};

/** A paragraph for the help of commands that group. */
export const BY_NOTE =
  'Open values are those that are inferred or not stated. --by basis groups them by what they were worked ' +
  'out from and by field. Counts: styles with the value, styles that state the same value, styles that state ' +
  'another. --by step groups them by the production step after which they cannot be changed: booking, ' +
  'pattern, cutting, sewing, packing; a field of no step is under "no step known".';

/** Returns the grouping of `--by`; undefined without it. */
export const readGroupingFlag = (flags: FlagValues): ValueGrouping | undefined => {
  const word = readTextFlag(flags, 'by');
  return GROUPINGS.find((known) => known === word);
};

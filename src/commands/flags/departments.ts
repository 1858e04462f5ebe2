/** The flag that chooses departments, read one way by every command that has it. */

import { typeable } from '../../border/shell.ts';
import { UsageError } from '../../errors.ts';
import { DEPARTMENTS, type Department, shortName } from '../../garment/departments.ts';
import { folded } from '../../garment/value-choice.ts';
import type { FlagSpec, Given } from '../typed.ts';
import { list } from './parse-flags.ts';

export const DEPARTMENT: FlagSpec = {
  value: 'DEPARTMENT',
  about: `only what concerns these, with commas: ${DEPARTMENTS.map(shortName).join(', ')}`,
  suggests: DEPARTMENTS.map(shortName),
  commas: true,
};

/** By name, or by the first word of it; undefined where every department is wanted. */
export const departmentsOf = (flags: Given): readonly Department[] | undefined =>
  list(flags, 'department', typeable`--department sewing,measuring`)?.map((word) => {
    const known = DEPARTMENTS.find((name) => [name, shortName(name)].includes(folded(word)));
    if (known !== undefined) return known;
    throw new UsageError(
      `there is no department ${JSON.stringify(word)}; there are ${DEPARTMENTS.join(', ')}`,
    );
  });

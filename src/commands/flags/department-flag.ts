/** The flag that filters by department. */

import { DEPARTMENT_NAMES, type Department, shortenDepartment } from '../../garment/departments.ts';
import { foldCase } from '../../garment/value-filter.ts';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { FlagSpec, FlagValues } from '../argument-spec.ts';
import { readListFlag } from './parse-flags.ts';

/** The flag `--department`. */
export const DEPARTMENT_FLAG: FlagSpec = {
  value: 'DEPARTMENT',
  about: `only ${DEPARTMENT_NAMES.map(shortenDepartment).join(', ')}`,
  suggests: DEPARTMENT_NAMES.map(shortenDepartment),
  commas: true,
};

/** Returns the selected departments, by name or by the first word of it. Undefined selects all. */
export const readDepartmentFlag = (flags: FlagValues): readonly Department[] | undefined =>
  readListFlag(flags, 'department', shellText`--department sewing,measuring`)?.map((word) => {
    const known = DEPARTMENT_NAMES.find((name) => [name, shortenDepartment(name)].includes(foldCase(word)));
    if (known !== undefined) return known;
    throw new UsageError(`unknown department ${JSON.stringify(word)}; known: ${DEPARTMENT_NAMES.join(', ')}`);
  });

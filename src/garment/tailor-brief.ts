/** Reads the tailor brief: texts by key, in the order of the body. */

import { type OpenBody, readOpenBody } from './open-body.ts';
import { isUnstatedEmpty } from './stated-value.ts';
import type { Value } from './value.ts';

/** Reads a tailor brief of any shape. Specification section 2.8 promises only texts by key. */
export const readTailorBrief = (body: unknown): OpenBody =>
  readOpenBody(body, ['brief', 'tailor_brief', 'texts']);

/**
 * Returns true for an unstated value without unit, basis, confidence and other members. Such keys are
 * printed together.
 */
export const isUnstatedWithoutDetails = (entry: Value): boolean =>
  isUnstatedEmpty(entry) &&
  entry.otherMembers.length === 0 &&
  [entry.unit, entry.basis, entry.confidence].every((beside) => (beside ?? null) === null);

import { type OpenBody, readOpenBody } from './open-body.ts';
import { isUnstatedEmpty } from './stated-value.ts';
import type { Value } from './value.ts';

/**
 * Reads a tailor brief of any shape, because the specification (section 2.8) promises only texts by key. Returns the
 * garment id, the texts (`entries`) and other members.
 */
export const readTailorBrief = (body: unknown): OpenBody =>
  readOpenBody(body, ['brief', 'tailor_brief', 'texts']);

/**
 * Returns true for an unstated value that has nothing else: no payload, unit, basis, confidence or other members. The
 * keys of these values are printed together.
 */
export const isUnstatedWithoutDetails = (entry: Value): boolean =>
  isUnstatedEmpty(entry) &&
  entry.otherMembers.length === 0 &&
  [entry.unit, entry.basis, entry.confidence].every((beside) => (beside ?? null) === null);

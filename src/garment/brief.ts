/** The tailor brief: texts by key, in the order of the body. */

import type { Entry } from './entries.ts';
import { type OpenBody, readOpen } from './open-body.ts';
import { isBlank } from './stated.ts';

/** Reads any body; the specification (2.8) says only that it holds texts by key. */
export const readBrief = (body: unknown): OpenBody => readOpen(body, ['brief', 'tailor_brief', 'texts']);

/** A key of which the body says only that nobody stated a text; all of them can stand in one place. */
export const isSilent = (entry: Entry): boolean =>
  isBlank(entry) &&
  entry.extras.length === 0 &&
  [entry.unit, entry.basis, entry.confidence].every((beside) => (beside ?? null) === null);

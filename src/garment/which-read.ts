/** Which of the four reads a body is, by what stands in it: for a body that came from nobody knows where. */

import { isRecord, own } from '../json/values.ts';
import { readQuestions } from './questions.ts';
import { readTrust } from './trust.ts';

export type WhichRead = 'graph' | 'tailor-brief' | 'design-trust' | 'confirmations';

const holds = (body: Readonly<Record<string, unknown>>, ...keys: readonly string[]): boolean =>
  keys.some((key) => typeof own(body, key) === 'object' && own(body, key) !== null);

/** Undefined where its members say nothing of it: texts under names of their own may be a brief, or anything. */
export const whichRead = (body: unknown): WhichRead | undefined => {
  if (!isRecord(body)) return undefined;
  if (holds(body, 'nodes')) return 'graph';
  if (holds(body, 'brief', 'tailor_brief', 'texts')) return 'tailor-brief';
  if (readQuestions(body).list !== undefined) return 'confirmations';
  if (readTrust(body).rows.length > 0) return 'design-trust';
  return undefined;
};

/** Detects whether a body of unknown origin is a graph, a tailor brief, Design Trust or confirmations. */

import { getOwnMember, isRecord, type JsonObject } from '../platform/json/json-values.ts';
import { readDesignTrust } from './design-trust.ts';
import { readQuestions } from './open-questions.ts';

/**
 * The kind of a body: the name of the resource that contains it. The service has these four resources for a design
 * (specification section 2.6).
 */
export type BodyKind = 'graph' | 'tailor-brief' | 'design-trust' | 'confirmations';

const hasObjectMember = (body: JsonObject, ...keys: readonly string[]): boolean =>
  keys.some((key) => typeof getOwnMember(body, key) === 'object' && getOwnMember(body, key) !== null);

/**
 * Detects the resource by the members of the body, for example `nodes` of a graph. Returns undefined if no member is
 * characteristic, for example for a brief with unknown member names.
 */
export const detectBodyKind = (body: unknown): BodyKind | undefined => {
  if (!isRecord(body)) return undefined;
  if (hasObjectMember(body, 'nodes')) return 'graph';
  if (hasObjectMember(body, 'brief', 'tailor_brief', 'texts')) return 'tailor-brief';
  if (readQuestions(body).list !== undefined) return 'confirmations';
  if (readDesignTrust(body).rows.length > 0) return 'design-trust';
  return undefined;
};

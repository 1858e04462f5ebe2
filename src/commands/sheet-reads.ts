/** What a sheet is made of: the four reads of a garment, at once. */

import type { Reading } from '../sheet/index.ts';
import type { Subject } from './designs/design-ref.ts';
import { read } from './designs/fetch-resource.ts';
import type { Base, Service } from './facets.ts';

/** Where one fails the others are ended before that is said: none outlives the command. */
export const readingOf = async (
  deps: Base & Service,
  subject: Subject,
  profile: string,
): Promise<Reading> => {
  const rest = new AbortController();
  const ending = { ...deps, signal: AbortSignal.any([deps.signal, rest.signal]) };
  const all = [
    read(ending, subject, 'graph', profile),
    read(ending, subject, 'tailor-brief'),
    read(ending, subject, 'design-trust'),
    read(ending, subject, 'confirmations'),
  ] as const;
  try {
    const [graph, brief, trust, confirmations] = await Promise.all(all);
    return {
      ...{ graph: graph.value, brief: brief.value, trust: trust.value },
      ...{ confirmations: confirmations.value, subject: subject.id, profile },
    };
  } catch (error) {
    rest.abort();
    await Promise.allSettled(all);
    throw error;
  }
};

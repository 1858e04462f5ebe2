/** What a page or a workbook is made of: the four reads of a garment at once, or a graph that is here already. */

import { asGarmentId, asUuid } from '../border/identity.ts';
import { DEFAULT_PROFILE, PROFILES } from '../client/resources.ts';
import { readGraph } from '../garment/graph.ts';
import type { Reading } from '../sheet/index.ts';
import type { NotTaken, Taken } from '../view/exported-files.ts';
import { identityOf, type Named, resolve, type Subject } from './designs/design-ref.ts';
import { read } from './designs/fetch-resource.ts';
import { type GivenBody, given, isGiven, type Readable, readable } from './designs/given-body.ts';
import type { Base, Files, Service } from './facets.ts';
import { isLimited, trying } from './written-files.ts';

/** What its file is called after, and what was read of it, when that is needed. */
export interface Source {
  readonly subject: string;
  readonly profile: string;
  /** What the service is asked for; undefined for a body that is here. */
  readonly asked?: Subject;
  reading(): Promise<Reading>;
}

/** Where one fails the others are ended before that is said: none outlives the command. */
const reads = async (deps: Base & Service, subject: Subject, profile: string) => {
  const rest = new AbortController();
  const ending = { ...deps, signal: AbortSignal.any([deps.signal, rest.signal]) };
  const all = [
    read(ending, subject, 'graph', profile),
    read(ending, subject, 'tailor-brief'),
    read(ending, subject, 'design-trust'),
    read(ending, subject, 'confirmations'),
  ] as const;
  try {
    return await Promise.all(all);
  } catch (error) {
    rest.abort();
    await Promise.allSettled(all);
    throw error;
  }
};

/** A graph that is here already names its garment and its profile by itself. */
const fromBody = async (deps: Base & Files, what: GivenBody): Promise<Source> => {
  const { value: graph } = await given(deps, what, 'graph');
  const { garmentId, profile: written } = readGraph(graph);
  const subject = asGarmentId(garmentId) ?? asUuid(garmentId) ?? '';
  const profile = PROFILES.find((known) => known === written) ?? 'given';
  const others = { brief: undefined, trust: undefined, confirmations: undefined };
  return { subject, profile, reading: async () => ({ graph, ...others, subject, profile }) };
};

const fromService = async (deps: Base & Service, what: Named, profile: string): Promise<Source> => {
  const asked = await resolve(deps, what);
  const subject = identityOf(asked);
  return {
    subject,
    profile,
    asked,
    reading: async () => {
      const [graph, brief, trust, confirmations] = await reads(deps, asked, profile);
      return {
        ...{ graph: graph.value, brief: brief.value, trust: trust.value },
        ...{ confirmations: confirmations.value, subject, profile },
      };
    },
  };
};

/** As typed, and what that is. */
export type Wanted = readonly (readonly [word: string, what: Readable])[];

export const wantedOf = (words: readonly string[], profile: string | undefined): Wanted =>
  words.length === 0 ? [['', undefined]] : words.map((word) => [word, readable(word, profile)]);

/** What a file of these garments is called after. */
export const calledAfter = ([first, ...others]: readonly Source[]): string =>
  `${first?.subject || 'graph'}${others.length > 0 ? `_and_${others.length}_more` : ''}_${first?.profile}`;

/** A file for each of several: each is tried, once, and what failed is listed at the end. */
export const eachSource = async (
  deps: Base & Service & Files,
  wanted: Wanted,
  profile: string | undefined,
  write: (source: Source) => Promise<Taken>,
): Promise<{ readonly taken: readonly Taken[]; readonly failed: readonly NotTaken[] }> => {
  const taken: Taken[] = [];
  const words = wanted.map(([word]) => word);
  const tried = trying(deps, words, isLimited);
  const begun = new Set<string>();
  for (const [at, [, what]] of wanted.entries()) {
    const one = await tried.at(at, async () => {
      const source = await sourceOf(deps, what, profile);
      // Two words may mean one garment.
      const name = calledAfter([source]);
      if (begun.has(name)) return undefined;
      begun.add(name);
      return write(source);
    });
    if (one) taken.push(one);
  }
  return { taken, failed: tried.failed() };
};

export const sourceOf = (
  deps: Base & Service & Files,
  what: Readable,
  profile: string | undefined,
): Promise<Source> =>
  isGiven(what) ? fromBody(deps, what) : fromService(deps, what, profile ?? DEFAULT_PROFILE);

/** Reads the garments of a page or workbook: the four resources from the service, or a local graph. */

import { readGraph } from '../garment/graph-model.ts';
import type { SheetGarment } from '../output/sheet/index.ts';
import type { FailedItem, SavedFile } from '../output/views/saved-files.ts';
import { parseGarmentId, parseUuid } from '../platform/branded.ts';
import { DEFAULT_PROFILE, GARMENT_PROFILES } from '../service/client/resources.ts';
import type { CommandContext } from './command-context.ts';
import {
  type BodyInput,
  type DesignArgument,
  type DesignOrBody,
  isBodyInput,
  parseDesignOrBody,
  readBodyInput,
} from './designs/body-input.ts';
import {
  type DesignReference,
  getDesignIdentity,
  type ReadSubject,
  resolveDesign,
} from './designs/design-reference.ts';
import { fetchResource } from './designs/fetch-resource.ts';
import { createBatchRunner, isRateLimitExit } from './output-files.ts';

/** A garment to read. Its bodies are read only when needed. */
export interface GarmentSource {
  readonly subject: string;
  readonly profile: string;
  /** The design or garment at the service; undefined for a local body. */
  readonly requested?: ReadSubject;
  readBodies(): Promise<SheetGarment>;
}

/**
 * Fetches the four resources of a garment in parallel. If one request fails, cancels the others and throws its
 * error.
 */
const fetchAllResources = async (deps: CommandContext, subject: ReadSubject, profile: string) => {
  const rest = new AbortController();
  const ending = { ...deps, signal: AbortSignal.any([deps.signal, rest.signal]) };
  const all = [
    fetchResource(ending, subject, 'graph', profile),
    fetchResource(ending, subject, 'tailor-brief'),
    fetchResource(ending, subject, 'design-trust'),
    fetchResource(ending, subject, 'confirmations'),
  ] as const;
  try {
    return await Promise.all(all);
  } catch (error) {
    rest.abort();
    await Promise.allSettled(all);
    throw error;
  }
};

/** Returns the source of a local graph. Garment and profile are read from the graph. */
const createBodySource = async (deps: CommandContext, what: BodyInput): Promise<GarmentSource> => {
  const { value: graph } = await readBodyInput(deps, what, 'graph');
  const { garmentId, profile: written } = readGraph(graph);
  const subject = parseGarmentId(garmentId) ?? parseUuid(garmentId) ?? '';
  const profile = GARMENT_PROFILES.find((known) => known === written) ?? 'given';
  const others = { brief: undefined, trust: undefined, confirmations: undefined };
  return { subject, profile, readBodies: async () => ({ graph, ...others, subject, profile }) };
};

/** Returns the source of a garment at the service. */
const createServiceSource = async (
  deps: CommandContext,
  what: DesignReference,
  profile: string,
): Promise<GarmentSource> => {
  const asked = await resolveDesign(deps, what);
  const subject = getDesignIdentity(asked);
  return {
    subject,
    profile,
    requested: asked,
    readBodies: async () => {
      const [graph, brief, trust, confirmations] = await fetchAllResources(deps, asked, profile);
      return {
        ...{ graph: graph.value, brief: brief.value, trust: trust.value },
        ...{ confirmations: confirmations.value, subject, profile },
      };
    },
  };
};

/** The arguments as typed, each with its parsed reference. */
export type SourceArguments = readonly DesignArgument[];

/** Parses the arguments. Without one, the user is asked for a design. */
export const parseSourceArguments = (words: readonly string[]): SourceArguments =>
  words.length === 0 ? [['', undefined]] : words.map((word) => [word, parseDesignOrBody(word)]);

/** Returns the first part of the file name for these garments. */
export const formatFileStem = ([first, ...others]: readonly GarmentSource[]): string =>
  `${first?.subject || 'graph'}${others.length > 0 ? `_and_${others.length}_more` : ''}_${first?.profile}`;

/** Writes a file for each garment. Failures do not stop the others and are returned. */
export const writeEachSource = async (
  deps: CommandContext,
  wanted: SourceArguments,
  profile: string | undefined,
  write: (source: GarmentSource) => Promise<SavedFile>,
): Promise<{ readonly saved: readonly SavedFile[]; readonly failed: readonly FailedItem[] }> => {
  const taken: SavedFile[] = [];
  const words = wanted.map(([word]) => word);
  const tried = createBatchRunner(deps, words, isRateLimitExit);
  const begun = new Set<string>();
  for (const [at, [, what]] of wanted.entries()) {
    const one = await tried.runItem(at, async () => {
      const source = await createGarmentSource(deps, what, profile);
      // Two references may mean the same garment, which is written once.
      const name = formatFileStem([source]);
      if (begun.has(name)) return undefined;
      begun.add(name);
      return write(source);
    });
    if (one) taken.push(one);
  }
  return { saved: taken, failed: tried.reportFailures() };
};

/** Returns the source of a garment or of a local body. */
export const createGarmentSource = (
  deps: CommandContext,
  what: DesignOrBody,
  profile: string | undefined,
): Promise<GarmentSource> =>
  isBodyInput(what)
    ? createBodySource(deps, what)
    : createServiceSource(deps, what, profile ?? DEFAULT_PROFILE);

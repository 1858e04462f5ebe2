/**
 * Reads garments for a page or workbook. The service returns four bodies of a garment: graph, tailor brief, Design
 * Trust and confirmations. From stdin, only a graph can be read.
 */

import { readGraph } from '../garment/graph-model.ts';
import type { SheetGarment } from '../output/sheet/index.ts';
import type { FailedItem, SavedFile } from '../output/views/saved-files.ts';
import { parseGarmentId, parseUuid } from '../platform/branded.ts';
import { limitHeapGrowth } from '../platform/system/memory-limit.ts';
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

/**
 * A garment to read. Each call of `readBodies` fetches its bodies (graph, brief, trust and confirmations) from the
 * service. If the user passed a graph on stdin, `readBodies` returns this graph instead.
 */
export interface GarmentSource {
  /** The garment id, or the uuid if there is none; empty for a graph from stdin without an id. */
  readonly subject: string;
  /** The profile of the graph, for example `factory`; `given` if a graph from stdin has no known profile. */
  readonly profile: string;
  /** The design or garment that is requested from the service. Undefined for a graph from stdin. */
  readonly requested?: ReadSubject;
  readBodies(): Promise<SheetGarment>;
}

/** Fetches graph, brief, trust and confirmations in parallel. The first failure cancels the other requests. */
const fetchAllResources = async (deps: CommandContext, subject: ReadSubject, profile: string) => {
  const siblings = new AbortController();
  const cancellable = { ...deps, signal: AbortSignal.any([deps.signal, siblings.signal]) };
  const requests = [
    fetchResource(cancellable, subject, 'graph', profile),
    fetchResource(cancellable, subject, 'tailor-brief'),
    fetchResource(cancellable, subject, 'design-trust'),
    fetchResource(cancellable, subject, 'confirmations'),
  ] as const;
  try {
    return await Promise.all(requests);
  } catch (error) {
    siblings.abort();
    await Promise.allSettled(requests);
    throw error;
  }
};

const createBodySource = async (deps: CommandContext, input: BodyInput): Promise<GarmentSource> => {
  const { value: graph } = await readBodyInput(deps, input, 'graph');
  limitHeapGrowth();
  const { garmentId, profile: writtenProfile } = readGraph(graph);
  const subject = parseGarmentId(garmentId) ?? parseUuid(garmentId) ?? '';
  const profile = GARMENT_PROFILES.find((known) => known === writtenProfile) ?? 'given';
  const others = { brief: undefined, trust: undefined, confirmations: undefined };
  return { subject, profile, readBodies: async () => ({ graph, ...others, subject, profile }) };
};

const createServiceSource = async (
  deps: CommandContext,
  reference: DesignReference,
  profile: string,
): Promise<GarmentSource> => {
  const resolved = await resolveDesign(deps, reference);
  const subject = getDesignIdentity(resolved);
  return {
    subject,
    profile,
    requested: resolved,
    readBodies: async () => {
      const [graph, brief, trust, confirmations] = await fetchAllResources(deps, resolved, profile);
      // A body is parsed when the member `value` of its response is read. `limitHeapGrowth` checks the heap size, so it
      // is called after all bodies are parsed.
      const bodies = {
        graph: graph.value,
        brief: brief.value,
        trust: trust.value,
        confirmations: confirmations.value,
        subject,
        profile,
      };
      limitHeapGrowth();
      return bodies;
    },
  };
};

/**
 * The arguments of a command that writes pages or workbooks. Each is a pair: the text that the user typed, and its
 * parsed form.
 */
export type SourceArguments = readonly DesignArgument[];

/**
 * Parses the arguments that the user typed. If the user typed none, returns one empty argument. The command then asks
 * the user for a design.
 */
export const parseSourceArguments = (words: readonly string[]): SourceArguments =>
  words.length === 0 ? [['', undefined]] : words.map((word) => [word, parseDesignOrBody(word)]);

/**
 * Returns the beginning of the name of an output file for one or more garments, for example
 * `GARM-101_and_2_more_factory`.
 */
export const formatFileStem = ([first, ...others]: readonly GarmentSource[]): string =>
  `${first?.subject || 'graph'}${others.length > 0 ? `_and_${others.length}_more` : ''}_${first?.profile}`;

/**
 * Calls `write` once for each garment. Two arguments for the same garment count as one. Returns the saved files and the
 * failures. Throws a failure that all garments would have, such as a missing credential.
 */
export const writeEachSource = async (
  deps: CommandContext,
  wanted: SourceArguments,
  profile: string | undefined,
  write: (source: GarmentSource) => Promise<SavedFile>,
): Promise<{ readonly saved: readonly SavedFile[]; readonly failed: readonly FailedItem[] }> => {
  const saved: SavedFile[] = [];
  const words = wanted.map(([word]) => word);
  const batch = createBatchRunner(deps, words, isRateLimitExit);
  const startedNames = new Set<string>();
  for (const [at, [, input]] of wanted.entries()) {
    const savedFile = await batch.runItem(at, async () => {
      const source = await createGarmentSource(deps, input, profile);
      const name = formatFileStem([source]);
      if (startedNames.has(name)) return undefined;
      startedNames.add(name);
      return write(source);
    });
    if (savedFile) saved.push(savedFile);
  }
  return { saved, failed: batch.reportFailures() };
};

/**
 * Returns a GarmentSource for a graph on stdin, or for a garment at the service (default profile: technical_designer).
 */
export const createGarmentSource = (
  deps: CommandContext,
  input: DesignOrBody,
  profile: string | undefined,
): Promise<GarmentSource> =>
  isBodyInput(input)
    ? createBodySource(deps, input)
    : createServiceSource(deps, input, profile ?? DEFAULT_PROFILE);

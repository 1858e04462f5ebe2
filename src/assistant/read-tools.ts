import type { McpServer } from '@modelcontextprotocol/server';
import { findOnlyDesign } from '../garment/design-match.ts';
import { parseGarmentId } from '../platform/branded.ts';
import { parseJson } from '../platform/json/parse-json.ts';
import { type AssistantSource, DATA_NOTE, type PulledFolder, withProgress } from './assistant-source.ts';
import {
  type ConfirmationArguments,
  createConfirmationsDefinition,
  createConfirmationsResult,
} from './confirmations-tool.ts';
import type { createDesignChooser } from './design-chooser.ts';
import { createGraphDefinition, createGraphResult, type GraphToolArguments } from './graph-tool.ts';
import type { PulledGraph } from './open-values.ts';
import { checkCursorQuestion, createPartResult } from './service-tools/part-result.ts';
import {
  listToolDefinitions,
  RESOURCE_BY_TOOL,
  type ToolDefinition,
} from './service-tools/tool-definitions.ts';
import { computeTextDigest, parseResultCursor } from './service-tools/tool-result.ts';
import { addTool } from './service-tools/tool-server.ts';

/** The note in a later part of a result, if the body has changed since the first part. */
const OLDER_NOTE = {
  _changed: 'The data changed after the first part was read; this part shows it as it was then.',
} as const;

/** Returns a body of a garment. A call with the cursor `after` of an earlier part gets the cached body of that part. */
export type BodyReader = (
  reads: (typeof RESOURCE_BY_TOOL)[keyof typeof RESOURCE_BY_TOOL],
  asked: Pick<GraphToolArguments, 'id' | 'profile' | 'after'>,
  signal: AbortSignal,
) => Promise<CachedBody>;

/**
 * Creates a function that reads a body from the service and adds it to the cache `held`. For a call with `after`, it
 * returns the cached body of that cursor if there is one. A failed read clears the cache.
 */
export const createBodyReader =
  (source: Pick<AssistantSource, 'readBody'>, held: BodyCache): BodyReader =>
  async (reads, { id, profile, after }, signal) => {
    const from = JSON.stringify([reads, id, profile]);
    const known = after === undefined ? undefined : held.findBody(from, parseResultCursor(after).body);
    if (known) return known;
    try {
      return held.addBody(from, await source.readBody({ resource: reads, id, profile, signal }));
    } catch (error) {
      // The next sign-in may belong to another user, who must not see the cached bodies.
      held.clearBodies();
      throw error;
    }
  };

type ReadArguments = GraphToolArguments & ConfirmationArguments;

/** Functions that add filters to the definitions of tools, by the name of the tool. */
const ADD_FILTERS: Readonly<Record<string, (tool: ToolDefinition) => ToolDefinition>> = {
  get_garment_graph: createGraphDefinition,
  list_unresolved_confirmations: createConfirmationsDefinition,
};

/** Reads the graphs of a pulled folder, except the graph of the garment with this id or name. */
const listOtherGraphs = async (folder: PulledFolder, id: string): Promise<readonly PulledGraph[]> => {
  const garments = await folder.readGarments();
  const own = findOnlyDesign(id, garments);
  return garments.flatMap((each): readonly PulledGraph[] => {
    const body = each === own ? undefined : each.readBody('graph');
    if (body === undefined) return [];
    const garmentId = parseGarmentId(each.sgg_garment_id) ?? null;
    const name = each.name ?? garmentId ?? each.id;
    return [{ design_id: each.id, garment_id: garmentId, name, graph: parseJson(body.text) }];
  });
};

/** Adds the four tools that read a garment, for example `get_tailor_brief`. Long results are returned in parts. */
export const addReadTools = (
  server: McpServer,
  source: AssistantSource,
  read: BodyReader,
  choose: ReturnType<typeof createDesignChooser>,
): void => {
  for (const definition of listToolDefinitions(source.idDescription)) {
    const tool = definition.name;
    if (tool === 'export_design') continue;
    addTool<ReadArguments>(
      server,
      ADD_FILTERS[tool]?.(definition) ?? definition,
      source.explainError,
      (args, context) => {
        const { after, ...question } = args;
        const stray = checkCursorQuestion({ tool, question, after });
        if (stray) return Promise.resolve(stray);
        return choose(args, context, async (id) => {
          const held = await withProgress(source, context, () =>
            read(RESOURCE_BY_TOOL[tool], { ...args, id }, context.mcpReq.signal),
          );
          const beside = { ...(held.changed ? OLDER_NOTE : {}), ...DATA_NOTE };
          if (tool === 'get_garment_graph') {
            // A summary has no counts of styles, so it needs no other garment.
            const folder = args.open === 'basis' && args.summary !== true ? source.folder : undefined;
            const pulled = folder && (await listOtherGraphs(folder, id));
            return createGraphResult(held, args, beside, pulled);
          }
          if (tool === 'list_unresolved_confirmations') return createConfirmationsResult(held, args, beside);
          return createPartResult({
            tool,
            value: held.value,
            digest: held.digest,
            question,
            after,
            extraMembers: beside,
          });
        });
      },
    );
  }
};

/** A body in the cache, as it was read from the service. */
export interface CachedBody {
  readonly digest: string;
  readonly text: string;
  /** The parsed body. Each text is parsed only once. */
  readonly value: unknown;
  /** True if a later read of the same resource returned another body. */
  readonly changed: boolean;
}

/** The number of milliseconds for which a body stays in the cache after it was last used. */
const BODY_LIFE_MS = 5 * 60 * 1000;
/** The maximum number of characters of all cached bodies together. */
const MAX_CACHED_CHARACTERS = 16_000_000;

interface CacheRecord {
  readonly text: string;
  readonly digest: string;
  readonly from: string;
  readonly until: number;
  readonly parse: () => unknown;
}

const createParser = (text: string): (() => unknown) => {
  let parsed: { readonly value: unknown } | undefined;
  return () => {
    parsed ??= { value: parseJson(text) };
    return parsed.value;
  };
};

/**
 * Caches bodies until five minutes after their last use, so that all parts of a result come from the same text. Only
 * calls with `after` use the cached text; any other call reads the body again. An unchanged text is not parsed again.
 */
export class BodyCache {
  readonly #now: () => number;
  readonly #kept = new Map<string, CacheRecord>();
  readonly #newest = new Map<string, string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Adds the text of a body that was read from the source `from` (resource, id and profile). */
  addBody(from: string, text: string): CachedBody {
    const digest = computeTextDigest(text);
    const parse = this.#kept.get(`${digest} ${from}`)?.parse ?? createParser(text);
    this.#newest.set(from, digest);
    return this.#put({ text, digest, from, until: this.#now() + BODY_LIFE_MS, parse });
  }

  /** Returns the cached body with this digest; undefined if it is not cached any more. */
  findBody(from: string, digest: string): CachedBody | undefined {
    const kept = this.#kept.get(`${digest} ${from}`);
    if (kept === undefined || kept.until < this.#now()) return undefined;
    return this.#put({ ...kept, until: this.#now() + BODY_LIFE_MS });
  }

  /** Removes all bodies, because they were read with a credential that may be invalid now. */
  clearBodies(): void {
    this.#kept.clear();
    this.#newest.clear();
  }

  /** Adds a record as the newest one. If the cache is full, removes the oldest records. */
  #put(kept: CacheRecord): CachedBody {
    const name = `${kept.digest} ${kept.from}`;
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    let room = MAX_CACHED_CHARACTERS;
    for (const [other, { text, from, digest, until }] of [...this.#kept].toReversed()) {
      room -= text.length;
      if (other === name || (room >= 0 && until >= this.#now())) continue;
      this.#kept.delete(other);
      if (this.#newest.get(from) === digest) this.#newest.delete(from);
    }
    const { text, digest, from, parse } = kept;
    return {
      digest,
      text,
      get value() {
        return parse();
      },
      changed: this.#newest.get(from) !== digest,
    };
  }
}

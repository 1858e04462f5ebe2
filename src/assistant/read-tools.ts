import type { McpServer } from '@modelcontextprotocol/server';
import { findOnlyDesign } from '../garment/design-match.ts';
import { parseGarmentId } from '../platform/branded.ts';
import { parseJson } from '../platform/json/parse-json.ts';
import {
  type AssistantSource,
  DATA_NOTE,
  type PulledFolder,
  type ServiceBody,
  withProgress,
} from './assistant-source.ts';
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

const OLDER_NOTE = {
  _changed: 'The data changed after the first part was read; this part shows it as it was then.',
} as const;

/**
 * Returns a body of a garment, such as its graph. If `after` is set, the caller wants the next part of a long result.
 * Then the body from which the earlier part was taken is returned, if it is still cached.
 */
export type BodyReader = (
  resource: (typeof RESOURCE_BY_TOOL)[keyof typeof RESOURCE_BY_TOOL],
  request: Pick<GraphToolArguments, 'id' | 'profile' | 'after'>,
  signal: AbortSignal,
) => Promise<CachedBody>;

/** Creates a BodyReader that reads bodies from the service and caches them. A failed read clears the cache. */
export const createBodyReader =
  (source: Pick<AssistantSource, 'readBody'>, cache: BodyCache): BodyReader =>
  async (resource, { id, profile, after }, signal) => {
    const bodyKey = JSON.stringify([resource, id, profile]);
    const cached = after === undefined ? undefined : cache.findBody(bodyKey, parseResultCursor(after).body);
    if (cached) return cached;
    try {
      return cache.addBody(bodyKey, await source.readBody({ resource, id, profile, signal }));
    } catch (error) {
      // A failed read may mean that the sign-in has ended. The cached bodies are removed, because another user may sign
      // in next and must not see them.
      cache.clearBodies();
      throw error;
    }
  };

type ReadArguments = GraphToolArguments & ConfirmationArguments;

const ADD_FILTERS: Readonly<Record<string, (tool: ToolDefinition) => ToolDefinition>> = {
  get_garment_graph: createGraphDefinition,
  list_unresolved_confirmations: createConfirmationsDefinition,
};

const listOtherGraphs = async (folder: PulledFolder, id: string): Promise<readonly PulledGraph[]> => {
  const garments = await folder.readGarments();
  const ownGarment = findOnlyDesign(id, garments);
  return garments.flatMap((each): readonly PulledGraph[] => {
    const body = each === ownGarment ? undefined : each.readBody('graph');
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
  readBody: BodyReader,
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
        const cursorError = checkCursorQuestion({ tool, question, after });
        if (cursorError) return Promise.resolve(cursorError);
        return choose(args, context, async (id) => {
          const body = await withProgress(source, context, () =>
            readBody(RESOURCE_BY_TOOL[tool], { ...args, id }, context.mcpReq.signal),
          );
          const extraMembers = { ...(body.isOutdated ? OLDER_NOTE : {}), ...DATA_NOTE };
          if (tool === 'get_garment_graph') {
            // The graphs of other garments are read only with `open: basis` and without `summary`. For each open value,
            // the result then says how many garments have it: this garment and those of the pulled folder.
            const folder = args.open === 'basis' && args.summary !== true ? source.folder : undefined;
            const pulled = folder && (await listOtherGraphs(folder, id));
            return createGraphResult(body, args, extraMembers, pulled);
          }
          if (tool === 'list_unresolved_confirmations')
            return createConfirmationsResult(body, args, extraMembers);
          return createPartResult({
            tool,
            value: body.value,
            digest: body.digest,
            question,
            after,
            extraMembers,
          });
        });
      },
    );
  }
};

/** A body in the cache, as it was read from the service. */
export interface CachedBody extends ServiceBody {
  readonly digest: string;
  /** True if this body is not the newest: another read of the same resource has returned a different text since. */
  readonly isOutdated: boolean;
}

/** The number of milliseconds for which a body stays in the cache after it was last used. */
const BODY_LIFE_MS = 5 * 60 * 1000;
const MAX_CACHED_CHARACTERS = 16_000_000;

interface CacheEntry {
  /** The response of the service, which parses its text at most once. */
  readonly body: ServiceBody;
  readonly digest: string;
  readonly bodyKey: string;
  readonly until: number;
}

/**
 * Caches bodies until five minutes after their last use, so that all parts of a result come from the same text. A body
 * is found by its key (the resource, id and profile) and the digest of its text.
 */
export class BodyCache {
  readonly #now: () => number;
  readonly #entries = new Map<string, CacheEntry>();
  readonly #newest = new Map<string, string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Stores `newest` as the newest version of the body `bodyKey`. Earlier versions of this body then count as outdated.
   */
  addBody(bodyKey: string, newest: ServiceBody): CachedBody {
    const digest = computeTextDigest(newest.text);
    const body = this.#entries.get(`${digest} ${bodyKey}`)?.body ?? newest;
    this.#newest.set(bodyKey, digest);
    return this.#put({ body, digest, bodyKey, until: this.#now() + BODY_LIFE_MS });
  }

  findBody(bodyKey: string, digest: string): CachedBody | undefined {
    const entry = this.#entries.get(`${digest} ${bodyKey}`);
    if (entry === undefined || entry.until < this.#now()) return undefined;
    return this.#put({ ...entry, until: this.#now() + BODY_LIFE_MS });
  }

  clearBodies(): void {
    this.#entries.clear();
    this.#newest.clear();
  }

  /** Adds an entry as the newest one. Removes expired entries, and the oldest ones if the cache is full. */
  #put(entry: CacheEntry): CachedBody {
    const entryName = `${entry.digest} ${entry.bodyKey}`;
    this.#entries.delete(entryName);
    this.#entries.set(entryName, entry);
    let charactersLeft = MAX_CACHED_CHARACTERS;
    for (const [otherName, { body, bodyKey, digest, until }] of [...this.#entries].toReversed()) {
      charactersLeft -= body.text.length;
      if (otherName === entryName || (charactersLeft >= 0 && until >= this.#now())) continue;
      this.#entries.delete(otherName);
      if (this.#newest.get(bodyKey) === digest) this.#newest.delete(bodyKey);
    }
    const { body, digest, bodyKey } = entry;
    return {
      digest,
      text: body.text,
      get value() {
        return body.value;
      },
      isOutdated: this.#newest.get(bodyKey) !== digest,
    };
  }
}

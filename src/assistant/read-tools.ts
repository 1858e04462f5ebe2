import type { McpServer } from '@modelcontextprotocol/server';
import { parseJson } from '../platform/json/parse-json.ts';
import { type AssistantSource, DATA_NOTE, withProgress } from './assistant-source.ts';
import {
  type ConfirmationArguments,
  createConfirmationsDefinition,
  createConfirmationsResult,
} from './confirmations-tool.ts';
import type { createDesignChooser } from './design-chooser.ts';
import { createGraphDefinition, createGraphResult, type GraphToolArguments } from './graph-tool.ts';
import { checkCursorQuestion, createPartResult } from './service-tools/part-result.ts';
import {
  listToolDefinitions,
  RESOURCE_BY_TOOL,
  type ToolDefinition,
} from './service-tools/tool-definitions.ts';
import { computeTextDigest, parseResultCursor } from './service-tools/tool-result.ts';
import { addTool } from './service-tools/tool-server.ts';

/** Added to a part of a body that has changed since the first part was read. */
const OLDER_NOTE = {
  _changed: 'The data changed after the first part was read; this part shows it as it was then.',
} as const;

/** A function that reads a body of the service, or takes it from the cache. */
export type BodyReader = (
  reads: (typeof RESOURCE_BY_TOOL)[keyof typeof RESOURCE_BY_TOOL],
  asked: Pick<GraphToolArguments, 'id' | 'profile' | 'after'>,
  signal: AbortSignal,
) => Promise<CachedBody>;

/** Creates a body reader. For a call with `after` it returns the cached body of the first part. */
export const createBodyReader =
  (source: Pick<AssistantSource, 'readBody'>, held: BodyCache): BodyReader =>
  async (reads, { id, profile, after }, signal) => {
    const from = JSON.stringify([reads, id, profile]);
    const known = after === undefined ? undefined : held.findBody(from, parseResultCursor(after).body);
    if (known) return known;
    try {
      return held.addBody(from, await source.readBody({ resource: reads, id, profile, signal }));
    } catch (error) {
      // The cache is cleared, because the next sign-in may belong to another user.
      held.clearBodies();
      throw error;
    }
  };

type ReadArguments = GraphToolArguments & ConfirmationArguments;

/** The tools of the service to which toile adds filters. */
const ADD_FILTERS: Readonly<Record<string, (tool: ToolDefinition) => ToolDefinition>> = {
  get_garment_graph: createGraphDefinition,
  list_unresolved_confirmations: createConfirmationsDefinition,
};

/** Adds the four tools that read. */
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
          if (tool === 'get_garment_graph') return createGraphResult(held, args, beside);
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

/** A body in the cache, as it was read. */
export interface CachedBody {
  readonly digest: string;
  readonly text: string;
  /** The parsed body. The same text is parsed once. */
  readonly value: unknown;
  /** True if a newer read of the same resource returned another body. */
  readonly changed: boolean;
}

/** Milliseconds after the last part for which a body is cached. */
const BODY_LIFE_MS = 5 * 60 * 1000;
/** The maximum total characters of all cached bodies. */
const MAX_CACHED_CHARACTERS = 16_000_000;

interface CacheRecord {
  readonly text: string;
  readonly digest: string;
  readonly from: string;
  readonly until: number;
  /** Returns the parsed text. */
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
 * Caches bodies for a short time, so that the parts of one body need one request and match each other. Only
 * a call with `after` uses the cached text; any other call reads the body again, and parses it if it changed.
 */
export class BodyCache {
  readonly #now: () => number;
  readonly #kept = new Map<string, CacheRecord>();
  readonly #newest = new Map<string, string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  addBody(from: string, text: string): CachedBody {
    const digest = computeTextDigest(text);
    const parse = this.#kept.get(`${digest} ${from}`)?.parse ?? createParser(text);
    this.#newest.set(from, digest);
    return this.#put({ text, digest, from, until: this.#now() + BODY_LIFE_MS, parse });
  }

  findBody(from: string, digest: string): CachedBody | undefined {
    const kept = this.#kept.get(`${digest} ${from}`);
    if (kept === undefined || kept.until < this.#now()) return undefined;
    return this.#put({ ...kept, until: this.#now() + BODY_LIFE_MS });
  }

  /** Clears the cache, because its bodies were read with a credential that may be invalid now. */
  clearBodies(): void {
    this.#kept.clear();
    this.#newest.clear();
  }

  /** Adds a record as the newest one. Removes the oldest records if the cache is full. */
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

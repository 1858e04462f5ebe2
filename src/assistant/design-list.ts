/** Tools about the designs of the account: `list_designs` and `get_tech_pack_status`. */

import type { McpServer } from '@modelcontextprotocol/server';
import { foldCase } from '../garment/value-filter.ts';
import {
  type AccountDesign,
  type AssistantSource,
  DATA_NOTE,
  type DesignListing,
} from './assistant-source.ts';
import { BODY_CHANGED_MESSAGE, checkCursorQuestion, createCursor } from './service-tools/part-result.ts';
import {
  AFTER_SCHEMA,
  createInputSchema,
  createResultSchema,
  createTextSchema,
  READ_ONLY_HINTS,
  type ToolDefinition,
} from './service-tools/tool-definitions.ts';
import {
  computeTextDigest,
  countByName,
  createToolDataResult,
  createToolErrorResult,
  parseResultCursor,
  type ToolResult,
} from './service-tools/tool-result.ts';
import { addTool } from './service-tools/tool-server.ts';

/**
 * The number of milliseconds for which the list of designs is cached. An MCP host, such as an editor, asks for
 * completions after each letter that the user types. Each completion needs the list.
 */
const LIST_LIFE_MS = 30_000;
/** The default number of designs in a result, about 1,000 tokens. */
const DEFAULT_LIMIT = 20;

/** Returns the designs of the account, from the service or from a cache of half a minute. */
export type DesignListReader = (signal: AbortSignal) => Promise<DesignListing>;

/** Creates a DesignListReader that caches the list for half a minute. A failure is not cached. */
export const createDesignLister = (
  source: Pick<AssistantSource, 'listDesigns' | 'now'>,
): DesignListReader => {
  let cached: { readonly readAt: number; readonly listing: DesignListing } | undefined;
  return async (signal) => {
    if (cached && source.now() - cached.readAt < LIST_LIFE_MS) return cached.listing;
    const listing = await source.listDesigns(signal);
    cached = { readAt: source.now(), listing };
    return listing;
  };
};

interface ListArguments {
  readonly search?: string;
  readonly category?: string;
  readonly minted?: boolean;
  readonly since?: string;
  readonly limit?: number;
  readonly after?: string;
}

const LIST_TOOL = 'list_designs';

const LIST_DEFINITION: ToolDefinition = {
  name: LIST_TOOL,
  title: 'Designs',
  description:
    "The caller's designs, newest first, and how many there are: id, name, category, garment_id (null until it is minted) and created_at. House garments are not listed; they are read by GARM-<n>.",
  scope: 'read',
  inputSchema: {
    type: 'object',
    properties: {
      search: createTextSchema('Only designs whose name or id contains this text.'),
      category: createTextSchema('Only designs of this garment category, for example "shirt".'),
      minted: {
        type: 'boolean',
        description: 'Only designs with a permanent identity, or only those without.',
      },
      since: createTextSchema('Only designs created at or after this ISO date or date-time.'),
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        description: `Designs per result (default: ${DEFAULT_LIMIT}).`,
      },
      after: AFTER_SCHEMA,
    },
    additionalProperties: false,
  },
  outputSchema: createResultSchema({
    total: { type: 'integer', description: 'Designs that match.' },
    of: { type: 'integer', description: 'Designs of the account.' },
    designs: { type: 'array' },
  }),
  annotations: READ_ONLY_HINTS,
};

const createDesignPredicate = ({ search, category, minted, since }: ListArguments) => {
  const startTime = since === undefined ? undefined : Date.parse(since);
  const searchText = search === undefined ? undefined : foldCase(search);
  return ({ id, name, garment_category, sgg_garment_id, created_at }: AccountDesign): boolean =>
    (searchText === undefined ||
      [id, name ?? '', sgg_garment_id ?? ''].some((text) => foldCase(text).includes(searchText))) &&
    (category === undefined || foldCase(garment_category ?? '') === foldCase(category)) &&
    (minted === undefined || minted === (sgg_garment_id !== null)) &&
    (startTime === undefined || Date.parse(created_at ?? '') >= startTime);
};

const createListResult = (
  { designs, gap }: DesignListing,
  { after, limit = DEFAULT_LIMIT, ...filter }: ListArguments,
): ToolResult => {
  const question = { ...filter, limit };
  const request = { tool: LIST_TOOL, question, after };
  const cursorError = checkCursorQuestion(request);
  if (cursorError) return cursorError;
  const digest = computeTextDigest(designs.map(({ id }) => id).join(' '));
  const cursor = after === undefined ? undefined : parseResultCursor(after);
  if (cursor && cursor.body !== digest) return createToolErrorResult(BODY_CHANGED_MESSAGE);
  if (filter.since !== undefined && Number.isNaN(Date.parse(filter.since)))
    return createToolErrorResult(
      `since is not a date: ${JSON.stringify(filter.since)}. Example: 2026-01-31.`,
    );
  const matches = designs.filter(createDesignPredicate(filter));
  const start = cursor?.at ?? 0;
  const rows = matches.slice(start, start + limit);
  const remaining = matches.length - start - rows.length;
  return createToolDataResult({
    total: matches.length,
    of: designs.length,
    designs: rows.map(({ id, name, garment_category, sgg_garment_id, created_at }) => ({
      id,
      name,
      category: garment_category,
      garment_id: sgg_garment_id,
      created_at,
    })),
    ...(matches.length === 0 && {
      categories: countByName(designs, ({ garment_category }) => garment_category),
    }),
    ...(gap !== undefined && { incomplete: gap }),
    ...(remaining > 0 && {
      _more: { left_out: remaining, after: createCursor(request, digest, start + rows.length) },
    }),
    ...DATA_NOTE,
  });
};

/** Adds the tools `list_designs` and `get_tech_pack_status`. */
export const addDesignTools = (
  server: McpServer,
  source: AssistantSource,
  readDesigns: DesignListReader,
): void => {
  addTool<ListArguments>(server, LIST_DEFINITION, source.explainError, async (args, { mcpReq }) =>
    createListResult(await readDesigns(mcpReq.signal), args),
  );
  addTool<{ readonly id: string }>(
    server,
    {
      name: 'get_tech_pack_status',
      title: 'Status of a Tech Pack',
      description:
        'Whether a Tech Pack of a design was requested from this machine, and whether it is ready. It requests none and costs nothing.',
      scope: 'read',
      inputSchema: createInputSchema({ id: createTextSchema(source.idDescription) }),
      outputSchema: createResultSchema({ status: { type: 'string' } }),
      annotations: READ_ONLY_HINTS,
    },
    source.explainError,
    async ({ id }, { mcpReq }) =>
      createToolDataResult({ ...(await source.readTechPackStatus(id, mcpReq.signal)), ...DATA_NOTE }),
  );
};

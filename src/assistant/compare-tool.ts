import type { McpServer } from '@modelcontextprotocol/server';
import { createChangeFilter } from '../garment/change-filter.ts';
import { CHANGE_CLASSES } from '../garment/change-words.ts';
import { compareBodies } from '../garment/compare-bodies.ts';
import { DEPARTMENT_NAMES } from '../garment/departments.ts';
import { findOnlyDesign } from '../garment/design-match.ts';
import type { ChangeSide, ValueChange } from '../garment/value-change.ts';
import { parseJson } from '../platform/json/parse-json.ts';
import {
  type AssistantSource,
  DATA_NOTE,
  type PulledFolder,
  type PulledGarment,
  type ReadName,
} from './assistant-source.ts';
import type { BodyReader } from './read-tools.ts';
import { checkCursorQuestion, createPartResult } from './service-tools/part-result.ts';
import {
  AFTER_SCHEMA,
  createInputSchema,
  createResultSchema,
  createTextSchema,
  createWordListSchema,
  type JsonSchema,
  READ_ONLY_HINTS,
  RESOURCE_BY_TOOL,
  type ToolDefinition,
} from './service-tools/tool-definitions.ts';
import {
  computeTextDigest,
  countByName,
  createToolDataResult,
  createToolErrorResult,
  type ToolResult,
} from './service-tools/tool-result.ts';
import { addTool } from './service-tools/tool-server.ts';

interface CompareArguments {
  readonly id?: string;
  readonly digest?: string;
  readonly with?: string;
  readonly read?: ReadName;
  readonly kinds?: readonly string[];
  readonly departments?: readonly string[];
  readonly fields?: readonly string[];
  readonly summary?: boolean;
  readonly after?: string;
}

/** The maximum size of one part of the result, in bytes of JSON. This is less than 2,000 tokens. */
const MAX_COMPARISON_BYTES = 5_000;
const MAX_NAMED_GARMENTS = 20;

const createCompareDefinition = (ids: string, folder: PulledFolder | undefined): ToolDefinition => {
  const properties: JsonSchema = {
    id: createTextSchema(ids),
    with: createTextSchema(
      folder === undefined
        ? 'The other design or garment.'
        : 'Another design or garment (default: the pulled copy of the same one).',
    ),
    ...(folder && {
      digest: {
        type: 'string',
        pattern: '^[0-9a-f]{6,12}$',
        description:
          'Instead of id: the digest printed on a page. Tells which read the page shows, and what changed since.',
      },
    }),
    read: {
      type: 'string',
      enum: Object.values(RESOURCE_BY_TOOL),
      description: 'What to compare (default: graph).',
    },
    summary: { type: 'boolean', description: 'Only the counts of the differences. Start with it.' },
    kinds: createWordListSchema('Only nodes of these kinds.'),
    departments: createWordListSchema('Only values of these departments.', DEPARTMENT_NAMES),
    fields: createWordListSchema('Only values under these names.'),
    after: AFTER_SCHEMA,
  };
  const comparison = 'value beside value with its state, after counts of all of them';
  return {
    name: folder === undefined ? 'compare_garments' : 'compare_with_pulled',
    title: folder === undefined ? 'Compare two garments' : 'Compare with what was pulled',
    description:
      folder === undefined
        ? `How two designs or garments differ: ${comparison}. Nodes are matched by id.`
        : `What changed in a garment between the folder ${folder.displayPath}, as it was pulled, and today, the most expensive changes first; or how two garments differ: ${comparison}.`,
    scope: 'read',
    inputSchema: {
      ...createInputSchema(properties),
      required: folder === undefined ? ['id', 'with'] : [],
    },
    outputSchema: createResultSchema({
      same: { type: 'boolean' },
      total: { type: 'integer', description: 'The differences that match the filters.' },
      counted_here: { type: 'object', description: 'How many of each kind of change and node.' },
      changes: { type: 'array' },
    }),
    annotations: READ_ONLY_HINTS,
  };
};

const toShownSide = (side: ChangeSide | null): object | null =>
  side &&
  Object.fromEntries(Object.entries(side).filter(([key, value]) => key === 'value' || value !== null));

/**
 * Returns a change as JSON. Its two values are named `before` and `after`, or by the ids of the two garments in
 * `sideNames`.
 */
const toShownChange = (
  { word, node_id, kind, label, role, field, before, after }: ValueChange,
  sideNames: readonly [string, string] | undefined,
): object => ({
  ...(sideNames === undefined && { word }),
  ...(node_id !== '' && { node_id, kind, label }),
  ...(role === 'node' ? { role } : { field }),
  [sideNames?.[0] ?? 'before']: toShownSide(before),
  [sideNames?.[1] ?? 'after']: toShownSide(after),
});

/**
 * Returns the pulled garment with the id or name `word`. If there is no such garment, or its body `resource` (for
 * example `graph`) was not pulled, returns an error result that lists the pulled garments. Throws a UsageError if
 * `word` means several garments.
 */
const findPulledGarment = async (
  folder: PulledFolder,
  word: string,
  resource: ReadName,
): Promise<PulledGarment | ToolResult> => {
  const garments = await folder.readGarments();
  const garment = findOnlyDesign(word, garments);
  if (garment?.reads.has(resource)) return garment;
  const names = garments
    .slice(0, MAX_NAMED_GARMENTS)
    .map(({ id, name }) => (name === null ? id : `${name} = ${id}`));
  const others = garments.length > names.length ? `; and ${garments.length - names.length} more` : '';
  return createToolErrorResult(
    `The folder has no ${resource} of ${word}. Its garments: ${names.join('; ') || 'none'}${others}.`,
  );
};

/**
 * Adds the tool `compare_with_pulled`. It compares two garments, or a garment with its pulled copy. For a digest that
 * is printed on a page, it finds the downloaded copy with this digest. Without a pulled folder, the tool is named
 * `compare_garments` and only compares two garments.
 */
export const addCompareTool = (server: McpServer, source: AssistantSource, readBody: BodyReader): void => {
  const { folder } = source;
  const definition = createCompareDefinition(source.idDescription, folder);
  const { name: tool } = definition;
  addTool<CompareArguments>(server, definition, source.explainError, async (args, { mcpReq: { signal } }) => {
    const { after, ...question } = args;
    const { id, digest, with: otherId, read: resource = 'graph', summary = false } = args;
    const cursorError = checkCursorQuestion({ tool, question, after });
    if (cursorError) return cursorError;
    if (digest !== undefined && folder)
      return createToolDataResult({ ...(await folder.findReads(digest, signal)), ...DATA_NOTE });
    if (id === undefined) return createToolErrorResult('Give the id of a garment, or the digest of a page.');
    const pulled =
      otherId === undefined && folder ? await findPulledGarment(folder, id, resource) : undefined;
    if (pulled !== undefined && 'content' in pulled) return pulled;
    const pulledBody = pulled?.readBody(resource);
    const first = await readBody(resource, { id: pulled?.id ?? id }, signal);
    const second = otherId === undefined ? undefined : await readBody(resource, { id: otherId }, signal);
    const [earlier, later] = second
      ? [first.value, second.value]
      : [parseJson(pulledBody?.text ?? '{}'), first.value];
    const sideNames = otherId === undefined ? undefined : ([id, otherId] as const);
    const changes = compareBodies(earlier, later)
      .changes.filter(createChangeFilter(args))
      .toSorted((a, b) => a.class - b.class);
    return createPartResult({
      tool,
      value: {
        same: changes.length === 0,
        total: changes.length,
        counted_here: {
          ...(sideNames === undefined && {
            words: countByName(changes, ({ word }) => word, 20),
            classes: countByName(changes, ({ class: rank }) => CHANGE_CLASSES[rank], 20),
          }),
          kinds: countByName(changes, ({ kind }) => kind || '(no kind)', 20),
          departments: countByName(changes, ({ department }) => department, 20),
        },
        ...(summary ? {} : { changes: changes.map((change) => toShownChange(change, sideNames)) }),
      },
      digest: computeTextDigest(
        `${first.digest} ${second?.digest ?? computeTextDigest(pulledBody?.text ?? '')}`,
      ),
      question,
      after,
      narrowingHint: 'ask for less: summary=true, or kinds, departments, fields',
      extraMembers: { ...(pulledBody && { _pulled: pulledBody.fetched }), ...DATA_NOTE },
      budget: MAX_COMPARISON_BYTES,
    });
  });
};

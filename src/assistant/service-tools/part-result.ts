/** Creates the results of tools. A result that is too large for one response is sent in parts. */

import { countNodesByKind, filterNodesByKind, isSelectedKind } from '../../garment/node-kinds.ts';
import { parseJson } from '../../platform/json/parse-json.ts';
import { takeBodyPart } from './body-part.ts';
import type { ToolName } from './tool-definitions.ts';
import {
  computeTextDigest,
  createToolDataResult,
  createToolErrorResult,
  formatResultCursor,
  MAX_PART_BYTES,
  parseResultCursor,
  type ToolResult,
} from './tool-result.ts';

/**
 * A tool call (`tool`, with the arguments `question`), and the value to return for it. A large value is returned in
 * parts.
 */
interface PartRequest {
  readonly tool: string;
  readonly value: unknown;
  /** The digest of the whole body from which `value` was taken. */
  readonly digest: string;
  /** The arguments of the tool call. The cursor of the next part is valid only in a call with the same arguments. */
  readonly question: Readonly<Record<string, unknown>>;
  readonly after: string | undefined;
  /** Text that tells the model how to request less; undefined if no smaller request is possible. */
  readonly narrowingHint?: string | undefined;
  /** Members to add to the object `_more` in the first part of a result, for example `kinds`. */
  readonly firstPartMembers?: Readonly<Record<string, unknown>> | undefined;
  /** Members that toile adds to each part of a result, for example `_chosen`. They are not members of `value`. */
  readonly extraMembers?: Readonly<Record<string, unknown>> | undefined;
  /** The maximum size of a part in bytes of JSON (default: MAX_PART_BYTES). */
  readonly budget?: number | undefined;
}

const computeQuestionDigest = ({ tool, question }: Pick<PartRequest, 'tool' | 'question'>): string =>
  computeTextDigest(
    JSON.stringify([
      tool,
      ...Object.entries(question)
        .filter(([, value]) => value !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
  );

/**
 * Returns an error result if the cursor `after` comes from a call with other arguments; undefined otherwise. Called
 * before the body is requested, because the check does not need it.
 */
export const checkCursorQuestion = (
  request: Pick<PartRequest, 'tool' | 'question' | 'after'>,
): ToolResult | undefined =>
  request.after === undefined || parseResultCursor(request.after).question === computeQuestionDigest(request)
    ? undefined
    : createToolErrorResult(
        'This `after` belongs to a call with other arguments: repeat those arguments, or omit `after`.',
      );

/**
 * Creates the cursor of the next part of a result. `body` is the digest of the body, and `at` the index of the first
 * item of the next part. The cursor also contains a digest of the tool and its arguments.
 */
export const createCursor = (
  request: Pick<PartRequest, 'tool' | 'question'>,
  body: string,
  at: number,
): string => formatResultCursor({ at, body, question: computeQuestionDigest(request) });

/**
 * The error text for a tool call that asks with `after` for the next part of a result, although the body has changed
 * since the previous part was sent.
 */
export const BODY_CHANGED_MESSAGE =
  'The data changed after the previous part was read: start again without `after`.';

/**
 * Creates a result with a whole value, or with one part of it if it is large. Without the cursor `after`, the result is
 * the first part. Its member `_more` tells how to get the next part. Returns an error result if the cursor was created
 * for other arguments or another body.
 */
export const createPartResult = (request: PartRequest): ToolResult => {
  const { tool, value, digest, after, narrowingHint, firstPartMembers, extraMembers = {} } = request;
  const cursorError = checkCursorQuestion(request);
  if (cursorError) return cursorError;
  const cursor = after === undefined ? undefined : parseResultCursor(after);
  if (cursor && cursor.body !== digest) return createToolErrorResult(BODY_CHANGED_MESSAGE);
  const part = takeBodyPart(value, request.budget ?? MAX_PART_BYTES, cursor?.at ?? 0);
  if (part === undefined)
    return createToolErrorResult('There are no more parts: the previous part was the last one.');
  const { more } = part;
  const nextCursor = more?.after === undefined ? undefined : createCursor(request, digest, more.after);
  const isAll = nextCursor === undefined && cursor === undefined && more?.too_large === undefined;
  if (more === undefined || isAll) return createToolDataResult({ ...part.value, ...extraMembers });
  const ways =
    nextCursor === undefined
      ? []
      : [`call ${tool} again with after="${nextCursor}"`, ...(narrowingHint ? [narrowingHint] : [])];
  const instruction = [
    nextCursor === undefined ? 'This is the last part.' : `To get the rest: ${ways.join(', or ')}.`,
    ...(more.too_large ? ['Read what is too large for a result with the API.'] : []),
  ].join(' ');
  return createToolDataResult({
    ...part.value,
    ...extraMembers,
    _more: {
      ...more,
      ...(nextCursor === undefined ? { last: true } : { after: nextCursor }),
      ...(cursor === undefined && firstPartMembers),
      how: instruction,
    },
  });
};

/** The arguments of the tools of the service. `id` is required; each tool accepts some of the others. */
export interface ToolArguments {
  readonly id: string;
  readonly profile?: string | undefined;
  readonly driver?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly after?: string | undefined;
}

/**
 * Creates the result of a tool call from the text of a response body: the whole body, or the part that starts at the
 * cursor `after`. With `kinds`, a graph is reduced to the nodes of these kinds, and an unknown kind gives an error
 * result. `extraMembers` are added to the result.
 */
export const createBodyResult = (
  tool: ToolName,
  text: string,
  { after, ...question }: ToolArguments,
  extraMembers: PartRequest['extraMembers'] = {},
): ToolResult => {
  const body = parseJson(text);
  const { kinds } = question;
  const request = { tool, digest: computeTextDigest(text), question, after, extraMembers };
  if (tool !== 'get_garment_graph') return createPartResult({ ...request, value: body });
  const kindCounts = countNodesByKind(body);
  const unknownKinds =
    kinds?.filter((kind) => !Object.keys(kindCounts).some((known) => isSelectedKind(known, [kind]))) ?? [];
  if (unknownKinds.length > 0) {
    const known = Object.entries(kindCounts).map(([kind, count]) => `${kind} (${count})`);
    return createToolErrorResult(
      `No node is of the kind ${unknownKinds.join(' or ')}. Kinds in this graph: ${known.join(', ')}.`,
    );
  }
  if (kinds !== undefined) return createPartResult({ ...request, value: filterNodesByKind(body, kinds) });
  return createPartResult({
    ...request,
    value: body,
    narrowingHint: Object.keys(kindCounts).length > 1 ? 'ask for some kinds only: kinds=[...]' : undefined,
    firstPartMembers: { kinds: kindCounts },
  });
};

/** Results of tools that may be too large for one answer. */

import { countNodesByKind, filterNodesByKind } from '../../garment/kind-counts.ts';
import { isSelectedKind } from '../../garment/node-kinds.ts';
import { parseJson } from '../../platform/json/parse-json.ts';
import { takeBodyPart } from './body-part.ts';
import type { ToolName } from './tool-definitions.ts';
import {
  computeTextDigest,
  createToolDataResult,
  createToolErrorResult,
  formatResultCursor,
  MAX_RESULT_BYTES,
  parseResultCursor,
  type ToolResult,
} from './tool-result.ts';

/** A value to return in parts, and the tool call that it answers. */
interface PartRequest {
  readonly tool: string;
  readonly value: unknown;
  /** The digest of the whole body that the value comes from. */
  readonly digest: string;
  /** The arguments that selected the value. Parts belong together when these are the same. */
  readonly question: Readonly<Record<string, unknown>>;
  readonly after: string | undefined;
  /** Tells the model how to request less; undefined if it cannot. */
  readonly narrowingHint?: string | undefined;
  /** Members of `_more` that only the first part has. */
  readonly firstPartMembers?: Readonly<Record<string, unknown>> | undefined;
  /** Members that every part has. */
  readonly extraMembers?: Readonly<Record<string, unknown>> | undefined;
  /** Bytes of JSON of a part; the largest result when left out. */
  readonly budget?: number | undefined;
}

/**
 * Returns a digest of the question. The order of the arguments does not matter, and undefined ones are
 * ignored.
 */
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
 * Returns an error result when the cursor belongs to another question; undefined otherwise. Needs no
 * request.
 */
export const checkCursorQuestion = (
  giving: Pick<PartRequest, 'tool' | 'question' | 'after'>,
): ToolResult | undefined =>
  giving.after === undefined || parseResultCursor(giving.after).question === computeQuestionDigest(giving)
    ? undefined
    : createToolErrorResult(
        'This `after` belongs to another question: repeat it with the arguments of that question, or omit it.',
      );

/** Creates the cursor of the item at a position, for the same question about the same body. */
export const createCursor = (
  giving: Pick<PartRequest, 'tool' | 'question'>,
  body: string,
  at: number,
): string => formatResultCursor({ at, body, question: computeQuestionDigest(giving) });

/** The message for a body that changed between two parts. */
export const BODY_CHANGED_MESSAGE = 'The data changed after that part was read: start again without `after`.';

/**
 * Returns a value as a result: the whole value, or a part with `_more`, which says how to get the next
 * part.
 */
export const createPartResult = (giving: PartRequest): ToolResult => {
  const { tool, value, digest, after, narrowingHint, firstPartMembers, extraMembers = {} } = giving;
  const stray = checkCursorQuestion(giving);
  if (stray) return stray;
  const cursor = after === undefined ? undefined : parseResultCursor(after);
  if (cursor && cursor.body !== digest) return createToolErrorResult(BODY_CHANGED_MESSAGE);
  const part = takeBodyPart(value, giving.budget ?? MAX_RESULT_BYTES, cursor?.at ?? 0);
  if (part === undefined) return createToolErrorResult('Nothing follows: the part before was the last one.');
  const { more } = part;
  if (more === undefined) return createToolDataResult({ ...part.value, ...extraMembers });
  const next = more.after === undefined ? undefined : createCursor(giving, digest, more.after);
  const isAll = next === undefined && cursor === undefined && more.too_large === undefined;
  if (isAll) return createToolDataResult({ ...part.value, ...extraMembers });
  const ways =
    next === undefined
      ? []
      : [`call ${tool} again with after="${next}"`, ...(narrowingHint ? [narrowingHint] : [])];
  const how = [
    next === undefined ? 'This is the last part.' : `To get the rest: ${ways.join(', or ')}.`,
    ...(more.too_large ? ['Read what is too large for a result with the API.'] : []),
  ].join(' ');
  return createToolDataResult({
    ...part.value,
    ...extraMembers,
    _more: {
      ...more,
      ...(next === undefined ? { last: true } : { after: next }),
      ...(cursor === undefined && firstPartMembers),
      how,
    },
  });
};

/** The arguments of a tool call. A part of a result depends on all of them except `after`. */
export interface ToolArguments {
  readonly id: string;
  readonly profile?: string | undefined;
  readonly driver?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly after?: string | undefined;
}

/** Creates the result of a tool from the text of a body. For a graph it applies `kinds`. */
export const createBodyResult = (
  tool: ToolName,
  text: string,
  { after, ...question }: ToolArguments,
): ToolResult => {
  const body = parseJson(text);
  const { kinds } = question;
  const given = { tool, digest: computeTextDigest(text), question, after };
  if (tool !== 'get_garment_graph') return createPartResult({ ...given, value: body });
  const there = countNodesByKind(body);
  const lost =
    kinds?.filter((kind) => !Object.keys(there).some((known) => isSelectedKind(known, [kind]))) ?? [];
  if (lost.length > 0) {
    const known = Object.entries(there).map(([kind, count]) => `${kind} (${count})`);
    return createToolErrorResult(
      `No node is of the kind ${lost.join(' or ')}. Kinds in this graph: ${known.join(', ')}.`,
    );
  }
  if (kinds !== undefined) return createPartResult({ ...given, value: filterNodesByKind(body, kinds) });
  const less = Object.keys(there).length > 1 ? 'ask for some kinds only: kinds=[...]' : undefined;
  return createPartResult({ ...given, value: body, narrowingHint: less, firstPartMembers: { kinds: there } });
};

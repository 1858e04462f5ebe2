import { countNodesByKind, filterNodesByKind } from '../../garment/kind-counts.ts';
import { isSelectedKind } from '../../garment/node-kinds.ts';
import { parseJson } from '../../platform/json/parse-json.ts';
import { createPartResult } from './part-result.ts';
import { computeTextDigest } from './result-cursor.ts';
import type { ToolName } from './tool-definitions.ts';
import { createToolErrorResult, type ToolResult } from './tool-result.ts';

/** The arguments of a tool call. A part of a result depends on all of them except `after`. */
export interface ToolArguments {
  readonly id: string;
  readonly profile?: string | undefined;
  readonly driver?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly after?: string | undefined;
}

/** Creates the result of a tool from the text of a body. For a graph it applies `kinds`. */
export const createToolResult = (
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

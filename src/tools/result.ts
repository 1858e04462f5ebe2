import { kindsIn, ofKinds } from '../garment/kind-counts.ts';
import { readJson } from '../json/lossless.ts';
import { isRecord, jsonText, lexeme } from '../json/values.ts';
import { BUDGET } from './budget.ts';
import type { ToolName } from './definitions.ts';
import { portion } from './portion.ts';

/** What a tool answers, in the protocol's shape. */
export interface ToolResult {
  readonly [member: string]: unknown;
  readonly content: { type: 'text'; text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** How a call asked for its part of a body. */
export interface Part {
  readonly kinds?: readonly string[] | undefined;
  readonly after?: string | undefined;
}

/** Something a model can read and mend. */
export const trouble = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true });

/**
 * The structured twin of a text. Numbers that JavaScript cannot hold (ids above 2^53) are strings here; the text
 * has every number as the service wrote it.
 */
function twin(value: unknown): unknown {
  const number = lexeme(value);
  if (number !== undefined) {
    const near = Number(number);
    const isExact = Number.isFinite(near) && (!Number.isInteger(near) || Number.isSafeInteger(near));
    return isExact ? near : number;
  }
  if (Array.isArray(value)) return value.map(twin);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, twin(member)]));
}

/** The result of a body of the service, given as its text. */
export function resultOf(tool: ToolName, text: string, { kinds, after }: Part = {}): ToolResult {
  const body = readJson(text);
  const isGraph = tool === 'get_garment_graph';
  const there = isGraph ? kindsIn(body) : {};
  const chosen = kinds === undefined ? body : ofKinds(body, kinds);
  if (kinds !== undefined && Object.keys(kindsIn(chosen)).length === 0) {
    const known = Object.entries(there).map(([kind, count]) => `${kind} (${count})`);
    return trouble(`No node is of the kind ${kinds.join(' or ')}. Kinds in this graph: ${known.join(', ')}.`);
  }
  const part = portion(chosen, BUDGET, after === undefined ? 0 : Number(after));
  if (part === undefined)
    return trouble(`There is nothing after ${after}: the result before this was the last.`);
  const { value, more } = part;
  if (more === undefined || (more.left_out === 0 && after === undefined)) return whole(value);
  const ways = [
    ...(more.after === undefined ? [] : [`call ${tool} again with after="${more.after}"`]),
    ...(isGraph && kinds === undefined && Object.keys(there).length > 1
      ? ['ask for some kinds only, with kinds=[...]']
      : []),
  ];
  const how = [
    ways.length > 0 ? `To get the rest: ${ways.join(', or ')}.` : 'This is the last part.',
    ...(more.too_large ? ['What is too large for any result is read with the API.'] : []),
  ].join(' ');
  return whole({
    ...value,
    _more: { ...more, ...(isGraph && kinds === undefined && { kinds: there }), how },
  });
}

function whole(value: Readonly<Record<string, unknown>>): ToolResult {
  return {
    content: [{ type: 'text', text: jsonText(value) }],
    structuredContent: twin(value) as Record<string, unknown>,
  };
}

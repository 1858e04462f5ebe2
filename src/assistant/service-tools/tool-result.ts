import type { ContentBlock } from '@modelcontextprotocol/server';
import { isRecord, toJsonText, toNumberText } from '../../platform/json/json-values.ts';

/** The result of a tool, in the form of the protocol. */
export interface ToolResult {
  readonly [member: string]: unknown;
  readonly content: ContentBlock[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** Creates an error result. Its text tells a model what to change. */
export const createToolErrorResult = (text: string): ToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
});

/**
 * Returns the structured form of a value. A number that JavaScript cannot represent, for example an id
 * above 2^53, becomes a string; the text of the result has every number as the service wrote it.
 */
const toStructuredValue = (value: unknown): unknown => {
  const number = toNumberText(value);
  if (number !== undefined) {
    const near = Number(number);
    const isExact = Number.isFinite(near) && (!Number.isInteger(near) || Number.isSafeInteger(near));
    return isExact ? near : number;
  }
  if (Array.isArray(value)) return value.map(toStructuredValue);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toStructuredValue(member)]));
};

/** Creates a result that contains the value as text and as structured data. */
export const createToolDataResult = (value: Readonly<Record<string, unknown>>): ToolResult => ({
  content: [{ type: 'text', text: toJsonText(value) }],
  structuredContent: toStructuredValue(value) as Record<string, unknown>,
});

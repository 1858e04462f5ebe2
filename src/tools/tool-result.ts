import type { ContentBlock } from '@modelcontextprotocol/server';
import { isRecord, jsonText, lexeme } from '../json/values.ts';

/** What a tool answers, in the protocol's shape. */
export interface ToolResult {
  readonly [member: string]: unknown;
  readonly content: ContentBlock[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** Something a model can read and mend. */
export const trouble = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true });

/**
 * The structured twin of a text. Numbers that JavaScript cannot hold (ids above 2^53) are strings here; the text
 * has every number as the service wrote it.
 */
const twin = (value: unknown): unknown => {
  const number = lexeme(value);
  if (number !== undefined) {
    const near = Number(number);
    const isExact = Number.isFinite(near) && (!Number.isInteger(near) || Number.isSafeInteger(near));
    return isExact ? near : number;
  }
  if (Array.isArray(value)) return value.map(twin);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, twin(member)]));
};

/** The same as text and as data. */
export const whole = (value: Readonly<Record<string, unknown>>): ToolResult => ({
  content: [{ type: 'text', text: jsonText(value) }],
  structuredContent: twin(value) as Record<string, unknown>,
});

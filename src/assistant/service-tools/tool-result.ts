import { createHash } from 'node:crypto';
import type { ContentBlock } from '@modelcontextprotocol/server';
import { isRecord, toJsonText, toNumberText } from '../../platform/json/json-values.ts';

/** The result of a tool call in MCP: the value as text (`content`) and as data (`structuredContent`). */
export interface ToolResult {
  readonly [member: string]: unknown;
  readonly content: ContentBlock[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** Creates an error result. Its text tells the model what to change in the call. */
export const createToolErrorResult = (text: string): ToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
});

/**
 * Converts the numbers of a parsed body to JavaScript numbers. A number that a JavaScript number cannot represent, such
 * as an integer above 2^53, becomes a string.
 */
const toStructuredValue = (value: unknown): unknown => {
  const number = toNumberText(value);
  if (number !== undefined) {
    const rounded = Number(number);
    const isExact = Number.isFinite(rounded) && (!Number.isInteger(rounded) || Number.isSafeInteger(rounded));
    return isExact ? rounded : number;
  }
  if (Array.isArray(value)) return value.map(toStructuredValue);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toStructuredValue(member)]));
};

/** Creates a result that has the value twice: as JSON text and as structured data. */
export const createToolDataResult = (value: Readonly<Record<string, unknown>>): ToolResult => ({
  content: [{ type: 'text', text: toJsonText(value) }],
  structuredContent: toStructuredValue(value) as Record<string, unknown>,
});

/**
 * The default maximum size of the value in a tool result, in bytes of JSON. It is small, because the value is sent
 * twice, as text and as data, and AI programs cut a result after about ten thousand words.
 */
export const MAX_PART_BYTES = 32_768;

/**
 * The number of hexadecimal digits of a digest. This is enough to avoid accidental collisions, but not deliberate ones.
 */
const DIGEST_LENGTH = 12;

/** Returns the first 12 digits of the SHA-256 digest of a text, for example `0123456789ab`. */
export const computeTextDigest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);

/**
 * The position at which the next part of a result starts. `at` is the index of the first item of this part, `body` is a
 * digest of the body, and `question` is a digest of the tool call.
 */
interface ResultCursor {
  readonly at: number;
  readonly body: string;
  readonly question: string;
}

/** The source text of a pattern that matches a whole cursor, for the JSON schemas of the tools. */
export const CURSOR_PATTERN = `^[0-9]{1,9}-[0-9a-f]{${DIGEST_LENGTH}}-[0-9a-f]{${DIGEST_LENGTH}}$`;

/** Formats a cursor as text, for example `40-0123456789ab-ba9876543210`. */
export const formatResultCursor = ({ at, body, question }: ResultCursor): string =>
  `${at}-${body}-${question}`;

/** Parses the text of a cursor. The text must match `CURSOR_PATTERN`. */
export const parseResultCursor = (text: string): ResultCursor => {
  const [at = '', body = '', question = ''] = text.split('-');
  return { at: Number(at), body, question };
};

/**
 * Returns the number of items for each name: `{ seam: 12, piece: 4 }`. The most frequent names are first, and only
 * `maxNames` names are returned. Items with the name null are not counted.
 */
export const countByName = <T>(
  items: readonly T[],
  getName: (item: T) => string | null,
  maxNames = 40,
): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const name of items.map(getName)) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a).slice(0, maxNames));
};

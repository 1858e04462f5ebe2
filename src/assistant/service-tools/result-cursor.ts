/** The cursor of a tool result that is only a part of a body. */

import { createHash } from 'node:crypto';

/**
 * Hexadecimal digits of a digest. They make accidental collisions unlikely; the digest protects nothing.
 */
const DIGEST_LENGTH = 12;

/** Returns a short SHA-256 digest of a text. */
export const computeTextDigest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);

/** The end of a part: the position, the digest of the body, and the digest of the question. */
export interface ResultCursor {
  readonly at: number;
  readonly body: string;
  readonly question: string;
}

/** The pattern of a cursor, for the schema of the tools. */
export const CURSOR_PATTERN = `^[0-9]{1,9}-[0-9a-f]{${DIGEST_LENGTH}}-[0-9a-f]{${DIGEST_LENGTH}}$`;

/** Formats a cursor, for example `40-0123456789ab-ba9876543210`. */
export const formatResultCursor = ({ at, body, question }: ResultCursor): string =>
  `${at}-${body}-${question}`;

/** Parses a cursor that its schema has accepted. */
export const parseResultCursor = (text: string): ResultCursor => {
  const [at = '', body = '', question = ''] = text.split('-');
  return { at: Number(at), body, question };
};

import { createHash } from 'node:crypto';

/** Enough that nobody meets two bodies of one digest by accident; it guards nothing. */
const LENGTH = 12;

/** A word that stands for a text, and for no other. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, LENGTH);

/** Where a part ended: in which body, and of what question. */
export interface Cursor {
  readonly at: number;
  readonly body: string;
  readonly question: string;
}

export const CURSOR = `^[0-9]{1,9}-[0-9a-f]{${LENGTH}}-[0-9a-f]{${LENGTH}}$`;

export const writeCursor = ({ at, body, question }: Cursor): string => `${at}-${body}-${question}`;

/** Of what its schema has let through. */
export const readCursor = (text: string): Cursor => {
  const [at = '', body = '', question = ''] = text.split('-');
  return { at: Number(at), body, question };
};

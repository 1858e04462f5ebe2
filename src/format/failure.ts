import type { ToileError } from '../errors.ts';
import { printable } from './cell.ts';
import { escapeC1 } from './tokens.ts';

/** Marks that reorder what stands around them: foreign words could put on a face that is not theirs. */
const unmarked = (text: string): string =>
  text.replace(
    /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The failure as the one line of JSON that `--json` puts on stderr; the first five members are always there. */
export function failureJson(error: ToileError): string {
  const { status = null, ...details } = error.details;
  const told = {
    code: error.code,
    message: error.message,
    hint: error.hint ?? null,
    status,
    exit: error.exit,
    ...details,
  };
  return unmarked(escapeC1(`${JSON.stringify({ error: told })}\n`));
}

/** The failure in lines for people: what happened, what belongs to it, and last what to do next. */
export function failureText(error: ToileError): string {
  const { candidates = [], request_id } = error.details;
  const lines = [
    // The service's own wording may stand in a message: indented, no line of it can pass for one of toile's.
    `toile: ${error.message.trim().replaceAll('\n', '\n  ')}`,
    // A message that tells them apart by name has them already.
    ...candidates
      .filter((candidate) => !error.message.includes(candidate))
      .map((candidate) => `  ${candidate.replaceAll('\n', ' ')}`),
    ...(request_id === undefined ? [] : [`  request ${request_id.replaceAll('\n', ' ')}`]),
    ...(error.hint === undefined ? [] : [error.hint]),
  ];
  return `${unmarked(printable(lines.join('\n').replaceAll(/[\t\r]/g, ' ')))}\n`;
}

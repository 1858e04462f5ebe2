import type { ToileError } from '../errors.ts';
import { printable } from './cell.ts';
import { escapeC1 } from './tokens.ts';

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
  return escapeC1(`${JSON.stringify({ error: told })}\n`);
}

/** The failure in lines for people: what happened, what belongs to it, and last what to do next. */
export function failureText(error: ToileError): string {
  const { candidates = [], request_id } = error.details;
  const lines = [
    // The service's own wording may stand in a message: indented, no line of it can pass for one of toile's.
    `toile: ${error.message.trim().replaceAll('\n', '\n  ')}`,
    ...candidates.map((candidate) => `  ${candidate.replaceAll('\n', ' ')}`),
    ...(request_id === undefined ? [] : [`  request ${request_id.replaceAll('\n', ' ')}`]),
    ...(error.hint === undefined ? [] : [error.hint]),
  ];
  return `${printable(lines.join('\n').replaceAll(/[\t\r]/g, ' '))}\n`;
}

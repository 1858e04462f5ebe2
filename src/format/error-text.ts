import { withoutSecrets } from '../border/secrets.ts';
import { wordsOf } from '../border/shell.ts';
import { escapeOf, UNSEEN_IN_TEXT } from '../border/unseen.ts';
import type { ToileError } from '../errors.ts';
import { isRetryable } from './retryable.ts';

/** Foreign words could put on a face that is not theirs. */
const spelled = (text: string): string => text.replace(UNSEEN_IN_TEXT, escapeOf);

/** The failure as the one line of JSON that `--json` puts on stderr; the first seven members are always there. */
export const failureJson = (error: ToileError, redact: (text: string) => string): string => {
  const { status = null, next: _, ...details } = error.details;
  const words = error.next === undefined ? undefined : wordsOf(error.next);
  const told = {
    code: error.code,
    message: error.message,
    hint: error.hint ?? null,
    status,
    exit: error.exit,
    retryable: isRetryable(error),
    next: withoutSecrets(words, redact) ?? null,
    ...details,
  };
  return spelled(`${JSON.stringify({ error: told })}\n`);
};

/** What was requested before it failed; it costs money, so it is said in whatever form. */
const purchaseLines = ({ details }: ToileError): readonly string[] => {
  const { purchase_id, design_id, purchase_state } = details;
  if (purchase_state === undefined || (purchase_id ?? design_id) === undefined) return [];
  const of = design_id === undefined ? '' : ` of design ${design_id}`;
  const words = `  Tech Pack${of}, ${purchase_id ? `purchase ${purchase_id}` : 'no purchase id'}: ${purchase_state}`;
  return [words.replaceAll(/[\n_]/g, ' ')];
};

/** The failure in lines for people: what happened, what belongs to it, and last what to do next. */
export const failureText = (error: ToileError): string => {
  const { candidates = [], request_id } = error.details;
  const lines = [
    // The service's own wording may stand in a message: indented, no line of it can pass for one of toile's.
    `toile: ${error.message.trim().replaceAll('\n', '\n  ')}`,
    // A message that tells them apart by name has them already.
    ...candidates
      .filter((candidate) => !error.message.includes(candidate))
      .map((candidate) => `  ${candidate.replaceAll('\n', ' ')}`),
    ...purchaseLines(error),
    ...(request_id === undefined ? [] : [`  request ${request_id.replaceAll('\n', ' ')}`]),
    ...(error.hint === undefined ? [] : [error.hint]),
  ];
  return spelled(`${lines.join('\n').replaceAll(/[\t\r]/g, ' ')}\n`);
};

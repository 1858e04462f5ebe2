import {
  BeyondLimit,
  PendingWork,
  RateLimited,
  type ToileError,
  Unavailable,
} from '../../platform/errors.ts';
import { escapeCharacter, INVISIBLE_IN_TEXT } from '../../platform/escape/invisible-characters.ts';
import { splitShellWords } from '../../platform/escape/shell.ts';
import { omitIfSecret } from '../../platform/redactor.ts';

/** The codes of errors that repeating the command does not remove, for example an unknown host. */
const PERMANENT_CODES =
  /^(unknown_host|bad_answer|bad_ca_file|bad_proxy|unsafe_address|fate_unknown|too_long|list_too_long|certificate_\w+|proxy_\w+|tls_failed|headers_too_large|not_http)$/;

const TRANSIENT_ERRORS = [Unavailable, RateLimited, PendingWork];

/**
 * Returns true if the same command may succeed later: the service was unavailable, limited the rate or is still
 * working. Returns false after an order was sent, because another command (`next` of the error) continues the order.
 */
const isRetryableError = (error: ToileError): boolean =>
  TRANSIENT_ERRORS.some((errorClass) => error instanceof errorClass) &&
  !(error instanceof BeyondLimit) &&
  !PERMANENT_CODES.test(error.code) &&
  error.details.purchase_state === undefined;

/** Escapes invisible characters, because untrusted text could use them to imitate other text. */
const escapeInvisible = (text: string): string => text.replace(INVISIBLE_IN_TEXT, escapeCharacter);

/**
 * Formats an error as the JSON line that `--json` prints on stderr: `{"error": ...}` with a line feed at its end. The
 * members are `code`, `message`, `hint`, `status`, `exit`, `retryable`, `next`, and each member of `details`. `next` is
 * the command that continues, as a list of words; it is null if `redact` finds a secret in it. Invisible characters are
 * escaped.
 */
export const formatErrorJson = (error: ToileError, redact: (text: string) => string): string => {
  const { status = null, next: _, ...details } = error.details;
  const words = error.next === undefined ? undefined : splitShellWords(error.next);
  const members = {
    code: error.code,
    message: error.message,
    hint: error.hint ?? null,
    status,
    exit: error.exit,
    retryable: isRetryableError(error),
    next: omitIfSecret(words, redact) ?? null,
    ...details,
  };
  return escapeInvisible(`${JSON.stringify({ error: members })}\n`);
};

/**
 * Formats the Tech Pack order that was sent before the error, because it may cost money. Returns an empty list if no
 * order was sent.
 */
const formatPurchaseLines = ({ details }: ToileError): readonly string[] => {
  const { purchase_id, design_id, purchase_state } = details;
  if (purchase_state === undefined || (purchase_id ?? design_id) === undefined) return [];
  const designWords = design_id === undefined ? '' : ` of design ${design_id}`;
  const words = `  Tech Pack${designWords}, ${purchase_id ? `purchase ${purchase_id}` : 'no purchase id'}: ${purchase_state}`;
  return [words.replaceAll(/[\n_]/g, ' ')];
};

/**
 * Formats an error as lines for people, each with a line feed: message, candidates, an order that was sent, request id,
 * and hint. A hint that is one command begins with `try:`. Invisible characters are escaped.
 */
export const formatErrorText = (error: ToileError): string => {
  const { candidates = [], request_id } = error.details;
  const lines = [
    // A message may contain text of the service, so its further lines are indented and cannot look like lines of toile.
    `toile: ${error.message.trim().replaceAll('\n', '\n  ')}`,
    ...candidates
      .filter((candidate) => !error.message.includes(candidate))
      .map((candidate) => `  ${candidate.replaceAll('\n', ' ')}`),
    ...formatPurchaseLines(error),
    ...(request_id === undefined ? [] : [`  request ${request_id.replaceAll('\n', ' ')}`]),
    ...(error.hint === undefined ? [] : [error.hint === error.next ? `try: ${error.hint}` : error.hint]),
  ];
  return escapeInvisible(`${lines.join('\n').replaceAll(/[\t\r]/g, ' ')}\n`);
};

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

/** The codes of errors that occur again if the user repeats the command, for example an unknown host. */
const PERMANENT_CODES =
  /^(unknown_host|bad_answer|bad_ca_file|bad_proxy|unsafe_address|fate_unknown|too_long|list_too_long|certificate_\w+|proxy_\w+|tls_failed|headers_too_large|not_http)$/;

const TRANSIENT_ERRORS = [Unavailable, RateLimited, PendingWork];

/**
 * Returns true if the same command may succeed later. Returns false if an order was already sent: the user must then
 * run another command, which the error names in `next`.
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
 * object has the members `code`, `message`, `hint`, `status`, `exit`, `retryable` and `next`, and all members of
 * `details`. `next` is the command that the user can run next, as a list of words. It is null if there is no such
 * command or if `redact` finds a secret in it. Invisible characters are escaped.
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
 * Returns a list with one line about the Tech Pack order that the command sent before the error occurred. The line is
 * printed because the order may cost money. The list is empty if no order was sent.
 */
const formatPurchaseLines = ({ details }: ToileError): readonly string[] => {
  const { purchase_id, design_id, purchase_state } = details;
  if (purchase_state === undefined || (purchase_id ?? design_id) === undefined) return [];
  const designWords = design_id === undefined ? '' : ` of design ${design_id}`;
  const words = `  Tech Pack${designWords}, ${purchase_id ? `purchase ${purchase_id}` : 'no purchase id'}: ${purchase_state}`;
  return [words.replaceAll(/[\n_]/g, ' ')];
};

/**
 * Formats an error as text for people, one line each: the message, possible matches for a wrong name, an order that was
 * already sent, the request id, and the hint. A hint that is one command begins with `try:`. Invisible characters are
 * escaped.
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

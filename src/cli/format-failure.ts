import type { FlagValues } from '../commands/argument-spec.ts';
import { formatErrorJson, formatErrorText } from '../output/tables/format-error.ts';
import { HungUp, Interrupted, ToileError } from '../platform/errors.ts';
import { appendAll } from '../platform/lists.ts';
import type { StandardStreams } from '../platform/system/host-system.ts';
import { withOrderNotice } from '../service/tech-packs/order-failure.ts';
import type { RunContext } from './context.ts';
import { explainError } from './explain-error.ts';
import { formatToileCommand } from './parse-command-line.ts';

/** Returns true if `--json` or `--jsonl` is given before `--`. */
export const hasJsonFlag = (argv: readonly string[]): boolean => {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? undefined : end).some((word) => word === '--json' || word === '--jsonl');
};

/**
 * Returns the exit code of an error and its text for stderr. With `--json` or `--jsonl`, the text is JSON. Otherwise,
 * it is wrapped if stderr is a terminal. If this run sent or found a charged order, the text mentions that order.
 */
export const formatFailure = async (
  error: ToileError,
  argv: readonly string[],
  deps: RunContext | undefined,
  { err, secrets }: Pick<StandardStreams, 'err' | 'secrets'>,
): Promise<{ readonly text: string; readonly exit: number }> => {
  const chargedOrder = deps?.getChargedOrder();
  const failure = chargedOrder === undefined ? error : withOrderNotice(error, chargedOrder);
  const { exit } = failure;
  if (hasJsonFlag(argv)) return { text: formatErrorJson(failure, secrets.redact), exit };
  const text = formatErrorText(failure);
  if (!err.terminal) return { text, exit };
  const { wrapForTerminal } = await import('./terminal/wrap-for-terminal.ts');
  // A hint with a command is not wrapped, so that the command can be copied.
  return {
    text: wrapForTerminal(text, err, failure.next === undefined ? [] : failure.hint?.split('\n')),
    exit,
  };
};

/**
 * Returns true if no error is printed, because the user stopped toile. If JSON output is selected or an order was
 * charged, the error is printed, and this function returns false.
 */
export const isSilentExit = (
  error: ToileError,
  argv: readonly string[],
  deps: RunContext | undefined,
): boolean =>
  (error instanceof Interrupted || error instanceof HungUp) &&
  !hasJsonFlag(argv) &&
  deps?.getChargedOrder() === undefined;

/**
 * Converts a caught error to a ToileError. A ToileError is returned unchanged. If the service rejected the credential,
 * the message says where the credential comes from. If the service address may be wrong, the hint names it.
 */
export const toToileError = async (
  error: unknown,
  globalFlags: FlagValues,
  deps: RunContext | undefined,
): Promise<ToileError> => {
  const signIn = deps?.getKnownSignIn();
  // Without a credential, `signIn` is undefined. The error message then does not mention the address of the service,
  // because the user chooses an address only at the next sign-in.
  const address = signIn && (await deps?.target().catch(() => undefined))?.baseUrl;
  return explainError(error, { signIn, address, toile: formatToileCommand(globalFlags) });
};

/**
 * Returns the stack traces of an error and of its causes, without their messages. Returns an empty text for a value
 * that is not an error.
 */
export const formatStack = (error: unknown): string => {
  const lines: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const name = cause instanceof ToileError ? `${cause.name} ${cause.code}` : cause.name;
    appendAll(lines, [
      `  ${name}`,
      ...(cause.stack ?? '').split('\n').filter((text) => /^\s+at /.test(text)),
    ]);
  }
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
};

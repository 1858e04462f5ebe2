import type { Given } from '../commands/typed.ts';
import type { MadeDeps } from '../deps/deps.ts';
import { HungUp, Interrupted, ToileError } from '../errors.ts';
import { failureJson, failureText } from '../format/error-text.ts';
import { withSpent } from '../purchases/spent-notice.ts';
import type { Io } from '../terminal/io.ts';
import { explain } from './explain.ts';
import { typedFor } from './parse.ts';

export const asksForJson = (argv: readonly string[]): boolean => {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? undefined : end).some((word) => word === '--json' || word === '--jsonl');
};

/** An error as it is written, with what was spent in this run, whatever it is that failed. */
export const spelledOut = async (
  error: ToileError,
  argv: readonly string[],
  deps: MadeDeps | undefined,
  { err, secrets }: Pick<Io, 'err' | 'secrets'>,
): Promise<{ readonly text: string; readonly exit: number }> => {
  const spent = deps?.knownSpent();
  const knowing = spent === undefined ? error : withSpent(error, spent);
  const { exit } = knowing;
  if (asksForJson(argv)) return { text: failureJson(knowing, secrets.redact), exit };
  const text = failureText(knowing);
  if (!err.terminal) return { text, exit };
  const { fitted } = await import('../terminal/fitted.ts');
  // A hint that is a command is copied, and wraps by itself.
  return { text: fitted(text, err, knowing.next === undefined ? [] : knowing.hint?.split('\n')), exit };
};

/** Whoever ends toile knows that it ended, and nothing else has to be said. */
export const isSilent = (error: ToileError, argv: readonly string[], deps: MadeDeps | undefined): boolean =>
  (error instanceof Interrupted || error instanceof HungUp) &&
  !asksForJson(argv) &&
  deps?.knownSpent() === undefined;

/** What was caught in the words of toile, with what is known of the service that was asked. */
export const inWords = async (
  caught: unknown,
  everywhere: Given,
  deps: MadeDeps | undefined,
): Promise<ToileError> => {
  const signIn = deps?.knownSignIn();
  // Signing in chooses an address by itself.
  const address = signIn && (await deps?.target().catch(() => undefined))?.baseUrl;
  return explain(caught, { signIn, address, toile: typedFor(everywhere) });
};

/** The stack for those who asked for it, and for causes too; messages were written above. */
export const stackOf = (error: unknown): string => {
  const lines: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    const name = at instanceof ToileError ? `${at.name} ${at.code}` : at.name;
    lines.push(`  ${name}`, ...(at.stack ?? '').split('\n').filter((text) => /^\s+at /.test(text)));
  }
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
};

import { UsageError } from '../platform/errors.ts';
import { hintText, nextCommand } from '../platform/escape/shell.ts';
import { hasApiKey } from '../platform/redactor.ts';

/** Returns the arguments for toile itself. Words after `--` and after `sandbox run` are for another program. */
const takeOwnArguments = (argv: readonly string[]): readonly string[] => {
  const end = argv.findIndex((word, at) => word === '--' || (word === 'run' && argv[at - 1] === 'sandbox'));
  return end < 0 ? argv : argv.slice(0, end);
};

/**
 * Throws a UsageError if an argument for toile contains an API key, before a command can send, store or print it. The
 * message does not repeat the key.
 */
export const refuseTypedKey = (argv: readonly string[]): void => {
  if (!takeOwnArguments(argv).some(hasApiKey)) return;
  throw new UsageError('a key was given as an argument; it was not used', {
    code: 'key_typed',
    hint: hintText`it is now in the shell history: revoke it; ${nextCommand`toile login --with-key`} reads a new one from stdin`,
  });
};

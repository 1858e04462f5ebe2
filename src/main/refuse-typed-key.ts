import { holdsKey } from '../border/secrets.ts';
import { advice, toType } from '../border/shell.ts';
import { UsageError } from '../errors.ts';

/** The words that are toile's: behind `--`, and behind `sandbox run`, stand those of another program. */
const own = (argv: readonly string[]): readonly string[] => {
  const end = argv.findIndex((word, at) => word === '--' || (word === 'run' && argv[at - 1] === 'sandbox'));
  return end < 0 ? argv : argv.slice(0, end);
};

/**
 * No command takes a key as a word, and some would send it somewhere, keep it or print it. Throws a UsageError that
 * does not repeat it, before anything is done.
 */
export const refuseTypedKey = (argv: readonly string[]): void => {
  if (!own(argv).some(holdsKey)) return;
  throw new UsageError('a key was given as an argument; nothing was done with it', {
    code: 'key_typed',
    hint: advice`it is in the history of this shell now: revoke it; ${toType`toile login --with-key`} reads a new one from stdin`,
  });
};

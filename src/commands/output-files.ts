/**
 * Reads the output flags of commands and writes their output files. A command writes one file, or one file for each of
 * several items such as designs.
 */

import type { FailedItem, SavedFile } from '../output/views/saved-files.ts';
import { ToileError, UsageError } from '../platform/errors.ts';
import type { OutputFileOptions } from '../service/http/output-file.ts';
import type { FlagSpecs, FlagValues } from './argument-spec.ts';
import { type CommandContext, reportNote } from './command-context.ts';
import { buildDataResult } from './command-result.ts';
import { readTextFlag } from './flags/parse-flags.ts';

/** The output path, and the rules for files that already exist. */
export interface OutputPathOptions {
  /** The path as typed: a file, a folder, or `-` for stdout; undefined for the working folder. */
  readonly into: string | undefined;
  readonly clobber: boolean;
  readonly skipExisting: boolean;
}

/** The flag `--output` of a command that writes one or several files. */
export const OUTPUT_FLAG = {
  output: {
    short: 'o',
    value: 'PATH',
    about: 'output file, folder, or - for stdout',
    completes: ['files'],
  },
} as const satisfies FlagSpecs;

/** The flags `--clobber` and `--skip-existing`. Without either of them, an existing file is an error. */
export const EXISTING_FILE_FLAGS = {
  clobber: { about: 'overwrite existing files', excludes: ['skip-existing'] },
  'skip-existing': { about: 'skip existing files; send no request for them' },
} as const satisfies FlagSpecs;

/**
 * Reads `--output`, `--clobber` and `--skip-existing`. Throws a UsageError if `--clobber` or `--skip-existing` is given
 * with `-o -`, which writes no file.
 */
export const readOutputPath = (flags: FlagValues): OutputPathOptions => {
  const into = readTextFlag(flags, 'output');
  const [clobber, skipExisting] = [flags.clobber === true, flags['skip-existing'] === true];
  if (into === '-' && (clobber || skipExisting))
    throw new UsageError('-o - writes no file, so --clobber and --skip-existing have no effect');
  return { into, clobber, skipExisting };
};

/** The help texts for exit codes 1 and 2 of a command that writes one or several files. */
export const WRITE_EXIT_CODES = [
  ['1', 'some of the given designs failed'],
  ['2', 'a file already exists or cannot be written; no request was sent'],
] as const;

/** Returns true if `--skip-existing` is given and the error says that another process has just created the file. */
export const isSkippedExisting = (
  error: unknown,
  { skipExisting }: Pick<OutputPathOptions, 'skipExisting'>,
): boolean => skipExisting && error instanceof ToileError && error.code === 'file_exists';

/**
 * Calls `render` and writes the returned content to a file. Does not call `render` if the file cannot be written.
 * Returns the path, size and digest of the file. With `--skip-existing`, `skipped` is true if the file already exists.
 */
export const writeOutputFile = async (
  deps: CommandContext,
  options: OutputFileOptions,
  render: () => Promise<string | Uint8Array>,
): Promise<SavedFile> => {
  const outputFile = await deps.createOutputFile(options);
  const { file } = outputFile;
  const skippedFile: SavedFile = { file, bytes: null, sha256: null, skipped: true };
  if (outputFile.skipped) return skippedFile;
  try {
    return { file, ...(await outputFile.write(await render())), skipped: false };
  } catch (error) {
    if (isSkippedExisting(error, options)) return skippedFile;
    throw error;
  } finally {
    await outputFile.discard();
  }
};

/** Returns the result of a command for several items. The exit code is 1 if `failed` is not empty. */
export const createBatchResult = <V extends { readonly failed: readonly FailedItem[] }>(
  schema: string,
  value: V,
) => buildDataResult(schema, value, value.failed.length > 0 ? { exit: 1 } : {});

/** Runs a command for several items (for example designs), one after the other, and collects the failures. */
export interface BatchRunner {
  /**
   * Runs `work` for the item with the index `place` and returns its result. If `work` fails, records the failure and
   * returns undefined, so that the next items can run.
   * @throws the error of `work` if the next items cannot run either, for example because there is no usable credential.
   */
  runItem<T>(place: number, work: () => Promise<T>): Promise<T | undefined>;
  /** Reports each failure as a note. Returns all failures in the order of the items. */
  reportFailures(): readonly FailedItem[];
}

/**
 * Creates a BatchRunner, which runs a command for several items. `typed` has the items as the user typed them, for
 * messages. `runItem` records the error of an item, so that the next item can run. It throws an error that ends the
 * whole batch: an unusable credential or output folder, or an error for which `isLast` returns true.
 */
export const createBatchRunner = (
  deps: CommandContext,
  typed: readonly string[],
  isLast: (exit: number, error: unknown) => boolean,
): BatchRunner => {
  const failed = new Map<number, FailedItem>();
  return {
    async runItem(place, work) {
      try {
        return await work();
      } catch (error) {
        deps.signal.throwIfAborted();
        const { code, message, exit } = deps.explainError(error);
        // These errors end the run. For example, without a usable credential or output folder, every further item would
        // fail too.
        if (exit === 4 || code === 'not_a_folder' || isLast(exit, error)) throw error;
        // A typed id may in fact be an API key, for example one that was piped to stdin by mistake. It is redacted
        // here, because results are printed without further redaction.
        failed.set(place, { id: deps.system.io.secrets.redact(typed[place] ?? ''), code, message, exit });
        return undefined;
      }
    },
    reportFailures() {
      const failures = [...failed].toSorted(([one], [other]) => one - other).map(([, failure]) => failure);
      for (const { id, message } of failures) reportNote(deps, `${id} failed: ${message}`);
      return failures;
    },
  };
};

/** Returns true for exit code 7, which means that the rate limit lasts longer than the command may wait. */
export const isRateLimitExit = (exit: number): boolean => exit === 7;

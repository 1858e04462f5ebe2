/** What commands that write files have in common: one file, or one for each of several. */

import { ToileError, UsageError } from '../errors.ts';
import type { NotTaken, Taken } from '../view/exported-files.ts';
import { made } from './answers.ts';
import type { WantedFile } from './facet-types.ts';
import type { Base, Files } from './facets.ts';

/** Where they go, and what becomes of those that are there. */
export interface Placing {
  readonly into: string | undefined;
  readonly clobber: boolean;
  readonly skipExisting: boolean;
}

export const refuseContrary = ({ into, clobber, skipExisting }: Placing): void => {
  if (clobber && skipExisting) throw new UsageError('--clobber and --skip-existing are two different wishes');
  if (into === '-' && (clobber || skipExisting))
    throw new UsageError('-o - writes no file, so --clobber and --skip-existing change nothing');
};

/** Exit codes of what writes a file, or one for each of several. */
export const WRITING_EXITS = [
  ['1', 'some of several failed'],
  ['2', 'a file is there already, or none can be written there; nothing was sent'],
] as const;

/** With --skip-existing a file that another process put there meanwhile is as good as one from before. */
export const isThere = (error: unknown, { skipExisting }: Pick<Placing, 'skipExisting'>): boolean =>
  skipExisting && error instanceof ToileError && error.code === 'file_exists';

/** One file that toile makes itself. `make` is called once it is clear that it can be written there. */
export const written = async (
  deps: Files,
  wanted: WantedFile,
  make: () => Promise<string | Uint8Array>,
): Promise<Taken> => {
  const landed = await deps.landing(wanted);
  const { file } = landed;
  const left: Taken = { file, bytes: null, sha256: null, skipped: true };
  if (landed.skipped) return left;
  try {
    return { file, ...(await landed.fill(await make())), skipped: false };
  } catch (error) {
    if (isThere(error, wanted)) return left;
    throw error;
  } finally {
    await landed.drop();
  }
};

/** What came of several: the exit code says that some failed. */
export const ofSeveral = <V extends { readonly failed: readonly NotTaken[] }>(schema: string, value: V) =>
  made(schema, value, value.failed.length > 0 ? { exit: 1 } : {});

/** Each of several is tried, by its place among them. */
export interface Trying {
  /** Undefined where it failed. What the next one would fail by in the same way is thrown. */
  at<T>(place: number, work: () => Promise<T>): Promise<T | undefined>;
  /** What failed, in order; told when it is asked for. */
  failed(): readonly NotTaken[];
}

/** `isLast` says of a failure whether those after it need not be tried. */
export const trying = (
  deps: Base,
  typed: readonly string[],
  isLast: (exit: number, error: unknown) => boolean,
): Trying => {
  const failed = new Map<number, NotTaken>();
  return {
    async at(place, work) {
      try {
        return await work();
      } catch (error) {
        deps.signal.throwIfAborted();
        const { code, message, exit } = deps.explained(error);
        // Without a credential, or a folder to write to, each of them fails.
        if (exit === 4 || code === 'not_a_folder' || isLast(exit, error)) throw error;
        failed.set(place, { id: typed[place] ?? '', code, message, exit });
        return undefined;
      }
    },
    failed() {
      const inOrder = [...failed].toSorted(([one], [other]) => one - other).map(([, failure]) => failure);
      for (const { id, message } of inOrder) deps.tell({ kind: 'note', text: `${id} failed: ${message}` });
      return inOrder;
    },
  };
};

/** The rate limit is used up for longer than anybody waits. */
export const isLimited = (exit: number): boolean => exit === 7;

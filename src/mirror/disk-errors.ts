/** What is wrong with a folder or its disk, in words and with a next step. */
import { UnsafeName } from '../border/path.ts';
import { typeable } from '../border/shell.ts';
import { UnsafeTree } from '../border/tree.ts';
import { Failure, ToileError } from '../errors.ts';
import { adviceOn, errnoOf, readingAdvice, reasonOf } from '../system/errno.ts';

/** A file of the folder was to be written, or read. */
export type Doing = 'written' | 'read';

/** What cannot be made has no other words from the system than that it is not there. */
const unmade = (error: unknown): string =>
  errnoOf(error) === 'ENOENT' ? 'nothing can be made there' : reasonOf(error);

const failed = (shown: string, doing: Doing, error: unknown): Failure =>
  doing === 'written'
    ? new Failure(`${shown} cannot be written: ${unmade(error)}`, {
        code: 'cannot_write',
        hint: adviceOn(error, shown.slice(0, shown.lastIndexOf('/'))) ?? typeable`pull into another folder`,
        cause: error,
      })
    : new Failure(`${shown} cannot be read: ${reasonOf(error)}`, {
        code: 'cannot_read',
        hint: readingAdvice(error, shown),
        cause: error,
      });

/** Whoever finds something in a folder that toile did not put there touches nothing, and asks a person to look. */
const unsafe = (error: UnsafeTree | UnsafeName): Failure =>
  new Failure(error.message, {
    code: 'unsafe_folder',
    hint: typeable`toile did not make that: look at it, and take it away or pull into another folder`,
    cause: error,
  });

/** An error of the disk as a failure; any other as it is. */
export const troubleWith = (shown: string, doing: Doing, error: unknown): unknown => {
  if (error instanceof UnsafeTree || error instanceof UnsafeName) return unsafe(error);
  return error instanceof ToileError || errnoOf(error) === '' ? error : failed(shown, doing, error);
};

/** A fault that no other file of the folder would be spared ends the whole work. */
export const isOfFolder = (error: unknown): boolean =>
  error instanceof ToileError && ['cannot_write', 'cannot_read', 'unsafe_folder'].includes(error.code);

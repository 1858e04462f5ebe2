/** Errors of a folder or its disk, with hints. */

import { Failure, ToileError } from '../platform/errors.ts';
import { shellText } from '../platform/escape/shell.ts';
import { UnsafePathError } from '../platform/files/directory-tree.ts';
import { UnsafeNameError } from '../platform/files/safe-path.ts';
import {
  describeFileError,
  getErrnoCode,
  suggestReadFix,
  suggestWriteFix,
} from '../platform/system/file-errors.ts';

/** The operation that failed: writing or reading. */
export type FileOperation = 'written' | 'read';

/** Describes why a file cannot be created; for ENOENT the system text would be misleading. */
const describeMissing = (error: unknown): string =>
  getErrnoCode(error) === 'ENOENT' ? 'nothing can be made there' : describeFileError(error);

const createDiskFailure = (shown: string, doing: FileOperation, error: unknown): Failure =>
  doing === 'written'
    ? new Failure(`${shown} cannot be written: ${describeMissing(error)}`, {
        code: 'cannot_write',
        hint:
          suggestWriteFix(error, shown.slice(0, shown.lastIndexOf('/'))) ??
          shellText`pull into another folder`,
        cause: error,
      })
    : new Failure(`${shown} cannot be read: ${describeFileError(error)}`, {
        code: 'cannot_read',
        hint: suggestReadFix(error, shown),
        cause: error,
      });

/**
 * Creates the failure for an entry that toile did not create. The user must look at it; nothing is changed.
 */
const createUnsafeFailure = (error: UnsafePathError | UnsafeNameError): Failure =>
  new Failure(error.message, {
    code: 'unsafe_folder',
    hint: shellText`toile did not make that: look at it, and take it away or pull into another folder`,
    cause: error,
  });

/** Returns a disk error as a Failure; other errors unchanged. */
export const toDiskFailure = (shown: string, doing: FileOperation, error: unknown): unknown => {
  if (error instanceof UnsafePathError || error instanceof UnsafeNameError) return createUnsafeFailure(error);
  return error instanceof ToileError || getErrnoCode(error) === ''
    ? error
    : createDiskFailure(shown, doing, error);
};

/** Returns true for a disk failure that would affect every other file too. */
export const isFolderFailure = (error: unknown): boolean =>
  error instanceof ToileError && ['cannot_write', 'cannot_read', 'unsafe_folder'].includes(error.code);

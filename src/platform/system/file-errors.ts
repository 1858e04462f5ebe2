import { quoteShellWord, type ShellSafe, shellText } from '../escape/shell.ts';
import { getErrnoCode } from '../files/safe-fs.ts';

export { getErrnoCode };

const ERROR_TEXTS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is too large for this file system or user',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOENT: 'it does not exist',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
  EIO: 'the disk reports an error',
  EEXIST: 'it already exists',
  ENOTEMPTY: 'it already exists',
  EBUSY: 'another program is using it',
};

/**
 * Describes a file error for users, for example `permission denied`. For an unknown error, returns its code or message.
 */
export const describeFileError = (error: unknown): string => {
  const code = getErrnoCode(error);
  return ERROR_TEXTS[code] ?? (code || (error instanceof Error ? error.message : String(error)));
};

const FREE_SPACE_HINT = shellText`free some space, or use another disk`;
const OTHER_PLACE_HINT = shellText`use a writable folder`;
const HINTS_BY_CODE: Readonly<Record<string, ShellSafe>> = {
  ENOENT: shellText`check the name and the folder`,
  EROFS: OTHER_PLACE_HINT,
  EIO: OTHER_PLACE_HINT,
  ENOSPC: FREE_SPACE_HINT,
  EDQUOT: FREE_SPACE_HINT,
  EFBIG: FREE_SPACE_HINT,
  ENOTDIR: shellText`use another path`,
  EISDIR: shellText`give the name of a file`,
  ELOOP: shellText`use the target of the links`,
  ENAMETOOLONG: shellText`use a shorter name: most disks allow 255 bytes`,
  EMFILE: shellText`raise the limit of this shell: ulimit -n 1024`,
};

/** Returns a hint for a failed write in `folder`, for example to free space; undefined if no hint is known. */
export const suggestWriteFix = (error: unknown, folder: string): ShellSafe | undefined =>
  /^(EACCES|EPERM)$/.test(getErrnoCode(error))
    ? shellText`check who may write there: ls -ld ${quoteShellWord(folder)}`
    : HINTS_BY_CODE[getErrnoCode(error)];

/**
 * Returns a hint for an error while reading `file`. If no better hint is known, suggests an `ls` command that shows the
 * permissions of the file.
 */
export const suggestReadFix = (error: unknown, file: string): ShellSafe =>
  (/^(EACCES|EPERM)$/.test(getErrnoCode(error)) ? undefined : HINTS_BY_CODE[getErrnoCode(error)]) ??
  shellText`check it: ls -ld ${quoteShellWord(file)}`;

/** Texts and hints for system errors of files. */

import { quoteShellWord, type ShellSafe, shellText } from '../escape/shell.ts';
import { getErrnoCode } from '../files/safe-fs.ts';

export { getErrnoCode };

const ERROR_TEXTS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file may not grow any further',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOENT: 'it does not exist',
  ELOOP: 'its symbolic links go in circles',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
  EIO: 'the disk reports an error',
  EEXIST: 'something else stands there',
  ENOTEMPTY: 'something else stands there',
  EBUSY: 'another program is using it',
};

/** Describes a file error for users, for example `permission denied`. */
export const describeFileError = (error: unknown): string => {
  const code = getErrnoCode(error);
  return ERROR_TEXTS[code] ?? (code || (error instanceof Error ? error.message : String(error)));
};

const FREE_SPACE_HINT = shellText`make room there, or name a place on another disk`;
const OTHER_PLACE_HINT = shellText`name a place that can be written to`;
const HINTS_BY_CODE: Readonly<Record<string, ShellSafe>> = {
  EROFS: OTHER_PLACE_HINT,
  EIO: OTHER_PLACE_HINT,
  ENOSPC: FREE_SPACE_HINT,
  EDQUOT: FREE_SPACE_HINT,
  EFBIG: FREE_SPACE_HINT,
  ENOTDIR: shellText`a file stands where a folder is needed: name another place`,
  EISDIR: shellText`name a file`,
  ELOOP: shellText`name the place that the links lead to`,
  ENAMETOOLONG: shellText`name it shorter: most disks take 255 bytes`,
  EMFILE: shellText`raise the limit of this shell: ulimit -n 1024`,
};

/** Suggests what to do when a directory cannot be written; undefined if the error code says nothing. */
export const suggestWriteFix = (error: unknown, folder: string): ShellSafe | undefined =>
  /^(EACCES|EPERM)$/.test(getErrnoCode(error))
    ? shellText`see who may write there: ls -ld ${quoteShellWord(folder)}`
    : HINTS_BY_CODE[getErrnoCode(error)];

/** Suggests what to do when a file cannot be read. */
export const suggestReadFix = (error: unknown, file: string): ShellSafe =>
  (/^(EACCES|EPERM)$/.test(getErrnoCode(error)) ? undefined : HINTS_BY_CODE[getErrnoCode(error)]) ??
  shellText`look at it: ls -ld ${quoteShellWord(file)}`;

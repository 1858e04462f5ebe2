/** The operating system's words for what went wrong with a file, and what helps. */

import { errnoOf } from '../border/errno-code.ts';
import { shellWord, type Typeable, typeable } from '../border/shell.ts';

export { errnoOf };

const WORDS: Readonly<Record<string, string>> = {
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

/** For people: why the file could not be used. */
export const reasonOf = (error: unknown): string => {
  const code = errnoOf(error);
  return WORDS[code] ?? (code || (error instanceof Error ? error.message : String(error)));
};

const ROOM = typeable`make room there, or name a place on another disk`;
const ELSEWHERE = typeable`name a place that can be written to`;
const ADVICE: Readonly<Record<string, Typeable>> = {
  EROFS: ELSEWHERE,
  EIO: ELSEWHERE,
  ENOSPC: ROOM,
  EDQUOT: ROOM,
  EFBIG: ROOM,
  ENOTDIR: typeable`a file stands where a folder is needed: name another place`,
  EISDIR: typeable`name a file`,
  ELOOP: typeable`name the place that the links lead to`,
  ENAMETOOLONG: typeable`name it shorter: most disks take 255 bytes`,
  EMFILE: typeable`raise the limit of this shell: ulimit -n 1024`,
};

/** What to do where nothing could be written in a folder; undefined where the system's word does not say. */
export const adviceOn = (error: unknown, folder: string): Typeable | undefined =>
  /^(EACCES|EPERM)$/.test(errnoOf(error))
    ? typeable`see who may write there: ls -ld ${shellWord(folder)}`
    : ADVICE[errnoOf(error)];

/** What to do where a file could not be read. */
export const readingAdvice = (error: unknown, file: string): Typeable =>
  (/^(EACCES|EPERM)$/.test(errnoOf(error)) ? undefined : ADVICE[errnoOf(error)]) ??
  typeable`look at it: ls -ld ${shellWord(file)}`;

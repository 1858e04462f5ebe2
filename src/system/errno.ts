/** The operating system's words for what went wrong with a file. */

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
  EIO: 'the disk reports an error',
};

export const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** For people: why the file could not be used. */
export const reasonOf = (error: unknown): string => {
  const code = errnoOf(error);
  return WORDS[code] ?? (code || (error instanceof Error ? error.message : String(error)));
};

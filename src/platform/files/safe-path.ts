import { basename, dirname, resolve, sep } from 'node:path';
import type { Branded } from '../branded.ts';

/**
 * An absolute path from a trusted source: the user, the system, or names that were checked. Only this file creates it.
 */
export type SafePath = Branded<'path'>;

/** Thrown for an invalid file name: empty, too long, `.`, `..`, or with a separator or control character. */
export class UnsafeNameError extends Error {
  constructor(name: string) {
    super(`${JSON.stringify(name)} is not a valid file name`);
    this.name = 'UnsafeName';
  }
}

/** Resolves a path that the user gave, for example on the command line, against the working directory `cwd`. */
export const resolveUserPath = (cwd: string, named: string): SafePath => resolve(cwd, named) as SafePath;

/** Matches characters that separate or end a name on some system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the control characters that no file name may contain
const UNSAFE_CHARACTERS = /[/\\\u0000-\u001f\u007f]/;

const isFileName = (name: string): boolean =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  !UNSAFE_CHARACTERS.test(name) &&
  // A character has at most three bytes.
  (name.length <= 85 || Buffer.byteLength(name) <= 255);

/**
 * Joins a directory and names, one per level.
 * @throws UnsafeNameError for text that is not a single name.
 */
export const joinPath = (folder: SafePath, ...names: readonly string[]): SafePath => {
  for (const name of names) if (!isFileName(name)) throw new UnsafeNameError(name);
  // `folder` is normalized and a checked name changes nothing above it, so `path.join` would only cost time.
  return `${folder.endsWith(sep) ? folder : folder + sep}${names.join(sep)}` as SafePath;
};

/** Returns the parent directory of a path. */
export const getParentPath = (path: SafePath): SafePath => dirname(path) as SafePath;

/** Returns the last name of a path. */
export const getFileName = (path: SafePath): string => basename(path);

/**
 * Returns the path of a neighbour of a file: the same path with a suffix, for example `season.json.lock`.
 * @throws UnsafeNameError for a suffix with a separator or control character.
 */
export const appendSuffix = (path: SafePath, ending: string): SafePath => {
  if (UNSAFE_CHARACTERS.test(ending)) throw new UnsafeNameError(ending);
  return `${path}${ending}` as SafePath;
};

/** Marks a path as safe that the system itself gave, for example a result of `realpath` or a file under `/proc`. */
export const markSystemPath = (path: string): SafePath => path as SafePath;

/** Matches characters that some system rejects in names, or that a shell interprets. */
const UNPORTABLE_CHARACTERS = /[^\p{L}\p{N}\p{M}._ +=@,()-]/gu;

/** The maximum length of a name in bytes. File systems allow 255, so there is room for a suffix. */
const MAX_NAME_BYTES = 200;

/** Returns the first 120 characters, as far as they fit into MAX_NAME_BYTES. Never splits a character. */
const truncateName = (text: string): string => {
  let bytes = 0;
  const fits = (sign: string): boolean => {
    bytes += Buffer.byteLength(sign);
    return bytes <= MAX_NAME_BYTES;
  };
  return [...text].slice(0, 120).filter(fits).join('');
};

/**
 * Returns a file name made of untrusted text: without separators, invisible characters, a leading `-` or Windows device
 * names, at most 120 characters and 200 bytes. If nothing is left, returns `otherwise`. Different texts may give the
 * same name.
 */
export const sanitizeFileName = (words: string, otherwise = 'unnamed'): string => {
  const fit = words
    .normalize('NFC')
    .replace(UNPORTABLE_CHARACTERS, '_')
    .replace(/^[-. ]+/, '');
  const plain = truncateName(fit).replace(/[. ]+$/, '');
  const isDevice = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\..*)?$/i.test(plain);
  return plain === '' || isDevice ? `${otherwise}${isDevice ? `_${plain}` : ''}` : plain;
};

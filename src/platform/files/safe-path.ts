import { basename, dirname, resolve, sep } from 'node:path';
import type { Branded } from '../branded.ts';

/**
 * An absolute path that the user or the system gave, or that was built from checked names. Only this file creates it.
 */
export type SafePath = Branded<'path'>;

/** Thrown for an invalid file name: empty, too long, `.`, `..`, or with a separator or control character. */
export class UnsafeNameError extends Error {
  constructor(name: string) {
    super(`${JSON.stringify(name)} is not a valid file name`);
    this.name = 'UnsafeNameError';
  }
}

/** Resolves a path that the user gave, for example on the command line, against the working directory `cwd`. */
export const resolveUserPath = (cwd: string, path: string): SafePath => resolve(cwd, path) as SafePath;

/** Matches a control character, or a path separator of any operating system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the control characters that no file name may contain
const UNSAFE_CHARACTERS = /[/\\\u0000-\u001f\u007f]/;

const isFileName = (name: string): boolean =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  !UNSAFE_CHARACTERS.test(name) &&
  // A UTF-16 unit has at most three bytes in UTF-8, so 85 units always fit into 255 bytes.
  (name.length <= 85 || Buffer.byteLength(name) <= 255);

/**
 * Appends names to a directory, one for each level.
 * @throws UnsafeNameError for text that is not a single name, for example `a/b`.
 */
export const joinPath = (folder: SafePath, ...names: readonly string[]): SafePath => {
  for (const name of names) if (!isFileName(name)) throw new UnsafeNameError(name);
  // `path.join` is not needed, because `folder` is normalized and the names contain no `..`.
  return `${folder.endsWith(sep) ? folder : folder + sep}${names.join(sep)}` as SafePath;
};

export const getParentPath = (path: SafePath): SafePath => dirname(path) as SafePath;

export const getFileName = (path: SafePath): string => basename(path);

/**
 * Appends a suffix to a path, for example `.lock` to `season.json`.
 * @throws UnsafeNameError for a suffix with a separator or control character.
 */
export const appendSuffix = (path: SafePath, suffix: string): SafePath => {
  if (UNSAFE_CHARACTERS.test(suffix)) throw new UnsafeNameError(suffix);
  return `${path}${suffix}` as SafePath;
};

/**
 * Marks a path as a SafePath without checking it. The path must come from the operating system, for example from
 * `realpath`.
 */
export const markSystemPath = (path: string): SafePath => path as SafePath;

/** The maximum length of a name in bytes. File systems allow 255, so there is room for a suffix. */
const MAX_NAME_BYTES = 200;

/** Cuts a name to 120 characters and MAX_NAME_BYTES bytes without splitting a character. */
const truncateName = (text: string): string => {
  let bytes = 0;
  const isAllowed = (sign: string): boolean => {
    bytes += Buffer.byteLength(sign);
    return bytes <= MAX_NAME_BYTES;
  };
  return [...text].slice(0, 120).filter(isAllowed).join('');
};

/**
 * Returns a portable file name made of untrusted text, with at most 120 characters and 200 bytes. Characters other than
 * letters, digits and ` ._+=@,()-` become `_`, and leading hyphens and dots are removed. An empty result becomes
 * `fallback`, and the Windows device name `con` becomes `unnamed_con`. Different texts may give the same name.
 */
export const sanitizeFileName = (words: string, fallback = 'unnamed'): string => {
  // This regular expression is compiled only when it is used. Compiling its Unicode properties at each start of toile
  // would take too long.
  const portable = words
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}._ +=@,()-]/gu, '_')
    .replace(/^[-. ]+/, '');
  const shortened = truncateName(portable).replace(/[. ]+$/, '');
  const isDevice = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\..*)?$/i.test(shortened);
  return shortened === '' || isDevice ? `${fallback}${isDevice ? `_${shortened}` : ''}` : shortened;
};

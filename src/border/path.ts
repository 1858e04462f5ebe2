import { basename, dirname, join, resolve } from 'node:path';
import type { Passed } from './passed.ts';

/** An absolute place on disk that somebody who may say so has named. */
export type Path = Passed<'path'>;

/** Thrown for a name that would lead elsewhere. */
export class UnsafeName extends Error {
  constructor(name: string) {
    super(`${JSON.stringify(name)} cannot be the name of a file here`);
    this.name = 'UnsafeName';
  }
}

/** What the person who runs toile named: on the command line, in a prompt, in the environment, in the platform's own settings. */
export const namedPath = (cwd: string, named: string): Path => resolve(cwd, named) as Path;

/** Signs that separate or cut short a name on some system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends a name
const LEADS_ELSEWHERE = /[/\\\u0000-\u001f\u007f]/;

const isName = (name: string): boolean =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  !LEADS_ELSEWHERE.test(name) &&
  Buffer.byteLength(name) <= 255;

/** A place below a folder, a name a step. Throws UnsafeName for what is no single name. */
export const within = (folder: Path, ...names: readonly string[]): Path => {
  for (const name of names) if (!isName(name)) throw new UnsafeName(name);
  return join(folder, ...names) as Path;
};

/** The folder that a place is in. */
export const folderOf = (path: Path): Path => dirname(path) as Path;

export const nameIn = (path: Path): string => basename(path);

/** A file beside another, whose name goes on with an ending of ours. */
export const beside = (path: Path, ending: string): Path => {
  if (LEADS_ELSEWHERE.test(ending)) throw new UnsafeName(ending);
  return `${path}${ending}` as Path;
};

/** What the system itself calls a place: an answer of `realpath`, a process under `/proc`. */
export const systemPath = (path: string): Path => path as Path;

/** Signs that some system refuses in names, or a shell acts upon. */
const UNFIT = /[^\p{L}\p{N}\p{M}._ +=@,()-]/gu;

/** Names are limited in bytes; an ending of toile's has room behind this. */
const MOST_BYTES = 200;

/** The first 120 signs, as far as they fit: no sign is cut in two. */
const cutName = (text: string): string => {
  let bytes = 0;
  const fits = (sign: string): boolean => {
    bytes += Buffer.byteLength(sign);
    return bytes <= MOST_BYTES;
  };
  return [...text].slice(0, 120).filter(fits).join('');
};

/**
 * The name of a file made from words that others wrote: nothing in it separates, hides, begins a flag or is a device
 * of Windows; at most 120 characters and 200 bytes. Different words may give the same name.
 */
export const fileName = (words: string, otherwise = 'unnamed'): string => {
  const fit = words
    .normalize('NFC')
    .replace(UNFIT, '_')
    .replace(/^[-. ]+/, '');
  const plain = cutName(fit).replace(/[. ]+$/, '');
  const isDevice = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\..*)?$/i.test(plain);
  return plain === '' || isDevice ? `${otherwise}${isDevice ? `_${plain}` : ''}` : plain;
};

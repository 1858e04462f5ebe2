import type { Branded } from '../branded.ts';
import { INVISIBLE_CHARACTERS } from './invisible-characters.ts';

/** Text that is safe to copy into a POSIX shell: untrusted words in it are quoted. Only this file creates it. */
export type ShellSafe = Branded<'shell'>;

const UNQUOTED_WORD = /^[A-Za-z0-9_./:@%+,=-]+$/;

const escapeAnsiC = (text: string): string =>
  text.replace(/['\\]/g, '\\$&').replace(INVISIBLE_CHARACTERS, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return code > 0xffff
      ? `\\U${code.toString(16).padStart(8, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });

/**
 * Quotes one word for a POSIX shell if needed: `'a b'`. Invisible characters become escapes that bash, zsh and ksh read
 * (`$'\u202e'`), so that a copied command has the intended words. Unpaired surrogates and NUL become U+FFFD.
 */
export const quoteShellWord = (text: string): ShellSafe => {
  const word = text.replace(/\p{Surrogate}|\0/gu, '\ufffd');
  const quoted = UNQUOTED_WORD.test(word)
    ? word
    : word.search(INVISIBLE_CHARACTERS) < 0
      ? `'${word.replaceAll("'", `'\\''`)}'`
      : `$'${escapeAnsiC(word)}'`;
  return quoted as ShellSafe;
};

/** Template tag for shell text. Values must be numbers or ShellSafe, so untrusted words need `quoteShellWord`. */
export const shellText = (
  literals: TemplateStringsArray,
  ...parts: readonly (ShellSafe | number)[]
): ShellSafe => literals.map((literal, at) => `${literal}${parts[at] ?? ''}`).join('') as ShellSafe;

/** Joins shell-safe texts with spaces, or with another separator, without quoting them. */
export const joinShell = (words: readonly ShellSafe[], separator = ' '): ShellSafe =>
  words.join(separator) as ShellSafe;

/** Quotes each word and joins the results with spaces, or with another separator: `a 'b c'`. */
export const quoteShellWords = (words: readonly string[], separator = ' '): ShellSafe =>
  joinShell(words.map(quoteShellWord), separator);

/** A hint that contains a command. `text` is the whole hint, and `next` is the command to type. */
export interface NextStep {
  readonly text: ShellSafe;
  readonly next: ShellSafe;
}

/** The hint after an error message: shell-safe text, or a NextStep if it contains a command. */
export type Hint = ShellSafe | NextStep;

/** Template tag for a hint that consists of one command. */
export const nextCommand = (
  literals: TemplateStringsArray,
  ...parts: readonly (ShellSafe | number)[]
): NextStep => {
  const line = shellText(literals, ...parts);
  return { text: line, next: line };
};

/**
 * Template tag for a hint. If an inserted value is a NextStep (a text with a command to type next), the result is a
 * NextStep with the command of the first such value.
 */
export const hintText = (
  literals: TemplateStringsArray,
  ...parts: readonly [Hint | number, ...(Hint | number)[]]
): Hint => {
  const texts = parts.map((part) => (typeof part === 'object' ? part.text : part));
  const text = shellText(literals, ...texts);
  const first = parts.find((part) => typeof part === 'object');
  return first === undefined ? text : { text, next: first.next };
};

const WORD_PARTS = /\$'((?:[^'\\]|\\.)*)'|'([^']*)'|\\(.)|([^\s'\\]+)/gsu;
const ANSI_C = /\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gsu;

/**
 * Splits a shell line into words as a shell does, and removes quoting: `a 'b c'` gives `a` and `b c`. Double quotes
 * have no special meaning, because toile writes none.
 */
export const splitShellWords = (line: ShellSafe): readonly string[] =>
  (line.match(/(?:\$'(?:[^'\\]|\\.)*'|'[^']*'|\\.|[^\s'\\])+/gsu) ?? []).map((word) =>
    word.replace(WORD_PARTS, (_, ansi?: string, quoted?: string, escaped?: string, plain?: string) =>
      ansi === undefined
        ? (quoted ?? escaped ?? plain ?? '')
        : ansi.replace(ANSI_C, (_sign, short?: string, long?: string, itself?: string) =>
            itself === undefined ? String.fromCodePoint(Number.parseInt(short ?? long ?? '', 16)) : itself,
          ),
    ),
  );

/**
 * Returns the line unchanged, with the type ShellSafe. The line is not checked, so it must come from toile's own
 * sources, for example from the command table.
 */
export const markShellSafe = (line: string): ShellSafe => line as ShellSafe;

import type { Passed } from './passed.ts';
import { UNSEEN } from './unseen.ts';

/** Words of ours with words of others in them, each of these as one word of a POSIX shell: may be copied and typed. */
export type Typeable = Passed<'shell'>;

const PLAIN = /^[A-Za-z0-9_./:@%+,=-]+$/;

const ansiC = (text: string): string =>
  text.replace(/['\\]/g, '\\$&').replace(UNSEEN, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return code > 0xffff
      ? `\\U${code.toString(16).padStart(8, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });

/**
 * One word as it has to be typed. What nobody would see on a screen is written by its number (`$'…'`, which bash, zsh
 * and ksh read), so that what is copied from there is what was meant. Half a character and NUL, which no shell can say,
 * are the sign for what is missing, as half a character is when it is sent.
 */
export const shellWord = (given: string): Typeable => {
  const word = given.replace(/\p{Surrogate}|\0/gu, '\ufffd');
  const typed = PLAIN.test(word)
    ? word
    : word.search(UNSEEN) < 0
      ? `'${word.replaceAll("'", `'\\''`)}'`
      : `$'${ansiC(word)}'`;
  return typed as Typeable;
};

/**
 * A template for what is to be typed next: what stands in it literally is ours; what others wrote gets in only as
 * `shellWord`, which the type checker asks for.
 */
export const typeable = (
  literals: TemplateStringsArray,
  ...parts: readonly (Typeable | number)[]
): Typeable => literals.map((literal, at) => `${literal}${parts[at] ?? ''}`).join('') as Typeable;

/** Words side by side: a command and its arguments, or a list of names with another sign between. */
export const typeables = (words: readonly Typeable[], between = ' '): Typeable =>
  words.join(between) as Typeable;

/** Words of several strangers, one after the other: `a, 'b c'`. */
export const shellWords = (words: readonly string[], between = ' '): Typeable =>
  typeables(words.map(shellWord), between);

/** What to do next in words of ours, and the command among them that is to be typed. */
export interface Advice {
  readonly text: Typeable;
  readonly next: Typeable;
}

/** What a failure says last; where it names a command to be typed, it is an Advice. */
export type Hint = Typeable | Advice;

/** `typeable`, for the command itself: whole, with nothing left to be filled in. */
export const toType = (literals: TemplateStringsArray, ...parts: readonly (Typeable | number)[]): Advice => {
  const line = typeable(literals, ...parts);
  return { text: line, next: line };
};

/** `typeable` around a command; of several the first is what is to be typed. */
export const advice = (
  literals: TemplateStringsArray,
  ...parts: readonly [Hint | number, ...(Hint | number)[]]
): Hint => {
  const texts = parts.map((part) => (typeof part === 'object' ? part.text : part));
  const text = typeable(literals, ...texts);
  const first = parts.find((part) => typeof part === 'object');
  return first === undefined ? text : { text, next: first.next };
};

const WORD_PARTS = /\$'((?:[^'\\]|\\.)*)'|'([^']*)'|\\(.)|([^\s'\\]+)/gsu;
const ANSI_C = /\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gsu;

/** The words that a shell makes of a line, which is of `shellWord` and of plain words: argv, for whoever starts it himself. */
export const wordsOf = (line: Typeable): readonly string[] =>
  (line.match(/(?:\$'(?:[^'\\]|\\.)*'|'[^']*'|\\.|[^\s'\\])+/gsu) ?? []).map((word) =>
    word.replace(WORD_PARTS, (_, ansi?: string, quoted?: string, escaped?: string, plain?: string) =>
      ansi === undefined
        ? (quoted ?? escaped ?? plain ?? '')
        : ansi.replace(ANSI_C, (_sign, short?: string, long?: string, itself?: string) =>
            itself === undefined ? String.fromCodePoint(Number.parseInt(short ?? long ?? '', 16)) : itself,
          ),
    ),
  );

/** A line that stands in toile's own sources as data, such as an example in the table of commands. */
export const fromSource = (line: string): Typeable => line as Typeable;

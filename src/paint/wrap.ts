/** Text in lines of a width: broken at spaces, inside a word only behind a joint of it, and hard only where it has none. */

import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** No painted text holds it: the border takes control codes out. */
const JOINT = '\u0001';
/** `seam_class`, `edge.side-front.side`: where names may be broken so that they can still be read. A number has none. */
const JOINTS = /(?<=[_./-])(?<!\p{Nd}\.(?=\p{Nd}))(?=[\p{L}\p{N}])/u;
/** A word of more columns may be broken hard: one long address is to push nothing aside. */
const LONGEST_WORD = 20;
/** Up to so many signs a word is kept whole, whatever joints it has. */
const SHORT_WORD = 12;
/** Less than this is left to no line for the sake of an indent. */
const NARROWEST = 10;

/** No other control sign is left in painted text. */
const COLOURS = /\p{Cc}\[[\d;]*m/gu;
const MARKED = /^ *(?:\p{Cc}\[[\d;]*m)*[=~?!](?:\p{Cc}\[[\d;]*m)* /u;

/** A word that is longer than a line, its joints open where lines of it end. */
const opened = (word: string, width: number): string => {
  if (stringWidth(word) <= width) return word;
  const lines: string[] = [];
  for (const part of word.split(JOINTS)) {
    const last = lines.at(-1);
    if (last !== undefined && stringWidth(last + part) <= width) lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  return lines.join(` ${JOINT}`);
};

const plainly = (text: string, width: number): string[] =>
  wrapAnsi(
    text
      .split(' ')
      .map((word) => opened(word, width))
      .join(' '),
    width,
    { hard: true, trim: true },
  )
    .split('\n')
    .map((line) => line.replaceAll(` ${JOINT}`, '').replaceAll(JOINT, ''));

/** Lines after the first stand below its text: behind its indent, and behind the mark of its state. */
export const wrapped = (text: string, width: number): string[] => {
  if (stringWidth(text) <= width) return [text];
  const [before = ''] = MARKED.exec(text) ?? /^ */.exec(text) ?? [];
  const hang = stringWidth(before);
  if (width - hang < NARROWEST) return plainly(text, width);
  const [first = '', ...rest] = plainly(text.slice(before.length), width - hang);
  return [before + first, ...rest.map((line) => ' '.repeat(hang) + line)];
};

/** The fewest columns in which no word of it is broken, and no number stands apart from its unit. */
export const longestWord = (text: string): number => {
  const bare = text.replaceAll(COLOURS, '');
  const hang = MARKED.exec(bare)?.[0].length ?? /^ */.exec(bare)?.[0].length ?? 0;
  const parts = bare
    .slice(hang)
    .split(/(?<!\p{Nd}) /u)
    .flatMap((word) =>
      word.length <= SHORT_WORD ? [word] : word.split(/ /).flatMap((each) => each.split(JOINTS)),
    );
  const longest = Math.max(0, ...parts.map((part) => stringWidth(part)));
  return Math.min(stringWidth(bare), hang + Math.min(LONGEST_WORD, longest));
};

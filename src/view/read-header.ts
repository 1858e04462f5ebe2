/** The lines above every read: whose body it is, what toile counted in it, and what the marks mean. */

import type { Entry } from '../garment/entries.ts';
import type { Tally } from '../garment/flatten-body.ts';
import { type LeftOut, leftOutText } from '../garment/left-out.ts';
import { isStateWord, STATE_WORDS } from '../garment/stated.ts';
import { type Block, gap, type Line, line, type Piece } from './model.ts';
import { faint, mark, markedPieces, type Pieces, strong } from './value-pieces.ts';

/** What every read view takes. */
export interface ReadOptions {
  /** Show the members without a state and all that stands beside a value. */
  readonly all?: boolean;
  /** What the user asked for, as typed: stands in where the body names no garment, and in commands to type. */
  readonly subject?: string;
}

/** Explains the marks. Where marks are words already, the explaining words are left out. */
export const legend: Pieces = STATE_WORDS.flatMap(
  (state, at): Pieces => [
    at > 0 ? '  ' : '',
    { ...mark(state), legend: true },
    { text: ` ${state}`, legend: true },
  ],
);

export const identity = (garmentId: string | undefined, options: ReadOptions): string =>
  garmentId || options.subject || '(no garment id)';

export const title = (words: Pieces, entry?: Entry, right?: string): Line =>
  line(entry ? [...words, '  ', ...markedPieces(entry)] : words, {
    hang: 2,
    ...(right === undefined ? {} : { right: faint(right) }),
  });

/** Counts by state, each with its mark: `55 =  17 ~  14 ?`, and what else there was. */
export const countPieces = ({ states, none }: Tally): Pieces => {
  const out: (string | Piece)[] = [];
  for (const [state, number] of states) {
    out.push(
      out.length > 0 ? '  ' : '',
      strong(String(number)),
      ' ',
      mark(state),
      ...(isStateWord(state) ? [] : [` ${state}`]),
    );
  }
  if (none > 0) out.push(`  ${none} with no state given`);
  return out;
};

/** Says what is left out, by name, and what shows it. */
export const more = (list: readonly LeftOut[]): Piece => faint(`${leftOutText(list)}  --all`);

/** The end of a view: what it leaves out, and before that what was not asked for, which `--all` does not bring back. */
export const leftOutLines = (left: readonly LeftOut[], gone: readonly LeftOut[]): readonly Block[] => {
  const lines = [
    ...(gone.length > 0 ? [faint(leftOutText(gone))] : []),
    ...(left.length > 0 ? [more(left)] : []),
  ].map((text) => line(text, { indent: 1, hang: 2 }));
  return lines.length > 0 ? [gap, ...lines] : [];
};

import { Chalk, type ChalkInstance } from 'chalk';
import type { Inline, Piece } from '../view/model.ts';
import { clean } from './clean.ts';

/** How states are marked: a sign of one column, or the whole word for those who hear the screen. */
export type Marks = 'sign' | 'word';

const SIGNS: Readonly<Record<string, string>> = { asserted: '=', inferred: '~', unstated: '?' };

/** A cell or line as one string without line breaks. */
export type Painter = (content: Inline) => string;

/** One colour system, and it means provenance. `colour` false gives the same text without escapes. */
export const painter = (colour: boolean, marks: Marks): Painter => {
  const chalk = new Chalk({ level: colour ? 1 : 0 });
  const byState: Readonly<Record<string, ChalkInstance>> = {
    asserted: chalk.bold,
    inferred: chalk.cyan,
    unstated: chalk.yellow,
  };
  const piece = ({ text, state, tone, mark }: Piece): string => {
    const style =
      (state !== undefined ? byState[state] : undefined) ??
      (tone === 'strong' || tone === 'heading' ? chalk.bold : tone === 'faint' ? chalk.dim : undefined);
    const shown = mark
      ? marks === 'word'
        ? (state ?? '')
        : state === undefined
          ? ' '
          : (SIGNS[state] ?? '!')
      : text;
    const safe = clean(shown);
    return style && safe !== '' ? style(safe) : safe;
  };
  return (content) => {
    if (typeof content === 'string') return clean(content);
    if (!('length' in content)) return piece(content);
    return content.map((part) => (typeof part === 'string' ? clean(part) : piece(part))).join('');
  };
};

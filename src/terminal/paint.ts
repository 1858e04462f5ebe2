import { Chalk, type ChalkInstance } from 'chalk';
import type { Inline, Piece } from '../view/model.ts';
import { clean } from './clean.ts';

/** How states are marked: a sign of one column, or the whole word for those who hear the screen. */
export type Marks = 'sign' | 'word';

/** A body may say any word, also one that every object inherits. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['asserted', '='],
  ['inferred', '~'],
  ['unstated', '?'],
]);

/** A cell or line as one string without line breaks. */
export type Painter = (content: Inline) => string;

/** One colour system, and it means provenance. `colour` false gives the same text without escapes. */
export const painter = (colour: boolean, marks: Marks): Painter => {
  const chalk = new Chalk({ level: colour ? 1 : 0 });
  const byState: ReadonlyMap<string, ChalkInstance> = new Map([
    ['asserted', chalk.bold],
    ['inferred', chalk.cyan],
    ['unstated', chalk.yellow],
  ]);
  const tones: Readonly<Record<string, ChalkInstance>> = {
    strong: chalk.bold,
    heading: chalk.bold,
    faint: chalk.dim,
  };
  const signOf = (state: string | undefined): string => {
    if (state === undefined) return marks === 'word' ? '' : ' ';
    return marks === 'word' ? state : (SIGNS.get(state) ?? '!');
  };
  const piece = ({ text, state, tone, mark, legend }: Piece): string => {
    // Where marks are words already, nothing is left to explain.
    if (legend && marks === 'word') return '';
    const style = byState.get(state ?? '') ?? tones[tone ?? ''];
    const safe = clean(mark ? signOf(state) : text);
    return style && safe !== '' ? style(safe) : safe;
  };
  return (content) => {
    if (typeof content === 'string') return clean(content);
    if (!('length' in content)) return piece(content);
    return content.map((part) => (typeof part === 'string' ? clean(part) : piece(part))).join('');
  };
};

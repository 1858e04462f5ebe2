import { oneLine } from '../border/screen.ts';
import { signOf } from '../garment/state-marks.ts';
import type { Inline, Piece } from '../view/model.ts';

/** How states are marked: a sign of one column, or the whole word for those who hear the screen. */
export type Marks = 'sign' | 'word';

/** A cell or line as one string without line breaks. */
export type Painter = (content: Inline) => string;

type Style = (text: string) => string;

/** What text may look like; see colours.ts. */
export type Colours = Readonly<Record<'bold' | 'dim' | 'cyan' | 'yellow', Style>>;

const plainly: Style = (text) => text;
const NONE: Colours = { bold: plainly, dim: plainly, cyan: plainly, yellow: plainly };

/** One colour system, and it means provenance. Without colours it gives the same text without escapes. */
export const painter = (colours: Colours | undefined, marks: Marks): Painter => {
  const chalk = colours ?? NONE;
  const byState: ReadonlyMap<string, Style> = new Map([
    ['asserted', chalk.bold],
    ['inferred', chalk.cyan],
    ['unstated', chalk.yellow],
  ]);
  const tones: Readonly<Record<string, Style>> = {
    strong: chalk.bold,
    heading: chalk.bold,
    faint: chalk.dim,
  };
  const markOf = (state: string | undefined): string => (marks === 'word' ? (state ?? '') : signOf(state));
  const piece = ({ text, state, tone, mark, legend }: Piece): string => {
    // Where marks are words already, nothing is left to explain.
    if (legend && marks === 'word') return '';
    const style = byState.get(state ?? '') ?? tones[tone ?? ''];
    const safe = oneLine(mark ? markOf(state) : text);
    return style && safe !== '' ? style(safe) : safe;
  };
  return (content) => {
    if (typeof content === 'string') return oneLine(content);
    if (!('length' in content)) return piece(content);
    return content.map((part) => (typeof part === 'string' ? oneLine(part) : piece(part))).join('');
  };
};

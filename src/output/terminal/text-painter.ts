import { findProvenanceSign } from '../../garment/provenance-marks.ts';
import { toSingleLine } from '../../platform/escape/terminal-text.ts';
import type { RichText, TextRun } from '../views/view-model.ts';

/**
 * How provenance is printed: as a sign such as `~`, which is one column wide, or as a word, which screen readers can
 * read.
 */
export type MarkStyle = 'sign' | 'word';

/** Formats the content of a cell or line as one string without line breaks. */
export type TextPainter = (content: RichText) => string;

type TextStyle = (text: string) => string;

/** The styles that text can have; `ansiColours` implements them. */
export type ColourStyles = Readonly<Record<'bold' | 'dim' | 'cyan' | 'yellow', TextStyle>>;

const returnText: TextStyle = (text) => text;
const NO_COLOURS: ColourStyles = { bold: returnText, dim: returnText, cyan: returnText, yellow: returnText };

/**
 * Creates a function that formats text for a terminal. It adds provenance marks and styles, and removes control
 * characters. Only provenance is shown in colour. Without `colours`, the function adds no escape sequences.
 */
export const createTextPainter = (colours: ColourStyles | undefined, marks: MarkStyle): TextPainter => {
  const chalk = colours ?? NO_COLOURS;
  const byState: ReadonlyMap<string, TextStyle> = new Map([
    ['asserted', chalk.bold],
    ['inferred', chalk.cyan],
    ['unstated', chalk.yellow],
  ]);
  const tones: Record<string, TextStyle> = { strong: chalk.bold, heading: chalk.bold, faint: chalk.dim };
  const formatMark = (state: string | undefined): string =>
    marks === 'word' ? (state ?? '') : findProvenanceSign(state);
  const paintRun = ({ text, state, tone, mark, legend }: TextRun): string => {
    // If provenance is printed as words, the legend would only repeat these words, so it is omitted.
    if (legend && marks === 'word') return '';
    const style = byState.get(state ?? '') ?? tones[tone ?? ''];
    const safe = toSingleLine(mark ? formatMark(state) : text);
    return style && safe !== '' ? style(safe) : safe;
  };
  return (content) => {
    if (typeof content === 'string') return toSingleLine(content);
    if (!('length' in content)) return paintRun(content);
    return content.map((part) => (typeof part === 'string' ? toSingleLine(part) : paintRun(part))).join('');
  };
};

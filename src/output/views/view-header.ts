import type { ProvenanceTally } from '../../garment/flatten-body.ts';
import { formatLeftOut, type LeftOut } from '../../garment/left-out.ts';
import { isProvenanceWord, PROVENANCE_WORDS } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';
import { faint, renderMarkedRuns, renderProvenanceMark, strong, type TextRuns } from './value-runs.ts';
import { gap, type LineBlock, line, type TextRun, type ViewBlock } from './view-model.ts';

/** Options that every view of a body accepts. */
export interface ReadViewOptions {
  /**
   * If true, the view also shows the members without provenance, and the additional members of values with provenance,
   * for example `note`.
   */
  readonly all?: boolean;
  /** The garment or design, as the user typed it. It is printed if the body contains no garment id. */
  readonly subject?: string;
}

/** The audience of a view: the designer or the factory. */
export type ViewAudience = 'designer' | 'factory';

/** Options for rendering a garment graph. */
export interface GraphOptions extends ReadViewOptions {
  /** The kinds of the nodes to show. Case, hyphens and underscores in a kind are ignored. */
  readonly kinds?: readonly string[];
  /** The provenance words of the values to show (default: all), for example `inferred`. */
  readonly states?: readonly string[] | undefined;
  /**
   * The audience of the view. By default, it is `factory` for a body with the profile `factory`, otherwise `designer`.
   */
  readonly view?: ViewAudience;
}

/** The legend `= asserted  ~ inferred  ? unstated`. The renderer omits it if provenance is printed as words. */
export const PROVENANCE_LEGEND: TextRuns = PROVENANCE_WORDS.flatMap(
  (state, at): TextRuns => [
    at > 0 ? '  ' : '',
    { ...renderProvenanceMark(state), legend: true },
    { text: ` ${state}`, legend: true },
  ],
);

/**
 * Returns the garment id of a body. If it has none, returns the garment or design as the user typed it, or `(no garment
 * id)`.
 */
export const formatGarmentId = (garmentId: string | undefined, options: ReadViewOptions): string =>
  garmentId || options.subject || '(no garment id)';

/** Formats a time in milliseconds since 1970 to the minute, for example `2026-03-01 14:05 UTC`. */
export const formatReadTime = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Renders the title line of a view: the text `words`, the name of the garment with its provenance mark, and a note at
 * the right edge.
 */
export const renderTitleLine = (words: TextRuns, entry?: Value, right?: string): LineBlock =>
  line(entry ? [...words, '  ', ...renderMarkedRuns(entry)] : words, {
    hang: 2,
    ...(right === undefined ? {} : { right: faint(right) }),
  });

/** Renders the number of values with each provenance mark, for example `55 =  17 ~  14 ?`. */
const renderTallyRuns = ({ states, none }: ProvenanceTally): TextRuns => {
  const runs: (string | TextRun)[] = [];
  for (const [state, number] of states) {
    runs.push(
      runs.length > 0 ? '  ' : '',
      strong(String(number)),
      ' ',
      renderProvenanceMark(state),
      ...(isProvenanceWord(state) ? [] : [` ${state}`]),
    );
  }
  if (none > 0) runs.push(`  ${none} without a state`);
  return runs;
};

/**
 * Renders the legend of the mark `!`, which stands for a provenance word that toile does not know. Returns an empty
 * list if the body has no such word.
 */
export const renderUnknownWordLegend = ({ states }: ProvenanceTally): TextRuns => {
  const unknownWord = [...states.keys()].find((state) => !isProvenanceWord(state));
  return unknownWord === undefined
    ? []
    : ['  ', { ...renderProvenanceMark(unknownWord), legend: true }, { text: ' another word', legend: true }];
};

/**
 * Renders the line below a title: the text `words`, the counts of values by provenance, and at the right edge the
 * legend of the provenance marks.
 */
export const renderCountLine = (words: string, tally: ProvenanceTally): LineBlock =>
  line([words, ...renderTallyRuns(tally)], {
    right: [...PROVENANCE_LEGEND, ...renderUnknownWordLegend(tally)],
    hang: 2,
  });

/** Renders the numbers of the things that a view leaves out, followed by the flag `--all`, which shows them. */
export const renderLeftOutRun = (list: readonly LeftOut[]): TextRun => faint(`${formatLeftOut(list)}  --all`);

/**
 * Renders the last lines of a view. They say how much is left out because of a filter (`filteredOut`), and how much
 * `--all` would show in addition (`leftOut`).
 */
export const renderLeftOutBlocks = (
  leftOut: readonly LeftOut[],
  filteredOut: readonly LeftOut[] = [],
): readonly ViewBlock[] => {
  const lines = [
    ...(filteredOut.length > 0 ? [faint(formatLeftOut(filteredOut))] : []),
    ...(leftOut.length > 0 ? [renderLeftOutRun(leftOut)] : []),
  ].map((text) => line(text, { indent: 1, hang: 2 }));
  return lines.length > 0 ? [gap, ...lines] : [];
};

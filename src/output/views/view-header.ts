/** The header of a view: the garment, the counts of its values and the legend of the marks. */

import type { ProvenanceTally } from '../../garment/flatten-body.ts';
import { formatLeftOut, type LeftOut } from '../../garment/left-out.ts';
import { isProvenanceWord, PROVENANCE_WORDS } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';
import { faint, renderMarkedRuns, renderProvenanceMark, strong, type TextRuns } from './value-runs.ts';
import { gap, type LineBlock, line, type TextRun, type ViewBlock } from './view-model.ts';

/** Options that every view of a body takes. */
export interface ReadViewOptions {
  /** Show members without provenance, and every member beside a value. */
  readonly all?: boolean;
  /**
   * The garment or design as the user typed it. It is shown where the body names no garment, and in
   * suggested commands.
   */
  readonly subject?: string;
}

/** Explains the provenance marks. The renderer drops the words where marks are words already. */
export const PROVENANCE_LEGEND: TextRuns = PROVENANCE_WORDS.flatMap(
  (state, at): TextRuns => [
    at > 0 ? '  ' : '',
    { ...renderProvenanceMark(state), legend: true },
    { text: ` ${state}`, legend: true },
  ],
);

/** Returns the garment id of the body, else the subject as typed, else `(no garment id)`. */
export const formatGarmentId = (garmentId: string | undefined, options: ReadViewOptions): string =>
  garmentId || options.subject || '(no garment id)';

/** Renders the title of a view, with the garment's name behind it and a note flush right. */
export const renderTitleLine = (words: TextRuns, entry?: Value, right?: string): LineBlock =>
  line(entry ? [...words, '  ', ...renderMarkedRuns(entry)] : words, {
    hang: 2,
    ...(right === undefined ? {} : { right: faint(right) }),
  });

/**
 * Renders counts by provenance, each with its mark, for example `55 = 17 ~ 14 ?`, and the number of values
 * without provenance.
 */
export const renderTallyRuns = ({ states, none }: ProvenanceTally): TextRuns => {
  const out: (string | TextRun)[] = [];
  for (const [state, number] of states) {
    out.push(
      out.length > 0 ? '  ' : '',
      strong(String(number)),
      ' ',
      renderProvenanceMark(state),
      ...(isProvenanceWord(state) ? [] : [` ${state}`]),
    );
  }
  if (none > 0) out.push(`  ${none} without a state`);
  return out;
};

/** Renders what the view leaves out, by name, and the flag that shows it. */
export const renderLeftOutRun = (list: readonly LeftOut[]): TextRun => faint(`${formatLeftOut(list)}  --all`);

/**
 * Renders the end of a view: first what a filter removed, which `--all` does not bring back, then what
 * `--all` adds.
 */
export const renderLeftOutBlocks = (
  left: readonly LeftOut[],
  gone: readonly LeftOut[],
): readonly ViewBlock[] => {
  const lines = [
    ...(gone.length > 0 ? [faint(formatLeftOut(gone))] : []),
    ...(left.length > 0 ? [renderLeftOutRun(left)] : []),
  ].map((text) => line(text, { indent: 1, hang: 2 }));
  return lines.length > 0 ? [gap, ...lines] : [];
};

/** The notation of nodes and facts written by hand. */

import { parseLiteral } from './sample-literal.ts';
import type { SampleFact, SampleLink, SampleNode, SampleProvenance, SampleValue } from './sample-model.ts';

const PROVENANCE_BY_MARK: Readonly<Record<string, SampleProvenance>> = {
  '=': 'asserted',
  '~': 'inferred',
  '?': 'unstated',
};
/** Returns the provenance of a mark: `=`, `~` or `?`. */
const parseProvenanceMark = (mark: string | undefined): SampleProvenance =>
  PROVENANCE_BY_MARK[mark ?? ''] ?? 'unstated';

/** Parses a value, for example `= 56.0 @cm`, `~ 140 @g/m2 (high: typical for named cloth)` or `? @cm`. */
export const parseSampleValue = (text: string): SampleValue => {
  const why = /\s*\((high|medium|low)(?:: (.*))?\)$/.exec(text);
  const [rest = '', unit] = (why ? text.slice(0, why.index) : text).split(/\s*@(?=\S+$)/);
  const value = rest.slice(1).trim();
  return {
    value: value === '' ? null : parseLiteral(value),
    state: parseProvenanceMark(rest[0]),
    unit,
    confidence: why?.[1],
    basis: why?.[2],
  };
};

/**
 * Parses a node: `kind id | = Label | field = value | field ? | > rel=to`. The marks are those of the
 * legend in every export.
 */
export const parseSampleNode = (line: string): SampleNode => {
  const [head = '', label = '', ...cells] = line.split(' | ').map((cell) => cell.trim());
  const [kind = '', id = ''] = head.split(' ');
  const values: Record<string, SampleValue> = {};
  const links: SampleLink[] = [];
  for (const cell of cells) {
    const link = /^> (\w+)([=~?])(\S+)$/.exec(cell);
    if (link) links.push({ rel: link[1] ?? '', to: link[3] ?? '', state: parseProvenanceMark(link[2]) });
    else values[cell.split(' ', 1)[0] ?? ''] = parseSampleValue(cell.slice(cell.indexOf(' ') + 1));
  }
  return { id, kind, label: parseSampleValue(label), values, links };
};

/** Parses one node per line. */
export const parseSampleNodes = (lines: readonly string[]): SampleNode[] => lines.map(parseSampleNode);

/**
 * Parses one fact per line: `field = value`. A field may appear twice, because two sources may disagree.
 */
export const parseSampleFacts = (lines: readonly string[]): SampleFact[] =>
  lines.map((line) => {
    const { value, state } = parseSampleValue(line.slice(line.indexOf(' ') + 1));
    return { field: line.split(' ', 1)[0] ?? '', value, state };
  });

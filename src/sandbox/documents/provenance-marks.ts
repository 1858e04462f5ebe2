import type { GraphNode } from '../../garment/graph-model.ts';
import type { Value } from '../../garment/value.ts';
import { toPayloadText } from '../../platform/json/json-values.ts';
import { listTopValues } from './garment-specification.ts';
import { cleanXmlText } from './svg-markup.ts';

const MARKS_BY_PROVENANCE: Readonly<Record<string, string>> = { asserted: '=', inferred: '~', unstated: '?' };

/** The legend of the provenance marks. */
export const MARK_LEGEND = '= asserted (stated)   ~ inferred (derived)   ? unstated (not given)';

/** Returns the mark of a provenance word, for example `=`. Any other word is printed after `!`. */
export const formatMark = (state: string | undefined): string =>
  state === undefined ? '!' : (MARKS_BY_PROVENANCE[state] ?? `! ${cleanXmlText(state)}`);

/** Returns the text unchanged. */
const keepText = (text: string): string => text;

/**
 * Formats a value with its mark, for example `= 56.0 cm` or `? not stated`. The mark is part of the text,
 * so that it is printed too. `show` may replace the text, but not the mark.
 */
export const formatValueWithMark = (entry: Value | undefined, show = keepText): string => {
  if (entry === undefined) return '';
  const payload =
    entry.value === undefined || (entry.value === null && entry.state === 'unstated')
      ? 'not stated'
      : toPayloadText(entry.value);
  const unit = typeof entry.unit === 'string' && payload !== 'not stated' ? ` ${entry.unit}` : '';
  return `${formatMark(entry.state)} ${show(payload + unit)}`;
};

/** Formats the name of a node with the mark of its label. */
export const formatNameWithMark = (node: GraphNode, show = keepText): string =>
  `${formatMark(node.state)} ${node.label ? show(node.label) : `${node.id}: name not stated`}`;

/** Formats the values of a node after their field names, without the fields in `but`. */
export const formatNodeDetails = (node: GraphNode, but: readonly string[] = [], show = keepText): string =>
  listTopValues(node)
    .filter(({ path }) => !but.includes(path))
    .map((value) => `${show(value.path.replaceAll('_', ' '))} ${formatValueWithMark(value, show)}`)
    .join('; ');

import type { Entry } from '../../garment/entries.ts';
import type { GraphNode } from '../../garment/graph.ts';
import { payloadText } from '../../json/values.ts';
import { valuesOf } from './specification.ts';
import { clean } from './xml.ts';

const MARKS: Readonly<Record<string, string>> = { asserted: '=', inferred: '~', unstated: '?' };

export const LEGEND = '= asserted (stated)   ~ inferred (derived)   ? unstated (not given)';

/** The mark of a state; `!` for a word that is none of the three, which is then said as it stands. */
export const mark = (state: string | undefined): string =>
  state === undefined ? '!' : (MARKS[state] ?? `! ${clean(state)}`);

/** What `show` makes of a text is shown in its place; the mark stays beside it whatever that is. */
const asIs = (text: string): string => text;

/** A value with its mark: `= 56.0 cm`, `? not stated`. The mark is in the text, where print cannot lose it. */
export const marked = (entry: Entry | undefined, show = asIs): string => {
  if (entry === undefined) return '';
  const payload =
    entry.value === undefined || (entry.value === null && entry.state === 'unstated')
      ? 'not stated'
      : payloadText(entry.value);
  const unit = typeof entry.unit === 'string' && payload !== 'not stated' ? ` ${entry.unit}` : '';
  return `${mark(entry.state)} ${show(payload + unit)}`;
};

/** The name of a node with the mark of its label. */
export const named = (node: GraphNode, show = asIs): string =>
  `${mark(node.state)} ${node.label ? show(node.label) : `${node.id}: name not stated`}`;

/** The values of a node, each after the name of its field; less those that are shown elsewhere. */
export const details = (node: GraphNode, but: readonly string[] = [], show = asIs): string =>
  valuesOf(node)
    .filter(({ field }) => !but.includes(field))
    .map((value) => `${show(value.field.replaceAll('_', ' '))} ${marked(value, show)}`)
    .join('; ');

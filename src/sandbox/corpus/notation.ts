import { literal } from './lexeme.ts';
import type { Fact, GarmentNode, Link, State, Stated } from './model.ts';

const MARKS: Readonly<Record<string, State>> = { '=': 'asserted', '~': 'inferred', '?': 'unstated' };
const stateOf = (mark: string | undefined): State => MARKS[mark ?? ''] ?? 'unstated';

/** `= 56.0 @cm`, `~ 140 @g/m2 (high: typical for named cloth)`, `? @cm`. */
export const stated = (text: string): Stated => {
  const why = /\s*\((high|medium|low)(?:: (.*))?\)$/.exec(text);
  const [rest = '', unit] = (why ? text.slice(0, why.index) : text).split(/\s*@(?=\S+$)/);
  const value = rest.slice(1).trim();
  return {
    value: value === '' ? null : literal(value),
    state: stateOf(rest[0]),
    unit,
    confidence: why?.[1],
    basis: why?.[2],
  };
};

/**
 * One node a line: `kind id | = Label | field = value | field ? | > rel=to`. The marks are those of the
 * legend in every export, so that a table here reads like the document made from it.
 */
export const node = (line: string): GarmentNode => {
  const [head = '', label = '', ...cells] = line.split(' | ').map((cell) => cell.trim());
  const [kind = '', id = ''] = head.split(' ');
  const values: Record<string, Stated> = {};
  const links: Link[] = [];
  for (const cell of cells) {
    const link = /^> (\w+)([=~?])(\S+)$/.exec(cell);
    if (link) links.push({ rel: link[1] ?? '', to: link[3] ?? '', state: stateOf(link[2]) });
    else values[cell.split(' ', 1)[0] ?? ''] = stated(cell.slice(cell.indexOf(' ') + 1));
  }
  return { id, kind, label: stated(label), values, links };
};

export const nodes = (lines: readonly string[]): GarmentNode[] => lines.map(node);

/** One fact a line: `field = value`. A field may come twice: two sources may disagree. */
export const facts = (lines: readonly string[]): Fact[] =>
  lines.map((line) => {
    const { value, state } = stated(line.slice(line.indexOf(' ') + 1));
    return { field: line.split(' ', 1)[0] ?? '', value, state };
  });

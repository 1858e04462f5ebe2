/**
 * A body as a text that is compared line by line: a heading for each node, below it its values, one a line, each with
 * its state as a word. What a comparison shows is then a value, and its heading is what a hunk is named by.
 */

import { escapeOf, isPlain, UNSEEN } from '../border/unseen.ts';
import type { Entry } from '../garment/entries.ts';
import { besideOf, type GraphNode, readGraph } from '../garment/graph.ts';
import { isRecord, jsonText } from '../json/values.ts';
import { cellsOf } from './entry-cells.ts';

/** Every sign that nobody sees spelled out: two bodies that differ in one give different lines. */
const seen = (text: string): string => text.replace(UNSEEN, escapeOf);

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Quotes stand only where a text could be taken for something else: a number, a state, an indent. */
const isBare = (text: string): boolean =>
  text !== '' && text === text.trim() && isPlain(text) && !/^["[{|(]|\)$/.test(text) && !isJson(text);

const valueText = (value: unknown): string =>
  typeof value === 'string' && isBare(value) ? value : seen(jsonText(value));

/** A heading begins at the margin, where nothing else does. */
const headingText = (words: readonly string[]): string => {
  const said = words
    .filter((word) => word !== '')
    .map((word) => (isPlain(word) && !/^["\s]/.test(word) ? word : seen(JSON.stringify(word))));
  return said.length === 0 ? '(no name)' : said.join('  ');
};

/** Every scalar in a value that carries no state, in its order. Without recursion. */
const leaves = function* (path: string, root: unknown): Generator<readonly [string, unknown]> {
  const todo: (readonly [string, unknown])[] = [[path, root]];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [at, value] = next;
    const members = Array.isArray(value)
      ? value.map((item, index) => [`${at}[${index}]`, item] as const)
      : isRecord(value)
        ? Object.entries(value).map(([key, item]) => [at === '' ? key : `${at}.${key}`, item] as const)
        : [];
    if (members.length === 0) yield next;
    else todo.push(...members.toReversed());
  }
};

/** A text of several lines has a line for each. */
const valueLines = (field: string, value: unknown, behind: string, sign = ':'): readonly string[] => {
  const name = field === '' ? '' : `${seen(field)}${sign} `;
  if (typeof value === 'string' && value.includes('\n'))
    return [
      `  ${name || '(itself): '}${behind}`.trimEnd(),
      ...value.split('\n').map((text) => `    | ${seen(text)}`),
    ];
  return [`  ${[name + valueText(value), behind].filter((word) => word !== '').join(' ')}`];
};

const entryLines = (entry: Entry): readonly string[] =>
  cellsOf(entry, true).flatMap(({ field, value, unit, state }) => {
    const unitText = unit === null ? '' : valueText(unit);
    if (state !== null) {
      const behind = [unitText, `(${seen(state)})`].filter((word) => word !== '').join(' ');
      return valueLines(field, value, behind, entry.role === 'link' && field === entry.field ? ' ->' : ':');
    }
    return [...leaves(field, value)].flatMap(([path, leaf]) => valueLines(path, leaf, unitText));
  });

const nodeLines = ({ id, kind, label, entries }: GraphNode): readonly string[] => [
  headingText([id, kind, label]),
  ...entries.flatMap(entryLines),
];

/** What stands in no node is headed by the first step of its path: `questions[3]`, `sections`. */
const besideLines = (entries: readonly Entry[]): readonly string[] => {
  const lines: string[] = [];
  let last: string | undefined;
  for (const line of entries.flatMap(entryLines)) {
    const head = /^ {2}([^.:|\s]+)/.exec(line)?.[1];
    if (head !== undefined && head !== last && !line.startsWith('    ')) {
      last = head;
      lines.push(head);
    }
    lines.push(line);
  }
  return lines;
};

const together = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`);

/** Ends with a line break. */
export const bodyLines = (body: unknown): string => {
  const graph = readGraph(body);
  const { garmentId, nodes, facts } = graph;
  return together([
    ...(garmentId === undefined ? [] : [headingText(['garment', garmentId])]),
    ...nodes.flatMap(nodeLines),
    ...(facts.length > 0 ? ['facts', ...facts.flatMap(entryLines)] : []),
    ...besideLines(besideOf(graph)),
  ]);
};

/** What is no body, line by line as it is. */
export const plainLines = (text: string): string =>
  text === ''
    ? ''
    : together(
        text
          .replace(/\r?\n$/, '')
          .split(/\r?\n/)
          .map(seen),
      );

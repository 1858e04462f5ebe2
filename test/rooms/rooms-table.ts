/** Renders the law as a Mermaid graph and a Markdown table, for docs/architecture.md. */

import { ROOMS, type Room } from './law.ts';

const list = (names: readonly string[] = []): string =>
  names.map((name) => (name === '*' ? 'all' : name.replace(/^node:/, ''))).join(', ');

const formatAllowed = ({ values, types, lazy, npm, node }: Room): string =>
  [
    list(values),
    types && `*types of* ${list(types)}`,
    lazy && `*by* import() ${list(lazy)}`,
    npm && `*npm:* ${list(npm)}`,
    node && `*Node:* ${list(node)}`,
  ]
    .filter(Boolean)
    .join('; ') || 'nothing';

const renderTable = (): string =>
  [
    '| folder | holds | may import |',
    '|---|---|---|',
    ...Object.entries(ROOMS).map(
      ([name, room]) => `| \`${name}\` | ${room.about} | ${formatAllowed(room)} |`,
    ),
  ].join('\n');

/** The folder of `src` for a folder of the law: `service` for `service/client`. */
const getTopFolder = (name: string): string => name.replace(/\/.*/, '');

/** Joins the top folders for one Mermaid line, without `platform` and the folder itself. */
const joinTargets = (own: string, names: readonly string[] = []): string =>
  [...new Set(names.map(getTopFolder))].filter((name) => name !== own && name !== 'platform').join(' & ');

const renderGraph = (): string => {
  const folders = Object.entries(ROOMS).filter(([name]) => !name.includes('/') && name !== 'cli');
  const edges = folders.flatMap(([name, { values, lazy }]) => {
    const [loaded, later] = [joinTargets(name, values), joinTargets(name, lazy)];
    return [
      ...(loaded ? [`  ${name} --> ${loaded}`] : []),
      ...(later ? [`  ${name} -. "import()" .-> ${later}`] : []),
    ];
  });
  return ['```mermaid', 'flowchart TD', '  cli --> commands', ...edges.toReversed(), '```'].join('\n');
};

const BETWEEN = /(<!-- rooms -->\n)[\s\S]*?(<!-- \/rooms -->)/;

/** Replaces the graph and the table between the two marks of a page by those of the current law. */
export const updateRoomsTable = (page: string): string =>
  page.replace(BETWEEN, (_, open, close) => `${open}\n${renderGraph()}\n\n${renderTable()}\n\n${close}`);

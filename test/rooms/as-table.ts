/** The law as a Markdown table, for docs/architecture.md. */

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

const BETWEEN = /(<!-- rooms -->\n)[\s\S]*?(<!-- \/rooms -->)/;

/** Replaces the table between the two marks of a page by that of the current law. */
export const updateRoomsTable = (page: string): string =>
  page.replace(BETWEEN, (_, open, close) => `${open}\n${renderTable()}\n\n${close}`);

/** The law of rooms as Markdown, for docs/architecture.md. */

import { CHARTERS, LAZY_ROOMS, ROOMS, type Room } from './law.ts';

const ALL = 'all';

const words = (names: readonly string[] | undefined): string | undefined =>
  names?.map((name) => (name === '*' ? ALL : name)).join(', ');

const mayUse = ({ values, types, npm, node }: Room, room: string): string => {
  const lazily = LAZY_ROOMS.includes(room) ? ['on first use: all'] : [];
  const typed = types && [`*types of* ${words(types)}`];
  const packages = npm && [`*npm:* ${words(npm)}`];
  const own = node && [`*Node:* ${words(node.map((name) => name.replace(/^node:/, '')))}`];
  const used = [values && words(values), typed, packages, own, lazily].flat().filter(Boolean);
  return used.length > 0 ? used.join('; ') : '-';
};

/** Every room of the law, floor by floor, from the ground up. */
export const roomsTable = (): string =>
  Object.entries(CHARTERS)
    .map(([floor, rooms]) => {
      const rows = Object.entries(rooms).map(
        ([room, [knows, why]]) => `| \`${room}\` | ${knows} | ${mayUse(ROOMS[room] ?? {}, room)} | ${why} |`,
      );
      return `### ${floor}\n\n| room | knows | may use | why |\n|---|---|---|---|\n${rows.join('\n')}`;
    })
    .join('\n\n');

const BETWEEN = /(<!-- rooms -->\n)[\s\S]*?(<!-- \/rooms -->)/;

/** The page with the table as the law has it now. */
export const withRooms = (page: string): string =>
  page.replace(BETWEEN, (_, open, close) => `${open}\n${roomsTable()}\n\n${close}`);

/** Writes the table of rooms into docs/architecture.md from the law of rooms: `npm run docs`. */

import { readFile, writeFile } from 'node:fs/promises';
import { withRooms } from '../test/rooms/as-table.ts';

const file = new URL('../docs/architecture.md', import.meta.url);
await writeFile(file, withRooms(await readFile(file, 'utf8')));

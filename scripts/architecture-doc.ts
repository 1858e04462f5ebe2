/** Writes the picture and the table of folders into docs/architecture.md, from the law: `npm run docs`. */

import { readFile, writeFile } from 'node:fs/promises';
import { updateRoomsTable } from '../test/rooms/rooms-table.ts';

const file = new URL('../docs/architecture.md', import.meta.url);
await writeFile(file, updateRoomsTable(await readFile(file, 'utf8')));

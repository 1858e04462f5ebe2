/**
 * Writes the table of rooms into docs/architecture.md from the law of rooms: `npm run docs`. The law is TypeScript, so
 * it is bundled first, in memory.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = join(root, 'docs', 'architecture.md');

const { outputFiles } = await build({
  entryPoints: [join(root, 'test', 'rooms', 'as-table.ts')],
  bundle: true,
  format: 'esm',
  write: false,
});
const source = Buffer.from(outputFiles[0].contents).toString('base64');
const { withRooms } = await import(`data:text/javascript;base64,${source}`);

await writeFile(file, withRooms(await readFile(file, 'utf8')));

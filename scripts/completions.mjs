/**
 * Writes `completions/` from the command table: `npm run completions`. `--out DIR` writes elsewhere.
 * The sources are TypeScript, so they are bundled first, in memory.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { textsFromTable } from './table-texts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: 'completions' } } });
const out = resolve(root, values.out);
await mkdir(out, { recursive: true });
const { completions } = await textsFromTable(root);
for (const [name, text] of completions) await writeFile(join(out, name), text);

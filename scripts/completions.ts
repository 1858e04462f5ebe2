/** Writes `completions/` from the command table: `npm run completions`. `--out DIR` writes elsewhere. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { completions } from './table-texts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: 'completions' } } });
const out = resolve(root, values.out);
await mkdir(out, { recursive: true });
for (const [name, text] of completions()) await writeFile(join(out, name), text);

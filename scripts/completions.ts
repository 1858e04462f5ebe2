/**
 * Writes the files that are generated from the command table: `completions/`, and the manual pages in package.json
 * (npm links only pages listed there). `npm run completions`.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderManPages } from '../src/cli/help/man-pages.ts';
import { commandTable } from '../src/commands/command-table.ts';
import { COMPLETION_SCRIPTS } from '../src/commands/completion/completion-scripts.ts';
import { root } from './build/bundle-options.ts';

for (const { file, text } of Object.values(COMPLETION_SCRIPTS))
  await writeFile(join(root, 'completions', file), text);
const file = join(root, 'package.json');
const manifest = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, unknown>>;
const man = [...renderManPages(commandTable, '').keys()].toSorted().map((name) => `./dist/man/${name}`);
await writeFile(file, `${JSON.stringify({ ...manifest, man }, null, 2)}\n`);

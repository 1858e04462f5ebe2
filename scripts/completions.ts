/**
 * Writes the files that are generated from the command table: `completions/`, and the manual pages in package.json
 * (npm links only pages listed there). `npm run completions`; `--out DIR` writes only the completions, into DIR.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { renderManPages } from '../src/cli/help/man-pages.ts';
import { commandTable } from '../src/commands/command-table.ts';
import { COMPLETION_SCRIPTS } from '../src/commands/completion/completion-scripts.ts';
import { root } from './build/bundle-options.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = resolve(root, values.out ?? 'completions');
await mkdir(out, { recursive: true });
for (const { file, text } of Object.values(COMPLETION_SCRIPTS)) await writeFile(join(out, file), text);
if (values.out === undefined) {
  const file = join(root, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, unknown>>;
  const man = [...renderManPages(commandTable, '').keys()].toSorted().map((name) => `./dist/man/${name}`);
  await writeFile(file, `${JSON.stringify({ ...manifest, man }, null, 2)}\n`);
}

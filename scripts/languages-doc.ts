/** Writes the statistics of the dictionaries into docs/languages.md: `npm run docs`. */

import { readFile, writeFile } from 'node:fs/promises';
import { insertLanguages } from '../test/output/sheet/dictionaries.ts';

const file = new URL('../docs/languages.md', import.meta.url);
await writeFile(file, insertLanguages(await readFile(file, 'utf8')));

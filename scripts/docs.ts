/** Writes the generated pages and parts of docs/: `npm run docs`. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertLanguages } from '../test/output/sheet/dictionaries.ts';
import { updateRoomsTable } from '../test/rooms/rooms-table.ts';
import { bundleClientTypes } from './build/bundle-client-types.ts';
import { root } from './build/bundle-options.ts';
import { renderClientReference } from './docs/render-client-reference.ts';
import { renderPurchasesPage } from './docs/render-purchases-page.ts';

const docs = join(root, 'docs');

/** Replaces the generated part of a page in docs/. */
const updatePage = async (name: string, update: (page: string) => string): Promise<void> => {
  const file = join(docs, name);
  await writeFile(file, update(await readFile(file, 'utf8')));
};

await writeFile(join(docs, 'purchases.md'), renderPurchasesPage());
await updatePage('architecture.md', updateRoomsTable);
await updatePage('languages.md', insertLanguages);
const folder = await mkdtemp(join(tmpdir(), 'toile-client-'));
try {
  const types = await bundleClientTypes(root, 'src/service/client/index.ts', folder);
  await writeFile(join(docs, 'client.md'), renderClientReference(types));
} finally {
  await rm(folder, { recursive: true });
}

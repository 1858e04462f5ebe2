/** Writes docs/client.md from the comments in src/service/client: `npm run docs`. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './build/bundle-options.ts';
import { clientTypes } from './build/client-types.ts';
import { reference } from './client-reference.ts';

const folder = await mkdtemp(join(tmpdir(), 'toile-client-'));
try {
  const types = await clientTypes(root, 'src/service/client/index.ts', folder);
  await writeFile(join(root, 'docs', 'client.md'), reference(types));
} finally {
  await rm(folder, { recursive: true });
}

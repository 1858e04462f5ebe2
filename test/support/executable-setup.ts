/** Builds the executable for this machine before the tests, which start it in place of the built program. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExecutable } from '../../scripts/executable/build-executable.ts';
import { OWN_TARGET } from '../../scripts/executable/targets.ts';

export default async (): Promise<() => Promise<void>> => {
  const place = await mkdtemp(join(tmpdir(), 'toile-executable-'));
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const file = join(place, 'toile');
  await buildExecutable(OWN_TARGET, file, version);
  process.env.TOILE_E2E_PROGRAM = file;
  return () => rm(place, { recursive: true, force: true });
};

/** Writes pulled folders of many designs, with the bodies of the sandbox. */

import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The designs of a manifest, as far as a copy changes them. */
interface Designs {
  readonly [id: string]: { readonly folder: string; readonly summary: object };
}

/**
 * Pulls the designs of the sandbox and repeats them under new ids, once for each count: `season-1000` has 1,000
 * designs. `toile` runs the program in the folder.
 */
export const writeSeasonFolders = async (
  folder: string,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  counts: readonly number[],
): Promise<void> => {
  const [program = '', ...words] = argv;
  await promisify(execFile)(program, [...words, '--sandbox', 'pull', 'sample-season', '-q'], {
    cwd: folder,
    env,
  });
  const from = join(folder, 'sample-season');
  const manifest = JSON.parse(await readFile(join(from, 'manifest.json'), 'utf8')) as { designs: Designs };
  const samples = Object.entries(manifest.designs);
  for (const count of counts) {
    const into = join(folder, `season-${count}`);
    const designs = Array.from({ length: count }, (_, at) => {
      const [id = '', sample] = samples[at % samples.length] ?? [];
      const copy = `${String(at).padStart(8, '0')}${id.slice(8)}`;
      return { id: copy, sample, folder: `designs/style-${at}--${copy}`, name: `Style ${at}` };
    });
    for (const { sample, folder: path } of designs)
      await cp(join(from, sample?.folder ?? ''), join(into, path), { recursive: true });
    const entries = designs.map(({ id, sample, folder: path, name }) => [
      id,
      { ...sample, folder: path, summary: { ...sample?.summary, id, name } },
    ]);
    const copied = { ...manifest, designs: Object.fromEntries(entries) };
    await writeFile(join(into, 'manifest.json'), JSON.stringify(copied));
  }
};

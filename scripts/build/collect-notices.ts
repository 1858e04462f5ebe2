/** Collects the licences of bundled packages. Their terms require that the notices are shipped with the code. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** Lists the folders of the packages in a bundle. */
export const listPackageFolders = ({ inputs }: Pick<Metafile, 'inputs'>): readonly string[] => [
  ...new Set(
    Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  ),
];

/** Collects the notices of all packages of a bundle, sorted by name. Throws for a package without a licence. */
export async function collectNotices(root: string, metafile: Pick<Metafile, 'inputs'>): Promise<string> {
  const notices = await Promise.all(
    listPackageFolders(metafile).map((folder) => readNotice(join(root, folder))),
  );
  // Two copies of the same version under different parents have the same notice.
  const texts = [...new Set(notices)].toSorted((a, b) => (a < b ? -1 : 1));
  return `toile contains code of these packages.\n\n${texts.join('\n')}`;
}

async function readNotice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  ) as Readonly<Record<'name' | 'version', string>> & { readonly license?: string };
  const file = (await readdir(folder))
    .toSorted()
    .find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
  if (license === undefined && file === undefined)
    throw new Error(`${name} ${version} has no licence in package.json and no licence file`);
  const text = file === undefined ? '' : (await readFile(join(folder, file), 'utf8')).trim();
  return `${'-'.repeat(72)}\n${name} ${version} (${license ?? 'see below'})\n\n${text}\n`;
}

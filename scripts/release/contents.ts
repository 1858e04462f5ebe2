/** The files that are shipped with the program (manual, completions, licence, notices) and their place on each system. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { COMPLETION_SCRIPTS } from '../../src/commands/completion/completion-scripts.ts';
import { root } from '../build/bundle-options.ts';
import { bindingOf } from '../executable/platform-packages.ts';
import { BUN, exe, type Target } from '../executable/targets.ts';
import { notices } from '../notices.ts';
import { manual } from '../table-texts.ts';
import type { Tree } from './tools.ts';

const RULE = '-'.repeat(72);

/** Returns the notices for one executable: packages, keychain binding and runtime. */
export async function noticesOf(target: Target, metafile: Pick<Metafile, 'inputs'>): Promise<string> {
  const folder = await bindingOf(target);
  const files = (await readdir(folder)).filter((name) => /^licen[cs]e/i.test(name)).toSorted();
  const binding = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return [
    await notices(root, metafile),
    `${RULE}\nBun ${BUN} (MIT), the runtime inside\n\nIts source, and the licences of what it links (JavaScriptCore under the LGPL 2 among them), are in the repository
oven-sh/bun under the tag bun-v${BUN}, with how to link it anew.\n`,
    ...binding.map((text) => `${RULE}\n@napi-rs/keyring-${target.keyring}\n\n${text.trim()}\n`),
  ].join('\n');
}

/** Returns the licence and the notices, in a folder (ending with a slash) or at the top. */
const papers = (folder: string, notices: string, licence = 'LICENSE'): Tree => ({
  [`${folder}${licence}`]: { from: join(root, 'LICENSE') },
  [`${folder}THIRD-PARTY-NOTICES.txt`]: { text: notices },
});

const pages = (version: string) => [...manual(version)].filter(([name]) => name.endsWith('.1'));

/** Returns the contents of an archive, in a folder of its name. */
export const archiveTree = (program: string, target: Target, version: string, notices: string): Tree => ({
  [`toile${exe(target)}`]: { from: program, mode: 0o755 },
  ...papers('', notices),
  ...Object.fromEntries(pages(version).map(([name, text]) => [`man/${name}`, { text }])),
  ...Object.fromEntries(
    Object.values(COMPLETION_SCRIPTS).map(({ file, text }) => [`completions/${file}`, { text }]),
  ),
});

/** The paths that differ in Linux packages: Zsh completions and documentation. */
const WHERE = {
  deb: { zsh: 'usr/share/zsh/vendor-completions', folder: 'usr/share/doc/toile/', licence: 'copyright' },
  rpm: { zsh: 'usr/share/zsh/site-functions', folder: 'usr/share/licenses/toile/', licence: 'LICENSE' },
} as const;

/** Returns only the program, for an image. */
export const bareTree = (program: string, notices: string): Tree => ({
  'usr/bin/toile': { from: program, mode: 0o755 },
  ...papers('usr/share/doc/toile/', notices),
});

/** Returns the contents of an archive at their paths in Linux packages. */
export function systemTree(
  form: keyof typeof WHERE,
  program: string,
  version: string,
  notices: string,
): Tree {
  const text = (shell: string) => ({ text: COMPLETION_SCRIPTS[shell]?.text ?? '' });
  const { zsh, folder, licence } = WHERE[form];
  return {
    'usr/bin/toile': { from: program, mode: 0o755 },
    'usr/share/bash-completion/completions/toile': text('bash'),
    'usr/share/fish/vendor_completions.d/toile.fish': text('fish'),
    [`${zsh}/_toile`]: text('zsh'),
    ...Object.fromEntries(
      pages(version).map(([name, page]) => [
        `usr/share/man/man1/${name}.gz`,
        { text: gzipSync(page, { level: 9 }) },
      ]),
    ),
    ...papers(folder, notices, licence),
  };
}

/** Lists the files of archives, Linux packages and images: program, manual, completions, licence and notices. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { renderManPages } from '../../src/cli/help/man-pages.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { COMPLETION_SCRIPTS } from '../../src/commands/completion/completion-scripts.ts';
import { root } from '../build/bundle-options.ts';
import { collectNotices } from '../build/collect-notices.ts';
import { installBinding } from '../executable/platform-packages.ts';
import { BUN, getExecutableName, type Target } from '../executable/targets.ts';
import type { FileTree } from './tools.ts';

/** The executable of a target, with the notices for it. */
export interface Executable {
  readonly file: string;
  readonly target: Target;
  readonly notices: string;
}

const RULE = '-'.repeat(72);

/** Collects the notices of an executable: packages, keychain binding and runtime. */
export async function collectTargetNotices(
  target: Target,
  metafile: Pick<Metafile, 'inputs'>,
): Promise<string> {
  const folder = await installBinding(target);
  const files = (await readdir(folder)).filter((name) => /^licen[cs]e/i.test(name)).toSorted();
  const binding = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return [
    await collectNotices(root, metafile),
    `${RULE}\nBun ${BUN} (MIT), the runtime of the executable\n\nThe repository oven-sh/bun has, under the tag bun-v${BUN}, its source, the licences of the libraries that it is linked with
(among them JavaScriptCore under the LGPL 2), and how to link it again.\n`,
    ...binding.map((text) => `${RULE}\n@napi-rs/keyring-${target.keyring}\n\n${text.trim()}\n`),
  ].join('\n');
}

/** Lists the licence and the notices, in a folder (`usr/share/doc/toile/`) or at the top (``). */
const listLegalFiles = (folder: string, notices: string, licence = 'LICENSE'): FileTree => ({
  [`${folder}${licence}`]: { from: join(root, 'LICENSE') },
  [`${folder}THIRD-PARTY-NOTICES.txt`]: { text: notices },
});

const renderCommandPages = (version: string) =>
  [...renderManPages(commandTable, version)].filter(([name]) => name.endsWith('.1'));

/** Lists the files of an archive. */
export const listArchiveFiles = ({ file, target, notices }: Executable, version: string): FileTree => ({
  [getExecutableName('toile', target)]: { from: file, mode: 0o755 },
  ...listLegalFiles('', notices),
  ...Object.fromEntries(renderCommandPages(version).map(([name, text]) => [`man/${name}`, { text }])),
  ...Object.fromEntries(
    Object.values(COMPLETION_SCRIPTS).map((script) => [`completions/${script.file}`, { text: script.text }]),
  ),
});

/** The paths that differ between Linux packages. */
const PACKAGE_PATHS = {
  deb: { zsh: 'usr/share/zsh/vendor-completions', folder: 'usr/share/doc/toile/', licence: 'copyright' },
  rpm: { zsh: 'usr/share/zsh/site-functions', folder: 'usr/share/licenses/toile/', licence: 'LICENSE' },
} as const;

/** Lists the files of an image, which has no manual and no completions. */
export const listImageFiles = ({ file, notices }: Executable): FileTree => ({
  'usr/bin/toile': { from: file, mode: 0o755 },
  ...listLegalFiles('usr/share/doc/toile/', notices),
});

/** Lists the files of a Linux package. */
export function listPackageFiles(
  format: keyof typeof PACKAGE_PATHS,
  { file, notices }: Executable,
  version: string,
): FileTree {
  const getCompletions = (shell: string) => ({ text: COMPLETION_SCRIPTS[shell]?.text ?? '' });
  const { zsh, folder, licence } = PACKAGE_PATHS[format];
  return {
    'usr/bin/toile': { from: file, mode: 0o755 },
    'usr/share/bash-completion/completions/toile': getCompletions('bash'),
    'usr/share/fish/vendor_completions.d/toile.fish': getCompletions('fish'),
    [`${zsh}/_toile`]: getCompletions('zsh'),
    ...Object.fromEntries(
      renderCommandPages(version).map(([name, page]) => [
        `usr/share/man/man1/${name}.gz`,
        { text: gzipSync(page, { level: 9 }) },
      ]),
    ),
    ...listLegalFiles(folder, notices, licence),
  };
}

/** Calls the tools that write archives and packages, so that the same content gives the same bytes. */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, lutimes, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The options that all parts of a release get. */
export interface Making {
  /** The folder for finished files. */
  readonly out: string;
  /** The work folder. */
  readonly place: string;
  /** The date of all files, in seconds since 1970: that of the last commit. */
  readonly date: number;
  /** The compression level, 0 to 9. Test builds use a low level. */
  readonly effort: number;
}

/** Runs a tool of the system. An error includes its output. */
export async function tool(
  name: string,
  argv: readonly string[],
  { cwd, date }: { readonly cwd: string; readonly date: number },
): Promise<string> {
  const env = {
    ...process.env,
    LC_ALL: 'C',
    TZ: 'UTC',
    SOURCE_DATE_EPOCH: String(date),
    DPKG_DEB_THREADS_MAX: '1',
  };
  const { stdout } = await execute(name, argv, { cwd, env, maxBuffer: 2 ** 26 }).catch((error: unknown) => {
    const { code, stderr, message } = error as { code?: unknown; stderr?: string; message: string };
    throw new Error(code === 'ENOENT' ? `${name} is not installed here` : `${name}: ${stderr || message}`);
  });
  return stdout;
}

/** The files to write by path: a text or an existing file, and whether it is executable. */
export interface Content {
  readonly text?: string | Uint8Array;
  readonly from?: string;
  readonly mode?: number;
}
export type Tree = Readonly<Record<string, Content>>;

/** Writes files into a folder, with fixed times and owners. */
export async function lay(folder: string, tree: Tree, date: number): Promise<void> {
  for (const [path, { text, from, mode = 0o644 }] of Object.entries(tree)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    if (from === undefined) await writeFile(target, text ?? '', { mode });
    else await copyFile(from, target);
    await chmod(target, mode);
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    await lutimes(path, date, date);
  }
  await chmod(folder, 0o755);
  await lutimes(folder, date, date);
}

/** Writes a tar of a folder, sorted, with root as owner. */
export const tar = (file: string, folder: string, names: readonly string[], date: number): Promise<string> =>
  tool(
    'tar',
    [
      '--create',
      `--file=${file}`,
      '--format=gnu',
      '--sort=name',
      `--mtime=@${date}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      ...names,
    ],
    { cwd: folder, date },
  );

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');
export const sha256Of = async (file: string): Promise<string> => sha256(await readFile(file));

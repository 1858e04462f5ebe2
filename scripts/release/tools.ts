/** Calls the tools that write archives and packages, so that the same content gives the same bytes. */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, lutimes, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ReleaseFacts } from './release-facts.ts';

const execute = promisify(execFile);

/** The folders and options of one release. */
export interface ReleaseWork {
  readonly facts: ReleaseFacts;
  /** The folder for finished files. */
  readonly out: string;
  /** The work folder. */
  readonly folder: string;
  /** The date of all files, in seconds since 1970: that of the last commit. */
  readonly date: number;
  /** The compression level, 0 to 9. Test builds use a low level. */
  readonly effort: number;
}

/** Runs a tool of the system. An error includes its output. */
export async function runTool(
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
    throw new Error(code === 'ENOENT' ? `${name} is not installed` : `${name}: ${stderr || message}`);
  });
  return stdout;
}

/** The source of a file, a text or an existing file, and its mode. */
export interface FileSource {
  readonly text?: string | Uint8Array;
  readonly from?: string;
  readonly mode?: number;
}

/** The files to write, by path. */
export type FileTree = Readonly<Record<string, FileSource>>;

/** Writes files into a folder, with fixed times and owners. */
export async function writeTree(folder: string, tree: FileTree, date: number): Promise<void> {
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

/** Writes a tar file of these entries of a folder, sorted, with root as owner. */
export const writeTar = (
  file: string,
  folder: string,
  names: readonly string[],
  date: number,
): Promise<string> =>
  runTool(
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

export const computeDigest = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');
export const computeFileDigest = async (file: string): Promise<string> => computeDigest(await readFile(file));

/** How the tools that write archives and packages are called, so that the same content gives the same bytes. */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, lutimes, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** What all parts of a release are handed. */
export interface Making {
  /** Where the finished files go. */
  readonly out: string;
  /** Where work is done. */
  readonly place: string;
  /** Seconds since 1970 that everything is dated with: those of the last commit. */
  readonly date: number;
  /** 0 to 9: a trial that nobody downloads packs less. */
  readonly effort: number;
}

/** Runs a tool of the system; an error says what it said. */
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

/** Files to be, by their path: a text, or a file that is there, and whether it is a program. */
export interface Content {
  readonly text?: string | Uint8Array;
  readonly from?: string;
  readonly mode?: number;
}
export type Tree = Readonly<Record<string, Content>>;

/** Writes files into a folder, with no trace of when and by whom. */
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

/** A tar of what is in a folder, in one order, everything owned by root. */
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

/** Files of the mirror on disk: replaced in one step, read as they are, removed without following a name elsewhere. */
import { createHash } from 'node:crypto';
import { mkdir, open, readBytes, rename, rm, rmdir } from '../border/files.ts';
import { folderOf, type Path, within } from '../border/path.ts';
import { Failure } from '../errors.ts';

/** What toile keeps for itself in the folder; git is told to leave it alone. */
export const HOUSE = '.toile';

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a file stands where a folder is needed',
  EISDIR: 'a folder stands where a file is needed',
  EEXIST: 'a file stands where a folder is needed',
};

/** A fault of the disk, which ends the whole pull: the next file would meet it too. */
export class DiskFailure extends Failure {
  constructor(path: Path, cause: unknown) {
    super(`${path} cannot be written: ${REASONS[codeOf(cause)] ?? codeOf(cause)}`, {
      code: 'cannot_write',
      cause,
    });
  }
}

/** A place in the folder, by its path relative to it with `/`. */
export const below = (root: Path, path: string): Path => within(root, ...path.split('/'));

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** The bytes of a file, or undefined where there is none. Other faults are thrown. */
export async function contentOf(path: Path): Promise<Uint8Array | undefined> {
  try {
    return await readBytes(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/**
 * The whole new content or the whole old one: drafts live in a folder of their own, so the mirror never shows one.
 * That holds when the program ends at any instant; `lasting` makes it hold when the power does, which is slow.
 */
export async function replace(
  root: Path,
  path: string,
  content: string | Uint8Array,
  lasting = false,
): Promise<void> {
  const target = below(root, path);
  const draft = within(root, HOUSE, 'draft');
  try {
    await mkdir(folderOf(target), { recursive: true });
    await mkdir(folderOf(draft), { recursive: true });
    const file = await open(draft, 'w');
    try {
      await file.writeFile(content);
      if (lasting) await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    throw codeOf(error) === '' ? error : new DiskFailure(target, error);
  }
}

/** Writes only what differs from what is there. True when it wrote. */
export async function keep(
  root: Path,
  path: string,
  content: string | Uint8Array,
  lasting = false,
): Promise<boolean> {
  const old = await contentOf(below(root, path));
  const fresh = typeof content === 'string' ? Buffer.from(content) : content;
  if (old !== undefined && Buffer.compare(old, fresh) === 0) return false;
  await replace(root, path, fresh, lasting);
  return true;
}

/** Removes a file, and its folder once that is empty. What people put beside it stays. */
export async function remove(root: Path, path: string): Promise<void> {
  const target = below(root, path);
  try {
    await rm(target, { force: true });
  } catch (error) {
    throw new DiskFailure(target, error);
  }
  await rmdir(folderOf(target)).catch(() => undefined);
}

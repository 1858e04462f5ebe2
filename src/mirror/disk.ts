/** Files of the mirror on disk: replaced in one step, read as they are, removed without following a name elsewhere. */
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
  constructor(path: string, cause: unknown) {
    super(`${path} cannot be written: ${REASONS[codeOf(cause)] ?? codeOf(cause)}`, {
      code: 'cannot_write',
      cause,
    });
  }
}

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** The bytes of a file, or undefined where there is none. Other faults are thrown. */
export async function contentOf(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
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
  root: string,
  path: string,
  content: string | Uint8Array,
  lasting = false,
): Promise<void> {
  const target = join(root, path);
  const draft = join(root, HOUSE, 'draft');
  try {
    await mkdir(dirname(target), { recursive: true });
    await mkdir(dirname(draft), { recursive: true });
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
  root: string,
  path: string,
  content: string | Uint8Array,
  lasting = false,
): Promise<boolean> {
  const old = await contentOf(join(root, path));
  const fresh = typeof content === 'string' ? Buffer.from(content) : content;
  if (old !== undefined && Buffer.compare(old, fresh) === 0) return false;
  await replace(root, path, fresh, lasting);
  return true;
}

/** Removes a file, and its folder once that is empty. What people put beside it stays. */
export async function remove(root: string, path: string): Promise<void> {
  const target = join(root, path);
  try {
    await rm(target, { force: true });
  } catch (error) {
    throw new DiskFailure(target, error);
  }
  await rmdir(dirname(target)).catch(() => undefined);
}

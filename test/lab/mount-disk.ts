/** A small real file system for one test. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const quiet = { stdio: 'ignore' } as const;

const findMountProblem = (): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'toile-lab-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'lab', folder], quiet);
    execFileSync('umount', [folder], quiet);
    return undefined;
  } catch {
    return 'nothing can be mounted here: that takes root';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Why this machine cannot mount; undefined if it can. */
export const MOUNT_PROBLEM = findMountProblem();

export interface MountedDisk {
  readonly path: string;
  /** Remounts with options such as `ro` or `size=20m`. */
  remount(options: string): void;
  /** Fills the disk except for this many bytes (pages of 4 KiB). */
  leave(bytes: number): void;
  /** Removes the file that fills the disk. */
  clear(): void;
  unmount(): void;
}

export const mountDisk = (path: string, kib: number): MountedDisk => {
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k,mode=700`, 'lab', path], quiet);
  const filling = join(path, '.filling');
  const readFreeBytes = (): number =>
    Number(execFileSync('stat', ['-f', '-c', '%a', path]).toString()) *
    Number(execFileSync('stat', ['-f', '-c', '%S', path]).toString());
  return {
    path,
    remount: (options) => void execFileSync('mount', ['-o', `remount,${options}`, path], quiet),
    leave(bytes) {
      rmSync(filling, { force: true });
      writeFileSync(filling, Buffer.alloc(Math.max(0, readFreeBytes() - bytes)));
    },
    clear: () => rmSync(filling, { force: true }),
    unmount: () => void execFileSync('umount', ['-l', path], quiet),
  };
};

/** Starts a program for which file modes count even when root runs it. */
export const WITHOUT_ROOT_RIGHTS: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

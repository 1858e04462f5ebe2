/** A small real file system, for as long as a test takes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const quiet = { stdio: 'ignore' } as const;

const tried = (): string | undefined => {
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

/** Why nothing can be mounted; undefined where it can. */
export const NO_MOUNT = tried();

export interface Mounted {
  readonly path: string;
  /** Changes it as `mount -o remount` does: `ro`, `size=20m`. */
  remount(options: string): void;
  /** Leaves so many bytes free; whole pages of 4 KiB. */
  leave(bytes: number): void;
  /** Takes away what fills it. */
  clear(): void;
  unmount(): void;
}

export const mount = (path: string, kib: number): Mounted => {
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'lab', path], quiet);
  const filling = join(path, '.filling');
  const free = (): number =>
    Number(execFileSync('stat', ['-f', '-c', '%a', path]).toString()) *
    Number(execFileSync('stat', ['-f', '-c', '%S', path]).toString());
  return {
    path,
    remount: (options) => void execFileSync('mount', ['-o', `remount,${options}`, path], quiet),
    leave(bytes) {
      rmSync(filling, { force: true });
      writeFileSync(filling, Buffer.alloc(Math.max(0, free() - bytes)));
    },
    clear: () => rmSync(filling, { force: true }),
    unmount: () => void execFileSync('umount', ['-l', path], quiet),
  };
};

/** Put before a program so that root, too, is held to the modes of files. */
export const HELD_TO_MODES: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

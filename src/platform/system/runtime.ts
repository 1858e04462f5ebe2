import { devNull } from 'node:os';
import { isatty } from 'node:tty';
import { fstatSync, statSync } from '../files/safe-fs.ts';
import { markSystemPath } from '../files/safe-path.ts';

/** True if toile runs in Bun, the runtime of its single-file executables. */
export const isBunRuntime = process.versions.bun !== undefined;

/** Returns true if an open file is certainly not a terminal. On Windows, always returns false. */
const isNoTerminal = (fd: number): boolean => {
  if (process.platform === 'win32') return false;
  try {
    const stats = fstatSync(fd);
    return !stats.isCharacterDevice() || stats.rdev === statSync(markSystemPath(devNull))?.rdev;
  } catch {
    return false;
  }
};

/**
 * Returns true if a file descriptor is a terminal. `isatty` loads the stream modules of Node, so a cheaper check comes
 * first.
 */
export const isTerminal = (fd: number): boolean => !isNoTerminal(fd) && isatty(fd);

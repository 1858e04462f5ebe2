import { devNull } from 'node:os';
import { isatty } from 'node:tty';
import { fstatSync, statSync } from '../files/safe-fs.ts';
import { markSystemPath } from '../files/safe-path.ts';

/** True in Bun, the runtime of the single executables. When Bun exits, it does not wait for threads. */
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
 * Returns true if a file descriptor is a terminal. First makes a cheaper check that can rule out a terminal, because
 * `isatty` loads the stream modules of Node.
 */
export const isTerminal = (fd: number): boolean => !isNoTerminal(fd) && isatty(fd);

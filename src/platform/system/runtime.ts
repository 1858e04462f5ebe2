import { devNull } from 'node:os';
import { isatty } from 'node:tty';
import { fstatSync, statSync } from '../files/safe-fs.ts';
import { markSystemPath } from '../files/safe-path.ts';

/** True in the Bun runtime of the single executables. There the process exits without waiting for threads. */
export const isBunRuntime = process.versions.bun !== undefined;

/** Returns true if an open file cannot be a terminal; false if that is unknown, and always on Windows. */
const isNoTerminal = (fd: number): boolean => {
  if (process.platform === 'win32') return false;
  try {
    const stats = fstatSync(fd);
    return !stats.isCharacterDevice() || stats.rdev === statSync(markSystemPath(devNull))?.rdev;
  } catch {
    return false;
  }
};

/** Returns true if a file descriptor is a terminal. The cheap check comes first: `isatty` loads Node's streams. */
export const isTerminal = (fd: number): boolean => !isNoTerminal(fd) && isatty(fd);

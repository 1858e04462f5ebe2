import { devNull } from 'node:os';
import { isatty } from 'node:tty';
import { fstatSync, statSync } from '../border/files.ts';
import { systemPath } from '../border/path.ts';

/** Whether an open file is no terminal for sure. What Windows says of its consoles is not relied on. */
const isSurelyNone = (fd: number): boolean => {
  if (process.platform === 'win32') return false;
  try {
    const stats = fstatSync(fd);
    return !stats.isCharacterDevice() || stats.rdev === statSync(systemPath(devNull))?.rdev;
  } catch {
    return false;
  }
};

/** As Node tells it, which loads all of its streams for that: as long as everything else about `--help`. */
export const isTerminal = (fd: number): boolean => !isSurelyNone(fd) && isatty(fd);

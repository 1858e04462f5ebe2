/** Checks that only the owner and the system can write or replace a file, as `ssh` does for its files. */

import { quoteShellWord, type ShellSafe, shellText } from '../escape/shell.ts';
import { readTextSync, realpathSync, statSync } from '../files/safe-fs.ts';
import { getParentPath, markSystemPath, type SafePath } from '../files/safe-path.ts';

/** The reason why a file is not trusted, and a command that shows or fixes it. */
export interface FileTrustIssue {
  /** The reason why the file is not trusted. It begins with the path, for example `/x belongs to another user`. */
  readonly message: string;
  readonly command: ShellSafe;
}

const STICKY = 0o1000;
const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;
const ROOT = 0;

const readColonLines = (path: string): readonly (readonly string[])[] => {
  try {
    return readTextSync(markSystemPath(path))
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
};

/** Returns true if the user `uid` is the only member of the group `gid`. Many systems create a group for each user. */
const isPrivateGroup = (gid: number, uid: number): boolean => {
  const users = readColonLines('/etc/passwd');
  const name = users.find(([, , id]) => Number(id) === uid)?.[0];
  const group = readColonLines('/etc/group').find(([, , id]) => Number(id) === gid);
  if (name === undefined || group?.[0] !== name) return false;
  const members = (group[3] ?? '').split(',').filter((member) => member !== '' && member !== name);
  const hasOtherUser = users.some(([other, , , mainGroup]) => Number(mainGroup) === gid && other !== name);
  return members.length === 0 && !hasOtherUser;
};

/**
 * Returns true if the user `owner`, who owns a file or directory, is unknown in this container. This can occur if the
 * directory is mounted from outside.
 */
const isUnmapped = (owner: number): boolean => {
  const [[unknownOwner] = []] = readColonLines('/proc/sys/kernel/overflowuid');
  const [[map = ''] = []] = readColonLines('/proc/self/uid_map');
  return owner === Number(unknownOwner) && !/^\s*0\s+0\s+4294967295\s*$/.test(map);
};

const tryStat = (path: SafePath): ReturnType<typeof statSync> => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};

/**
 * Returns the reason why other users can change a file or directory; undefined if they cannot. `isAbove` is true for a
 * parent directory, which may also belong to root. A parent directory may also be writable for all users if it has the
 * sticky bit, as `/tmp` has. With this bit, users cannot replace the files of others.
 */
const checkEntryTrust = (path: SafePath, uid: number, isAbove: boolean): FileTrustIssue | undefined => {
  const stats = tryStat(path);
  if (stats === undefined || (isAbove && !stats.isDirectory())) return undefined;
  const { mode, uid: owner, gid } = stats;
  if (owner !== uid && !(isAbove && (owner === ROOT || isUnmapped(owner)))) {
    return {
      message: `${path} belongs to another user`,
      command: shellText`ls -ld ${quoteShellWord(path)}`,
    };
  }
  const isOpen = (mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITES) !== 0 && !isPrivateGroup(gid, uid));
  if (!isOpen || (isAbove && (mode & STICKY) !== 0)) return undefined;
  return {
    message: `${path} can be written by others`,
    command: shellText`chmod go-w ${quoteShellWord(path)}`,
  };
};

/**
 * Returns the reason why a file is not trusted; undefined if it is trusted, and always on Windows. A trusted file
 * belongs to this user, and only this user and their private group can write to it. A directory above it may also
 * belong to root or have the sticky bit. Symbolic links are followed, and the path need not exist.
 */
export const checkFileTrust = (path: SafePath, uid = process.geteuid?.()): FileTrustIssue | undefined => {
  if (uid === undefined) return undefined;
  let existingPath = path;
  while (tryStat(existingPath) === undefined && getParentPath(existingPath) !== existingPath)
    existingPath = getParentPath(existingPath);
  let entry = existingPath;
  try {
    entry = realpathSync(existingPath);
  } catch {
    // The path was removed after the loop above found it. The caller gets an error when it opens the file, and reports
    // this error.
  }
  let issue = checkEntryTrust(entry, uid, existingPath !== path);
  for (; issue === undefined && getParentPath(entry) !== entry; entry = getParentPath(entry))
    issue = checkEntryTrust(getParentPath(entry), uid, true);
  return issue;
};

/** Returns the warning that toile does not use the file, with the reason and a command to check or fix it. */
export const formatTrustWarning = ({ message, command }: FileTrustIssue): string =>
  `${message}, so toile does not use it; run ${command}`;

/**
 * Whether what stands at a place can be believed: nobody but its owner and the system's could have written it, or have
 * put another in its place. What `ssh` asks of its own files, asked in one way for all that toile keeps.
 */

import { readdirSync, readTextSync, realpathSync, statSync } from '../border/files.ts';
import { folderOf, type Path, systemPath, within } from '../border/path.ts';
import { shellWord, type Typeable, typeable } from '../border/shell.ts';

export interface Doubt {
  /** A sentence that begins with the place which raises it. */
  readonly says: string;
  readonly type: Typeable;
}

const STICKY = 0o1000;
const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;
const ROOT = 0;

const lines = (path: string): readonly (readonly string[])[] => {
  try {
    return readTextSync(systemPath(path))
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
};

/** Many systems give everybody a group of their own, and let it write: then nobody else is in it. */
const isPrivate = (gid: number, uid: number): boolean => {
  const people = lines('/etc/passwd');
  const name = people.find(([, , id]) => Number(id) === uid)?.[0];
  const group = lines('/etc/group').find(([, , id]) => Number(id) === gid);
  if (name === undefined || group?.[0] !== name) return false;
  const members = (group[3] ?? '').split(',').filter((member) => member !== '' && member !== name);
  return members.length === 0 && !people.some(([other, , , main]) => Number(main) === gid && other !== name);
};

/** Within a namespace of users, all that is not its own seems to belong to one who is nobody. */
const isUnmapped = (owner: number): boolean => {
  const [[overflow] = []] = lines('/proc/sys/kernel/overflowuid');
  const [[map = ''] = []] = lines('/proc/self/uid_map');
  return owner === Number(overflow) && !/^\s*0\s+0\s+4294967295\s*$/.test(map);
};

/** Undefined where nothing stands, or nothing that can be looked at. */
const found = (path: Path): ReturnType<typeof statSync> => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};

/** What is wrong with one place; `isAbove` says that it is a folder above the place in question. */
const doubtOf = (path: Path, uid: number, isAbove: boolean): Doubt | undefined => {
  const stats = found(path);
  if (stats === undefined || (isAbove && !stats.isDirectory())) return undefined;
  const { mode, uid: owner, gid } = stats;
  if (owner !== uid && !(isAbove && (owner === ROOT || isUnmapped(owner)))) {
    return { says: `${path} belongs to somebody else`, type: typeable`ls -ld ${shellWord(path)}` };
  }
  const isOpen = (mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITES) !== 0 && !isPrivate(gid, uid));
  if (!isOpen || (isAbove && (mode & STICKY) !== 0)) return undefined;
  return { says: `${path} can be written by others`, type: typeable`chmod go-w ${shellWord(path)}` };
};

/**
 * Why a place, and what will be made there, is not to be believed; undefined where it is. Links are followed: what
 * counts is where they end. Where the system knows no owners (Windows) nothing is asked.
 */
export const doubtAbout = (path: Path, uid = process.geteuid?.()): Doubt | undefined => {
  if (uid === undefined) return undefined;
  let standing = path;
  while (found(standing) === undefined && folderOf(standing) !== standing) standing = folderOf(standing);
  let at = standing;
  try {
    at = realpathSync(standing);
  } catch {
    // It went in this moment; whoever opens it is told.
  }
  let doubt = doubtOf(at, uid, standing !== path);
  for (; doubt === undefined && folderOf(at) !== at; at = folderOf(at))
    doubt = doubtOf(folderOf(at), uid, true);
  return doubt;
};

/** The same of a folder and of all that stands in it. */
export const doubtWithin = (folder: Path, uid = process.geteuid?.()): Doubt | undefined => {
  if (uid === undefined) return undefined;
  const all = (at: Path): Doubt | undefined => {
    let doubt: Doubt | undefined;
    for (const name of found(at)?.isDirectory() ? readdirSync(at) : []) {
      const each = within(at, name);
      doubt ??= doubtOf(each, uid, false) ?? all(each);
    }
    return doubt;
  };
  return doubtAbout(folder, uid) ?? all(folder);
};

/** The same in a sentence that says what it leads to. */
export const doubtful = ({ says, type }: Doubt): string =>
  `${says}, so toile works without what it keeps there (look at it: ${type})`;

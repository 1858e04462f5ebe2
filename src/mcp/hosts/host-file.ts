import { constants, copyFile, lstat, mkdir, readText, realpath, stat } from '../../border/files.ts';
import { beside, folderOf, type Path } from '../../border/path.ts';
import { typeable } from '../../border/shell.ts';
import { Failure } from '../../errors.ts';
import { errnoOf } from '../../system/errno.ts';
import { replaceFile } from '../../system/replace-file.ts';
import { type Edited, editJson, Unreadable } from './json-entry.ts';
import { editToml } from './toml-entry.ts';

/** One server in the file of an assistant. */
export interface Place {
  readonly format: 'json' | 'toml';
  /** The member that holds the servers. */
  readonly table: string;
  readonly name: string;
}

/** What writing would do. */
export interface PlannedEdit {
  /** The entry as it stands there; undefined where there is none. */
  readonly now: unknown;
  readonly changes: boolean;
  /** The path of the copy of the file as it was; undefined where there was none, or nothing to change. */
  write(): Promise<string | undefined>;
}

const unusable = (file: string, why: string): Failure =>
  new Failure(`${file} ${why}, so it was left as it is`, {
    code: 'bad_host_file',
    hint: typeable`add the server by hand: toile mcp config shows what to add`,
  });

/** A copy beside the file, under a name that is free. */
const keepCopy = async (file: Path): Promise<string> => {
  for (let number = 1; ; number += 1) {
    const copy = beside(file, `.before-toile${number === 1 ? '' : `-${number}`}`);
    try {
      await copyFile(file, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST' || number > 99) throw error;
    }
  }
};

const textIn = async (file: Path): Promise<string | undefined> =>
  readText(file).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** People keep such files elsewhere and link to them; the link is to stay one. */
const behind = async (named: Path): Promise<Path> => {
  const file = await realpath(named).catch(() => undefined);
  if (file !== undefined) return file;
  const isLink = (await lstat(named).catch(() => undefined))?.isSymbolicLink() ?? false;
  if (isLink) throw unusable(named, 'is a link to what is not there');
  return named;
};

const planned = async (file: Path, edit: (text: string | undefined) => Edited): Promise<PlannedEdit> => {
  const text = await textIn(file);
  const { text: next, now } = edit(text);
  const changes = next !== (text ?? '');
  return {
    now,
    changes,
    write: async () => {
      if (!changes) return undefined;
      if ((await textIn(file)) !== text) throw unusable(file, 'was changed by somebody else meanwhile');
      await mkdir(folderOf(file), { recursive: true });
      const backup = text === undefined ? undefined : await keepCopy(file);
      const mode = text === undefined ? 0o600 : (await stat(file)).mode & 0o777;
      // Replaced as a whole: the assistant may be reading it.
      await replaceFile(file, next, mode);
      return backup;
    },
  };
};

/** Puts a server into a file and leaves every other byte of it alone; without an entry it is taken out. */
export const planEdit = async (
  named: Path,
  { format, table, name }: Place,
  given: object | undefined,
): Promise<PlannedEdit> => {
  const entry = given && { ...given };
  const file = await behind(named);
  return planned(file, (text = '') => {
    try {
      return format === 'json' ? editJson(text, table, name, entry) : editToml(text, table, name, entry);
    } catch (error) {
      throw error instanceof Unreadable ? unusable(file, error.message) : error;
    }
  });
};

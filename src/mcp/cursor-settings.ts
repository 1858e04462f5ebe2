import { constants, copyFile, mkdir, readText, realpath, stat } from '../border/files.ts';
import { beside, folderOf, namedPath, type Path, within } from '../border/path.ts';
import { typeable } from '../border/shell.ts';
import { Failure } from '../errors.ts';
import { isRecord } from '../json/values.ts';
import { errnoOf } from '../system/errno.ts';
import { replaceFile } from '../system/replace-file.ts';

const unusable = (file: string, why: string): Failure =>
  new Failure(`${file} ${why}, so it was left as it is`, {
    code: 'bad_host_file',
    hint: typeable`add the server by hand: toile mcp config cursor`,
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

/**
 * Puts one server into Cursor's file and leaves the rest of it alone. The path of the copy of the file as it was;
 * undefined where there was none, or nothing to change. Throws a Failure for a file that is not plain JSON.
 */
export const writeCursor = async (home: string, name: string, entry: object): Promise<string | undefined> => {
  const named = within(namedPath(home, '.cursor'), 'mcp.json');
  // People keep such files elsewhere and link to them; the link is to stay one.
  const file = await realpath(named).catch(() => named);
  const text = await readText(file).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  let now: unknown = {};
  try {
    if (text !== undefined && text.trim() !== '') now = JSON.parse(text);
  } catch {
    throw unusable(file, 'is not plain JSON');
  }
  if (!isRecord(now) || !isRecord(now.mcpServers ?? {}))
    throw unusable(file, 'has another form than is known');
  const servers = (now.mcpServers ?? {}) as Record<string, unknown>;
  if (JSON.stringify(servers[name]) === JSON.stringify(entry)) return undefined;
  const next = { ...now, mcpServers: { ...servers, [name]: entry } };
  const indent = /^([ \t]+)"/m.exec(text ?? '')?.[1] ?? '  ';
  await mkdir(folderOf(file), { recursive: true });
  const backup = text === undefined ? undefined : await keepCopy(file);
  const mode = text === undefined ? 0o600 : (await stat(file)).mode & 0o777;
  // Replaced as a whole: Cursor may be reading it.
  await replaceFile(file, `${JSON.stringify(next, null, indent)}\n`, mode);
  return backup;
};

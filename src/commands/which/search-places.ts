import type { Collection } from '../../collection/load-collection.ts';
import { UsageError } from '../../platform/errors.ts';
import { getErrnoCode, stat } from '../../platform/files/safe-fs.ts';
import { joinPath, resolveUserPath } from '../../platform/files/safe-path.ts';
import { detectPathKind, readUserFolder } from '../../platform/files/user-files.ts';
import { appendAll } from '../../platform/lists.ts';
import type { CommandContext } from '../command-context.ts';

/**
 * A folder as the user typed it, and the pulled folders to search. If the typed folder is itself a pulled folder, only
 * this folder is searched. Otherwise the pulled folders directly inside it are searched. Each `dir` begins with the
 * typed folder, as in `seasons/spring`, unless the typed folder is `.`.
 */
export interface SearchRoot {
  readonly typed: string;
  readonly folders: readonly { readonly dir: string; readonly collection: Collection }[];
}

/** The pulled folders, workbooks and files to search, and the folders that could not be read. */
export interface SearchPlaces {
  readonly roots: readonly SearchRoot[];
  readonly workbooks: readonly string[];
  /** The paths of the files that hold a body. */
  readonly bodies: readonly string[];
  /** One text for each folder that could not be read, with the reason. */
  readonly notes: readonly string[];
}

const MAX_ENTRIES = 2_000;

/**
 * Lists the workbooks directly in a folder, and its pulled folders (see `SearchRoot`). Looks only at the first
 * `MAX_ENTRIES` names.
 */
const listFolder = async ({ system }: CommandContext, typed: string) => {
  const root = resolveUserPath(system.platform.cwd, typed);
  const entries = (await readUserFolder(system, typed)).toSorted().slice(0, MAX_ENTRIES);
  const hasManifest = async (...names: readonly string[]): Promise<boolean> => {
    try {
      return (await stat(joinPath(root, ...names, 'manifest.json'))).isFile();
    } catch (error) {
      // If a folder has a file `manifest.json` but the file cannot be opened, the folder still counts as a pulled
      // folder. The error is reported later, when the folder is read.
      return !['ENOENT', 'ENOTDIR'].includes(getErrnoCode(error));
    }
  };
  const join = (name: string): string => (typed === '.' ? name : `${typed.replace(/[\\/]+$/, '')}/${name}`);
  const workbooks = entries.filter((name) => /\.xlsx$/i.test(name) && !name.startsWith('~$')).map(join);
  if (await hasManifest()) return { folders: [typed], workbooks };
  const folders: string[] = [];
  for (const name of entries) if (await hasManifest(name)) folders.push(join(name));
  return { folders, workbooks };
};

/**
 * Returns the places to search for the typed paths. A file with a name that ends in `.xlsx` is a workbook, and any
 * other file is a body. In a folder, the places are the workbooks directly inside it and the pulled folders (see
 * `SearchRoot`). Throws a UsageError if a path does not exist. Rethrows the error if a typed folder was pulled but
 * cannot be read.
 */
export const loadSearchPlaces = async (
  deps: CommandContext,
  words: readonly string[],
): Promise<SearchPlaces> => {
  const roots: SearchRoot[] = [];
  const [workbooks, bodies, notes]: readonly [string[], string[], string[]] = [[], [], []];
  for (const typed of words) {
    const kind = await detectPathKind(deps.system, typed);
    if (kind === undefined) throw new UsageError(`file or folder not found: ${typed}`);
    if (kind === 'file') {
      (/\.xlsx$/i.test(typed) ? workbooks : bodies).push(typed);
      continue;
    }
    const found = await listFolder(deps, typed);
    appendAll(workbooks, found.workbooks);
    const folders: SearchRoot['folders'][number][] = [];
    for (const dir of found.folders) {
      try {
        folders.push({ dir, collection: await deps.readCollection(dir) });
      } catch (error) {
        deps.signal.throwIfAborted();
        if (found.folders.length === 1 && found.folders[0] === typed) throw error;
        notes.push(`${dir}: ${error instanceof Error ? error.message : 'cannot be read'}`);
      }
    }
    roots.push({ typed, folders });
  }
  return { roots, workbooks, bodies, notes };
};

import { readBytesSync, stat } from '../border/files.ts';
import type { Path } from '../border/path.ts';
import { shellWord, typeable } from '../border/shell.ts';
import { Failure, UsageError } from '../errors.ts';
import { below, codeOf, sha256 } from './disk.ts';
import { openFolder } from './folder.ts';
import type { HeldFile } from './manifest.ts';
import type { SubjectId } from './names.ts';
import type { Tools } from './tools.ts';
import type { Subject } from './writing.ts';

/** One design or garment of a pulled folder. */
export interface HeldOne {
  readonly of: SubjectId;
  readonly summary: Readonly<Record<string, unknown>> | undefined;
  /** Relative to the folder. */
  readonly folder: string;
  readonly files: ReadonlyMap<string, HeldFile>;
  /** The bytes of a file, checked against the manifest. Throws a Failure where they are not what was pulled. */
  bytes(name: string): Uint8Array;
  /** A file as it is on disk, edited or not. */
  text(name: string): string;
  /** The body in it, numbers as written; throws a SyntaxError where it is no JSON any more. */
  json(name: string): unknown;
}

/** A pulled folder, to be read. */
export interface Held {
  readonly root: Path;
  readonly userId: string | null;
  readonly subjects: readonly HeldOne[];
}

/** The sandbox asks for a body within one turn, as it does for bodies that it makes itself. */
function contentIn(path: Path): Uint8Array {
  try {
    return readBytesSync(path);
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${codeOf(error)}`, { code: 'lost_file', cause: error });
  }
}

/** Throws a UsageError where there is no folder that a pull wrote. */
export async function readHeld(root: Path, tools: Tools): Promise<Held> {
  const stats = await stat(root).catch((error: unknown) => {
    throw new UsageError(
      `${root} cannot be read: ${codeOf(error) === 'ENOENT' ? 'there is no such folder' : codeOf(error)}`,
      {
        code: 'no_mirror',
        hint: typeable`toile pull ${shellWord(root)} makes one`,
      },
    );
  });
  if (!stats.isDirectory()) throw new UsageError(`${root} is no folder`, { code: 'no_mirror' });
  const folder = await openFolder(root, tools);
  if (!folder.isMirror) {
    throw new UsageError(`${root} holds nothing that was pulled: it has no manifest.json`, {
      code: 'no_mirror',
      hint: typeable`toile pull ${shellWord(root)} fills it`,
    });
  }
  const one = ({ of, about, files }: Subject): HeldOne => ({
    of,
    summary: about.summary,
    folder: about.folder,
    files,
    text: (name) => Buffer.from(contentIn(below(root, `${about.folder}/${name}`))).toString('utf8'),
    bytes(name) {
      const path = below(root, `${about.folder}/${name}`);
      const content = contentIn(path);
      if (files.get(name)?.sha256 !== sha256(content)) {
        throw new Failure(`${path} is not what was pulled: somebody has changed it`, {
          code: 'edited_file',
          hint: typeable`toile pull ${shellWord(root)} puts it right`,
        });
      }
      return content;
    },
    json(name) {
      return tools.readJson(this.text(name));
    },
  });
  return {
    root,
    userId: folder.userId,
    subjects: [...folder.subjects.values()].filter(({ files }) => files.size > 0).map(one),
  };
}

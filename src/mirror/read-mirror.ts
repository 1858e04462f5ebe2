import type { Path } from '../border/path.ts';
import { advice, shellWord, toType } from '../border/shell.ts';
import { Failure, UsageError } from '../errors.ts';
import { ANSWER } from '../size-limits.ts';
import { sha256 } from '../system/sha256.ts';
import type { Disk } from './disk.ts';
import type { SubjectId } from './file-names.ts';
import { openFolder } from './folder.ts';
import { held, pathOf, type Subject } from './folder-types.ts';
import { type HeldFile, isObject, nameOf } from './manifest.ts';
import type { Tools } from './tools.ts';

/** One design or garment of a pulled folder. */
export interface HeldOne {
  readonly of: SubjectId;
  readonly summary: Readonly<Record<string, unknown>> | undefined;
  readonly name: string | null;
  /** Relative to the folder. */
  readonly folder: string;
  readonly files: ReadonlyMap<string, HeldFile>;
  /**
   * The bytes of a file, checked against the manifest. Where they are not what was pulled, `edited` is told which file
   * that is; without it, and where no body can be read in them any more, that is a Failure.
   */
  bytes(name: string, edited?: (file: string) => void): Uint8Array;
  /** A file as it is on disk, edited or not. */
  text(name: string): string;
  /** The body in it, numbers as written; throws a Failure where it is no JSON any more. */
  json(name: string): unknown;
}

/** A pulled folder, to be read. */
export interface Held {
  readonly root: Path;
  readonly userId: string | null;
  /** The last pull did not come to its end: files may be missing, or older than others. */
  readonly isUnfinished: boolean;
  readonly subjects: readonly HeldOne[];
}

/** Throws a UsageError where there is no folder that a pull wrote. */
export const readHeld = async (disk: Disk, tools: Tools): Promise<Held> => {
  const { root } = disk;
  const right = advice`${toType`toile pull ${shellWord(root)}`} puts it right`;
  if (!disk.isThere()) {
    throw new UsageError(`${root} cannot be read: there is no such folder`, {
      code: 'no_mirror',
      hint: advice`${toType`toile pull ${shellWord(root)}`} makes one`,
    });
  }
  const folder = await openFolder(disk, tools);
  if (!folder.isMirror) {
    throw new UsageError(`${root} holds nothing that was pulled: it has no manifest.json`, {
      code: 'no_mirror',
      hint: advice`${toType`toile pull ${shellWord(root)}`} fills it`,
    });
  }
  const there = <T>(path: string, content: T | undefined): T => {
    if (content !== undefined) return content;
    throw new Failure(`${disk.shown(path)} is no longer there`, { code: 'lost_file', hint: right });
  };
  const edited = (path: string, what: string): Failure =>
    new Failure(`${disk.shown(path)} is ${what}: somebody has changed it`, {
      code: 'edited_file',
      hint: right,
    });
  const one = (subject: Subject): HeldOne => {
    const read = (path: string, content: string): unknown => {
      try {
        return tools.readJson(content);
      } catch {
        throw edited(path, 'not JSON any more');
      }
    };
    const text = (name: string): string => {
      const path = pathOf(subject, name);
      return there(path, disk.text(path));
    };
    return {
      of: subject.of,
      summary: subject.about.summary,
      name: nameOf(subject.about),
      folder: subject.about.folder,
      files: subject.files,
      text,
      bytes(name, serve) {
        const path = pathOf(subject, name);
        const content = there(path, disk.bytes(path));
        if (subject.files.get(name)?.sha256 === sha256(content)) return content;
        if (!serve) throw edited(path, 'not what was pulled');
        if (content.length > ANSWER.bytes) throw edited(path, 'larger than any answer');
        if (name.endsWith('.json') && !isObject(read(path, Buffer.from(content).toString('utf8'))))
          throw edited(path, 'no JSON object any more');
        serve(disk.shown(path));
        return content;
      },
      json: (name) => read(pathOf(subject, name), text(name)),
    };
  };
  return {
    root,
    userId: folder.userId,
    isUnfinished: folder.unfinished !== undefined,
    subjects: held(folder).map(one),
  };
};

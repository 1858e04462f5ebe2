import { Failure, UsageError } from '../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord } from '../platform/escape/shell.ts';
import type { SafePath } from '../platform/files/safe-path.ts';
import { isRecord } from '../platform/json/json-values.ts';
import { RESPONSE_LIMITS } from '../platform/size-limits.ts';
import { computeSha256 } from '../platform/system/sha256.ts';
import type { CollectionDisk } from './collection-disk.ts';
import type { SubjectId } from './collection-paths.ts';
import {
  type CollectionTools,
  joinSubjectPath,
  listPulledSubjects,
  type PulledSubject,
} from './collection-types.ts';

import { openCollectionWriter } from './collection-writer.ts';
import { type ManifestFile, readSubjectName } from './manifest.ts';

/** One design or garment of a pulled folder, with functions that read its files. */
export interface CollectionItem {
  readonly subjectId: SubjectId;
  readonly summary: Readonly<Record<string, unknown>> | undefined;
  readonly name: string | null;
  readonly folder: string;
  readonly files: ReadonlyMap<string, ManifestFile>;
  /**
   * Returns the bytes of a file. If the file was edited after the pull, calls `onEdited` with its path and returns the
   * edited bytes. Throws a Failure if the file is missing, or if it was edited and there is no `onEdited`. Also throws
   * a Failure if an edited file is larger than any response of the service, or is a `.json` file without a JSON object.
   */
  readBytes(name: string, onEdited?: (file: string) => void): Uint8Array;
  /**
   * Returns the text of a file, even if the file was edited after the pull. Throws a Failure if the file is missing.
   */
  readText(name: string): string;
  /**
   * Returns the content of a file, parsed as JSON. Each number stays as it is written in the file, for example `56.0`.
   * Throws a Failure if the file is missing or not JSON.
   */
  readJson(name: string): unknown;
}

/** A pulled folder that was loaded for reading, with its designs and garments (`subjects`). */
export interface Collection {
  readonly root: SafePath;
  readonly userId: string | null;
  /** True if the last pull did not finish: files may be missing or outdated. */
  readonly isUnfinished: boolean;
  readonly subjects: readonly CollectionItem[];
}

/**
 * Loads a pulled folder for reading. Throws a UsageError if the folder does not exist or was never pulled, and a
 * Failure if its manifest or journal is invalid.
 */
export const loadCollection = async (disk: CollectionDisk, tools: CollectionTools): Promise<Collection> => {
  const { root } = disk;
  const repairHint = hintText`${nextCommand`toile pull ${quoteShellWord(root)}`} repairs it`;
  if (!disk.exists()) {
    throw new UsageError(`${root} does not exist`, {
      code: 'no_mirror',
      hint: hintText`${nextCommand`toile pull ${quoteShellWord(root)}`} creates it`,
    });
  }
  const folder = await openCollectionWriter(disk, tools);
  if (!folder.isCollection) {
    throw new UsageError(`${root} is not a pulled folder: it has no manifest.json`, {
      code: 'no_mirror',
      hint: hintText`${nextCommand`toile pull ${quoteShellWord(root)}`} fills it`,
    });
  }
  const requireContent = <T>(path: string, content: T | undefined): T => {
    if (content !== undefined) return content;
    throw new Failure(`${disk.displayPath(path)} is no longer on disk`, {
      code: 'lost_file',
      hint: repairHint,
    });
  };
  const createEditedFailure = (path: string, problem: string): Failure =>
    new Failure(`${disk.displayPath(path)} is ${problem}: the file was edited after the pull`, {
      code: 'edited_file',
      hint: repairHint,
    });
  const toCollectionItem = (subject: PulledSubject): CollectionItem => {
    const parseContent = (path: string, content: string): unknown => {
      try {
        return tools.readJson(content);
      } catch {
        throw createEditedFailure(path, 'no longer JSON');
      }
    };
    const readText = (name: string): string => {
      const path = joinSubjectPath(subject, name);
      return requireContent(path, disk.readText(path));
    };
    return {
      subjectId: subject.subjectId,
      summary: subject.about.summary,
      name: readSubjectName(subject.about),
      folder: subject.about.folder,
      files: subject.files,
      readText,
      readBytes(name, onEdited) {
        const path = joinSubjectPath(subject, name);
        const content = requireContent(path, disk.readBytes(path));
        if (subject.files.get(name)?.sha256 === computeSha256(content)) return content;
        if (!onEdited) throw createEditedFailure(path, 'different from the pulled file');
        if (content.length > RESPONSE_LIMITS.bytes)
          throw createEditedFailure(path, 'larger than the limit of toile');
        if (name.endsWith('.json') && !isRecord(parseContent(path, Buffer.from(content).toString('utf8'))))
          throw createEditedFailure(path, 'no longer a JSON object');
        onEdited(disk.displayPath(path));
        return content;
      },
      readJson: (name) => parseContent(joinSubjectPath(subject, name), readText(name)),
    };
  };
  return {
    root,
    userId: folder.userId,
    isUnfinished: folder.unfinished !== undefined,
    subjects: listPulledSubjects(folder).map(toCollectionItem),
  };
};

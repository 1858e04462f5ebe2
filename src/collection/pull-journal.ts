/** The journal of a pulled folder: one line for each step of a pull, so that a pull that was killed can be resumed. */

import { Failure } from '../platform/errors.ts';
import { quoteShellWord, shellText } from '../platform/escape/shell.ts';
import { isRecord } from '../platform/json/json-values.ts';
import { appendAll } from '../platform/lists.ts';
import { type CollectionDisk, TOILE_DIRECTORY } from './collection-disk.ts';
import { isSubjectFilePath, parseSubjectId, type SubjectId } from './collection-paths.ts';
import {
  type CollectionTools,
  joinSubjectPath,
  type PulledSubject,
  type PullRun,
} from './collection-types.ts';
import {
  type CollectionManifest,
  formatSubjectKey,
  type ManifestFile,
  type ManifestSubject,
  parseManifestFile,
  parseManifestSubject,
  readTextOrNull,
} from './manifest.ts';
import {
  classifyListItem,
  hasValidId,
  type IdentifiedDesign,
  type InvalidIdDesign,
} from './read-design-list.ts';

/** One line of the journal: the start of a pull, a page of the list, or a change of the folder. */
export type JournalLine =
  /** The start of a pull. `at` is the time in milliseconds since 1970. */
  | {
      readonly type: 'run';
      readonly key: string;
      readonly at: number;
      readonly user_id: string | null;
    }
  | { readonly type: 'version'; readonly api_version: string | null }
  /**
   * A journal line for one page of the design list. `strange` contains the designs with invalid ids, and `next` is the
   * cursor of the next page. If the list may be incomplete, `doubt` is the reason.
   */
  | {
      readonly type: 'page';
      readonly designs: readonly IdentifiedDesign[];
      readonly strange: readonly InvalidIdDesign[];
      readonly next: string | null;
      readonly doubt?: string;
    }
  /**
   * The journal line for a design or garment. It is written if the design or garment is new in the folder, or if its
   * directory or summary changed.
   */
  | { readonly type: 'subject'; readonly of: SubjectId; readonly about: ManifestSubject }
  /**
   * The journal line for a fetched file. It is written if the file is new in the folder or its content changed. The
   * line for an exported document is also written if the graph from which the document was made changed.
   */
  | {
      readonly type: 'file';
      readonly of: SubjectId;
      readonly name: string;
      readonly file: ManifestFile;
      readonly at: number;
      /** True if the file is new in the folder. */
      readonly fresh: boolean;
    }
  /** The file was compared with the service, which still has the same content. */
  | {
      readonly type: 'same';
      readonly path: string;
      readonly at: number;
      /** True if the file was lost or edited on disk, and was restored. */
      readonly restored?: true;
    }
  /** The files at `paths` could not be fetched. */
  | { readonly type: 'tried'; readonly paths: readonly string[] }
  /** A design or garment was moved to the archive. */
  | { readonly type: 'removed'; readonly of: SubjectId };

const readTime = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

type UnknownRecord = Readonly<Record<string, unknown>>;

const readInvalidIdDesign = (value: unknown): InvalidIdDesign | undefined => {
  if (!isRecord(value)) return undefined;
  const [id, name] = [readTextOrNull(value.id), readTextOrNull(value.name)];
  if (id === undefined || name === undefined) return undefined;
  return { id, name, created: readTime(value.created) ?? null };
};

const readPageLine = ({ designs, strange = [], next, doubt }: UnknownRecord): JournalLine | undefined => {
  const cursor = readTextOrNull(next);
  if (!Array.isArray(designs) || !Array.isArray(strange) || cursor === undefined) return undefined;
  if (doubt !== undefined && typeof doubt !== 'string') return undefined;
  const identified = designs.map(classifyListItem).filter(hasValidId);
  const invalid = strange.map(readInvalidIdDesign).filter((design) => design !== undefined);
  if (identified.length !== designs.length || invalid.length !== strange.length) return undefined;
  return {
    type: 'page',
    designs: identified,
    strange: invalid,
    next: cursor,
    ...(doubt !== undefined && { doubt }),
  };
};

const readFileLine = (
  subjectId: SubjectId,
  { name, file, at, fresh }: UnknownRecord,
): JournalLine | undefined => {
  const time = readTime(at);
  const manifestFile = typeof name === 'string' ? parseManifestFile(name, file) : undefined;
  if (typeof name !== 'string' || manifestFile === undefined || time === undefined) return undefined;
  return { type: 'file', of: subjectId, name, file: manifestFile, at: time, fresh: fresh === true };
};

/**
 * Checks a parsed line of the journal, because another person may have written it. Returns the line; undefined if it is
 * invalid.
 */
export const parsePullLine = (value: unknown): JournalLine | undefined => {
  if (!isRecord(value)) return undefined;
  if (value.type === 'run') {
    const { key, user_id } = value;
    const [at, userId] = [readTime(value.at), readTextOrNull(user_id)];
    if (typeof key !== 'string' || at === undefined || userId === undefined) return undefined;
    return { type: 'run', key, at, user_id: userId };
  }
  if (value.type === 'version') {
    const version = readTextOrNull(value.api_version);
    return version === undefined ? undefined : { type: 'version', api_version: version };
  }
  if (value.type === 'page') return readPageLine(value);
  if (value.type === 'tried') {
    const { paths } = value;
    const isPath = (path: unknown): path is string => typeof path === 'string' && isSubjectFilePath(path);
    return Array.isArray(paths) && paths.every(isPath) ? { type: 'tried', paths } : undefined;
  }
  if (value.type === 'same') {
    const { path, restored } = value;
    const at = readTime(value.at);
    if (typeof path !== 'string' || !isSubjectFilePath(path) || at === undefined) return undefined;
    return { type: 'same', path, at, ...(restored === true && { restored }) };
  }
  const subjectId = isRecord(value.of) ? parseSubjectId(value.of.kind, value.of.id) : undefined;
  if (subjectId === undefined) return undefined;
  if (value.type === 'removed') return { type: 'removed', of: subjectId };
  if (value.type === 'file') return readFileLine(subjectId, value);
  const about = value.type === 'subject' ? parseManifestSubject(subjectId, value.about) : undefined;
  return about && { type: 'subject', of: subjectId, about };
};

/** The path of the journal, relative to the pulled folder. */
export const JOURNAL_PATH = `${TOILE_DIRECTORY}/journal.jsonl`;

interface PullJournal {
  readonly lines: readonly JournalLine[];
  append(line: JournalLine): Promise<void>;
  rewrite(lines: readonly JournalLine[]): Promise<void>;
}

/**
 * Returns the journal lines, parsed and as text. A line that a crash cut short is not JSON and is skipped. Throws a
 * Failure for JSON that is not a journal line.
 */
const readJournalLines = (text: string, disk: CollectionDisk, readJson: CollectionTools['readJson']) => {
  const texts: string[] = [];
  const lines: JournalLine[] = [];
  for (const [at, lineText] of text.split('\n').entries()) {
    if (lineText === '') continue;
    let value: unknown;
    try {
      value = readJson(lineText);
    } catch {
      continue;
    }
    // Journals of toile 0.1 also have lines of the types `change` and `told`. They are ignored.
    if (isRecord(value) && (value.type === 'change' || value.type === 'told')) continue;
    const line = parsePullLine(value);
    if (line === undefined) {
      const journalPath = disk.displayPath(JOURNAL_PATH);
      throw new Failure(`${journalPath} has a line that toile did not write: line ${at + 1}`, {
        code: 'bad_journal',
        hint: shellText`remove the file; only the progress of the last pull is lost: rm ${quoteShellWord(journalPath)}`,
      });
    }
    texts.push(lineText);
    lines.push(line);
  }
  return { texts, lines };
};

/**
 * Opens the journal and reads its lines. Throws a Failure for an invalid line. The file is changed only by `append` and
 * `rewrite`.
 */
export const openPullJournal = async (
  disk: CollectionDisk,
  { readJson, writeJson }: Pick<CollectionTools, 'readJson' | 'writeJson'>,
): Promise<PullJournal> => {
  const { texts, lines } = readJournalLines(disk.readText(JOURNAL_PATH) ?? '', disk, readJson);
  const formatLines = (journalLines: readonly JournalLine[]): string =>
    journalLines.map((line) => `${writeJson(line)}\n`).join('');
  /**
   * The lines that the journal file had when it was opened. The first call of `append` writes them to a new file,
   * together with its own line.
   */
  let previousTexts: readonly string[] | undefined = texts;

  return {
    lines,
    async append(line) {
      if (previousTexts === undefined) return disk.append(JOURNAL_PATH, formatLines([line]));
      await disk.writeIfChanged(`${TOILE_DIRECTORY}/.gitignore`, '*\n');
      await disk.replace(
        JOURNAL_PATH,
        previousTexts.map((text) => `${text}\n`).join('') + formatLines([line]),
      );
      previousTexts = undefined;
    },
    async rewrite(newLines) {
      await disk.replace(JOURNAL_PATH, formatLines(newLines));
      previousTexts = undefined;
    },
  };
};

interface JournalState {
  userId: string | null;
  run: PullRun | undefined;
  readonly subjects: Map<string, PulledSubject>;
  /** Maps the path of each file to the time when the file was last compared with the service. */
  readonly checked: Map<string, number>;
  apply(line: JournalLine): void;
}

const createPullRun = ({ key, at, user_id }: Extract<JournalLine, { type: 'run' }>): PullRun => ({
  key,
  startedAt: at,
  userId: user_id,
  apiVersion: undefined,
  listedDesigns: [],
  invalidDesigns: [],
  listProblems: [],
  nextCursor: undefined,
  outcomes: new Map(),
  triedPaths: new Set(),
});

const moveMapEntry = <T>(map: Map<string, T>, from: string, to: string): void => {
  const value = map.get(from);
  if (from === to || value === undefined) return;
  map.delete(from);
  map.set(to, value);
};

/**
 * Applies the journal lines to the manifest and returns the resulting content of the folder. Its method `apply` applies
 * one more line. Nothing is written to disk.
 */
export const applyJournal = (manifest: CollectionManifest, lines: readonly JournalLine[]): JournalState => {
  const subjects = new Map<string, PulledSubject>(
    manifest.subjects.map((entry) => [
      formatSubjectKey(entry.subjectId),
      { ...entry, files: new Map(entry.files) },
    ]),
  );
  const state: JournalState = {
    userId: manifest.userId,
    run: undefined,
    subjects,
    checked: new Map(),
    apply(line) {
      const { run, checked } = state;
      if (line.type === 'run') {
        state.run = createPullRun(line);
        state.userId = line.user_id ?? state.userId;
      } else if (line.type === 'version') {
        if (run) run.apiVersion = line.api_version;
      } else if (line.type === 'tried') {
        for (const path of line.paths) {
          run?.triedPaths.delete(path);
          run?.triedPaths.add(path);
        }
      } else if (line.type === 'page') {
        if (run) appendAll(run.listedDesigns, line.designs);
        if (run) appendAll(run.invalidDesigns, line.strange);
        if (line.doubt !== undefined) run?.listProblems.push(line.doubt);
        if (run) run.nextCursor = line.next;
      } else if (line.type === 'subject') {
        const subject = subjects.get(formatSubjectKey(line.of));
        if (subject) {
          for (const name of subject.files.keys()) {
            const [from, to] = [joinSubjectPath(subject, name), joinSubjectPath(line, name)];
            moveMapEntry(checked, from, to);
            if (run) moveMapEntry(run.outcomes, from, to);
          }
          subject.about = line.about;
        } else
          subjects.set(formatSubjectKey(line.of), {
            subjectId: line.of,
            about: line.about,
            files: new Map(),
          });
      } else if (line.type === 'file') {
        const subject = subjects.get(formatSubjectKey(line.of));
        if (!subject) return;
        subject.files.set(line.name, line.file);
        checked.set(joinSubjectPath(subject, line.name), line.at);
        run?.outcomes.set(joinSubjectPath(subject, line.name), line.fresh ? 'new' : 'changed');
      } else if (line.type === 'same') {
        checked.set(line.path, line.at);
        run?.outcomes.set(line.path, line.restored ? 'changed' : 'same');
      } else subjects.delete(formatSubjectKey(line.of));
    },
  };
  for (const line of lines) state.apply(line);
  return state;
};

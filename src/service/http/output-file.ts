/** Creates the output files of commands, and downloads documents into them. */

import { dirname, join } from 'node:path';
import { Failure, Unavailable, UsageError } from '../../platform/errors.ts';
import { nextCommand, quoteShellWord, shellText } from '../../platform/escape/shell.ts';
import { lstat, makeDirectories, rmdir, stat } from '../../platform/files/safe-fs.ts';
import { getParentPath, joinPath, resolveUserPath, type SafePath } from '../../platform/files/safe-path.ts';
import { describeFileError, getErrnoCode, suggestWriteFix } from '../../platform/system/file-errors.ts';
import { digestBytes, type FileDigest } from '../../platform/system/sha256.ts';
import { downloadLinkedDocument, type LinkedDocument, type ReceivedDocument } from './download-from-link.ts';
import type { HttpStack } from './http-stack.ts';
import { createPartialFile } from './partial-file.ts';
import type { NetworkedRunSettings, TransportEvent } from './transport-options.ts';

/**
 * Creates the UsageError for a path that cannot be written. It is thrown before anything is sent. `displayPath` is the
 * path as typed.
 */
export const createPathError = (displayPath: string, error: unknown): UsageError =>
  new UsageError(`${displayPath} cannot be written: ${describeFileError(error)}`, {
    code: 'cannot_write',
    hint: suggestWriteFix(error, dirname(displayPath)) ?? shellText`give another path with -o`,
    cause: error,
  });

/** Creates the Failure for a file that could not be written after the download had started. */
export const createWriteError = (displayPath: string, error: unknown): Failure =>
  new Failure(`${displayPath} could not be written: ${describeFileError(error)}; nothing was saved`, {
    code: ['ENOSPC', 'EDQUOT'].includes(getErrnoCode(error)) ? 'no_space' : 'cannot_write',
    hint: suggestWriteFix(error, dirname(displayPath)) ?? shellText`give another path with -o`,
    cause: error,
  });

/**
 * Returns true if a regular file exists at `path`. Throws a UsageError if `path` is a folder, symbolic link or device,
 * or if its parent folder does not exist. `displayPath` is the path as typed.
 */
export const hasExistingFile = async (path: SafePath, displayPath: string): Promise<boolean> => {
  const entry = await lstat(path).catch((error: unknown) => {
    if (getErrnoCode(error) === 'ENOENT') return undefined;
    throw createPathError(displayPath, error);
  });
  if (!entry) {
    const folder = await stat(getParentPath(path)).catch((error: unknown) => {
      if (getErrnoCode(error) !== 'ENOENT') throw createPathError(displayPath, error);
      return undefined;
    });
    if (folder?.isDirectory()) return false;
    throw new UsageError(`${displayPath}: its folder does not exist`, {
      code: 'no_folder',
      hint: nextCommand`mkdir -p ${quoteShellWord(dirname(displayPath))}`,
    });
  }
  if (entry.isFile()) return true;
  const problem = entry.isDirectory()
    ? 'is a folder'
    : entry.isSymbolicLink()
      ? 'is a symbolic link, which toile does not follow'
      : 'is not a regular file';
  throw new UsageError(`${displayPath} ${problem}`, {
    code: 'not_a_file',
    hint: entry.isSymbolicLink()
      ? shellText`give the name of the file that it points to`
      : shellText`give a file name, or -o - for stdout`,
  });
};

const isFolderPath = (path: SafePath): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Creates the output folder and its missing parents. Returns the paths of the folders that it created, innermost first.
 * Throws a UsageError if a folder cannot be created.
 */
const createOutputFolder = (path: SafePath, displayPath: string): Promise<readonly SafePath[]> =>
  makeDirectories(path).catch((error: unknown) => {
    if (getErrnoCode(error) === 'EEXIST')
      throw new UsageError(`${displayPath} is not a folder; several files need a folder`, {
        code: 'not_a_folder',
        hint: shellText`give a folder with -o`,
        cause: error,
      });
    throw new UsageError(`${displayPath} cannot be created: ${describeFileError(error)}`, {
      code: 'not_a_folder',
      hint: suggestWriteFix(error, dirname(displayPath)) ?? shellText`give another folder with -o`,
      cause: error,
    });
  });

const removeEmptyFolders = async (folders: readonly SafePath[]): Promise<void> => {
  for (const folder of folders) await rmdir(folder).catch(() => undefined);
};

/** Creates the error for an output file that exists, with --clobber and --skip-existing as hint. */
export const createFileExistsError = (displayPath: string): UsageError =>
  new UsageError(`${displayPath} already exists`, {
    code: 'file_exists',
    hint: shellText`--clobber overwrites it, --skip-existing skips it, -o sets another path`,
  });

/** The members of a command context that a download needs. */
export interface DownloadContext extends NetworkedRunSettings {
  readonly http: HttpStack;
  target(): Promise<{ readonly baseUrl: string }>;
}

/** The path of an output file, and what happens if the file exists. */
export interface OutputFileOptions {
  /** The output path that the user typed: a file, a folder, or `-` for stdout. Undefined means the working folder. */
  readonly into: string | undefined;
  /** The name of the file if `into` is a folder. */
  readonly name: string;
  readonly clobber: boolean;
  /**
   * True with --skip-existing: an existing file is left unchanged. If neither this nor `clobber` is true, an existing
   * file leads to a UsageError.
   */
  readonly skipExisting: boolean;
  /** True if several files are written, so that `into` must be a folder. */
  readonly several: boolean;
}

/**
 * A file that is written completely or not at all. Its content is a downloaded document (`download`) or is given by the
 * caller (`write`).
 */
export interface OutputFile {
  /** The path of the file as it is printed in the result. `-` for stdout. */
  readonly file: string;
  /** True if a file exists at the path and is left unchanged. */
  readonly skipped: boolean;
  /** Downloads and verifies the document, reports progress, and gives the partial file its final name. */
  download(document: LinkedDocument): Promise<ReceivedDocument>;
  write(content: string | Uint8Array): Promise<FileDigest>;
  /**
   * Removes the partial file, and the empty folders that toile created for it. Does nothing if the file is complete.
   */
  discard(): Promise<void>;
}

type DownloadLinkOptions = Parameters<typeof downloadLinkedDocument>[0];
type BeforeDownload = Parameters<typeof downloadLinkedDocument>[2];

/** Milliseconds between two updates of a progress bar. */
const FRAME_MS = 100;

const BINARY_FORMATS = [
  ['.pdf', 'a PDF'],
  ['.xlsx', 'a workbook'],
] as const;

/**
 * Requests the link of a document, then downloads the document to `destination.sink`. The download sends no credential
 * and does not count against the rate limit. Before the download, `beforeDownload` is called with the link, and may
 * throw to prevent the download.
 */
export const downloadDocument = async (
  { system, signal, requestMaxWaitMs, http, target }: DownloadContext,
  document: LinkedDocument,
  destination: Pick<DownloadLinkOptions, 'sink' | 'onProgress'> & { onEvent?(event: TransportEvent): void },
  beforeDownload?: BeforeDownload,
): Promise<ReceivedDocument> =>
  downloadLinkedDocument(
    {
      fetch: await http.openRawFetch(),
      clock: system.clock,
      random: () => system.random(),
      signal,
      userAgent: `toile/${system.version}`,
      maxWait: requestMaxWaitMs,
      service: (await target()).baseUrl,
      // The requests that download a document do not count against the rate limit, because the address of the document
      // is not a route of the service.
      onEvent: (event) => (event.kind === 'attempt' ? http.logEvent(event) : http.onEvent(event)),
      ...destination,
    },
    document,
    beforeDownload,
  );

const downloadWithProgress = (
  context: DownloadContext,
  file: string,
  document: LinkedDocument,
  sink: DownloadLinkOptions['sink'],
  beforeDownload?: BeforeDownload,
): Promise<ReceivedDocument> => {
  const { clock } = context.system;
  let shownAt = Number.NEGATIVE_INFINITY;
  const onProgress = (done: number, total: number | undefined): void => {
    if (clock.now() - shownAt < FRAME_MS) return;
    shownAt = clock.now();
    context.report({ kind: 'progress', text: file, done, total });
  };
  return downloadDocument(context, document, { sink, onProgress }, beforeDownload);
};

const MAX_TEXT_BYTES = 8_000_000;

/** Downloads a document into memory, reports progress and returns its text. Throws Unavailable above 8 MB. */
export const downloadText = async (context: DownloadContext, document: LinkedDocument): Promise<string> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const sink = {
    write: async (part: Uint8Array) => {
      bytes += part.length;
      if (bytes > MAX_TEXT_BYTES)
        throw new Unavailable('the document is too large to read into memory', { code: 'too_long' });
      parts.push(part);
    },
    startOver: async () => {
      parts.length = 0;
      bytes = 0;
      return true;
    },
  };
  await downloadWithProgress(context, 'the document', document, sink);
  return Buffer.concat(parts).toString('utf8');
};

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content;

/**
 * Creates an OutputFile that writes to stdout. Throws a UsageError if --json is set too, or if a PDF or workbook would
 * be written to a terminal.
 */
const createStdoutFile = (context: DownloadContext, name: string): OutputFile => {
  const {
    system: { io },
    globalFlags,
    report,
  } = context;
  if (globalFlags.json === true || globalFlags.jsonl === true) {
    throw new UsageError('--json and the file itself cannot both go to stdout', {
      hint: shellText`leave out -o - or --json`,
    });
  }
  const binaryFormat = io.out.terminal ? BINARY_FORMATS.find(([ending]) => name.endsWith(ending)) : undefined;
  if (binaryFormat) {
    throw new UsageError(`${binaryFormat[1]} cannot be shown on a terminal`, {
      hint: shellText`name a file instead of -`,
    });
  }
  return {
    file: '-',
    skipped: false,
    download: async (document) => {
      const sink = { write: (bytes: Uint8Array) => io.out.write(bytes), startOver: async () => false };
      const received = await downloadWithProgress(context, name, document, sink);
      report({ kind: 'progress', text: name, done: received.bytes, total: received.bytes, ended: true });
      return received;
    },
    write: async (content) => {
      await io.out.write(content);
      return digestBytes(toBytes(content));
    },
    discard: async () => undefined,
  };
};

/**
 * Creates an output file, its folder and its partial file before anything is requested. If `into` is `-`, the output
 * goes to stdout. Throws a UsageError if the file cannot be written, or if it exists and neither `clobber` (replace it)
 * nor `skipExisting` (leave it unchanged) is true. The caller must call `discard` at the end, also after success.
 */
export const createOutputFile = async (
  context: DownloadContext,
  { into, name, clobber, skipExisting, several }: OutputFileOptions,
): Promise<OutputFile> => {
  if (into === '-') return createStdoutFile(context, name);
  const { system, report } = context;
  const { clock, platform } = system;
  const isExistingFolder = into === undefined || (await isFolderPath(resolveUserPath(platform.cwd, into)));
  const isInFolder = isExistingFolder || several || /[\\/]$/.test(into);
  const createdFolders =
    isExistingFolder || !isInFolder
      ? []
      : await createOutputFolder(resolveUserPath(platform.cwd, into), into);
  const file = isInFolder ? join(into ?? '', name) : into;
  // `joinPath` rejects a file name that the user did not type if it leads out of the folder. A path that the user typed
  // may lead anywhere.
  const path = isInFolder
    ? joinPath(resolveUserPath(platform.cwd, into ?? ''), name)
    : resolveUserPath(platform.cwd, into);
  if ((await hasExistingFile(path, file)) && !clobber) {
    if (!skipExisting) throw createFileExistsError(file);
    return {
      file,
      skipped: true,
      download: rejectSkippedFile,
      write: rejectSkippedFile,
      discard: async () => undefined,
    };
  }
  const host = {
    pid: platform.pid,
    alive: system.isProcessAlive,
    now: clock.now,
    random: () => system.random(),
  };
  const partialFile = await createPartialFile(path, file, clobber, host);
  const commitFile = async (): Promise<void> => {
    const text = await partialFile.commit();
    if (text !== undefined) report({ kind: 'note', text });
  };
  return {
    file,
    skipped: false,
    download: async (document) => {
      const received = await downloadWithProgress(
        context,
        file,
        document,
        partialFile.sink,
        async ({ bytes }) => {
          if (bytes !== undefined) await partialFile.checkFreeSpace(bytes);
        },
      );
      await commitFile();
      report({ kind: 'progress', text: file, done: received.bytes, total: received.bytes, ended: true });
      return received;
    },
    write: async (content) => {
      const bytes = toBytes(content);
      await partialFile.checkFreeSpace(bytes.length);
      await partialFile.sink.write(bytes);
      await commitFile();
      return digestBytes(bytes);
    },
    discard: async () => {
      await partialFile.discard();
      await removeEmptyFolders(createdFolders);
    },
  };
};

const rejectSkippedFile = async (): Promise<never> => {
  throw new Error('a file that stays as it is receives nothing');
};

import { join } from 'node:path';
import type { FlagValues } from '../../commands/argument-spec.ts';
import type { OutputFile, OutputFileOptions } from '../../commands/context-types.ts';
import { Unavailable, UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { joinPath, resolveUserPath } from '../../platform/files/safe-path.ts';
import type { ProgressEvent } from '../../platform/shared-types.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';
import type { downloadLinkedDocument } from '../../service/http/download-linked-document.ts';
import type {
  FileDigest,
  LinkedDocument,
  RawFetch,
  ReceivedDocument,
  TransportEvent,
} from '../../service/http/index.ts';
import type { HostSystem } from './host-system.ts';

/** The part of the context that a download needs. */
export interface DownloadContext {
  readonly outside: HostSystem;
  readonly signal: AbortSignal;
  /** Milliseconds that the server may request to wait. */
  readonly maxWait: number;
  fetch(): Promise<RawFetch>;
  watch(event: TransportEvent): void;
}

/** The part of the context that output files need. */
interface OutputFileDependencies extends DownloadContext {
  readonly everywhere: FlagValues;
  /** Returns the address of the service that creates the links. */
  service(): Promise<string>;
  tell(telling: ProgressEvent): void;
}

type DownloadLinkOptions = Parameters<typeof downloadLinkedDocument>[0];
type BeforeDownload = Parameters<typeof downloadLinkedDocument>[2];

/** Milliseconds between two updates of a progress bar. */
const FRAME_MS = 100;

/** Formats that are not printed on a terminal. */
const BINARY_FORMATS = [
  ['.pdf', 'a PDF'],
  ['.xlsx', 'a workbook'],
] as const;

/** Downloads a document by its link, without the credential, and verifies it. */
export const downloadDocument = async (
  around: DownloadContext,
  document: LinkedDocument,
  own: Pick<DownloadLinkOptions, 'service' | 'sink' | 'onProgress'>,
  before?: BeforeDownload,
): Promise<ReceivedDocument> => {
  const { downloadLinkedDocument } = await import('../../service/http/download-linked-document.ts');
  const { outside: system, signal, maxWait, watch } = around;
  const options: DownloadLinkOptions = {
    fetch: await around.fetch(),
    clock: system.clock,
    random: () => system.random(),
    signal,
    userAgent: `toile/${system.version}`,
    maxWait,
    onEvent: watch,
    ...own,
  };
  return downloadLinkedDocument(options, document, before);
};

/** Returns a download function that reports its progress. */
const createProgressDownloader = (around: OutputFileDependencies) => {
  const { clock } = around.outside;
  return async (
    file: string,
    document: LinkedDocument,
    sink: DownloadLinkOptions['sink'],
    before?: BeforeDownload,
  ): Promise<ReceivedDocument> => {
    let shown = Number.NEGATIVE_INFINITY;
    const onProgress = (done: number, total: number | undefined): void => {
      if (clock.now() - shown < FRAME_MS) return;
      shown = clock.now();
      around.tell({ kind: 'progress', text: file, done, total });
    };
    return downloadDocument(around, document, { service: await around.service(), sink, onProgress }, before);
  };
};

/** The largest document that is read as text instead of saved, in characters. */
const MAX_TEXT_LENGTH = 8_000_000;

/** Creates the function of the context that downloads a document as text. */
export const createTextDownloader = (around: OutputFileDependencies) => {
  const receive = createProgressDownloader(around);
  return async (document: LinkedDocument): Promise<string> => {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    const sink = {
      write: async (part: Uint8Array) => {
        bytes += part.length;
        if (bytes > MAX_TEXT_LENGTH)
          throw new Unavailable('the document is too long to be read here', { code: 'too_long' });
        parts.push(part);
      },
      startOver: async () => {
        parts.length = 0;
        bytes = 0;
        return true;
      },
    };
    await receive('the document', document, sink);
    return Buffer.concat(parts).toString('utf8');
  };
};

/**
 * Creates the function of the context that opens an output file. It checks the path and creates the partial
 * file before anything is requested.
 */
export const createOutputFileOpener = (around: OutputFileDependencies) => {
  const { outside: system, everywhere: globalFlags } = around;
  const { io, clock, platform } = system;

  const receive = createProgressDownloader(around);

  const ended = (file: string, bytes: number): void =>
    around.tell({ kind: 'progress', text: file, done: bytes, total: bytes, ended: true });

  const onStdout = (name: string): OutputFile => {
    if (globalFlags.json === true || globalFlags.jsonl === true) {
      throw new UsageError('--json and the file itself cannot both go to stdout', {
        hint: shellText`leave -o - out, or --json`,
      });
    }
    const unreadable = io.out.terminal ? BINARY_FORMATS.find(([ending]) => name.endsWith(ending)) : undefined;
    if (unreadable) {
      throw new UsageError(`${unreadable[1]} is not for reading on a terminal`, {
        hint: shellText`name a file instead of -`,
      });
    }
    return {
      file: '-',
      skipped: false,
      download: async (document) => {
        const sink = { write: (bytes: Uint8Array) => io.out.write(bytes), startOver: async () => false };
        const received = await receive(name, document, sink);
        ended(name, received.bytes);
        return received;
      },
      write: async (content) => {
        await io.out.write(content);
        return hashContent(Buffer.from(content));
      },
      discard: async () => undefined,
    };
  };

  return async ({ into, name, clobber, skipExisting, several }: OutputFileOptions): Promise<OutputFile> => {
    if (into === '-') return onStdout(name);
    const [
      { removeEmptyFolders, isFolderPath, createOutputFolder, hasExistingFile, createFileExistsError },
      { createPartialFile },
    ] = await Promise.all([
      import('../../service/http/output-path.ts'),
      import('../../service/http/partial-file.ts'),
    ]);
    const stands = into === undefined || (await isFolderPath(resolveUserPath(platform.cwd, into)));
    const inFolder = stands || several || /[\\/]$/.test(into);
    const made =
      stands || !inFolder ? [] : await createOutputFolder(resolveUserPath(platform.cwd, into), into);
    const file = inFolder ? join(into ?? '', name) : into;
    // Only a typed path may lead to another folder; a generated name stays inside the chosen one.
    const path = inFolder
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
    const landing = await createPartialFile(path, file, clobber, host);
    const keep = async (): Promise<void> => {
      const text = await landing.commit();
      if (text !== undefined) around.tell({ kind: 'note', text });
    };
    return {
      file,
      skipped: false,
      download: async (document) => {
        const received = await receive(file, document, landing.sink, async ({ bytes }) => {
          if (bytes !== undefined) await landing.checkFreeSpace(bytes);
        });
        await keep();
        ended(file, received.bytes);
        return received;
      },
      write: async (content) => {
        const bytes = Buffer.from(content);
        await landing.checkFreeSpace(bytes.length);
        await landing.sink.write(bytes);
        await keep();
        return hashContent(bytes);
      },
      discard: async () => {
        await landing.discard();
        await removeEmptyFolders(made);
      },
    };
  };
};

const hashContent = (bytes: Uint8Array): FileDigest => ({
  bytes: bytes.length,
  sha256: computeSha256(bytes),
});

const rejectSkippedFile = async (): Promise<never> => {
  throw new Error('a file that stays as it is receives nothing');
};

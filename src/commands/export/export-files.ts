import type { DrawingSummary } from '../../garment/drawing-reader.ts';
import type { SavedFile, SavedFiles } from '../../output/views/saved-files.ts';
import type { Uuid } from '../../platform/branded.ts';
import { open } from '../../platform/files/safe-fs.ts';
import { resolveUserPath } from '../../platform/files/safe-path.ts';
import { DRAWING_LIMITS } from '../../platform/size-limits.ts';
import type { RunSettings } from '../../platform/system/host-system.ts';
import { EXPORT_DRIVERS, type ExportDriver } from '../../service/client/resources.ts';
import type { LinkedDocument } from '../../service/http/download-from-link.ts';
import { type CommandContext, reportNote } from '../command-context.ts';
import {
  type DesignReference,
  getDesignIdentity,
  type ReadSubject,
  resolveDesign,
} from '../designs/design-reference.ts';
import { createOwnDesignFinder } from '../designs/own-design.ts';
import {
  createBatchRunner,
  isRateLimitExit,
  isSkippedExisting,
  type OutputPathOptions,
} from '../output-files.ts';

/** The number of bytes that are read and parsed at once. Ctrl-C is handled between two chunks. */
const CHUNK_BYTES = 32 * 1024;

/** Reads the size, the layers and the warnings of an SVG file. Returns undefined for a file that is too large. */
export const readDrawingLayers = async (
  { system, signal }: Pick<RunSettings, 'system' | 'signal'>,
  file: string,
): Promise<DrawingSummary | undefined> => {
  const { createDrawingReader } = await import('../../garment/drawing-reader.ts');
  const handle = await open(resolveUserPath(system.platform.cwd, file), 'r');
  try {
    if ((await handle.stat()).size > DRAWING_LIMITS.bytes) return undefined;
    const reader = createDrawingReader();
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
      const isLast = bytesRead === 0;
      const text = decoder.decode(buffer.subarray(0, bytesRead), { stream: !isLast });
      if (!reader.write(text) || isLast) return reader.end();
    }
  } finally {
    await handle.close();
  }
};

/** The profile and format of an export, and where to write it. */
export interface ExportFileOptions extends OutputPathOptions {
  readonly profile: string;
  readonly driver: ExportDriver;
}

/** Requests an export of a design. The response has the link to the document, not the document. */
export const requestExport = async (
  deps: CommandContext,
  id: Uuid,
  { profile, driver }: Pick<ExportFileOptions, 'profile' | 'driver'>,
) => (await deps.api()).exportDesign(id, { profile, driver, signal: deps.signal }).withResponse();

/** Returns an export as a document to download. The export is requested only when the download starts. */
export const createLinkedExport = (
  deps: CommandContext,
  id: Uuid,
  options: Pick<ExportFileOptions, 'profile' | 'driver'>,
): LinkedDocument => ({
  kind: EXPORT_DRIVERS[options.driver],
  requestLink: async () => {
    const { value } = await requestExport(deps, id, options);
    return { holder: value, record: value.export };
  },
});

/**
 * Exports a design and downloads the document to a file with a name that begins with `stem`. Calls `findId` for the id
 * of the design, unless the file exists and is skipped. Exports nothing if `findId` returns undefined, which means that
 * this run has already exported the design.
 */
const downloadExport = async (
  deps: CommandContext,
  stem: string,
  findId: () => Promise<Uuid | undefined>,
  options: ExportFileOptions,
  several: boolean,
): Promise<SavedFile | undefined> => {
  const { into, profile, driver, clobber, skipExisting } = options;
  const kind = EXPORT_DRIVERS[driver];
  const name = `${stem}_${profile}_${driver}.${kind}`;
  const outputFile = await deps.createOutputFile({ into, name, clobber, skipExisting, several });
  const { file } = outputFile;
  const skippedFile: SavedFile = { file, bytes: null, sha256: null, record: null, skipped: true };
  if (outputFile.skipped) return skippedFile;
  try {
    const id = await findId();
    if (id === undefined) return undefined;
    const received = await outputFile.download(createLinkedExport(deps, id, options));
    const drawing = kind === 'svg' && file !== '-' ? await readDrawingLayers(deps, file) : undefined;
    for (const warning of drawing?.warnings ?? []) reportNote(deps, `${file}: ${warning}`);
    return {
      file,
      ...received,
      skipped: false,
      ...(drawing && { drawing }),
    };
  } catch (error) {
    if (isSkippedExisting(error, options)) return skippedFile;
    throw error;
  } finally {
    await outputFile.discard();
  }
};

/** Exports one design and downloads the document, unless the file exists and `skipExisting` is true. */
export const downloadOneExport = async (
  deps: CommandContext,
  reference: DesignReference,
  options: ExportFileOptions,
): Promise<SavedFile> => {
  const subject = await resolveDesign(deps, reference);
  const findId = async () => (await createOwnDesignFinder(deps)(subject)).id;
  return (await downloadExport(deps, getDesignIdentity(subject), findId, options, false)) as SavedFile;
};

/**
 * Exports several designs, each once, and downloads the documents. Returns the saved files and the failures. Files of
 * designs that share a garment id are named by the uuid of the design. Throws an error that all designs would have,
 * such as a missing credential.
 */
export const downloadExports = async (
  deps: CommandContext,
  names: readonly DesignReference[],
  typed: readonly string[],
  options: ExportFileOptions,
): Promise<SavedFiles> => {
  const find = createOwnDesignFinder(deps);
  const exports: SavedFile[] = [];
  /**
   * The error of a request that would have to wait longer than `--max-wait`. Once it is set, no more requests are sent.
   */
  let limitError: unknown;
  const refuseIfLimited = (): void => {
    if (limitError !== undefined) throw limitError;
  };
  const batch = createBatchRunner(deps, typed, (exit, error) => {
    if (isRateLimitExit(exit)) limitError = error;
    // An error does not end the batch. The files of the next designs may already exist, and then no request is needed
    // for them.
    return false;
  });

  const subjects = new Map<number, ReadSubject>();
  for (const [at, reference] of names.entries()) {
    const subject = await batch.runItem(at, async () => {
      if (reference === undefined || 'text' in reference) refuseIfLimited();
      return resolveDesign(deps, reference);
    });
    if (subject) subjects.set(at, subject);
  }
  const sharedNames = await findSharedNames([...subjects.values()], find);
  /** Several references may mean one design, which is exported once. */
  const startedNames = new Set<string>();
  const finishedIds = new Set<Uuid>();
  for (const [at, subject] of subjects) {
    const findId = async (): Promise<Uuid | undefined> => {
      refuseIfLimited();
      const { id } = await find(subject);
      if (finishedIds.has(id)) return undefined;
      finishedIds.add(id);
      return id;
    };
    const saved = await batch.runItem(at, async () => {
      const isShared = sharedNames.has(getDesignIdentity(subject));
      const name = isShared ? (await find(subject)).id : getDesignIdentity(subject);
      if (startedNames.has(name)) return undefined;
      startedNames.add(name);
      return downloadExport(deps, name, findId, options, true);
    });
    if (saved) exports.push(saved);
  }
  for (const name of sharedNames)
    reportNote(deps, `more than one design is named ${name}; their files are named by uuid`);
  return { exports, failed: batch.reportFailures() };
};

/**
 * Returns the file names that different designs would share, so that one file would overwrite the other. A design is
 * looked up only if its file name occurs more than once.
 */
const findSharedNames = async (
  subjects: readonly ReadSubject[],
  find: ReturnType<typeof createOwnDesignFinder>,
): Promise<ReadonlySet<string>> => {
  const subjectsByName = new Map<string, Map<string, ReadSubject>>();
  for (const subject of subjects) {
    const name = getDesignIdentity(subject);
    const known = subjectsByName.get(name) ?? new Map<string, ReadSubject>();
    subjectsByName.set(name, known.set(`${subject.kind} ${subject.id}`, subject));
  }
  const sharedNames = new Set<string>();
  for (const [name, subjectsOfName] of subjectsByName) {
    if (subjectsOfName.size < 2) continue;
    const ids = new Set<Uuid | undefined>();
    for (const subject of subjectsOfName.values())
      ids.add(
        await find(subject).then(
          ({ id }) => id,
          () => undefined,
        ),
      );
    if (ids.size > 1) sharedNames.add(name);
  }
  return sharedNames;
};

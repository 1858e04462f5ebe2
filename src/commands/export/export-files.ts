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
    const piece = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(piece, 0, CHUNK_BYTES);
      const isLast = bytesRead === 0;
      const text = decoder.decode(piece.subarray(0, bytesRead), { stream: !isLast });
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

export const requestExport = async (
  deps: CommandContext,
  id: Uuid,
  { profile, driver }: Pick<ExportFileOptions, 'profile' | 'driver'>,
) => (await deps.api()).exportDesign(id, { profile, driver, signal: deps.signal }).withResponse();

/** Returns an export as a document to download. The export is requested only when the download starts. */
export const createLinkedExport = (
  deps: CommandContext,
  id: Uuid,
  wanted: Pick<ExportFileOptions, 'profile' | 'driver'>,
): LinkedDocument => ({
  kind: EXPORT_DRIVERS[wanted.driver],
  requestLink: async () => {
    const { value } = await requestExport(deps, id, wanted);
    return { holder: value, record: value.export };
  },
});

/**
 * Exports a design and downloads the document; `named` is the beginning of the file name. `own` is called only if a
 * request is needed. It returns the id of the design, or undefined if the design was already exported.
 */
const downloadExport = async (
  deps: CommandContext,
  named: string,
  own: () => Promise<Uuid | undefined>,
  wanted: ExportFileOptions,
  several: boolean,
): Promise<SavedFile | undefined> => {
  const { into, profile, driver, clobber, skipExisting } = wanted;
  const kind = EXPORT_DRIVERS[driver];
  const name = `${named}_${profile}_${driver}.${kind}`;
  const landed = await deps.createOutputFile({ into, name, clobber, skipExisting, several });
  const { file } = landed;
  const left: SavedFile = { file, bytes: null, sha256: null, record: null, skipped: true };
  if (landed.skipped) return left;
  try {
    const id = await own();
    if (id === undefined) return undefined;
    const received = await landed.download(createLinkedExport(deps, id, wanted));
    const drawing = kind === 'svg' && file !== '-' ? await readDrawingLayers(deps, file) : undefined;
    for (const warning of drawing?.warnings ?? []) reportNote(deps, `${file}: ${warning}`);
    return {
      file,
      ...received,
      skipped: false,
      ...(drawing && { drawing }),
    };
  } catch (error) {
    if (isSkippedExisting(error, wanted)) return left;
    throw error;
  } finally {
    await landed.discard();
  }
};

/** Exports one design and downloads the document, unless the file exists and `skipExisting` is true. */
export const downloadOneExport = async (
  deps: CommandContext,
  what: DesignReference,
  wanted: ExportFileOptions,
): Promise<SavedFile> => {
  const subject = await resolveDesign(deps, what);
  const own = async () => (await createOwnDesignFinder(deps)(subject)).id;
  return (await downloadExport(deps, getDesignIdentity(subject), own, wanted, false)) as SavedFile;
};

/**
 * Exports several designs, each once, and downloads the documents. Returns the saved files and the failures; `typed`
 * has the ids for error messages. Files of designs with the same garment id are named by uuid. A failure stops the next
 * designs only if all would fail for the same reason.
 */
export const downloadExports = async (
  deps: CommandContext,
  names: readonly DesignReference[],
  typed: readonly string[],
  wanted: ExportFileOptions,
): Promise<SavedFiles> => {
  const find = createOwnDesignFinder(deps);
  const exports: SavedFile[] = [];
  /** The error of a rate limit that lasts too long. After it no more requests are sent. */
  let limited: unknown;
  const mayAsk = (): void => {
    if (limited !== undefined) throw limited;
  };
  const each = createBatchRunner(deps, typed, (exit, error) => {
    if (isRateLimitExit(exit)) limited = error;
    // The next designs are tried after a rate limit too, because files that already exist need no request.
    return false;
  });

  const subjects = new Map<number, ReadSubject>();
  for (const [at, what] of names.entries()) {
    const subject = await each.runItem(at, async () => {
      if (what === undefined || 'text' in what) mayAsk();
      return resolveDesign(deps, what);
    });
    if (subject) subjects.set(at, subject);
  }
  const shared = await findSharedNames([...subjects.values()], find);
  /** File names and designs that are done. Several references may mean the same design. */
  const begun = new Set<string>();
  const done = new Set<Uuid>();
  for (const [at, subject] of subjects) {
    const own = async (): Promise<Uuid | undefined> => {
      mayAsk();
      const { id } = await find(subject);
      if (done.has(id)) return undefined;
      done.add(id);
      return id;
    };
    const taken = await each.runItem(at, async () => {
      const isShared = shared.has(getDesignIdentity(subject));
      const name = isShared ? (await find(subject)).id : getDesignIdentity(subject);
      if (begun.has(name)) return undefined;
      begun.add(name);
      return downloadExport(deps, name, own, wanted, true);
    });
    if (taken) exports.push(taken);
  }
  for (const name of shared)
    reportNote(deps, `more than one design is named ${name}; their files are named by uuid`);
  return { exports, failed: each.reportFailures() };
};

/**
 * Returns the ids that would be the file name of two different designs, so that one file would overwrite the other.
 * Only designs with the same file name are looked up.
 */
const findSharedNames = async (
  subjects: readonly ReadSubject[],
  find: ReturnType<typeof createOwnDesignFinder>,
): Promise<ReadonlySet<string>> => {
  const bearers = new Map<string, Map<string, ReadSubject>>();
  for (const subject of subjects) {
    const name = getDesignIdentity(subject);
    const known = bearers.get(name) ?? new Map<string, ReadSubject>();
    bearers.set(name, known.set(`${subject.kind} ${subject.id}`, subject));
  }
  const shared = new Set<string>();
  for (const [name, alike] of bearers) {
    if (alike.size < 2) continue;
    const ids = new Set<Uuid | undefined>();
    for (const subject of alike.values())
      ids.add(
        await find(subject).then(
          ({ id }) => id,
          () => undefined,
        ),
      );
    if (ids.size > 1) shared.add(name);
  }
  return shared;
};

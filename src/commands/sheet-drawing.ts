/** Reads the drawing of a sheet from a file of the user or an export of the service. */

import type { PageDrawing } from '../garment/page-drawing.ts';
import { UsageError } from '../platform/errors.ts';
import { DEFAULT_DRIVER } from '../service/client/resources.ts';
import type { FlagSpecs, FlagValues } from './argument-spec.ts';
import type { CommandContext } from './command-context.ts';
import { isBodyInput } from './designs/body-input.ts';
import { createOwnDesignFinder } from './designs/own-design.ts';
import { createLinkedExport } from './export/export-files.ts';
import { readTextFlag } from './flags/parse-flags.ts';
import type { GarmentSource, SourceArguments } from './garment-sources.ts';
import { parsePageDrawing, readDrawingFile } from './render-sheet-page.ts';

/** The value of `--drawing` that requests an export. */
const FETCH_DRAWING = 'fetch';

/** The flag `--drawing`, which adds a drawing page to a sheet: `fetch` for an export of the service, or an SVG file. */
export const DRAWING_FLAGS: FlagSpecs = {
  drawing: {
    value: 'FROM',
    about: 'add a drawing: an SVG file, or "fetch" to export it now',
    suggests: [FETCH_DRAWING],
    completes: ['files'],
  },
};

/**
 * Throws a UsageError for `fetch` with a local body, and for a drawing file with several garments. Called for the typed
 * arguments, and again for the ids on stdin.
 */
export const refuseDrawing = (from: string | undefined, wanted: SourceArguments): void => {
  if (from === undefined) return;
  if (from === FETCH_DRAWING && wanted.some(([, what]) => isBodyInput(what) && what.body !== undefined))
    throw new UsageError(
      'a local body names no design to export; use --drawing FILE.svg for a local drawing',
    );
  if (from !== FETCH_DRAWING && wanted.length > 1)
    throw new UsageError('--drawing FILE takes one garment, but several were given');
};

/** Returns `fetch` or a file name; undefined without the flag. Throws a UsageError if it does not fit the arguments. */
export const readDrawingFlag = (flags: FlagValues, wanted: SourceArguments): string | undefined => {
  const from = readTextFlag(flags, 'drawing');
  if (from === '-') throw new UsageError('--drawing takes fetch or the name of an SVG file');
  refuseDrawing(from, wanted);
  return from;
};

/** Reads the drawing file. Called before a request is sent. Returns undefined for `fetch` and without a drawing. */
export const readUserDrawing = async (
  deps: CommandContext,
  from: string | undefined,
): Promise<PageDrawing | undefined> => {
  if (from === undefined || from === FETCH_DRAWING) return undefined;
  return readDrawingFile(deps.system, from);
};

/**
 * For `--drawing fetch`, returns a function that requests one export of the design and returns its drawing; otherwise
 * returns undefined. Throws a UsageError for a house garment, which cannot be exported.
 */
export const createDrawingFetcher = async (
  deps: CommandContext,
  { requested, subject, profile }: GarmentSource,
  from: string | undefined,
): Promise<(() => Promise<PageDrawing>) | undefined> => {
  if (from !== FETCH_DRAWING || requested === undefined) return undefined;
  const { id } = await createOwnDesignFinder(deps)(requested);
  return async () => {
    deps.report({ kind: 'note', text: `requesting one export of ${subject} for its drawing` });
    const exported = createLinkedExport(deps, id, { profile, driver: DEFAULT_DRIVER });
    return parsePageDrawing(await deps.downloadText(exported));
  };
};

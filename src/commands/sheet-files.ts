/** Writes sheets to files: one document for all garments, or one file for each. */

import { filterConflicts, findConflicts } from '../garment/find-conflicts.ts';
import type { PageDrawing } from '../garment/page-drawing.ts';
import { computeReadDigest } from '../garment/read-digest.ts';
import type { SheetGarment } from '../output/sheet/index.ts';
import type { FailedItem, SavedFile } from '../output/views/saved-files.ts';
import type { SheetFilter } from '../output/views/sheet-parts.ts';
import type { CommandContext } from './command-context.ts';
import type { createEarlierFinder } from './earlier-version.ts';
import {
  createGarmentSource,
  formatFileStem,
  type GarmentSource,
  type SourceArguments,
} from './garment-sources.ts';
import { type OutputPathOptions, writeOutputFile } from './output-files.ts';
import { renderSheetPage, type SheetPageInput } from './render-sheet-page.ts';
import {
  createDrawingFetcher,
  filterSheetGraphs,
  type LanguageOptions,
  type readLanguageFiles,
} from './sheet-flags.ts';

/** The saved files of several sheets, and the garments that failed. Printed as JSON. */
export interface SavedSheets {
  readonly sheets: readonly SavedFile[];
  readonly failed: readonly FailedItem[];
}

/** The options of `toile sheet`, read from its flags. The command adds the optional members later. */
export interface SheetOptions extends OutputPathOptions {
  readonly wanted: SourceArguments;
  readonly profile: string | undefined;
  readonly filter: SheetFilter;
  /** The earlier version to compare with, as typed. */
  readonly since: string | undefined;
  /** The letter of `--revision` that marks changed values on the sheet; undefined means `A`. */
  readonly letter: string | undefined;
  readonly findEarlier?: ReturnType<typeof createEarlierFinder>;
  readonly languageOptions: LanguageOptions;
  /** The second language and the translations of the user. They are read before a request is sent. */
  readonly languageFiles?: Awaited<ReturnType<typeof readLanguageFiles>>;
  readonly open: boolean;
  /** The value of `--drawing`: `fetch` or the path of an SVG file. */
  readonly drawing: string | undefined;
  /** The content of the file in `--drawing`; undefined without the flag and for `--drawing fetch`. */
  readonly drawingContent?: PageDrawing | undefined;
}

/** Reads the garments, earlier versions and drawings, filters the graphs and returns the input of the page. */
export const buildSheetPageInput = async (
  deps: CommandContext,
  sources: readonly GarmentSource[],
  options: SheetOptions,
): Promise<SheetPageInput> => {
  const { filter, languageFiles } = options;
  const garments: SheetGarment[] = [];
  for (const source of sources) {
    // The earlier version is read first, so that its errors appear before the garment is requested.
    const earlier = await options.findEarlier?.(source);
    const fetchDrawing = await createDrawingFetcher(deps, source, options.drawing);
    const bodies = await source.readBodies();
    garments.push({ ...bodies, earlier, drawing: options.drawingContent ?? (await fetchDrawing?.()) });
  }
  const graphs = filterSheetGraphs(
    filter,
    garments.map(({ graph }) => graph),
  );
  const { kinds, values = {} } = filter;
  const valueFilter = { ...values, ...(kinds.length > 0 && { kinds }) };
  // Conflicts are searched in the whole graph, because a filtered graph may show conflicts that do not exist.
  const hasConflicts = filter.parts?.includes('conflicts');
  const shown = garments.map((garment, at) => ({
    ...garment,
    graph: graphs[at],
    ...(hasConflicts && { conflicts: filterConflicts(findConflicts(garment.graph), valueFilter) }),
    digest: computeReadDigest(garment),
  }));
  return { garments: shown, filter, now: deps.clock.now(), ...languageFiles };
};

/**
 * Writes a sheet with the garments of `sources`. Checks that the file can be written before it reads the garments. If
 * the command writes several sheets (`several`), the output path `options.into` must be a folder.
 */
export const writeSheet = (
  deps: CommandContext,
  sources: readonly GarmentSource[],
  options: SheetOptions,
  several: boolean,
): Promise<SavedFile> => {
  const { into, clobber, skipExisting, filter } = options;
  const isCountersign = filter.parts?.join() === 'countersign';
  const name = `${formatFileStem(sources)}_${isCountersign ? 'countersign' : 'sheet'}.html`;
  return writeOutputFile(deps, { into, name, clobber, skipExisting, several }, async () =>
    renderSheetPage(await buildSheetPageInput(deps, sources, options)),
  );
};

/**
 * Returns the sources of the garments in the order of the arguments. A garment that was typed twice is returned once.
 */
export const listGarmentSources = async (
  deps: CommandContext,
  { wanted, profile }: SheetOptions,
): Promise<readonly GarmentSource[]> => {
  const sources: GarmentSource[] = [];
  for (const [, input] of wanted) {
    const source = await createGarmentSource(deps, input, profile);
    if (source.subject === '' || !sources.some(({ subject }) => subject === source.subject))
      sources.push(source);
  }
  return sources;
};

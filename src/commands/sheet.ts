import {
  buildSavedFileRows,
  renderSavedFilesView,
  renderSavedFileView,
  SAVED_FILE_COLUMNS,
  type SavedFile,
} from '../output/views/saved-files.ts';
import { UsageError } from '../platform/errors.ts';
import { buildDataResult, type DataResult, type TextResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';
import { DESIGN_OR_BODY_ARGUMENT, isBodyInput } from './designs/body-input.ts';
import { PROFILE_FLAG } from './designs/fetch-resource.ts';
import { createEarlierFinder } from './earlier-version.ts';
import { readTextFlag } from './flags/parse-flags.ts';
import { type GarmentSource, parseSourceArguments, writeEachSource } from './garment-sources.ts';
import { createBatchResult, refuseContradictingFlags } from './output-files.ts';
import { DRAWING_FLAGS, readDrawingFlag, readUserDrawing } from './sheet-drawing.ts';
import {
  buildSheetPage,
  listGarmentSources,
  type SheetCommandContext,
  type SheetFiles,
  type SheetOptions,
  writeSheet,
} from './sheet-files.ts';
import { readSheetFilter, SHEET_FILTER_FLAGS } from './sheet-filter.ts';
import { LANGUAGE_FLAGS, readLanguageFiles, readLanguageFlags } from './sheet-language.ts';

/** Returns true for the result of several files. */
const isSheetFiles = (value: SavedFile | SheetFiles): value is SheetFiles => 'sheets' in value;

/** The command `toile sheet`. */
export const sheetCommand = defineCommand({
  path: 'sheet',
  resultKind: 'made',
  group: 'Take it away',
  effects: {
    sends: 'sometimes',
    scopes: ['export'],
    writes: 'a page, or one for each',
    asks: 'which design, where no ID is typed',
  },
  outputSchemas: ['toile.sheet/1', 'toile.sheets/1'],
  summary: 'Write a garment as one page to print and send to a factory',
  namesInOtherTools: ['print', 'tech-sheet'],
  about:
    'One HTML file that needs nothing else: no network, no script. It holds materials, ' +
    'pieces, seams and measurements, the brief, the counts and the open questions, every value with its mark, and ' +
    'prints on A4 and Letter in black and white. Each printed page names the garment, the profile and the time of ' +
    'reading. It takes four reads; of a graph that is here already (-, @FILE) the page holds what that says. Several ids are one document with a table of contents, or a file each where -o is a ' +
    'folder. What a choice leaves out is counted on the last page.',
  args: [{ ...DESIGN_OR_BODY_ARGUMENT, many: true }],
  flags: {
    output: { short: 'o', value: 'PATH', about: 'a file, a folder, or - for stdout', completes: ['files'] },
    profile: PROFILE_FLAG,
    ...SHEET_FILTER_FLAGS,
    since: {
      value: 'BEFORE',
      about:
        'a first page of what changed, and a bar beside each value that did: since a file, a pulled folder or an id, as toile diff reads them',
      completes: ['ids', 'files'],
    },
    ...DRAWING_FLAGS,
    ...LANGUAGE_FLAGS,
    open: { about: 'show it in the browser, from where it can be printed' },
    clobber: { about: 'replace a file that is there' },
    'skip-existing': { about: 'leave a file that is there, and ask the service for nothing' },
  },
  examples: [
    { why: 'For a factory', line: 'toile sheet GARM-5117 --profile factory' },
    {
      why: 'Of a graph as it was some commits ago',
      line: 'git show HEAD~7:season/GARM-101/graph.technical_designer.json | toile sheet -',
    },
    { why: 'For the cutting room alone', line: 'toile sheet GARM-450 --only cutting' },
    { why: 'A season in one document', line: 'toile sheet GARM-101 GARM-7 GARM-5117 -o season.html' },
    {
      why: 'What is new since the last pull, before the rest',
      line: 'toile sheet GARM-5117 --since season',
    },
    { why: 'In English and Vietnamese', line: 'toile sheet GARM-5117 --profile factory --lang vi' },
    {
      why: 'What of it has no Vietnamese yet, to be filled in for --terms',
      line: 'toile sheet GARM-5117 --lang vi --terms-missing > words.csv',
    },
    {
      why: 'With the construction drawing, for which one export is asked for',
      line: 'toile sheet GARM-5117 --drawing fetch',
    },
    { why: 'To look at, and to print', line: 'toile sheet GARM-101 -o shirt.html --open' },
  ],
  json: '{"schema": "toile.sheet/1", "file", "bytes", "sha256", "skipped"}; with a file for each of several {"schema": "toile.sheets/1", "sheets": [...], "failed": [{"id", "code", "message", "exit"}]}',
  exitCodes: [
    ['1', 'some of several failed'],
    ['2', 'a file is there already, or none can be written there; nothing was sent'],
  ],
  columns: [{ names: SAVED_FILE_COLUMNS }],
  parse: ({ args, flags }): SheetOptions => {
    const profile = readTextFlag(flags, 'profile');
    const wanted = parseSourceArguments(args, profile);
    const isHere = wanted.some(([, what]) => isBodyInput(what));
    const options = {
      wanted,
      choice: readSheetFilter(flags),
      since: readTextFlag(flags, 'since'),
      drawing: readDrawingFlag(flags, wanted.length > 1, isHere),
      speaking: readLanguageFlags(flags),
      into: readTextFlag(flags, 'output'),
      profile,
      open: flags.open === true,
      clobber: flags.clobber === true,
      skipExisting: flags['skip-existing'] === true,
    };
    refuseContradictingFlags(options);
    if (options.into === '-' && options.open)
      throw new UsageError('-o - writes no file, so --open has no effect');
    if ([...args, options.since].filter((word) => word === '-').length > 1)
      throw new UsageError('stdin can be read only once: type - once');
    return options;
  },
  isLongRunning: ({ wanted }) => wanted.length > 1,
  isLocal: ({ wanted, since }) => since === undefined && wanted.every(([, what]) => isBodyInput(what)),
  run: async (deps: SheetCommandContext, asked): Promise<DataResult<SavedFile | SheetFiles> | TextResult> => {
    const earlierOf = createEarlierFinder(deps, asked.since, asked.wanted.length === 1);
    const options = {
      ...asked,
      findEarlier: earlierOf,
      languageFiles: await readLanguageFiles(deps, asked.speaking),
      drawingContent: await readUserDrawing(deps, asked.drawing),
    };
    const { wanted, into, open, speaking } = options;
    if (speaking.missing)
      return {
        kind: 'text',
        text: await deps.renderMissingTerms(
          await buildSheetPage(deps, await listGarmentSources(deps, options), options),
        ),
      };
    const isFolder =
      into !== undefined && (/[\\/]$/.test(into) || (await deps.detectPathKind(into)) === 'folder');
    if (wanted.length > 1 && isFolder) {
      if (open) throw new UsageError('--open takes one page, but several files are to be written');
      const each = (source: GarmentSource) => writeSheet(deps, [source], options, true);
      const { saved: sheets, failed } = await writeEachSource(deps, wanted, options.profile, each);
      return createBatchResult('toile.sheets/1', { sheets, failed });
    }
    const value = await writeSheet(deps, await listGarmentSources(deps, options), options, false);
    if (value.file === '-') return { kind: 'text', text: '' };
    if (open && !(await deps.openPage(value.file))) {
      deps.report({
        kind: 'note',
        text: `could not start a browser; open ${value.file} in one to print it`,
      });
    }
    return buildDataResult('toile.sheet/1', value);
  },
  buildView: (value) =>
    isSheetFiles(value)
      ? renderSavedFilesView({ exports: value.sheets, failed: value.failed })
      : renderSavedFileView(value),
  buildRows: (value) => buildSavedFileRows(isSheetFiles(value) ? value.sheets : [value]),
});

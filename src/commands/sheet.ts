import {
  buildSavedFileRows,
  renderSavedFilesView,
  renderSavedFileView,
  SAVED_FILE_COLUMNS,
  type SavedFile,
} from '../output/views/saved-files.ts';
import { SHEET_PARTS } from '../output/views/sheet-parts.ts';
import { UsageError } from '../platform/errors.ts';
import { detectPathKind } from '../platform/files/user-files.ts';
import type { FlagValues } from './argument-spec.ts';
import { type CommandContext, reportNote } from './command-context.ts';
import { buildDataResult, type DataResult, type TextResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';
import { DESIGN_OR_BODY_ARGUMENT, expandStdin, refuseSecondStdin } from './designs/body-input.ts';
import { PROFILE_FLAG } from './designs/fetch-resource.ts';
import { createEarlierFinder } from './earlier-version.ts';
import { readTextFlag } from './flags/parse-flags.ts';
import { type GarmentSource, parseSourceArguments, writeEachSource } from './garment-sources.ts';
import {
  createBatchResult,
  EXISTING_FILE_FLAGS,
  OUTPUT_FLAG,
  readOutputPath,
  WRITE_EXIT_CODES,
} from './output-files.ts';
import { renderMissingTerms } from './render-sheet-page.ts';
import {
  buildSheetPageInput,
  listGarmentSources,
  type SavedSheets,
  type SheetOptions,
  writeSheet,
} from './sheet-files.ts';
import {
  DRAWING_FLAGS,
  LANGUAGE_FLAGS,
  readDrawingFlag,
  readLanguageFiles,
  readLanguageFlags,
  readSheetFilter,
  readUserDrawing,
  refuseUnusableDrawing,
  SHEET_FILTER_FLAGS,
} from './sheet-flags.ts';

const isSavedSheets = (value: SavedFile | SavedSheets): value is SavedSheets => 'sheets' in value;

const openPage = async ({ system }: CommandContext, file: string): Promise<boolean> =>
  (await import('../platform/system/open-browser.ts')).openPageInBrowser(system, file);

const readRevisionLetter = (flags: FlagValues): string | undefined => {
  const letter = readTextFlag(flags, 'revision');
  if (letter === undefined) return undefined;
  if (!/^[A-Za-z0-9]{1,3}$/.test(letter))
    throw new UsageError('--revision takes up to three letters or digits, for example B');
  if (flags.since === undefined) throw new UsageError('--revision marks changes, so it needs --since');
  return letter;
};

export const sheetCommand = defineCommand({
  path: 'sheet',
  resultKind: 'data',
  group: 'Send to a factory',
  effects: {
    sends: 'sometimes',
    scopes: ['export'],
    writes: 'one page, or one per garment',
    asks: 'which design, when no ID is given',
  },
  outputSchemas: ['toile.sheet/1', 'toile.sheets/1'],
  summary: 'Write a printable sheet of a garment for a factory',
  namesInOtherTools: ['print', 'tech-sheet'],
  about:
    'Writes an HTML file that prints on A4 or Letter. It opens without a network and contains no ' +
    'scripts. It shows the materials, pieces, seams, measurements, brief, Design Trust counts and open ' +
    'questions. A mark shows the state of each value. Each page names the garment, the profile and when the data ' +
    'was read.\n\n' +
    'Several ids give one document with a table of contents. If -o is a folder, each garment has its ' +
    'own file. With a filter, the last page counts the values that are left out.\n\n' +
    'A sheet uses four requests of the rate limit for each garment. With a graph from stdin, the sheet ' +
    'shows only that graph.\n\n' +
    '--countersign writes a strip for the factory to sign. It lists each inferred value with its reason ' +
    'and boxes to agree or correct. It also asks for what the construction leaves open, such as an ' +
    'allowance or a stitch number.\n\n' +
    '--by step lists the open values (inferred or not stated) by the production step that makes them ' +
    'final. toile only sorts by step and enforces nothing.\n\n' +
    '--since adds a first page with the changes. Each changed value gets the revision letter. --lang ' +
    'adds a translation of the words on the page. Values, codes and units stay unchanged.',
  args: [{ ...DESIGN_OR_BODY_ARGUMENT, many: true }],
  flags: {
    ...OUTPUT_FLAG,
    profile: PROFILE_FLAG,
    ...SHEET_FILTER_FLAGS,
    since: {
      value: 'BEFORE',
      about: 'mark the changes since a file, a pulled folder or an id',
      completes: ['ids', 'files'],
      stdin: 'body or ids',
    },
    revision: { value: 'LETTER', about: 'revision letter for --since', default: 'A' },
    ...DRAWING_FLAGS,
    ...LANGUAGE_FLAGS,
    open: { about: 'open the page in the browser' },
    ...EXISTING_FILE_FLAGS,
  },
  examples: [
    { why: 'Write a sheet for a factory', line: 'toile sheet GARM-5117 --profile factory' },
    {
      why: 'Write a sheet of an earlier version in git',
      line: 'git show HEAD~7:season/garments/GARM-101/graph.technical_designer.json | toile sheet -',
    },
    { why: 'Write only what the cutting room needs', line: 'toile sheet GARM-450 --only cutting' },
    { why: 'Write a season as one document', line: 'toile sheet GARM-101 GARM-7 GARM-5117 -o season.html' },
    { why: 'List the open values by production step', line: 'toile sheet GARM-5117 --by step' },
    { why: 'Have the factory sign the inferred values', line: 'toile sheet GARM-5117 --countersign' },
    { why: 'Mark what changed since the last pull', line: 'toile sheet GARM-5117 --since season' },
    {
      why: 'Write a sheet in English and Vietnamese',
      line: 'toile sheet GARM-5117 --profile factory --lang vi',
    },
    {
      why: 'List the texts to translate for --terms',
      line: 'toile sheet GARM-5117 --lang vi --terms-missing > words.csv',
    },
    { why: 'Add the construction drawing', line: 'toile sheet GARM-5117 --drawing fetch' },
    { why: 'View and print a sheet', line: 'toile sheet GARM-101 -o shirt.html --open' },
  ],
  json: '{"schema": "toile.sheet/1", "file", "bytes", "sha256", "skipped"}\n\nwith one file per garment {"schema": "toile.sheets/1", "sheets": [...], "failed": [{"id", "code", "message", "exit"}]}',
  glossaries: [{ title: 'Parts', terms: [['--only', SHEET_PARTS.join(', ')]] }],
  exitCodes: WRITE_EXIT_CODES,
  columns: [{ names: SAVED_FILE_COLUMNS }],
  parse: ({ args, flags }): SheetOptions => {
    const profile = readTextFlag(flags, 'profile');
    const wanted = parseSourceArguments(args);
    const options = {
      wanted,
      filter: readSheetFilter(flags),
      since: readTextFlag(flags, 'since'),
      letter: readRevisionLetter(flags),
      drawing: readDrawingFlag(flags, wanted),
      languageOptions: readLanguageFlags(flags),
      profile,
      open: flags.open === true,
      ...readOutputPath(flags),
    };
    if (options.into === '-' && options.open)
      throw new UsageError('-o - writes no file, so --open has no effect');
    refuseSecondStdin([...args, options.since]);
    return options;
  },
  hasUnlimitedWait: ({ wanted }) => wanted.length > 1 || wanted[0]?.[0] === '-',
  run: async (deps, typedOptions): Promise<DataResult<SavedFile | SavedSheets> | TextResult> => {
    const wanted = await expandStdin(deps, typedOptions.wanted, typedOptions.profile);
    refuseUnusableDrawing(typedOptions.drawing, wanted);
    const findEarlier = createEarlierFinder(
      deps,
      typedOptions.since,
      typedOptions.letter,
      wanted.length === 1,
    );
    const options = {
      ...typedOptions,
      wanted,
      findEarlier,
      languageFiles: await readLanguageFiles(deps, typedOptions.languageOptions),
      drawingContent: await readUserDrawing(deps, typedOptions.drawing),
    };
    const { into, open, languageOptions } = options;
    if (languageOptions.missing)
      return {
        kind: 'text',
        text: await renderMissingTerms(
          await buildSheetPageInput(deps, await listGarmentSources(deps, options), options),
        ),
      };
    const isFolder =
      into !== undefined && (/[\\/]$/.test(into) || (await detectPathKind(deps.system, into)) === 'folder');
    if (wanted.length > 1 && isFolder) {
      if (open) throw new UsageError('--open takes one page, but several files are to be written');
      const writeSource = (source: GarmentSource) => writeSheet(deps, [source], options, true);
      const { saved: sheets, failed } = await writeEachSource(deps, wanted, options.profile, writeSource);
      return createBatchResult('toile.sheets/1', { sheets, failed });
    }
    const value = await writeSheet(deps, await listGarmentSources(deps, options), options, false);
    if (value.file === '-') return { kind: 'text', text: '' };
    if (open && !(await openPage(deps, value.file))) {
      reportNote(deps, `could not start a browser; open ${value.file} in one to print it`);
    }
    return buildDataResult('toile.sheet/1', value);
  },
  buildView: (value) =>
    isSavedSheets(value)
      ? renderSavedFilesView({ exports: value.sheets, failed: value.failed })
      : renderSavedFileView(value),
  buildRows: (value) => buildSavedFileRows(isSavedSheets(value) ? value.sheets : [value]),
});

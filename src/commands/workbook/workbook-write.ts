import {
  buildSavedFileRows,
  type FailedItem,
  renderSavedFilesView,
  renderSavedFileView,
  SAVED_FILE_COLUMNS,
  type SavedFile,
} from '../../output/views/saved-files.ts';
import { isSheetLanguage, SHEET_LANGUAGES, type SheetLanguage } from '../../output/views/sheet-parts.ts';
import type { GarmentBodies } from '../../output/workbook/index.ts';
import type { PaperSize } from '../../output/workbook/workbook-model.ts';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { releaseSignals } from '../../platform/system/release-signals.ts';
import type { FlagValues } from '../argument-spec.ts';
import type { CommandContext } from '../command-context.ts';
import { buildDataResult, type DataResult, type TextResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { DESIGN_OR_BODY_ARGUMENT, expandStdin, refuseSecondStdin } from '../designs/body-input.ts';
import { PROFILE_FLAG } from '../designs/fetch-resource.ts';
import { readListFlag, readTextFlag } from '../flags/parse-flags.ts';
import {
  createGarmentSource,
  formatFileStem,
  type GarmentSource,
  parseSourceArguments,
  type SourceArguments,
  writeEachSource,
} from '../garment-sources.ts';
import {
  createBatchResult,
  EXISTING_FILE_FLAGS,
  OUTPUT_FLAG,
  type OutputPathOptions,
  readOutputPath,
  WRITE_EXIT_CODES,
  writeOutputFile,
} from '../output-files.ts';

interface WorkbookOptions extends OutputPathOptions {
  readonly wanted: SourceArguments;
  readonly profile: string | undefined;
  readonly rounds: readonly string[];
  readonly pieces: number | undefined;
  readonly isBlind: boolean;
  readonly hasCountersign: boolean;
  readonly paper: PaperSize;
  readonly lang: SheetLanguage | undefined;
  readonly together: boolean;
}

interface WorkbookFiles {
  readonly workbooks: readonly SavedFile[];
  readonly failed: readonly FailedItem[];
}

const [MOST_ROUNDS, LONGEST_ROUND, MOST_PIECES] = [20, 40, 32];

const PAPER_SIZES: readonly PaperSize[] = ['a4', 'letter'];

const readRoundsFlag = (flags: FlagValues): readonly string[] => {
  const rounds =
    readListFlag(flags, 'rounds', shellText`names with commas between, such as proto,fit,pp`) ?? [];
  const lower = rounds.map((round) => round.toLowerCase());
  if (new Set(lower).size < rounds.length) throw new UsageError('--rounds contains a round twice');
  if (rounds.length > MOST_ROUNDS || rounds.some((round) => round.length > LONGEST_ROUND))
    throw new UsageError(`--rounds takes up to ${MOST_ROUNDS} names of up to ${LONGEST_ROUND} characters`);
  return rounds;
};

const readPiecesFlag = (flags: FlagValues): number | undefined => {
  const word = readTextFlag(flags, 'pieces');
  if (word === undefined) return undefined;
  const pieces = /^\d{1,3}$/.test(word) ? Number(word) : 0;
  if (pieces < 1 || pieces > MOST_PIECES)
    throw new UsageError(`--pieces must be between 1 and ${MOST_PIECES}`);
  return pieces;
};

const readLanguageFlag = (flags: FlagValues): SheetLanguage | undefined => {
  const lang = readTextFlag(flags, 'lang');
  if (lang !== undefined && !isSheetLanguage(lang))
    throw new UsageError(`--lang must be one of ${SHEET_LANGUAGES.join(', ')}`);
  return lang;
};

const readPaperFlag = (flags: FlagValues): PaperSize => {
  const word = readTextFlag(flags, 'paper') ?? 'a4';
  const paper = PAPER_SIZES.find((size) => size === word);
  if (paper === undefined) throw new UsageError(`--paper must be one of ${PAPER_SIZES.join(', ')}`);
  return paper;
};

/**
 * Returns the bodies of a garment and the time when they were read from the service. For local bodies, the time is
 * undefined, so that the same bodies always give the same workbook.
 */
const readGarmentBodies = async (
  deps: CommandContext,
  { readBodies, requested }: GarmentSource,
): Promise<GarmentBodies> => ({
  ...(await readBodies()),
  readAt: requested === undefined ? undefined : deps.clock.now(),
});

/** Writes one workbook with the given garments. The garments are read only if the output file can be written. */
const writeWorkbookFile = async (
  deps: CommandContext,
  sources: readonly GarmentSource[],
  options: WorkbookOptions,
  several: boolean,
): Promise<SavedFile> => {
  const { into, clobber, skipExisting, rounds, pieces, isBlind, hasCountersign, paper, lang } = options;
  const name = `${formatFileStem(sources)}_${isBlind ? 'measuring' : 'workbook'}.xlsx`;
  return writeOutputFile(deps, { into, name, clobber, skipExisting, several }, async () => {
    const garments: GarmentBodies[] = [];
    for (const source of sources) garments.push(await readGarmentBodies(deps, source));
    const { renderWorkbookXlsx } = await import('../../output/workbook/index.ts');
    const { loadDictionary } = await import('../render-sheet-page.ts');
    const words = lang === undefined ? undefined : (await loadDictionary(lang)).words;
    releaseSignals();
    return renderWorkbookXlsx({
      garments,
      rounds,
      isBlind,
      hasCountersign,
      paper,
      ...(pieces === undefined ? {} : { pieces }),
      ...(words === undefined ? {} : { words }),
    });
  });
};

/**
 * Adds the member `record` with the value null to a saved file, because the schema `toile.workbooks/1` requires this
 * member.
 */
const toListItem = ({ skipped, ...savedFile }: SavedFile): SavedFile => ({
  ...savedFile,
  record: null,
  skipped,
});

const isWorkbookFiles = (value: SavedFile | WorkbookFiles): value is WorkbookFiles => 'workbooks' in value;

const refuseSeveralToStdout = ({ into, wanted, together }: WorkbookOptions): void => {
  if (into === '-' && wanted.length > 1 && !together)
    throw new UsageError('cannot write several files to stdout; --together combines them');
};

export const workbookWriteCommand = defineCommand({
  path: 'workbook write',
  resultKind: 'data',
  group: 'Send to a factory',
  effects: {
    sends: 'sometimes',
    writes: 'one workbook, or one per garment',
    asks: 'which design, when no ID is given',
  },
  outputSchemas: ['toile.workbook/1', 'toile.workbooks/1'],
  summary: 'Write a workbook (.xlsx) to print and fill in',
  about:
    'The sheets to print are cover, garment tables, questions, sample rounds, inspection and brief. The garment tables are, for example, bill of materials, points of measure and cut list. Two more sheets are not printed: they list every value, and what each sheet leaves out.\n\n' +
    'Fill in the white, bordered cells. A hatched cell has no value. The mark and the pattern of a ' +
    'cell show its state, even in black and white. Formulas compute only the deviation and by how much ' +
    'it exceeds the tolerance. No formula accepts or rejects a sample.\n\n' +
    'A hidden sheet records what you send. `toile workbook read` compares the returned workbook with ' +
    'this record.\n\n' +
    '--countersign adds a sheet for the factory to sign. It lists the inferred values, which the ' +
    'factory agrees with or corrects. It also asks for missing details, such as a stitch number.\n\n' +
    '--blind writes a copy for measuring, with sample rounds and inspection only. It shows no ' +
    'specifications, tolerances or deviations. The hidden sheet still has them, and a spreadsheet ' +
    'program can show that sheet.\n\n' +
    'A workbook uses four requests of the rate limit for each garment. From a graph on ' +
    'stdin, the workbook has only what the graph has: no brief, for example.',
  args: [{ ...DESIGN_OR_BODY_ARGUMENT, many: true }],
  flags: {
    ...OUTPUT_FLAG,
    profile: PROFILE_FLAG,
    rounds: {
      value: 'A,B',
      about: 'sample rounds to measure, for example proto,fit,pp',
      suggests: ['proto', 'fit', 'pp'],
      commas: true,
    },
    pieces: { value: 'N', about: 'number of garments to measure in an inspection', default: '4' },
    blind: { about: 'a copy for measuring, without specifications', excludes: ['countersign'] },
    countersign: { about: 'add a sheet of inferred values, to agree with or correct' },
    lang: {
      value: 'LANG',
      choices: SHEET_LANGUAGES,
      about: 'add a second language to the column headings',
    },
    paper: { value: 'SIZE', choices: PAPER_SIZES, about: 'size of the paper', default: 'a4' },
    together: { about: 'write all garments to one workbook' },
    ...EXISTING_FILE_FLAGS,
  },
  examples: [
    { why: 'Prepare a fitting with two rounds', line: 'toile workbook write GARM-5117 --rounds proto,fit' },
    {
      why: 'Write two garments to one file for the factory',
      line: 'toile workbook write GARM-101 GARM-7 --together -o order.xlsx',
    },
    {
      why: 'Let the factory measure without knowing the specification',
      line: 'toile workbook write GARM-5117 --blind',
    },
    {
      why: 'Have the factory sign the inferred values',
      line: 'toile workbook write GARM-5117 --countersign',
    },
    {
      why: 'Write a workbook of an earlier version in git',
      line: 'git show HEAD~7:season/garments/GARM-101/graph.technical_designer.json | toile workbook write -',
    },
  ],
  json: '{"schema": "toile.workbook/1", "file", "bytes", "sha256", "skipped"}\n\nwith several files {"schema": "toile.workbooks/1", "workbooks": [...], "failed": [{"id", "code", "message", "exit"}]}',
  exitCodes: WRITE_EXIT_CODES,
  columns: [{ names: SAVED_FILE_COLUMNS }],
  parse: ({ args, flags }): WorkbookOptions => {
    const profile = readTextFlag(flags, 'profile');
    const options: WorkbookOptions = {
      wanted: parseSourceArguments(args),
      profile,
      rounds: readRoundsFlag(flags),
      pieces: readPiecesFlag(flags),
      isBlind: flags.blind === true,
      hasCountersign: flags.countersign === true,
      paper: readPaperFlag(flags),
      lang: readLanguageFlag(flags),
      together: flags.together === true,
      ...readOutputPath(flags),
    };
    refuseSecondStdin(args);
    refuseSeveralToStdout(options);
    return options;
  },
  hasUnlimitedWait: ({ wanted }) => wanted.length > 1 || wanted[0]?.[0] === '-',
  run: async (deps, options): Promise<DataResult<SavedFile | WorkbookFiles> | TextResult> => {
    const { profile } = options;
    const wanted = await expandStdin(deps, options.wanted, profile);
    refuseSeveralToStdout({ ...options, wanted });
    if (wanted.length > 1 && !options.together) {
      const writeSource = async (source: GarmentSource) =>
        toListItem(await writeWorkbookFile(deps, [source], options, true));
      const { saved: workbooks, failed } = await writeEachSource(deps, wanted, profile, writeSource);
      return createBatchResult('toile.workbooks/1', { workbooks, failed });
    }
    const sources: GarmentSource[] = [];
    for (const [, input] of wanted) sources.push(await createGarmentSource(deps, input, profile));
    const value = await writeWorkbookFile(deps, sources, options, false);
    if (value.file === '-') return { kind: 'text', text: '' };
    return buildDataResult('toile.workbook/1', value);
  },
  buildView: (value) =>
    isWorkbookFiles(value)
      ? renderSavedFilesView({ exports: value.workbooks, failed: value.failed })
      : renderSavedFileView(value),
  buildRows: (value) => buildSavedFileRows(isWorkbookFiles(value) ? value.workbooks : [value]),
});

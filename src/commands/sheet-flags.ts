import { filterGraph } from '../garment/filter-graph.ts';
import { flattenBody } from '../garment/flatten-body.ts';
import type { PageDrawing } from '../garment/page-drawing.ts';
import { createUnknownWordFinder } from '../garment/unknown-words.ts';
import { hasValueFilter } from '../garment/value-filter.ts';
import {
  DEFAULT_SHEET_PARTS,
  isSheetLanguage,
  isSheetPart,
  SHEET_LANGUAGES,
  SHEET_PARTS,
  type SheetFilter,
  type SheetLanguage,
} from '../output/views/sheet-parts.ts';
import { UsageError } from '../platform/errors.ts';
import { nextCommand, shellText } from '../platform/escape/shell.ts';
import { DEFAULT_DRIVER } from '../service/client/resources.ts';
import type { FlagSpecs, FlagValues } from './argument-spec.ts';
import { type CommandContext, reportNote } from './command-context.ts';
import { isBodyInput } from './designs/body-input.ts';
import { createOwnDesignFinder } from './designs/own-design.ts';
import { createLinkedExport } from './export/export-files.ts';
import { FILTER_FLAGS, readValueFilter, refuseUnknownWords } from './flags/filter-flags.ts';
import { readListFlag, readTextFlag } from './flags/parse-flags.ts';
import type { GarmentSource, SourceArguments } from './garment-sources.ts';
import {
  parsePageDrawing,
  readDrawingFile,
  readTermsFile,
  type SheetPageInput,
} from './render-sheet-page.ts';

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
 * Throws a UsageError if `--drawing` cannot be used for the garments: `fetch` for a body from stdin, which names no
 * design, or a file for several garments. Called for the typed arguments, and again for ids from stdin.
 */
export const refuseUnusableDrawing = (from: string | undefined, wanted: SourceArguments): void => {
  if (from === undefined) return;
  if (from === FETCH_DRAWING && wanted.some(([, input]) => isBodyInput(input) && input.body !== undefined))
    throw new UsageError(
      'a local body names no design to export; use --drawing FILE.svg for a local drawing',
    );
  if (from !== FETCH_DRAWING && wanted.length > 1)
    throw new UsageError('--drawing FILE takes one garment, but several were given');
};

/**
 * Returns the value of `--drawing`, which is `fetch` or a file name; undefined without the flag. Throws a UsageError
 * for `-`, and for the values that `refuseUnusableDrawing` refuses.
 */
export const readDrawingFlag = (flags: FlagValues, wanted: SourceArguments): string | undefined => {
  const from = readTextFlag(flags, 'drawing');
  if (from === '-') throw new UsageError('--drawing takes fetch or the name of an SVG file');
  refuseUnusableDrawing(from, wanted);
  return from;
};

/**
 * Reads the SVG file that the flag `--drawing` names. Returns undefined without the flag, and for `--drawing fetch`.
 */
export const readUserDrawing = async (
  deps: CommandContext,
  from: string | undefined,
): Promise<PageDrawing | undefined> => {
  if (from === undefined || from === FETCH_DRAWING) return undefined;
  return readDrawingFile(deps.system, from);
};

/**
 * For `--drawing fetch`, returns a function that requests one export of the design and returns the drawing in it.
 * Otherwise returns undefined. Throws NotFound or a UsageError if the garment is not a design of the account, for
 * example a house garment.
 */
export const createDrawingFetcher = async (
  deps: CommandContext,
  { requested, subject, profile }: GarmentSource,
  from: string | undefined,
): Promise<(() => Promise<PageDrawing>) | undefined> => {
  if (from !== FETCH_DRAWING || requested === undefined) return undefined;
  const { id } = await createOwnDesignFinder(deps)(requested);
  return async () => {
    reportNote(deps, `requesting one export of ${subject} for its drawing`);
    const exported = createLinkedExport(deps, id, { profile, driver: DEFAULT_DRIVER });
    return parsePageDrawing(await deps.downloadText(exported));
  };
};

/** The flags that select the parts and values of a sheet, for example `--only` and `--kind`. */
export const SHEET_FILTER_FLAGS: FlagSpecs = {
  only: {
    value: 'PARTS',
    about: 'only these parts of the sheet, for example cutting,brief',
    suggests: SHEET_PARTS,
    commas: true,
    excludes: ['no-trust', 'countersign'],
  },
  countersign: { about: 'only the strip to sign: inferred values, missing details', excludes: ['no-trust'] },
  ...FILTER_FLAGS,
  by: { value: 'WHAT', choices: ['step'], about: 'list open values by production step' },
  'no-trust': { about: 'omit the Design Trust counts' },
  all: { about: 'also show values without a state, and draw every piece' },
};

/**
 * Returns the filter that the flags select: the parts of the sheet, for example `cutting`, the kinds of nodes, and the
 * conditions on values. Throws a UsageError for an unknown part.
 */
export const readSheetFilter = (flags: FlagValues): SheetFilter => {
  const only =
    flags.countersign === true
      ? ['countersign']
      : readListFlag(flags, 'only', shellText`--only cutting,sewing`);
  const unknownPart = only?.find((word) => !isSheetPart(word));
  if (unknownPart !== undefined) {
    throw new UsageError(
      `unknown part ${JSON.stringify(unknownPart)} of a sheet; known: ${SHEET_PARTS.join(', ')}`,
      { hint: nextCommand`toile help sheet` },
    );
  }
  const withTrust = flags['no-trust'] !== true;
  const parts =
    only?.filter(isSheetPart) ??
    (withTrust ? undefined : DEFAULT_SHEET_PARTS.filter((part) => part !== 'trust'));
  const { kinds = [], ...values } = readValueFilter(flags);
  return {
    parts: flags.by === 'step' ? [...(parts ?? DEFAULT_SHEET_PARTS), 'steps'] : parts,
    kinds,
    values,
    all: flags.all === true,
  };
};

/**
 * Returns the graphs with only the values that the filter `values` selects. Keeps the nodes of all kinds, because the
 * sheet removes unwanted kinds later. Throws a UsageError for a filter word that occurs in no graph, because the sheet
 * would be empty.
 */
export const filterSheetGraphs = (
  { kinds, values }: SheetFilter,
  graphs: readonly unknown[],
): readonly unknown[] => {
  const vocabulary = createUnknownWordFinder({ ...values, ...(kinds.length > 0 && { kinds }) });
  for (const graph of graphs) if (!vocabulary.isComplete()) vocabulary.add(flattenBody(graph));
  refuseUnknownWords(vocabulary.findUnknown());
  return values && hasValueFilter(values) ? graphs.map((graph) => filterGraph(graph, values).body) : graphs;
};

/** `zh` does not say whether Chinese is simplified or traditional. toile reads it as `zh-Hans` (simplified). */
const [CHINESE, SIMPLIFIED_CHINESE] = ['zh', 'zh-Hans'] as const;

/** The flags `--lang`, `--terms` and `--terms-missing`, which add a second language to a sheet. */
export const LANGUAGE_FLAGS: FlagSpecs = {
  lang: {
    value: 'LANG',
    choices: [...SHEET_LANGUAGES, CHINESE],
    about: 'add a second language after the English text',
  },
  terms: {
    value: 'FILE',
    about: 'your translations: a CSV or TSV file with two columns',
    completes: ['files'],
  },
  'terms-missing': { about: 'list the texts that lack a translation; write no page', affects: 'text' },
};

/** The parsed language flags. */
export interface LanguageOptions {
  readonly lang: SheetLanguage | undefined;
  /** True if the user typed `--lang zh`, which toile reads as simplified Chinese. */
  readonly isAssumed: boolean;
  readonly termsFile: string | undefined;
  /** True for `--terms-missing`, with which toile prints only the texts of the sheet that have no translation. */
  readonly missing: boolean;
}

/** Reads the language flags. Throws a UsageError for an unknown language and for flags without effect. */
export const readLanguageFlags = (flags: FlagValues): LanguageOptions => {
  const typed = readTextFlag(flags, 'lang');
  const lang = typed === CHINESE ? SIMPLIFIED_CHINESE : typed;
  const termsFile = readTextFlag(flags, 'terms');
  const missing = flags['terms-missing'] === true;
  if (lang !== undefined && !isSheetLanguage(lang))
    throw new UsageError(`--lang must be one of ${SHEET_LANGUAGES.join(', ')}`, {
      hint: nextCommand`toile help sheet`,
    });
  if (lang === undefined && (termsFile !== undefined || missing))
    throw new UsageError(`--${missing ? 'terms-missing' : 'terms'} needs --lang`);
  const pointlessFlag = ['output', 'open', 'clobber', 'skip-existing', 'drawing'].find(
    (flag) => flags[flag] !== undefined,
  );
  if (missing && pointlessFlag !== undefined)
    throw new UsageError(`--terms-missing writes no page, so --${pointlessFlag} has no effect`);
  return { lang, isAssumed: lang !== typed, termsFile, missing };
};

/**
 * Reads the file of `--terms`, if there is one, before a request is sent. If `zh` was typed, reports a note that
 * simplified Chinese is used. Throws a UsageError if the header of the file names another language, or if a text has
 * two translations.
 */
export const readLanguageFiles = async (
  deps: CommandContext,
  { lang, isAssumed, termsFile }: LanguageOptions,
): Promise<Pick<SheetPageInput, 'lang' | 'terms'>> => {
  if (isAssumed)
    reportNote(deps, `--lang ${CHINESE} means ${SIMPLIFIED_CHINESE}; type zh-Hant for traditional Chinese`);
  const terms =
    lang === undefined || termsFile === undefined
      ? undefined
      : await readTermsFile(deps.system, termsFile, lang);
  return { lang, terms };
};
